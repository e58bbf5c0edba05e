// kinemate optimize: the parameters for which a number of the run is smallest, or largest.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/interrupt.h"
#include "cli/options/progress.h"
#include "cli/options/search_options.h"
#include "expr/pool.h"
#include "report/studies/search.h"

namespace kinemate {
namespace {

struct OptimizeRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  RunOptionsOfVerb run;
  SearchOptions search;
  std::string smallest, largest;
  GoalRequest goal;
  bool global = false, json = false, quiet = false;
};

void run_optimize(const OptimizeRequest& request) {
  if (request.smallest.empty() == request.largest.empty())
    throw Error(ErrorCode::kMissingArgument, "what is to become smallest or largest?",
                "--minimize \"max(abs(x))\" or --maximize \"end(y)\"");
  Pool pool;
  const PoolScope scope(pool);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  GoalRequest wanted = request.goal;
  wanted.simulation = make_run_request(model, request.run);
  wanted.goal = request.smallest.empty() ? request.largest : request.smallest;
  wanted.largest = request.smallest.empty();
  wanted.scope = request.global ? MinimizeScope::kGlobal : MinimizeScope::kLocal;
  wanted.parameters = search_parameters(model, request.search, wanted.simulation.initial);
  Stages stages(request.quiet);
  const bool shown = !request.quiet && isatty(STDERR_FILENO) != 0;
  auto last = std::chrono::steady_clock::now();
  GoalResult result;
  {
    const InterruptWatch watch;
    result = optimize_goal(
        model, wanted, [&](const std::string& stage) { stages.begin(stage); },
        [&](int runs, double best) {
          stages.end();
          const auto now = std::chrono::steady_clock::now();
          if (!shown || now - last < std::chrono::milliseconds(100)) return;
          last = now;
          std::cerr << fmt::format("\r{} runs, best {:.9g}        ", runs, best) << std::flush;
        },
        &interrupted);
    stages.end();
    if (shown) std::cerr << "\r" << std::string(50, ' ') << "\r" << std::flush;
  }
  std::cout << (request.json ? goal_json : goal_text)(wanted, result);
  if (interrupted) throw Exit{kInterruptedRun};
  if (!result.found.converged)
    throw Error(ErrorCode::kNoOptimum, result.found.reason, "--runs allows more; bounds help, too");
}

}  // namespace

void add_optimize_verb(CLI::App& command) {
  const auto request = std::make_shared<OptimizeRequest>();
  CLI::App* verb = command.add_subcommand("optimize", "the parameters for which a number of the run is best");
  add_machine_options(*verb, request->machine);
  CLI::Option* smallest = verb->add_option("--minimize", request->smallest,
                                           "\"max(abs(x))\", \"(period(x) - 2)^2\": a number of the run, as in sweep");
  verb->add_option("--maximize", request->largest, "the same, to become largest")->excludes(smallest);
  add_search_options(*verb, request->search);
  verb->add_flag("--global", request->global, "looks all over the bounds, not only downhill from the start");
  verb->add_option("--tolerance", request->goal.tolerance, "of the parameters, as a share of their bounds or sizes")
      ->capture_default_str();
  verb->add_option("--runs", request->goal.most_runs, "at most so many")->capture_default_str();
  verb->add_option("--seed", request->goal.seed, "of --global")->capture_default_str();
  add_run_options(*verb, request->run);
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of text");
  verb->add_flag("--quiet", request->quiet, "no progress and notes on standard error");
  add_examples(*verb, {"kinemate optimize examples/cart_pendulums/model.yaml --minimize \"max(abs(x))\" --vary \"l = "
                       "0.2 .. 0.8\" --to 2"});
  verb->callback([request] { run_optimize(*request); });
}

}  // namespace kinemate
