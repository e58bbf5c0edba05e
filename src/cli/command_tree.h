// The command as plain data: verbs, options and examples, read from the CLI::App that parses them, so that what shells
// complete and what manual pages say is never out of date.
//
// What an option takes is read from the name of its type, as help shows it: FILE, FOLDER, VERB (one of the command), or
// words in braces, {on,off}, as CLI::IsMember writes them. Examples stand at the end of the help (add_examples).
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace kinemate {

/// An option, or an argument that has no dashes.
struct CommandOption {
  enum class Takes { kNothing, kText, kWord, kFile, kFolder };

  std::vector<std::string> names;  ///< "-o", "--output"; of an argument the only one, without dashes
  std::string group;               ///< the heading in help
  std::string description;
  Takes takes = Takes::kNothing;
  std::string value;               ///< what stands for it in texts: FILE, FLOAT; empty if it takes nothing
  std::vector<std::string> words;  ///< which it knows; of a flag, those that may follow a '='
  bool takes_list = false;         ///< of words, a comma between
  std::string default_value;
  bool required = false;
  bool repeats = false;
  std::vector<std::string> excludes;  ///< names of options that cannot stand beside it
};

struct CommandTree {
  std::string name;  ///< one word: "kinemate", or the verb
  std::string description;
  std::string notes;  ///< what help says at its end, but for the examples
  std::vector<std::string> examples;
  std::vector<CommandOption> arguments;
  std::vector<CommandOption> options;
  std::vector<CommandTree> verbs;
};

CommandTree make_command_tree(const CLI::App& command);

/// The names of a tree's verbs.
std::vector<std::string> verb_names(const CommandTree& tree);

}  // namespace kinemate
