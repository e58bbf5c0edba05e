#include "cli/command_tree.h"

#include <gtest/gtest.h>

#include "cli/verbs.h"

namespace kinemate {
namespace {

using Takes = CommandOption::Takes;

TEST(CommandTree, HasWhatTheParserHas) {
  CLI::App command("what it is", "tool");
  CLI::App* verb = command.add_subcommand("run", "runs");
  std::string file, folder, mode, base, other;
  std::vector<std::string> kinds;
  double length = 2.5;
  bool flag = false;
  verb->add_option("file", file, "what is run")->type_name("FILE")->required();
  CLI::Option* out = verb->add_option("-o,--output", folder, "where to")->type_name("FOLDER");
  verb->add_option("--mode", mode, "how")->check(CLI::IsMember({"fast", "slow"}));
  verb->add_option("--kind", kinds, "kinds")->type_name("{a,b}")->delimiter(',')->allow_extra_args(false);
  verb->add_option("--length", length, "m")->check(CLI::Range(0.0, 9.0))->capture_default_str();
  verb->add_flag("--flag", flag, "a flag")->excludes(out);
  verb->add_flag("--base{all}", base, "another")->check(CLI::IsMember({"all", "some"}));
  verb->add_option("--of", other, "a verb")->type_name("VERB");
  verb->add_flag("--hidden", flag, "not shown")->group("");
  verb->footer("A note.");
  add_examples(*verb, {"tool run one", "tool run two"});
  command.footer("Of the whole.");

  const CommandTree tree = make_command_tree(command);
  EXPECT_EQ(tree.name, "tool");
  EXPECT_EQ(tree.notes, "Of the whole.");
  EXPECT_EQ(verb_names(tree), std::vector<std::string>{"run"});
  const CommandTree& run = tree.verbs[0];
  EXPECT_EQ(run.description, "runs");
  EXPECT_EQ(run.notes, "A note.");
  EXPECT_EQ(run.examples, (std::vector<std::string>{"tool run one", "tool run two"}));
  ASSERT_EQ(run.arguments.size(), 1u);
  EXPECT_EQ(run.arguments[0].names, std::vector<std::string>{"file"});
  EXPECT_EQ(run.arguments[0].takes, Takes::kFile);
  EXPECT_TRUE(run.arguments[0].required);

  ASSERT_EQ(run.options.size(), 8u);  // --help is the first
  EXPECT_EQ(run.options[0].names, (std::vector<std::string>{"-h", "--help"}));
  EXPECT_EQ(run.options[0].takes, Takes::kNothing);
  EXPECT_EQ(run.options[1].names, (std::vector<std::string>{"-o", "--output"}));
  EXPECT_EQ(run.options[1].takes, Takes::kFolder);
  EXPECT_EQ(run.options[2].takes, Takes::kWord);
  EXPECT_EQ(run.options[2].words, (std::vector<std::string>{"fast", "slow"}));
  EXPECT_FALSE(run.options[2].takes_list || run.options[2].repeats);
  EXPECT_EQ(run.options[3].words, (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(run.options[3].takes_list && run.options[3].repeats);
  EXPECT_EQ(run.options[4].takes, Takes::kText);
  EXPECT_EQ(run.options[4].value, "FLOAT in [0 - 9]");
  EXPECT_EQ(run.options[4].default_value, "2.5");
  EXPECT_EQ(run.options[5].excludes, std::vector<std::string>{"--output"});
  EXPECT_EQ(run.options[6].names, std::vector<std::string>{"--base"});
  EXPECT_EQ(run.options[6].takes, Takes::kNothing);
  EXPECT_EQ(run.options[6].words, (std::vector<std::string>{"all", "some"}));
  EXPECT_EQ(run.options[7].words, std::vector<std::string>{"run"});
}

}  // namespace
}  // namespace kinemate
