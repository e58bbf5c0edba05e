// kinemate generate: a program of a machine as source text, in a folder that builds as it is.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/program_request.h"
#include "cli/verbs.h"
#include "codegen/c.h"
#include "codegen/files.h"
#include "expr/pool.h"

namespace kinemate {
namespace {

struct Request {
  ProgramOptions program;
  std::string to = "c", output;
  bool fast = false;
};

void run(const Request& request) {
  Pool pool;
  const PoolScope scope(pool);
  require_folder(request.output);
  const MadeProgram made = make_program(request.program);
  const std::vector<GeneratedFile> files =
      generate_c(made.optimized.program, {.fast = request.fast, .example = made.example});
  write_files(request.output, files);
  if (request.program.quiet) return;
  for (const GeneratedFile& file : files)
    std::cerr << fmt::format("wrote {}/{} ({} bytes)\n", request.output, file.name, file.text.size());
}

}  // namespace

void add_generate_verb(CLI::App& command) {
  const auto request = std::make_shared<Request>();
  CLI::App* verb = command.add_subcommand("generate", "a program of the machine as source text");
  add_program_options(*verb, request->program);
  verb->add_option("--to", request->to, "the language: c")->check(CLI::IsMember({"c"}))->capture_default_str();
  verb->add_option("-o,--output", request->output, "the folder to write to")->required();
  verb->add_flag("--fast", request->fast,
                 "let the C compiler round a*b + c once and use all of this processor: last digits may change");
  verb->callback([request] { run(*request); });
}

}  // namespace kinemate
