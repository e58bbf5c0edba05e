// kinemate man: manual pages of the command and its verbs.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "base/suggest.h"
#include "cli/man_page.h"
#include "cli/verbs.h"
#include "codegen/files.h"

namespace kinemate {
namespace {

constexpr const char* kRelease = "kinemate " KINEMATE_VERSION;

// By man, or else by groff and a pager. False where the computer has neither.
bool show_in_terminal(const std::string& page) {
  std::string path = (std::filesystem::temp_directory_path() / "kinemate-XXXXXX").string();
  const int file = mkstemp(path.data());
  if (file < 0) return false;
  close(file);
  write_text_file(path, page);
  const std::string quoted = fmt::format("'{}'", path);
  const int done = std::system(fmt::format("if man -l {0} 2>/dev/null; then :; "
                                           "elif command -v groff >/dev/null; then "
                                           "groff -k -man -Tutf8 {0} 2>/dev/null | ${{PAGER:-less -R}}; "
                                           "else exit 1; fi",
                                           quoted)
                                   .c_str());
  std::filesystem::remove(path);
  return done == 0;
}

void write_pages(const CommandTree& tree, const std::string& folder) {
  std::vector<GeneratedFile> files = {{"kinemate.1", command_man_page(tree, kRelease)}};
  for (const CommandTree& verb : tree.verbs)
    files.push_back({fmt::format("kinemate-{}.1", verb.name), verb_man_page(tree, verb, kRelease)});
  write_files(folder, files);
}

// In a terminal the page is shown as man shows pages, else its source is printed.
void show_page(const std::string& page) {
  if (isatty(STDOUT_FILENO) != 0 && show_in_terminal(page)) return;
  std::cout << page;
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
  show_page(verb_man_page(tree, *verb, kRelease));
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
  man->footer("In a terminal the page is shown formatted; elsewhere it is the source: kinemate man simulate | man -l -");
  add_examples(*man, {"kinemate man simulate > kinemate-simulate.1", "kinemate man --all pages"});
  man->callback([request, &command] {
    const CommandTree tree = make_command_tree(command);
    if (!request->folder.empty())
      write_pages(tree, request->folder);
    else if (!request->verb.empty())
      print_page(tree, request->verb);
    else
      show_page(command_man_page(tree, kRelease));
  });
}

}  // namespace kinemate
