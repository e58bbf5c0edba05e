#include "cli/command_tree.h"

#include <algorithm>
#include <sstream>

#include "cli/verbs.h"

namespace kinemate {
namespace {

constexpr const char* kExamplesHeading = "Examples:";

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* verb) { return !verb->get_group().empty(); });
}

// "TEXT:{on,off}": on, off
std::vector<std::string> words_in_braces(const std::string& type) {
  const std::size_t open = type.find('{'), close = type.find('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  std::istringstream text(type.substr(open + 1, close - open - 1));
  std::vector<std::string> words;
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

// "FLOAT": itself; "UINT:INT in [1 - 9]": what stands behind the colon, which is narrower; "TEXT:{on,off}": WORD
std::string value_name(const std::string& type) {
  if (type.find('{') != std::string::npos) return "WORD";
  return type.substr(type.find(':') + 1);  // all, where there is no colon
}

CommandOption make_command_option(const CLI::App& app, const CLI::Option& option,
                                  const std::vector<std::string>& verbs) {
  CommandOption made{.group = option.get_group(), .description = option.get_description()};
  for (const std::string& name : option.get_snames()) made.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) made.names.push_back("--" + name);
  if (made.names.empty()) made.names.push_back(option.get_name());
  const std::string type = option.get_type_name();
  made.words = type == "VERB" ? verbs : words_in_braces(type);
  if (option.get_items_expected_min() > 0) {
    using Takes = CommandOption::Takes;
    made.takes = !made.words.empty() ? Takes::kWord
                 : type == "FILE"    ? Takes::kFile
                 : type == "FOLDER"  ? Takes::kFolder
                                     : Takes::kText;
    made.value = value_name(type);
    made.default_value = option.get_default_str();
    made.repeats = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  }
  made.takes_list = option.get_delimiter() == ',';
  made.required = option.get_required();
  const auto excluded = option.get_excludes();
  for (const CLI::Option* other : app.get_options())
    if (std::any_of(excluded.begin(), excluded.end(), [&](const CLI::Option* one) { return one == other; }))
      made.excludes.push_back(other->get_name());
  return made;
}

void add_footer(CommandTree& tree, const std::string& footer) {
  std::istringstream text(footer);
  bool in_examples = false;
  for (std::string line; std::getline(text, line);) {
    if (line == kExamplesHeading) {
      in_examples = true;
    } else if (in_examples && line.starts_with("  ")) {
      tree.examples.push_back(line.substr(2));
    } else {
      in_examples = false;
      tree.notes += line + "\n";
    }
  }
  tree.notes.erase(0, tree.notes.find_first_not_of('\n'));
  tree.notes.erase(tree.notes.find_last_not_of('\n') + 1);
}

CommandTree make_branch(const CLI::App& app, const std::vector<std::string>& verbs) {
  CommandTree tree{.name = app.get_name(), .description = app.get_description()};
  add_footer(tree, app.get_footer());
  for (const std::string& group : app.get_groups()) {  // as help has them
    if (group.empty()) continue;
    for (const CLI::Option* option : app.get_options())
      if (option->get_group() == group)
        (option->nonpositional() ? tree.options : tree.arguments).push_back(make_command_option(app, *option, verbs));
  }
  for (const CLI::App* verb : verbs_of(app)) tree.verbs.push_back(make_branch(*verb, verbs));
  return tree;
}

}  // namespace

CommandTree make_command_tree(const CLI::App& command) {
  std::vector<std::string> verbs;
  for (const CLI::App* verb : verbs_of(command)) verbs.push_back(verb->get_name());
  return make_branch(command, verbs);
}

std::vector<std::string> verb_names(const CommandTree& tree) {
  std::vector<std::string> names;
  for (const CommandTree& verb : tree.verbs) names.push_back(verb.name);
  return names;
}

void add_examples(CLI::App& verb, std::initializer_list<const char*> lines) {
  std::string text = verb.get_footer();
  text += text.empty() ? "" : "\n\n";
  text += kExamplesHeading;
  for (const char* line : lines) text += std::string("\n  ") + line;
  verb.footer(text);
}

}  // namespace kinemate
