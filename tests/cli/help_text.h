// What the help of a verb says, taken apart.
#pragma once

#include <sstream>
#include <vector>

#include "cli/command.h"

namespace kinemate {

struct HelpText {
  std::vector<std::string> verbs, options, examples;
};

/// Of a verb such as "formula diff"; of the command, where it is empty.
inline HelpText read_help(const std::string& verb) {
  HelpText help;
  std::istringstream text(run(verb + " --help").out);
  std::string section;
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("  ")) section = line;
    if (!line.starts_with("  ") || line.size() < 3 || line[2] == ' ') continue;
    const std::string word = line.substr(2, line.find(' ', 2) - 2);
    if (section == "Examples:") {
      help.examples.push_back(line.substr(2));
    } else if (section == "Subcommands:") {
      help.verbs.push_back(word);
    } else if (word[0] == '-') {
      std::istringstream names(word);
      for (std::string name; std::getline(names, name, ',');) help.options.push_back(name.substr(0, name.find('{')));
    }
  }
  return help;
}

/// All verbs, and those below them: "check", ..., "formula", "formula diff", ...
inline std::vector<std::string> all_verbs() {
  std::vector<std::string> verbs;
  for (const std::string& verb : read_help("").verbs) {
    verbs.push_back(verb);
    for (const std::string& below : read_help(verb).verbs) verbs.push_back(verb + " " + below);
  }
  return verbs;
}

/// An empty folder for the time of the object.
struct ScratchFolder {
  explicit ScratchFolder(const std::string& name)
      : path(testing::TempDir() + "kinemate_" + name + "_" + std::to_string(getpid())) {
    std::filesystem::remove_all(path);
    std::filesystem::create_directories(path);
  }
  ~ScratchFolder() { std::filesystem::remove_all(path); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  std::string path;
};

inline bool is_installed(const std::string& program) { return run_line("command -v " + program).code == 0; }

}  // namespace kinemate
