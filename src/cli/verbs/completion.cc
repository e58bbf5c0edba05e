// kinemate completion: scripts for shells, which then complete verbs, options, words and files.
#include "cli/completion.h"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/verbs.h"
#include "codegen/files.h"

namespace kinemate {
namespace {

struct Shell {
  const char* name;
  const char* file;  // what its script is called where the shell looks for it
  std::string (*script)(const CommandTree&);
};

constexpr Shell kShells[] = {{"bash", "kinemate", bash_completion},
                             {"zsh", "_kinemate", zsh_completion},
                             {"fish", "kinemate.fish", fish_completion}};

void write_completions(const CommandTree& tree, const std::string& folder) {
  std::vector<GeneratedFile> files;
  for (const Shell& shell : kShells) files.push_back({shell.file, shell.script(tree)});
  write_files(folder, files);
}

void print_completion(const CommandTree& tree, const std::string& name) {
  for (const Shell& shell : kShells)
    if (name == shell.name) {
      std::cout << shell.script(tree);
      return;
    }
  const std::string wrong = fmt::format("there is no completion for the shell '{}'", name);
  throw Error(ErrorCode::kOptionValue, name.empty() ? "completion: for which shell?" : wrong,
              "there are: bash, zsh, fish");
}

}  // namespace

void add_completion_verb(CLI::App& command) {
  struct Request {
    std::string shell, folder;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* verb =
      command.add_subcommand("completion", "a script by which a shell completes what is typed behind kinemate");
  CLI::Option* shell = verb->add_option("shell", request->shell, "the shell")->type_name("{bash,zsh,fish}");
  verb->add_option("--all", request->folder, "write the scripts of all shells into this folder")
      ->type_name("FOLDER")
      ->excludes(shell);
  verb->footer(
      "bash, zsh: a line in ~/.bashrc, or in ~/.zshrc behind compinit: source <(kinemate completion bash)\n"
      "fish: kinemate completion fish > ~/.config/fish/completions/kinemate.fish");
  add_examples(*verb, {"kinemate completion bash > kinemate.bash", "kinemate completion --all completions"});
  verb->callback([request, &command] {
    const CommandTree tree = make_command_tree(command);
    if (request->folder.empty())
      print_completion(tree, request->shell);
    else
      write_completions(tree, request->folder);
  });
}

}  // namespace kinemate
