// Manual pages: whether they hold all that help has, and whether groff and man have nothing to say against them.
#include "cli/help_text.h"

namespace kinemate {
namespace {

std::string in_roff(const std::string& text) {
  std::string result;
  for (char c : text) result += c == '-' ? std::string("\\-") : std::string(1, c);
  return result;
}

TEST(ManPage, HasEveryVerbAndOption) {
  const std::string whole = run("man").out;
  for (const std::string& verb : read_help("").verbs) {
    EXPECT_NE(whole.find(".BR kinemate\\-" + verb + " (1)\n"), std::string::npos) << verb;
    const std::string page = run("man " + verb).out;
    const HelpText help = read_help(verb);
    for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"})
      EXPECT_NE(page.find(std::string("\n.SH ") + section + "\n"), std::string::npos) << verb << ": " << section;
    std::vector<std::string> options = help.options;
    for (const std::string& below : help.verbs) {
      EXPECT_NE(page.find("\n.SS \"" + below + "\"\n"), std::string::npos) << below;
      const HelpText more = read_help(verb + " " + below);
      options.insert(options.end(), more.options.begin(), more.options.end());
    }
    ASSERT_FALSE(options.empty());
    for (const std::string& option : options)
      EXPECT_NE(page.find("\\fB" + in_roff(option) + "\\fR"), std::string::npos) << verb << " " << option;
  }
}

TEST(ManPage, SaysWhatAnOptionTakes) {
  const std::string page = run("man simulate").out;
  EXPECT_NE(page.find(".TP\n\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIFILE\\fR\n"), std::string::npos) << page;
  EXPECT_NE(page.find("One of: on, restart, off.\nDefault: on.\n"), std::string::npos) << page;
  EXPECT_NE(page.find("\nNot with: \\-\\-every.\n"), std::string::npos) << page;
  EXPECT_NE(page.find(".TH KINEMATE\\-SIMULATE 1 "), std::string::npos) << page;
}

// In a terminal it is set and shown by a pager; elsewhere it is the source.
TEST(ManPage, IsFormattedInATerminal) {
  if (!is_installed("script") || !(is_installed("man") || is_installed("groff")))
    GTEST_SKIP() << "neither man nor groff is installed, or there is no script to stand for a terminal";
  for (const char* page : {"man simulate", "man"}) {
    const Outcome shown = run_line("PAGER=cat MANPAGER=cat TERM=dumb script -qec '" KINEMATE_COMMAND " " +
                                   std::string(page) + "' /dev/null </dev/null");
    EXPECT_EQ(shown.code, 0) << shown.out;
    EXPECT_EQ(shown.out.find(".SH"), std::string::npos) << shown.out;
    EXPECT_TRUE(shown.out.starts_with("KINEMATE")) << shown.out;  // the title line; headings may be struck twice
    EXPECT_NE(shown.out.find("(1)"), std::string::npos) << shown.out;
    EXPECT_NE(run(page).out.find("\n.SH NAME\n"), std::string::npos);
  }
}

TEST(ManPage, AllIntoAFolder) {
  const ScratchFolder folder("man");
  expect("man --all " + folder.path + "/new/pages", 0, "");
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path + "/new/pages")) {
    ++files;
    if (is_installed("groff")) {
      const Outcome outcome = run_line("groff -man -Tutf8 -ww -z '" + entry.path().string() + "' 2>&1");
      EXPECT_EQ(outcome.code, 0) << entry.path();
      EXPECT_EQ(outcome.out, "") << entry.path();
    }
    if (is_installed("man")) {
      const std::string line = "man --warnings -E UTF-8 -l -Tutf8 -Z '" + entry.path().string() + "' 2>&1 >/dev/null";
      EXPECT_EQ(run_line(line).out, "") << entry.path();
    }
  }
  EXPECT_EQ(files, read_help("").verbs.size() + 1);
  EXPECT_TRUE(std::filesystem::exists(folder.path + "/new/pages/kinemate.1"));
  if (!is_installed("groff")) GTEST_SKIP() << "groff is not installed: pages were not set";
}

TEST(ManPage, WrongInput) {
  expect_error("man nonsense", 2,
               "error: there is no manual page of 'nonsense', which is no command [K601]\n  hint: there are: check, ");
  expect_error("man simulat", 2, "hint: did you mean simulate?");
  expect_error("man --all /dev/null/x", 4, "/dev/null");
  expect_error("man simulate --all x", 2, "--all");
}

}  // namespace
}  // namespace kinemate
