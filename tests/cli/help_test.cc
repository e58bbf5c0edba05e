// Help ends with examples, and they work.
#include "cli/help_text.h"

namespace kinemate {
namespace {

TEST(Help, EveryExampleWorks) {
  const ScratchFolder folder("help");
  std::filesystem::create_directory_symlink(std::string(KINEMATE_SOURCE) + "/examples", folder.path + "/examples");
  const std::string bin = std::filesystem::path(KINEMATE_COMMAND).parent_path().string();
  std::vector<std::string> verbs = all_verbs();
  ASSERT_GE(verbs.size(), 36u);
  verbs.insert(verbs.begin(), "");
  for (const std::string& verb : verbs) {
    const HelpText help = read_help(verb);
    EXPECT_FALSE(help.examples.empty()) << verb;
    bool of_verb = false;
    for (const std::string& example : help.examples) {
      of_verb = of_verb || example.starts_with("kinemate " + verb);
      const Outcome outcome = run_line("cd '" + folder.path + "' && export PATH='" + bin + "':\"$PATH\" && { " +
                                       example + "\n} 2>&1 < /dev/null");
      EXPECT_EQ(outcome.code, 0) << example << "\n" << outcome.out;
    }
    EXPECT_TRUE(of_verb) << verb;
  }
}

TEST(Help, OfTheCommandSaysWhereToReadOn) {
  const Outcome outcome = run("--help");
  EXPECT_EQ(read_help("").examples.size(), 3u);
  EXPECT_NE(outcome.out.find("Documentation: "), std::string::npos) << outcome.out;
  EXPECT_EQ(run("simulate --help").out.find("Documentation: "), std::string::npos);  // no verb has it
}

}  // namespace
}  // namespace kinemate
