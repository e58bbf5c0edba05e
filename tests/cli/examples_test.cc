// Every example prints what is kept beside it.
#include <algorithm>
#include <vector>

#include "cli/command.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Examples, PrintWhatIsExpected) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(KINEMATE_SOURCE) / "examples"))
    folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  ASSERT_GE(folders.size(), 3u);
  for (const fs::path& folder : folders) {
    ASSERT_TRUE(fs::exists(folder / "expected.txt")) << folder;
    FILE* pipe = popen((folder.string() + "/run " KINEMATE_COMMAND " 2>&1").c_str(), "r");
    std::string out;
    std::array<char, 4096> block;
    for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) out.append(block.data(), got);
    EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 0) << folder;
    EXPECT_EQ(out, content(folder / "expected.txt")) << folder;
  }
}

}  // namespace
}  // namespace kinemate
