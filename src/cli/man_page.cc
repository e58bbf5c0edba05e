#include "cli/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "base/utf8.h"
#include "cli/verbs.h"

namespace kinemate {
namespace {

// Text as roff prints it: some characters are typographic unless told otherwise, and a line must not begin with a dot.
std::string roff(const std::string& text) {
  std::string result = text.starts_with(".") || text.starts_with("'") ? "\\&" : "";
  for (std::size_t i = 0; i < text.size();) {
    const Utf8 character = decode_utf8(text, i);
    i += character.length;
    switch (character.code_point) {
      case U'\\': result += "\\e"; break;
      case U'-': result += "\\-"; break;
      case U'\'': result += "\\(aq"; break;
      case U'`': result += "\\(ga"; break;
      case U'^': result += "\\(ha"; break;
      case U'~': result += "\\(ti"; break;
      default:
        result += character.code_point < 128
                      ? std::string(1, static_cast<char>(character.code_point))
                      : fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(character.code_point));
    }
  }
  return result;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

// A sentence of a description. Those of options may begin with a name; those of verbs begin with a word.
std::string sentence(const std::string& text) { return roff(text) + (text.ends_with(".") ? "\n" : ".\n"); }

std::string capitalised(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string synopsis_of_argument(const CommandOption& argument) {
  const std::string name = italic(argument.names[0]) + (argument.repeats ? " .\\|.\\|." : "");
  return argument.required ? name : "[" + name + "]";
}

std::string synopsis(const std::string& path, const CommandTree& tree) {
  std::string text = fmt::format(".B {}\n", roff(path));
  for (const CommandOption& option : tree.options)
    if (option.required) text += fmt::format("{} {}\n", bold(option.names.back()), italic(option.value));
  text += fmt::format("[{}]\n", italic("OPTIONS"));
  for (const CommandOption& argument : tree.arguments) text += synopsis_of_argument(argument) + "\n";
  if (!tree.verbs.empty()) text += italic("VERB") + " .\\|.\\|.\n";
  return text;
}

// \fB-o\fR, \fB--output\fR \fIFILE\fR, and below it what it is
std::string option_entry(const CommandOption& option) {
  std::vector<std::string> names;
  const bool is_argument = !option.names[0].starts_with("-");
  for (const std::string& name : option.names) names.push_back(is_argument ? italic(name) : bold(name));
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (!is_argument && !option.value.empty()) text += " " + italic(option.value);
  if (option.value.empty() && !option.words.empty()) text += "[=" + italic("WORD") + "]";
  text += "\n" + sentence(option.description);
  const auto add = [&](const char* what, const std::string& said) {
    if (!said.empty()) text += sentence(what + said);
  };
  if (option.value != "VERB")  // kinemate(1) lists them
    add(option.takes_list ? "Some, a comma between, of: " : "One of: ",
        fmt::format("{}", fmt::join(option.words, ", ")));
  add("Default: ", option.default_value);
  add("Not with: ", fmt::format("{}", fmt::join(option.excludes, ", ")));
  if (option.required && !is_argument) text += "Required.\n";
  if (option.repeats && !is_argument) text += "May be given several times.\n";
  return text;
}

// Those of a group of its own stand under its heading.
std::string option_entries(const std::vector<CommandOption>& options) {
  std::string text, group = options.empty() ? "" : options.front().group;
  for (const CommandOption& option : options) {
    if (option.group != group) text += fmt::format(".SS \"{}\"\n", roff(option.group));
    group = option.group;
    text += option_entry(option);
  }
  return text;
}

std::string paragraphs(const std::string& notes) {
  std::string text, line;
  for (std::istringstream lines(notes); std::getline(lines, line);)
    if (!line.empty()) text += ".PP\n" + roff(line) + "\n";
  return text;
}

std::string example_lines(const std::vector<std::string>& examples) {
  std::string text;
  for (const std::string& example : examples) text += fmt::format(".PP\n.nf\n.RS 4\n{}\n.RE\n.fi\n", roff(example));
  return text;
}

std::string page_head(const std::string& name, const std::string& description, const std::string& release) {
  std::string title = name;
  for (char& c : title)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return fmt::format(
      ".\\\" Made by the command itself: kinemate man\n.TH {} 1 \"\" \"{}\" \"Kinemate\"\n.nh\n.ad l\n.SH NAME\n{} \\- "
      "{}\n",
      roff(title), roff(release), roff(name), roff(description));
}

std::string exit_status() {
  struct Row {
    int code;
    const char* meaning;
  };
  constexpr Row kRows[] = {{kDone, "done"},
                           {kWrongFile, "a file is wrong; its mistakes are on standard error"},
                           {kWrongArgument, "the command line or a formula is wrong"},
                           {kNumericalFailure, "numerical failure: the input is well formed, but no number comes out"},
                           {kFileSystemFailure, "a file cannot be read or written"},
                           {kInternalFault, "a fault in kinemate itself"},
                           {kInterruptedRun, "interrupted, or ended by SIGTERM or SIGHUP"}};
  std::string text = ".SH EXIT STATUS\n";
  for (const Row& row : kRows) text += fmt::format(".TP\n.B {}\n{}", row.code, sentence(row.meaning));
  return text;
}

std::string page_of(const std::string& name) { return fmt::format(".BR {} (1)", roff(name)); }

// All of a verb that belongs to a verb, under a heading of the page.
std::string verb_section(const std::string& path, const CommandTree& verb) {
  return fmt::format(".SS \"{}\"\n{}.PP\n{}", roff(verb.name), sentence(capitalised(verb.description)),
                     synopsis(path, verb)) +
         option_entries(verb.arguments) + option_entries(verb.options) + example_lines(verb.examples);
}

constexpr const char* kDocumentation = ".PP\nREADME.md and docs/ in the sources of kinemate.\n";

}  // namespace

std::string command_man_page(const CommandTree& command, const std::string& release) {
  std::string text = page_head(command.name, command.description, release);
  text += ".SH SYNOPSIS\n" + synopsis(command.name, command);
  text += ".SH DESCRIPTION\n" + sentence(capitalised(command.description));
  text += ".PP\nData go to standard output, messages to standard error.\n" + paragraphs(command.notes);
  text += ".SH VERBS\n";
  for (const CommandTree& verb : command.verbs)
    text += fmt::format(".TP\n.BR {} (1)\n{}", roff(command.name + "-" + verb.name),
                        sentence(capitalised(verb.description)));
  text += ".SH OPTIONS\n" + option_entries(command.options);
  text += ".SH EXAMPLES\n" + example_lines(command.examples) + exit_status();
  text += ".SH FILES\n.TP\n.I FILE.yaml\nA machine as a model file, or a list of equations. ";
  text += fmt::format("{} prints the JSON Schema of model files.\n", bold("kinemate schema"));
  text += ".TP\n.I FILE.urdf\nA robot as URDF.\n.TP\n.I FILE.lagr\nA deck of LAGR.\n";
  text += ".TP\n.I FILE.db\nA ledger: the runs of a study.\n.SH SEE ALSO\n";
  for (const CommandTree& verb : command.verbs)
    text += page_of(command.name + "-" + verb.name) + (&verb == &command.verbs.back() ? "\n" : ",\n");
  return text + kDocumentation;
}

std::string verb_man_page(const CommandTree& command, const CommandTree& verb, const std::string& release) {
  const std::string path = command.name + " " + verb.name;
  std::string text = page_head(command.name + "-" + verb.name, verb.description, release);
  text += ".SH SYNOPSIS\n" + synopsis(path, verb);
  text += ".SH DESCRIPTION\n" + sentence(capitalised(verb.description)) + paragraphs(verb.notes);
  if (!verb.arguments.empty()) text += ".SH ARGUMENTS\n" + option_entries(verb.arguments);
  text += ".SH OPTIONS\n" + option_entries(verb.options);
  if (!verb.verbs.empty()) text += ".SH VERBS\n";
  for (const CommandTree& below : verb.verbs) text += verb_section(path + " " + below.name, below);
  text += ".SH EXAMPLES\n" + example_lines(verb.examples) + exit_status();
  return text + ".SH SEE ALSO\n" + page_of(command.name) + "\n" + kDocumentation;
}

}  // namespace kinemate
