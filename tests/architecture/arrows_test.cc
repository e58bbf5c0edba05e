// The rooms and their arrows: src/CMakeLists.txt says what may include what; here every #include is held against it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

namespace fs = std::filesystem;
using Arrows = std::map<std::string, std::set<std::string>>;

const fs::path kSource = fs::path(KINEMATE_SOURCE);

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// kinemate_room(B A ...) → B: {A, ...}
Arrows direct_arrows() {
  const std::string text = read(kSource / "src/CMakeLists.txt");
  const std::regex line("\nkinemate_room\\(([a-z_ ]+)\\)");
  Arrows arrows;
  for (std::sregex_iterator at(text.begin(), text.end(), line), end; at != end; ++at) {
    std::istringstream words((*at)[1].str());
    std::string room, below;
    words >> room;
    arrows[room];
    while (words >> below) arrows[room].insert(below);
  }
  return arrows;
}

// Each room with all it may include, itself among them.
Arrows closed(Arrows arrows) {
  for (auto& [room, below] : arrows) below.insert(room);
  for (bool grown = true; grown;) {
    grown = false;
    for (auto& [room, below] : arrows) {
      const std::set<std::string> before = below;
      for (const std::string& next : before) below.insert(arrows.at(next).begin(), arrows.at(next).end());
      grown = grown || below.size() > before.size();
    }
  }
  return arrows;
}

std::string room_of(const fs::path& file) { return fs::relative(file, kSource / "src").begin()->string(); }

TEST(Arrows, EveryFolderIsARoom) {
  const Arrows arrows = direct_arrows();
  ASSERT_GE(arrows.size(), 3u);
  for (const auto& entry : fs::directory_iterator(kSource / "src")) {
    if (!entry.is_directory()) continue;
    EXPECT_TRUE(arrows.contains(entry.path().filename().string())) << entry.path();
  }
}

TEST(Arrows, HaveNoCycle) {
  const Arrows reach = closed(direct_arrows());
  for (const auto& [room, below] : reach) {
    for (const std::string& other : below) {
      if (other == room) continue;
      EXPECT_FALSE(reach.at(other).contains(room)) << room << " and " << other << " include each other";
    }
  }
}

TEST(Arrows, HoldForEveryInclude) {
  const Arrows reach = closed(direct_arrows());
  const std::regex include("#include \"([a-z_0-9]+)/[^\"]+\"");
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
    const std::string text = read(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at, ++seen) {
      const std::string room = room_of(entry.path());
      EXPECT_TRUE(reach.at(room).contains((*at)[1].str())) << entry.path() << " includes " << (*at)[1].str();
    }
  }
  EXPECT_GT(seen, 20);
}

TEST(Arrows, IncludesNameTheirRoom) {
  const std::regex bare("#include \"[^/\"]+\"");
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cc") continue;
    EXPECT_FALSE(std::regex_search(read(entry.path()), bare)) << entry.path();
  }
}

TEST(Arrows, StandInTheDocumentation) {
  const std::string text = read(kSource / "docs/architecture.md");
  for (const auto& [room, below] : direct_arrows()) {
    std::string line = "| `" + room + "` |";
    EXPECT_NE(text.find(line), std::string::npos) << "docs/architecture.md has no row for " << room;
  }
}

TEST(Sources, HaveATestOfTheirName) {
  for (const auto& entry : fs::recursive_directory_iterator(kSource / "src")) {
    const fs::path& file = entry.path();
    if (file.extension() != ".cc" || room_of(file) == "cli") continue;
    const fs::path folder = fs::relative(file, kSource / "src").parent_path();
    const fs::path test = kSource / "tests" / folder / (file.stem().string() + "_test.cc");
    EXPECT_TRUE(fs::exists(test)) << test;
  }
}

}  // namespace
