// kinemate convert: a machine as a model file.
#include <iostream>
#include <memory>

#include "base/file.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "model_io/write.h"

namespace kinemate {

void add_convert_verb(CLI::App& command) {
  struct Request {
    MachineRequest machine;
    std::string output;
  };
  const auto request = std::make_shared<Request>();
  CLI::App* verb =
      command.add_subcommand("convert", "the machine of a URDF, a deck or a model file, written as a model file");
  add_machine_options(*verb, request->machine);
  verb->add_option("-o,--output", request->output, "the file to write; left out or -: standard output");
  verb->callback([request] {
    Pool pool;
    const PoolScope scope(pool);
    const std::string text = write_model(load_model(request->machine, Remarks::kPrint));
    if (request->output.empty() || request->output == "-") {
      std::cout << text;
    } else {
      write_text_file(request->output, text);
    }
  });
}

}  // namespace kinemate
