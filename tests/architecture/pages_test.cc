// Pages: their links lead somewhere, and programs that they show are those that are built (tests/consumer).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path kRepository = fs::path(KINEMATE_SOURCE);

std::string content_of(const fs::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::vector<fs::path> pages() {
  std::vector<fs::path> found = {kRepository / "README.md", kRepository / "CONTRIBUTING.md",
                                 kRepository / "CHANGELOG.md"};
  for (const char* folder : {"docs", "examples", "src", "bench"})
    for (const auto& entry : fs::recursive_directory_iterator(kRepository / folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  return found;
}

TEST(Pages, LinksLeadToFiles) {
  const std::regex link(R"(\]\(([^)#\s]+)(#[^)]*)?\))");
  int seen = 0;
  for (const fs::path& page : pages()) {
    const std::string text = content_of(page);
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1].str();
      if (target.find("://") != std::string::npos) continue;
      ++seen;
      EXPECT_TRUE(fs::exists(page.parent_path() / target)) << page << " links to " << target;
    }
  }
  EXPECT_GT(seen, 100);
}

TEST(Pages, TheLibrarysProgramsAreThoseThatAreBuilt) {
  const std::string page = content_of(kRepository / "docs/library.md");
  const fs::path consumer = kRepository / "tests/consumer";
  for (const char* name : {"derive.cc", "compile.cc", "simulate.cc", "linearise.cc", "plugin.cc"}) {
    const std::string program = content_of(consumer / name);
    EXPECT_NE(page.find("```cpp\n" + program.substr(program.find('\n') + 1) + "```"), std::string::npos) << name;
  }
  EXPECT_NE(page.find(content_of(consumer / "expected.txt")), std::string::npos);
  EXPECT_NE(page.find(content_of(consumer / "pendulum.yaml")), std::string::npos);
}

}  // namespace
