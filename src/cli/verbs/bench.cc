// kinemate bench: how long every algorithm takes on the machine.
#include <iostream>
#include <memory>

#include "cli/options/progress.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "report/studies/algorithm_times.h"

namespace kinemate {
namespace {

struct BenchRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  bool json = false, quiet = false;
};

void run_bench(const BenchRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  Stages stages(request.quiet);
  Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  leave_out_events(given, Remarks::kKeep);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  const auto times = time_algorithms(model, [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  std::cout << (request.json ? algorithm_times_json : algorithm_times_text)(model.name, times);
}

}  // namespace

void add_bench_verb(CLI::App& command) {
  const auto request = std::make_shared<BenchRequest>();
  CLI::App* verb =
      command.add_subcommand("bench", "how long every algorithm takes to find the accelerations at the initial state");
  add_machine_options(*verb, request->machine);
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of a table");
  verb->add_flag("--quiet", request->quiet, "no stages and times on standard error");
  add_examples(*verb, {"kinemate bench examples/planar_pendulum/model.yaml"});
  verb->callback([request] { run_bench(*request); });
}

}  // namespace kinemate
