// kinemate show: how a machine hangs together, as text or as a picture; its base parameters; how well its coordinates
// suit while it moves.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/options/interrupt.h"
#include "cli/options/progress.h"
#include "cli/options/run_options.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "model/joints/complementary_angles.h"
#include "model/topology/system_graph.h"
#include "picture/draw.h"
#include "report/base_parameters.h"
#include "report/dot.h"
#include "report/studies/criterion.h"
#include "report/system_graph.h"
#include "report/topology.h"
#include "study/simulation/simulate.h"

namespace kinemate {
namespace {

struct ShowRequest {
  MachineRequest machine;
  std::string graph = "topology", form, format = "text";
  bool json = false, base_parameters = false, criterion = false;
  // ---- with --criterion ----
  RunOptionsOfVerb run;
  ParameterChoice parameters;
  std::string plot;
  bool quiet = false;
  std::vector<const CLI::Option*> of_criterion;
};

std::string topology(const Model& model, const std::string& format) {
  const Tree tree = make_tree(model);
  if (format == "dot") return topology_dot(model, tree);
  if (format == "svg") return draw_svg(topology_dot(model, tree));
  const Mobility mobility = compute_mobility(model, tree);
  return format == "json" ? topology_json(model, tree, mobility) : topology_text(model, tree, mobility);
}

std::string system_graph(const Model& model, const std::string& format, SystemForm form) {
  const SystemGraph graph = make_system_graph(model, make_tree(model), form);
  if (format == "dot") return system_graph_dot(model, graph);
  if (format == "svg") return draw_svg(system_graph_dot(model, graph));
  return format == "json" ? system_graph_json(model, graph) : system_graph_text(model, graph);
}

[[noreturn]] void refuse_criterion(const Model& model) {
  std::string why;
  for (std::size_t joint = 0; joint < model.joints.size() && why.empty(); ++joint)
    find_complementary_angles(model, joint, &why);
  throw Error(ErrorCode::kOptionsExclude,
              "--criterion: the machine moves in the same coordinates everywhere, there are no others to choose",
              why.empty() ? "it is of machines with loops or constraints, and of joints with three angles that can lock"
                          : fmt::format("{}, so that its angles stay as they are", why));
}

// Runs the machine, looking at its coordinates.
void run_criterion(const ShowRequest& request) {
  if (!request.plot.empty()) check_picture_path(request.plot);
  const Model given = load_model(request.machine, request.quiet ? Remarks::kKeep : Remarks::kPrint);
  const Model model = specialise(given, {request.parameters.set, std::nullopt});
  remark_new_names(given, model);
  Stages stages(request.quiet);
  Simulation simulation(model, make_run_request(model, request.run),
                        [&](const std::string& stage) { stages.begin(stage); });
  stages.end();
  if (simulation.machine().watched.is_empty()) refuse_criterion(model);
  CriterionTrace trace;
  RunObserver observer;
  observer.interrupt = &interrupted;
  observer.criterion = [&](double t, const CoordinateLook& look, const SimulatedMachine& chart) {
    trace.add(t, look, chart);
  };
  SimulationReport report;
  {
    const InterruptWatch watch;
    report = simulation.run(observer);
  }
  if (!request.quiet)
    for (const std::string& note : report.notes) std::cerr << "note: " << note << "\n";
  std::cout << (request.json ? criterion_json : criterion_text)({trace, report, model.name});
  if (!request.plot.empty() && !trace.times.empty()) {
    draw(criterion_figure(trace, model.name), request.plot);
    if (!request.quiet) std::cerr << fmt::format("note: the picture is {}\n", request.plot);
  }
  if (report.status.end == RunEnd::kInterrupted) {
    std::cerr << fmt::format("interrupted at t = {:.6g}\n", report.status.time);
    throw Exit{kInterruptedRun};
  }
  if (!report.status.good()) throw to_error(report.status);
}

void require_criterion_for_its_options(const ShowRequest& request) {
  for (const CLI::Option* option : request.of_criterion)
    if (option->count() > 0)
      throw Error(ErrorCode::kOptionsExclude, fmt::format("{} is of --criterion", option->get_name()),
                  "add --criterion, which runs the machine");
}

void run_show(const ShowRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  if (!request.form.empty() && request.graph != "system")
    throw Error(ErrorCode::kOptionsExclude, "--form is of the system graph", "add --graph system");
  if (request.criterion) return run_criterion(request);
  require_criterion_for_its_options(request);
  const Model model = load_model(request.machine, Remarks::kPrint);
  if (request.base_parameters) {
    const MachineParameters parameters = find_parameters(model);
    std::cout << (request.json ? base_parameters_json : base_parameters_text)(model, parameters);
    return;
  }
  const std::string format = request.json ? "json" : request.format;
  std::cout << (request.graph == "topology"
                    ? topology(model, format)
                    : system_graph(model, format,
                                   request.form == "implicit" ? SystemForm::kImplicit : SystemForm::kExplicit));
}

// Those of a run, but for what is recorded beside, and for runs that keep to their coordinates. The help has them
// apart.
void add_criterion_options(CLI::App& verb, ShowRequest& request) {
  const std::vector<CLI::Option*> before = verb.get_options();
  add_run_options(verb, request.run);
  for (const char* name : {"--switching", "--record", "--reaction", "--point"})
    verb.remove_option(verb.get_option(name));
  add_set_option(verb, request.parameters);
  verb.add_option("--plot", request.plot, "a picture over the time, FILE.svg or FILE.png")->type_name("FILE");
  verb.add_flag("--quiet", request.quiet, "no stages and notes on standard error");
  for (CLI::Option* option : verb.get_options())
    if (std::find(before.begin(), before.end(), option) == before.end()) {
      option->group("With --criterion, of the run that is looked at");
      request.of_criterion.push_back(option);
    }
}

}  // namespace

void add_show_verb(CLI::App& command) {
  const auto request = std::make_shared<ShowRequest>();
  CLI::App* verb = command.add_subcommand("show", "how a machine hangs together: tree, loops, freedoms, equations");
  add_machine_options(*verb, request->machine);
  CLI::Option* graph =
      verb->add_option("--graph", request->graph, "topology: bodies and joints; system: equations and unknowns")
          ->check(CLI::IsMember({"topology", "system"}))
          ->capture_default_str();
  verb->add_option("--form", request->form, "of the joints in the system graph: explicit (if left out) or implicit")
      ->check(CLI::IsMember({"explicit", "implicit"}));
  CLI::Option* format =
      verb->add_option("--format", request->format, "text, dot (for Graphviz), svg (a picture) or json")
          ->check(CLI::IsMember({"text", "dot", "svg", "json"}))
          ->capture_default_str();
  verb->add_flag("--json", request->json, "the same as --format json")->excludes(format);
  CLI::Option* base_parameters =
      verb->add_flag("--base-parameters", request->base_parameters,
                     "instead: the fewest inertial parameters that efforts depend on, and what is regrouped in each")
          ->excludes(format)
          ->excludes(graph);
  verb->add_flag("--criterion", request->criterion,
                 "instead: how well coordinates suit as independent ones while the machine moves, and which take over")
      ->excludes(format)
      ->excludes(graph)
      ->excludes(base_parameters);
  add_criterion_options(*verb, *request);
  add_examples(*verb, {"kinemate show examples/bricard/model.yaml",
                       "kinemate show examples/four_bar/model.yaml --format svg > four_bar.svg"});
  verb->callback([request] { run_show(*request); });
}

}  // namespace kinemate
