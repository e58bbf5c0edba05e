// kinemate equilibrium: where a machine can stay, and whether it does.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/file.h"
#include "cli/options/lists.h"
#include "cli/options/progress.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "picture/draw.h"
#include "report/linear/equilibrium.h"
#include "study/closed_start.h"
#include "study/given.h"
#include "study/linear/equilibrium.h"
#include "study/linear/linearisation.h"
#include "study/linear/sampled_equilibria.h"
#include "study/programs/machine_program.h"

namespace kinemate {
namespace {

struct EquilibriumOptions {
  MachineRequest machine;
  ParameterChoice parameters;
  std::vector<std::string> at, ranges;
  std::string vary, plot, output;
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  bool backwards = false, json = false, quiet = false;
};

SampledStarts starts_of(const Model& model, const VariedMachine& machine, const EquilibriumOptions& options) {
  SampledStarts starts{options.samples, options.seed, {}};
  const Box box =
      make_box(model, machine.source().kinematics, parse_ranges(options.ranges, parse_options(model, "--range")));
  for (std::size_t i = 0; i < machine.coordinates().size(); ++i)
    if (const auto range = box.find(machine.coordinates()[i]); range != box.end())
      starts.ranges[static_cast<Eigen::Index>(i)] = {range->second.low, range->second.high};
  return starts;
}

MachinePoint start_of(const Model& model, const VariedMachine& machine, const ReferenceRequest& request) {
  return machine.point_of(resting_state(model, machine.source().kinematics, request.at));
}

EquilibriaReport names_of(const Model& model, const VariedMachine& machine) {
  EquilibriaReport report;
  report.machine = model.name;
  for (Expr symbol : machine.coordinates()) report.coordinates.push_back(to_text(symbol));
  for (Expr symbol : machine.states()) report.states.push_back(to_text(symbol));
  report.timed = machine.timed();
  return report;
}

std::string find_all(const Model& model, const ReferenceRequest& request, const EquilibriumOptions& options,
                     const Progress& progress) {
  const VariedMachine machine(model, {}, progress);
  EquilibriaReport report = names_of(model, machine);
  const MachinePoint start = start_of(model, machine, request);
  progress("equilibrium");
  std::vector<MachinePoint> points;
  if (options.samples == 0 || start.q.size() + start.z.size() == 0)
    points.push_back(find_equilibrium(machine, start));
  else
    points = find_equilibria(machine, start, starts_of(model, machine, options));
  if (points.empty()) points.push_back(find_equilibrium(machine, start));  // says why there is none
  report.starts = options.samples;
  const bool energy = have_energy(model);
  for (const MachinePoint& point : points) {
    LinearSystem system = linearise(machine, point);
    ModalAnalysis analysis = analyse_modes(system, energy);
    report.equilibria.push_back({std::move(system), std::move(analysis)});
  }
  if (points.size() == 1 && machine.speeds().size() <= kMostSpeedsInFormulas) {
    report.formulas = equilibrium_formulas(model, request, points[0], progress);
  }
  return options.json ? equilibria_json(report) : equilibria_text(report);
}

std::string follow(const Model& model, const ReferenceRequest& request, const EquilibriumOptions& options,
                   const Progress& progress) {
  const Variation vary = read_variation(options.vary);
  if (vary.kind == Variation::Kind::kList || vary.kind == Variation::Kind::kNormal)
    throw Error(ErrorCode::kVariation,
                fmt::format("--vary: an equilibrium is followed over a range, and '{}' is none", options.vary),
                fmt::format("for example {} = 1 .. 10", vary.name));
  std::vector<Expr> known;
  for (const Parameter& parameter : model.parameters) known.push_back(make_symbol(parameter.name));
  if (std::find(known.begin(), known.end(), make_symbol(vary.name)) == known.end())
    refuse_name(fmt::format("--vary: the machine has no parameter '{}'", vary.name), vary.name, known);
  const VariedMachine machine(model, {{vary.name}, {}}, progress);
  if (machine.coordinates().empty() && machine.states().empty())
    throw Error(ErrorCode::kNothingMoves, "nothing moves in this machine: there is no equilibrium to follow");
  const EquilibriaReport names = names_of(model, machine);
  MachinePoint start = start_of(model, machine, request);
  start.p[0] = options.backwards ? vary.high : vary.low;
  progress(fmt::format("equilibrium over {}", vary.name));
  const EquilibriumCurve curve = follow_equilibrium(machine, find_equilibrium(machine, start), 0,
                                                    options.backwards ? vary.low : vary.high, have_energy(model));
  if (!options.plot.empty()) draw(curve_figure(model.name, curve, names), options.plot);
  return options.json ? curve_json(model.name, curve, names) : curve_text(model.name, curve, names);
}

void run_equilibrium(const EquilibriumOptions& options) {
  if (!options.plot.empty()) check_picture_path(options.plot);
  if (!options.plot.empty() && options.vary.empty())
    throw Error(ErrorCode::kOptionsExclude, "--plot shows an equilibrium over a parameter",
                "add --vary \"k = 1 .. 10\"");
  Pool pool;
  const PoolScope scope(pool);
  const Remarks remarks = options.quiet ? Remarks::kKeep : Remarks::kPrint;
  const Model given = load_model(options.machine, remarks);
  Model model = specialise(given, {options.parameters.set, std::nullopt});
  remark_new_names(given, model);
  leave_out_events(model, remarks);
  ReferenceRequest request;
  request.at = parse_given(model, options.at, "--at");
  model = started_at(with_given_parameters(model, request), request.at);
  Stages stages(options.quiet);
  const Progress progress = [&](const std::string& stage) { stages.begin(stage); };
  const std::string text =
      options.vary.empty() ? find_all(model, request, options, progress) : follow(model, request, options, progress);
  stages.end();
  if (options.output.empty()) {
    std::cout << text;
  } else {
    write_text_file(options.output, text);
  }
}

}  // namespace

void add_equilibrium_verb(CLI::App& command) {
  const auto options = std::make_shared<EquilibriumOptions>();
  CLI::App* verb = command.add_subcommand("equilibrium", "where the machine can stay, and whether it is stable there");
  add_machine_options(*verb, options->machine);
  verb->add_option(
          "--at", options->at,
          "where the search starts, and speeds, inputs and the time, \"phi = 3, psi' = 10, F = 2\"; speeds are "
          "0 if left out")
      ->allow_extra_args(false);
  verb->add_option("--samples", options->samples, "search from so many starts at random, too")
      ->check(CLI::Range(std::size_t{0}, std::size_t{1'000'000}))
      ->capture_default_str();
  verb->add_option("--seed", options->seed, "of the starts")->capture_default_str();
  verb->add_option("--range", options->ranges, "\"x = -1 .. 1\": between which numbers starts are")
      ->allow_extra_args(false);
  verb->add_option("--vary", options->vary, "\"k = 1 .. 10\": follow the equilibrium over a parameter");
  verb->add_flag("--backwards", options->backwards, "follow it from the upper end of the range down");
  verb->add_option("--plot", options->plot, "the coordinates over the parameter, FILE.svg or FILE.png")
      ->type_name("FILE");
  add_set_option(*verb, options->parameters);
  verb->add_flag("--json", options->json, "JSON instead of text");
  verb->add_option("-o,--output", options->output, "a file to write instead of standard output")->type_name("FILE");
  verb->add_flag("--quiet", options->quiet, "no stages and notes on standard error");
  add_examples(*verb, {"kinemate equilibrium examples/cart_pendulums/model.yaml --at \"phi1 = 3\"",
                       "kinemate equilibrium examples/bead_on_hoop/model.yaml --at \"theta = 0\" --vary \"Omega = 2 .. "
                       "6\" --plot bead.svg"});
  verb->callback([options] { run_equilibrium(*options); });
}

}  // namespace kinemate
