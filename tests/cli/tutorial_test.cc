// Pages that show commands show what the commands print. The files of a page are fenced blocks whose first line is a
// comment with a name, `# pendulum.yaml`; its commands are the lines of ```console blocks that begin with `$ `, each
// followed by its standard output. All run one after the other in a fresh folder, with `kinemate` for the command that
// was built.
#include <algorithm>
#include <regex>
#include <sstream>
#include <utility>
#include <vector>

#include "cli/command.h"

namespace kinemate {
namespace {

namespace fs = std::filesystem;

struct ShownCommand {
  int line;           // of the page, from 1
  std::string text;   // without the prompt
  std::string shown;  // what the page says it prints
};

struct Page {
  std::vector<std::pair<std::string, std::string>> files;  // name, content
  std::vector<ShownCommand> commands;
  std::vector<std::string> complaints;  // `LINE: what is wrong with the page itself`
};

std::string at_line(int line, const std::string& what) { return std::to_string(line) + ": " + what; }

/// The commands of a block whose first line is line `first` of the page. A backslash continues a command on the next
/// line.
std::vector<ShownCommand> read_console(const std::vector<std::string>& block, int first) {
  std::vector<ShownCommand> commands;
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (block[i].starts_with("$ ")) {
      commands.push_back({first + static_cast<int>(i), block[i].substr(2), ""});
      std::string& text = commands.back().text;
      while (text.ends_with("\\") && i + 1 < block.size()) text += "\n" + block[++i];
    } else if (!commands.empty()) {
      commands.back().shown += block[i] + "\n";
    }
  }
  return commands;
}

/// The name in the first line of a block; empty where there is none.
std::string file_name(const std::vector<std::string>& block) {
  static const std::regex title(R"((?:#|//|<!--) ([\w.-]+\.\w+)(?: -->)?)");
  std::smatch match;
  return !block.empty() && std::regex_match(block.front(), match, title) ? match[1].str() : "";
}

Page read_page(const std::string& text) {
  Page page;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (!line.starts_with("```")) continue;
    const std::string language = line.substr(3);
    const int first = number + 1;
    std::vector<std::string> block;
    while (++number, std::getline(lines, line) && line != "```") block.push_back(line);
    if (!lines) page.complaints.push_back(at_line(first - 1, "a block that does not end"));
    if (language == "console") {
      const std::vector<ShownCommand> commands = read_console(block, first);
      if (commands.empty()) page.complaints.push_back(at_line(first, "a block without a command"));
      page.commands.insert(page.commands.end(), commands.begin(), commands.end());
    } else if (const std::string name = file_name(block); !name.empty()) {
      std::string content;
      for (const std::string& part : block) content += part + "\n";
      page.files.emplace_back(name, content);
    } else if (language == "yaml") {
      page.complaints.push_back(at_line(first, "a model file without a name in its first line"));
    }
  }
  return page;
}

struct Printed {
  int code;
  std::string out, messages;  // standard output, standard error
};

/// A fresh folder with `kinemate` in front of the path; gone at the end.
class Workshop {
 public:
  Workshop() : root_(fs::path(testing::TempDir()) / ("kinemate_page_" + std::to_string(getpid()))) {
    fs::remove_all(root_);
    for (const char* folder : {"bin", "work"}) fs::create_directories(root_ / folder);
    fs::create_symlink(fs::absolute(KINEMATE_COMMAND), root_ / "bin" / "kinemate");
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / "work" / name, std::ios::binary) << text;
  }

  Printed run(const std::string& command) const {
    std::ofstream(root_ / "script", std::ios::binary) << command << "\n";
    const std::string root = "'" + root_.string() + "'";
    const std::string line = "cd " + root + "/work && PATH=" + root + "/bin:\"$PATH\" LC_ALL=C sh " + root +
                             "/script 2>" + root + "/messages </dev/null";
    FILE* pipe = popen(line.c_str(), "r");
    Printed printed{-1, "", ""};
    std::array<char, 4096> block;
    for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;)
      printed.out.append(block.data(), got);
    printed.code = WEXITSTATUS(pclose(pipe));
    std::ifstream messages(root_ / "messages");
    printed.messages.assign(std::istreambuf_iterator<char>(messages), {});
    return printed;
  }

 private:
  fs::path root_;
};

/// `LINE: what` for the first line in which the output is not the one shown; empty where all are the same.
std::string first_difference(const ShownCommand& command, const std::string& out) {
  if (out == command.shown) return "";
  std::istringstream shown_lines(command.shown), out_lines(out);
  std::string shown, printed;
  const auto breaks = std::count(command.text.begin(), command.text.end(), '\n');
  for (int line = command.line + 1 + static_cast<int>(breaks);; ++line) {
    const bool more_shown = static_cast<bool>(std::getline(shown_lines, shown));
    const bool more_printed = static_cast<bool>(std::getline(out_lines, printed));
    if (!more_shown && !more_printed) return at_line(command.line, "the output does not end with a whole line");
    if (more_shown && more_printed && shown == printed) continue;
    return at_line(line, "of `" + command.text + "`\n  the page shows: " + (more_shown ? shown : "nothing more") +
                             "\n  it prints:      " + (more_printed ? printed : "nothing more"));
  }
}

/// All that is wrong with a page, `LINE: what`; empty where it shows the truth.
std::vector<std::string> complaints_about(const std::string& text, std::size_t least_commands) {
  const Page page = read_page(text);
  std::vector<std::string> complaints = page.complaints;
  if (page.commands.size() < least_commands)
    complaints.push_back(at_line(1, "only " + std::to_string(page.commands.size()) + " commands, where " +
                                        std::to_string(least_commands) + " are expected"));
  const Workshop workshop;
  for (const auto& [name, content] : page.files) workshop.write(name, content);
  for (const ShownCommand& command : page.commands) {
    const Printed printed = workshop.run(command.text);
    const std::string difference = first_difference(command, printed.out);
    if (!difference.empty()) complaints.push_back(difference);
    if (printed.code != 0)
      complaints.push_back(at_line(command.line, "exit code " + std::to_string(printed.code)) + "\n" +
                           printed.messages);
  }
  return complaints;
}

void expect_true_page(const std::string& name, std::size_t least_commands) {
  std::ifstream file(fs::path(KINEMATE_SOURCE) / name);
  ASSERT_TRUE(file) << name;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const std::string& complaint : complaints_about(text, least_commands)) ADD_FAILURE() << name << ":" << complaint;
}

TEST(Tutorial, PrintsWhatItShows) { expect_true_page("docs/tutorial.md", 20); }

TEST(Tutorial, ReadmePrintsWhatItShows) { expect_true_page("README.md", 3); }

// What keeps a page from being true is found, with its line.
TEST(Tutorial, WrongPagesAreFound) {
  const std::string console = "```console\n", end = "```\n";
  struct Case {
    std::string page;
    std::size_t least;
    std::vector<std::string> complaints;
  };
  const Case cases[] = {
      {"# Page\n```yaml\n# a.yaml\nname: a\n```\n" + console + "$ cat a.yaml\n# a.yaml\nname: a\n$ echo \\\n  b\nb\n" +
           end,
       2,
       {}},
      {console + "$ echo a\nb\n" + end, 1, {"3: of `echo a`\n  the page shows: b\n  it prints:      a"}},
      {console + "$ echo a\n" + end, 1, {"3: of `echo a`\n  the page shows: nothing more\n  it prints:      a"}},
      {console + "$ true\na\n" + end, 1, {"3: of `true`\n  the page shows: a\n  it prints:      nothing more"}},
      {console + "$ printf a\na\n" + end, 1, {"2: the output does not end with a whole line"}},
      {console + "$ echo no >&2; false\n" + end, 1, {"2: exit code 1\nno\n"}},
      {console + "echo a\n" + end, 0, {"2: a block without a command"}},
      {console + "$ true\n", 1, {"1: a block that does not end"}},
      {"```yaml\nname: a\n```\n", 0, {"2: a model file without a name in its first line"}},
      {console + "$ true\n" + end, 2, {"1: only 1 commands, where 2 are expected"}},
      {console + "$ kinemate check none.yaml >/dev/null 2>&1; echo $?\n4\n" + end, 1, {}},
  };
  for (const Case& c : cases) EXPECT_EQ(complaints_about(c.page, c.least), c.complaints) << c.page;
}

}  // namespace
}  // namespace kinemate
