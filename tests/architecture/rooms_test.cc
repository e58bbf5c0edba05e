// Rooms describe themselves: every folder of src has a README.md that names each of its files, and lists stay short.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;

const fs::path kRooms = fs::path(KINEMATE_SOURCE) / "src";

// Verbs and parts of the engine stand side by side, each in a file that looks like the next; a run has many followers.
const std::map<std::string, std::size_t> kLongLists = {{"cli/verbs", 30}, {"recursion/engine", 20}, {"study/simulation", 22}};
constexpr std::size_t kLongList = 20;  // about fifteen

std::string text_of(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Folders below src with the stems of their sources.
std::map<std::string, std::set<std::string>> stems_by_folder() {
  std::map<std::string, std::set<std::string>> stems;
  for (const auto& entry : fs::recursive_directory_iterator(kRooms)) {
    const fs::path& file = entry.path();
    if (file.extension() != ".h" && file.extension() != ".cc") continue;
    const std::string folder = fs::relative(file.parent_path(), kRooms).string();
    if (folder != ".") stems[folder].insert(file.stem().string());
  }
  return stems;
}

TEST(Rooms, SayWhatTheirFilesAre) {
  for (const auto& [folder, stems] : stems_by_folder()) {
    const std::string room = fs::path(folder).begin()->string();
    const std::string readme = text_of(kRooms / room / "README.md");
    ASSERT_FALSE(readme.empty()) << room << " has no README.md";
    const std::string part =
        folder == room
            ? readme
            : readme.substr(std::min(readme.size(), readme.find("## " + folder.substr(room.size() + 1) + "\n")));
    EXPECT_FALSE(part.empty()) << room << "/README.md has no part on " << folder;
    for (const std::string& stem : stems)
      EXPECT_NE(part.find("`" + stem + "`"), std::string::npos) << room << "/README.md: " << folder << "/" << stem;
    EXPECT_NE(readme.find("## How to add"), std::string::npos) << room;
  }
}

TEST(Rooms, ReadmesNameNoFileThatIsGone) {
  const auto stems = stems_by_folder();
  for (const auto& entry : fs::directory_iterator(kRooms)) {
    if (!entry.is_directory()) continue;
    const std::string room = entry.path().filename().string();
    std::istringstream lines(text_of(entry.path() / "README.md"));
    std::string folder = room;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("## ") && stems.contains(room + "/" + line.substr(3))) folder = room + "/" + line.substr(3);
      if (line.starts_with("## Decisions") || line.starts_with("## How to add")) break;
      if (!line.starts_with("| `")) continue;
      const std::string names = line.substr(0, line.find(" | ", 2));
      for (std::size_t at = names.find('`'); at != std::string::npos;) {
        const std::size_t end = names.find('`', at + 1);
        const std::string stem = names.substr(at + 1, end - at - 1);
        EXPECT_TRUE(stems.at(folder).contains(stem)) << room << "/README.md names " << folder << "/" << stem;
        at = names.find('`', end + 1);
      }
    }
  }
}

TEST(Rooms, ListsStayShort) {
  for (const auto& [folder, stems] : stems_by_folder()) {
    const auto reason = kLongLists.find(folder);
    EXPECT_LE(stems.size(), reason == kLongLists.end() ? kLongList : reason->second) << folder;
  }
}

}  // namespace
