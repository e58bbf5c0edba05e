// kinemate count: what a program of a machine costs, by class and pass by pass.
#include <iostream>
#include <memory>

#include "cli/options/program_request.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "report/program_count.h"

namespace kinemate {
namespace {

struct CountRequest {
  ProgramOptions program;
  bool json = false;
};

void run_count(const CountRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  const MadeProgram made = make_program(load_for_program(request.program), request.program);
  std::cout << (request.json ? program_count_json : program_count_text)(made.optimized, made.way);
}

}  // namespace

void add_count_verb(CLI::App& command) {
  const auto request = std::make_shared<CountRequest>();
  CLI::App* verb = command.add_subcommand("count", "operations of a program of the machine, by class and pass by pass");
  request->program.algorithm = "shortest";
  add_program_options(*verb, request->program);
  verb->add_flag("--json", request->json, "JSON instead of a table");
  add_examples(*verb, {"kinemate count examples/cart_pendulums/model.yaml --what inverse"});
  verb->callback([request] { run_count(*request); });
}

}  // namespace kinemate
