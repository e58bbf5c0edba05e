// kinemate reduce: which terms of the equations of motion are weak, what dropping them saves and what it changes.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/progress.h"
#include "cli/options/reduction_options.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "formalism/formalisms.h"
#include "picture/draw.h"
#include "report/reduction.h"
#include "study/only_trees.h"
#include "study/programs/shortest_program.h"

namespace kinemate {
namespace {

struct ReduceRequest {
  MachineRequest machine;
  ParameterChoice parameters;
  ReductionOptions reduction;
  std::vector<double> mu = {0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3};
  std::optional<double> error;
  std::size_t samples = kSampledStates;
  std::string by, plot;
  bool sampled = false, entries = false, json = false, quiet = false;
};

std::string describe_method(const ReductionRequest& reduction) {
  std::string text =
      reduction.threshold.kind == Threshold::Kind::kMean
          ? "below the root of the sum of squares over the number of terms"
      : reduction.threshold.kind == Threshold::Kind::kMixed
          ? fmt::format("below (epsilon mean + mu largest)/(epsilon + mu), epsilon = {}", reduction.threshold.epsilon)
          : "below mu times the largest";
  text += reduction.whole ? ", all terms of a row together" : ", each entry by itself";
  if (reduction.of == ReductionRequest::Of::kEnergies) text += ", of T and V";
  if (reduction.of == ReductionRequest::Of::kMatrices) text += ", of M and R1 to R6";
  return text;
}

// For comparison; nothing where recursions cannot take the machine.
std::optional<double> count_recursion(const Model& model) {
  try {
    ProgramRequest request;
    request.algorithm = {Algorithm::Kind::kRecursion, Recursion::kArticulated};
    const OperationCount count =
        make_shortest_program(model, request, [](const std::string&) {}).optimized.passes.back().count;
    return count.total() - count.negations;
  } catch (const Error&) {
    return std::nullopt;
  }
}

ReductionTable make_table(const Reducible& reducible, const ReductionRequest& reduction, const ReduceRequest& request,
                          const Progress& progress) {
  if (request.error) {
    if (reduction.threshold.kind != Threshold::Kind::kLargest)
      throw Error(ErrorCode::kOptionsExclude, "--error chooses mu, which is of --threshold largest",
                  "leave --threshold out");
    require_ranges(reducible);
    progress("the largest threshold");
    ReductionTable table{reducible.term_count(), {}};
    table.rows.push_back(make_reduction_row(reducible, reduce_safely(reducible, {}, request.samples)));
    table.rows.push_back(
        make_reduction_row(reducible, reduce_to_error(reducible, *request.error, request.sampled, request.samples)));
    return table;
  }
  std::vector<Threshold> thresholds;
  for (double mu : request.mu) {
    thresholds.push_back({reduction.threshold.kind, mu, reduction.threshold.epsilon});
    check_threshold(thresholds.back());
    if (reduction.threshold.kind == Threshold::Kind::kMean) break;  // it has no mu
  }
  return make_reduction_table(reducible, thresholds, request.samples, progress);
}

void run_reduce(const ReduceRequest& request) {
  if (!request.plot.empty()) check_picture_path(request.plot);
  Pool pool;
  const PoolScope scope(pool);
  Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  leave_out_events(given, Remarks::kKeep);
  const Model model = specialise(given, {request.parameters.set, std::vector<std::string>{}});
  remark_new_names(given, model);
  const Formalism& formalism = find_formalism(request.by);
  const Kinematics kinematics = compute_kinematics(model);
  require_tree(model, kinematics);
  const Model named = specialise(given, {request.parameters.set, std::nullopt});  // ranges may refer to parameters
  const ReductionRequest reduction = make_reduction_request(named, request.reduction, std::string(formalism.name));
  Stages stages(request.quiet);
  const Progress progress = [&](const std::string& stage) { stages.begin(stage); };
  progress(fmt::format("{} in {} speeds", formalism.title, kinematics.speeds.size()));
  const Equations equations = formalism.derive(model, kinematics);
  if (equations.speeds.empty())
    throw Error(ErrorCode::kNothingMoves, "there is nothing to reduce: the machine has no freedom to move");
  require_ranges(model, equations, reduction.box);
  progress("sums of harmonics");
  const Reducible reducible(model, kinematics, equations, reduction);
  const ReductionTable table = make_table(reducible, reduction, request, progress);
  progress("a recursion, for comparison");
  ReductionReport report{reducible, table, describe_method(reduction), count_recursion(model), {}};
  if (request.entries) report.entries = table.rows.size() - 1;
  stages.end();
  std::cout << (request.json ? reduction_json : reduction_text)(report);
  if (request.plot.empty()) return;
  draw(reduction_figure(report), request.plot);
  std::cerr << fmt::format("note: the picture is {}\n", request.plot);
}

}  // namespace

void add_reduce_verb(CLI::App& command) {
  const auto request = std::make_shared<ReduceRequest>();
  CLI::App* verb =
      command.add_subcommand("reduce", "which terms of the equations are weak, and what dropping them changes");
  add_machine_options(*verb, request->machine);
  CLI::Option* mu = verb->add_option("--mu", request->mu, "thresholds, 0.01,0.1: a row of the table for each")
                        ->delimiter(',')
                        ->allow_extra_args(false);
  verb->add_option(
          "--error", request->error,
          "0.001: the largest threshold by which no acceleration is off by more than this share of its largest "
          "value")
      ->excludes(mu);
  verb->add_flag("--sampled", request->sampled,
                 "--error: by the error at random states instead of the guaranteed bound");
  add_reduction_options(*verb, request->reduction);
  verb->add_option("--samples", request->samples, "number of random states")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  request->by = formalisms()[0].name;
  std::vector<std::string> names;
  for (const Formalism& formalism : formalisms()) names.emplace_back(formalism.name);
  verb->add_option("--by", request->by, "the formalism; of roberson-wittenburg M and R1 to R6 are reduced")
      ->type_name(fmt::format("{{{}}}", fmt::join(names, ",")))
      ->capture_default_str();
  verb->add_flag("--entries", request->entries, "list the entries of the last threshold with their bounds");
  verb->add_option("--plot", request->plot, "a picture of the table, FILE.svg or FILE.png")->type_name("FILE");
  add_set_option(*verb, request->parameters);
  verb->add_flag("--json", request->json, "JSON instead of a table");
  verb->add_flag("--quiet", request->quiet, "no stages and times on standard error");
  add_examples(
      *verb,
      {"kinemate reduce examples/cart_pendulums/model.yaml --mu 0.01,0.1 --range \"speeds = -2 .. 2, F = -1 .. 1\""});
  verb->callback([request] { run_reduce(*request); });
}

}  // namespace kinemate
