#include "cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace kinemate {
namespace {

using Takes = CommandOption::Takes;

// A verb with the words that lead to it, "kinemate formula diff"; the command itself is the first.
struct VerbAt {
  std::string path;
  const CommandTree* tree;
};

std::vector<VerbAt> verbs_with_paths(const CommandTree& command) {
  std::vector<VerbAt> verbs = {{command.name, &command}};
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    const VerbAt at = verbs[i];
    for (const CommandTree& verb : at.tree->verbs) verbs.push_back({at.path + " " + verb.name, &verb});
  }
  return verbs;
}

std::string with_backslashes(const std::string& text, std::string_view special) {
  std::string result;
  for (char c : text) {
    if (special.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

// For bash and zsh, which know no escapes between single quotes.
std::string in_quotes(const std::string& text) {
  std::string result = "'";
  for (char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// The quoted paths of all verbs but the command: what a loop over the words of a line recognises.
std::vector<std::string> quoted_paths(const std::vector<VerbAt>& verbs) {
  std::vector<std::string> paths;
  for (std::size_t i = 1; i < verbs.size(); ++i) paths.push_back("'" + verbs[i].path + "'");
  return paths;
}

bool is_flag_with_words(const CommandOption& option) {
  return option.takes == Takes::kNothing && !option.words.empty();
}

// takes=... words=... for what an option or an argument takes
std::string bash_takes(const CommandOption& option) {
  switch (option.takes) {
    case Takes::kNothing:
    case Takes::kWord:
      return fmt::format("takes={} words={}", option.takes_list ? "list" : "word",
                         in_quotes(fmt::format("{}", fmt::join(option.words, " "))));
    case Takes::kText: return "takes=text";
    case Takes::kFile: return "takes=file";
    case Takes::kFolder: return "takes=folder";
  }
  return "";
}

std::string bash_verb(const VerbAt& at) {
  std::vector<std::string> names;
  std::string cases;
  for (const CommandOption& option : at.tree->options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
    if (option.takes == Takes::kNothing && !is_flag_with_words(option)) continue;
    cases += fmt::format("        {}) {}{} value=1 ;;\n", fmt::join(option.names, " | "),
                         is_flag_with_words(option) ? "[[ $equals ]] && " : "", bash_takes(option));
  }
  std::string text =
      fmt::format("    '{}')\n      options={}\n", at.path, in_quotes(fmt::format("{}", fmt::join(names, " "))));
  if (!at.tree->verbs.empty())
    text += fmt::format("      takes=word words='{}'\n", fmt::join(verb_names(*at.tree), " "));
  else if (!at.tree->arguments.empty())
    text += fmt::format("      {}\n", bash_takes(at.tree->arguments.front()));
  if (!cases.empty()) text += "      case $prev in\n" + cases + "      esac\n";
  return text + "      ;;\n";
}

std::string zsh_action(const CommandOption& option) {
  const std::string words = fmt::format("{}", fmt::join(option.words, " "));
  switch (option.takes) {
    case Takes::kNothing:
    case Takes::kWord: return option.takes_list ? "_sequence compadd - " + words : "(" + words + ")";
    case Takes::kText: return " ";
    case Takes::kFile: return "_files";
    case Takes::kFolder: return "_files -/";
  }
  return "";
}

// '(-o --output)'{-o+,--output=}'[what it is]:FILE:_files'
std::string zsh_option(const CommandOption& option) {
  std::vector<std::string> barred = option.excludes, spelt;
  if (!option.repeats) barred.insert(barred.end(), option.names.begin(), option.names.end());
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    const char* end = option.takes != Takes::kNothing ? (is_long ? "=" : "+") : is_flag_with_words(option) ? "=-" : "";
    spelt.push_back(name + end);
  }
  const bool ends_all = option.names.back() == "--help" || option.names.back() == "--version";
  std::string text = "'";
  text += ends_all ? "(- *)" : barred.empty() ? "" : fmt::format("({})", fmt::join(barred, " "));
  text += option.repeats ? "*" : "";
  text += spelt.size() == 1 ? spelt[0] : fmt::format("'{{{}}}'", fmt::join(spelt, ","));
  std::string rest = "[" + with_backslashes(option.description, "\\[]") + "]";
  if (option.takes != Takes::kNothing) rest += ":" + with_backslashes(option.value, "\\:") + ":" + zsh_action(option);
  if (is_flag_with_words(option)) rest += "::WORD:" + zsh_action(option);
  return text + in_quotes(rest).substr(1);
}

std::string zsh_argument(const CommandOption& argument) {
  const std::string colon = argument.repeats ? "*:" : argument.required ? ":" : "::";
  const std::string name = with_backslashes(argument.names[0], "\\:");
  // a message alone would keep options away
  const std::string action = argument.takes == Takes::kText ? "_guard \"[^-]#\" " + name : zsh_action(argument);
  return in_quotes(colon + name + ":" + action);
}

std::string zsh_function_name(const std::string& path) {
  std::string name = "_" + path;
  for (char& c : name)
    if (c == ' ') c = '_';
  return name;
}

std::string zsh_verb(const VerbAt& at) {
  const std::string name = zsh_function_name(at.path);
  std::string specs;
  for (const CommandOption& option : at.tree->options) specs += " \\\n    " + zsh_option(option);
  if (at.tree->verbs.empty()) {
    for (const CommandOption& argument : at.tree->arguments) specs += " \\\n    " + zsh_argument(argument);
    return fmt::format("{}() {{\n  _arguments{}\n}}\n\n", name, specs);
  }
  std::string verbs, calls;
  for (const CommandTree& verb : at.tree->verbs) {
    verbs += "        " + in_quotes(with_backslashes(verb.name, "\\:") + ":" + verb.description) + "\n";
    calls += fmt::format("        {}) {} ;;\n", verb.name, zsh_function_name(at.path + " " + verb.name));
  }
  return fmt::format(R"({}() {{
  local curcontext="$curcontext" state line
  local -a verbs
  _arguments -C{} \
    '1: :->verb' '*:: :->rest'
  case $state in
    verb)
      verbs=(
{}      )
      _describe -t commands verb verbs
      ;;
    rest)
      case $line[1] in
{}      esac
      ;;
  esac
}}

)",
                     name, specs, verbs, calls);
}

std::string in_fish_quotes(const std::string& text) { return "'" + with_backslashes(text, "\\'") + "'"; }

// The end of a line of fish: which words or files come.
std::string fish_values(const CommandOption& option) {
  const std::string words = fmt::format("{}", fmt::join(option.words, " "));
  switch (option.takes) {
    case Takes::kNothing: return "";
    case Takes::kWord: return fmt::format(" -x -a '{}'", option.takes_list ? "(__fish_append , " + words + ")" : words);
    case Takes::kText: return " -x";
    case Takes::kFile: return " -r -F";
    case Takes::kFolder: return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

std::string fish_verb(const VerbAt& at) {
  const std::string start = fmt::format("complete -c kinemate -n '__kinemate_at {}'", at.path);
  std::string text = "\n";
  for (const CommandTree& verb : at.tree->verbs)
    text += fmt::format("{} -a {} -d {}\n", start, verb.name, in_fish_quotes(verb.description));
  if (!at.tree->arguments.empty()) {
    const CommandOption& argument = at.tree->arguments.front();
    if (argument.takes == Takes::kFile) text += start + " -F\n";
    if (argument.takes == Takes::kWord) text += fmt::format("{} -a '{}'\n", start, fmt::join(argument.words, " "));
  }
  for (const CommandOption& option : at.tree->options) {
    text += start;
    for (const std::string& name : option.names)
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    text += fmt::format("{} -d {}\n", fish_values(option), in_fish_quotes(option.description));
  }
  return text;
}

}  // namespace

std::string bash_completion(const CommandTree& command) {
  const std::vector<VerbAt> verbs = verbs_with_paths(command);
  std::string cases;
  for (const VerbAt& at : verbs) cases += bash_verb(at);
  return fmt::format(R"(# Completion of kinemate for bash, made by: kinemate completion bash
_kinemate() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD - 1]}} path=kinemate
  local options='' takes='' words='' value='' equals='' name i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {})
        path="$path ${{COMP_WORDS[i]}}" ;;
    esac
  done
  # --option=value comes as three words
  if [[ $cur == = ]]; then
    cur='' equals=1
  elif [[ $prev == = ]]; then
    prev=${{COMP_WORDS[COMP_CWORD - 2]}} equals=1
  fi
  case $path in
{}  esac
  [[ $cur == -* && ! $value ]] && takes=word words=$options
  # a path without a quote in front and backslashes; bash puts them back
  name=${{cur#[\"\']}} name=${{name//\\/}}
  case $takes in
    word) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur") ;;
    list) mapfile -t COMPREPLY < <(compgen -P "${{cur%"${{cur##*,}}"}}" -W "$words" -- "${{cur##*,}}") ;;
    file) mapfile -t COMPREPLY < <(compgen -f -- "$name") ;;
    folder) mapfile -t COMPREPLY < <(compgen -d -- "$name") ;;
  esac
  [[ $takes == file || $takes == folder ]] && compopt -o filenames 2> /dev/null
  return 0
}}
complete -F _kinemate kinemate
)",
                     fmt::join(quoted_paths(verbs), " | "), cases);
}

std::string zsh_completion(const CommandTree& command) {
  std::string functions;
  for (const VerbAt& at : verbs_with_paths(command)) functions += zsh_verb(at);
  return fmt::format(R"(#compdef kinemate
# Completion of kinemate for zsh, made by: kinemate completion zsh

{}# read from a folder of fpath, it is the function itself; sourced, it is told to the shell
if [[ $funcstack[1] == _kinemate ]]; then
  _kinemate "$@"
else
  compdef _kinemate kinemate
fi
)",
                     functions);
}

std::string fish_completion(const CommandTree& command) {
  const std::vector<VerbAt> verbs = verbs_with_paths(command);
  std::string lines;
  for (const VerbAt& at : verbs) lines += fish_verb(at);
  return fmt::format(R"(# Completion of kinemate for fish, made by: kinemate completion fish
# Whether the words before the cursor lead to this verb.
function __kinemate_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l path kinemate
    for word in $words
        switch "$path $word"
            case {}
                set path "$path $word"
        end
    end
    test "$path" = "$argv"
end

complete -c kinemate -f
{})",
                     fmt::join(quoted_paths(verbs), " "), lines);
}

}  // namespace kinemate
