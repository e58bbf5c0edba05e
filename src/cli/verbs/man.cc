// kinemate man: manual pages of the command and its verbs.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/suggest.h"
#include "cli/man_page.h"
#include "cli/verbs.h"
#include "codegen/files.h"

namespace kinemate {
namespace {

constexpr const char* kRelease = "kinemate " KINEMATE_VERSION;

void write_pages(const CommandTree& tree, const std::string& folder) {
  std::vector<GeneratedFile> files = {{"kinemate.1", command_man_page(tree, kRelease)}};
  for (const CommandTree& verb : tree.verbs)
    files.push_back({fmt::format("kinemate-{}.1", verb.name), verb_man_page(tree, verb, kRelease)});
  write_files(folder, files);
}

void print_page(const CommandTree& tree, const std::string& name) {
  const auto verb =
      std::find_if(tree.verbs.begin(), tree.verbs.end(), [&](const auto& one) { return one.name == name; });
  if (verb == tree.verbs.end()) {
    const std::vector<std::string> names = verb_names(tree);
    const std::string near = nearest(name, std::vector<std::string_view>(names.begin(), names.end()));
    throw Error(
        ErrorCode::kUnknownVerb, fmt::format("there is no manual page of '{}', which is no command", name),
        near.empty() ? fmt::format("there are: {}", fmt::join(names, ", ")) : fmt::format("did you mean {}?", near));
  }
  std::cout << verb_man_page(tree, *verb, kRelease);
}

}  // namespace

void add_man_verb(CLI::App& command) {
  struct Request {
    std::string verb, folder;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* man = command.add_subcommand("man", "the manual page of the command or of a verb");
  CLI::Option* verb = man->add_option("verb", request->verb, "of which; left out: the command")->type_name("VERB");
  man->add_option("--all", request->folder, "write all pages into this folder")->type_name("FOLDER")->excludes(verb);
  man->footer("To read it: kinemate man simulate | man -l -");
  add_examples(*man, {"kinemate man simulate > kinemate-simulate.1", "kinemate man --all pages"});
  man->callback([request, &command] {
    const CommandTree tree = make_command_tree(command);
    if (!request->folder.empty())
      write_pages(tree, request->folder);
    else if (!request->verb.empty())
      print_page(tree, request->verb);
    else
      std::cout << command_man_page(tree, kRelease);
  });
}

}  // namespace kinemate
