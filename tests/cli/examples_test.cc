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

Outcome run_script(const std::string& line) {
  FILE* pipe = popen(line.c_str(), "r");
  Outcome outcome{-1, ""};
  std::array<char, 4096> block;
  for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) outcome.out.append(block.data(), got);
  outcome.code = WEXITSTATUS(pclose(pipe));
  return outcome;
}

TEST(Examples, PrintWhatIsExpected) {
  std::vector<fs::path> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(KINEMATE_SOURCE) / "examples"))
    if (entry.is_directory()) folders.push_back(entry.path());
  std::sort(folders.begin(), folders.end());
  ASSERT_GE(folders.size(), 23u);
  for (const fs::path& folder : folders) {
    ASSERT_TRUE(fs::exists(folder / "expected.txt")) << folder;
    const Outcome outcome = run_script(folder.string() + "/run " KINEMATE_COMMAND " 2>&1");
    EXPECT_EQ(outcome.code, 0) << folder;
    EXPECT_EQ(outcome.out, content(folder / "expected.txt")) << folder;
    EXPECT_TRUE(folder.filename() == "formulas" || fs::exists(folder / "README.md")) << folder;
  }
}

// Scripts that write machines of any size: what they print is what is kept, and larger ones are right, too.
TEST(Examples, GeneratedMachines) {
  struct Case {
    const char* folder;
    const char* kept;
    const char* file;
    const char* larger;
    const char* freedoms;
  };
  const Case cases[] = {{"planar_pendulum", "3", "model.yaml", "40", "40"},
                        {"spatial_pendulum", "7", "model.yaml", "40", "40"},
                        {"cart_pendulums", "2", "model.yaml", "40", "41"},
                        {"four_bar_chain", "2", "model.yaml", "20", "1, where Grübler counts -59"},
                        {"four_bar_chain", "2 flat", "flat.yaml", "3 flat", "1, where Grübler counts -8"},
                        {"suspended_chain", "6 2", "model.yaml", "24 6", "18, where Grübler counts 0"}};
  const fs::path examples = fs::path(KINEMATE_SOURCE) / "examples";
  for (const Case& c : cases) {
    const std::string script = (examples / c.folder / "generate").string();
    const Outcome kept = run_script(script + " " + c.kept);
    EXPECT_EQ(kept.code, 0);
    EXPECT_EQ(kept.out, content(examples / c.folder / c.file)) << c.folder;
    const Outcome larger = run_script(script + " " + c.larger);
    expect_error("check " + file_with("generated.yaml", larger.out), 0, std::string("  freedoms      ") + c.freedoms);
    EXPECT_EQ(run_script(script + " none 2>&1").code, 2) << c.folder;
  }
}

}  // namespace
}  // namespace kinemate
