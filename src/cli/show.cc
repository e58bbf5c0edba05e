// kinemate show: how a machine hangs together, as text or as a picture; its base parameters.
#include <iostream>
#include <memory>

#include "base/error.h"
#include "cli/verbs.h"
#include "expr/pool.h"
#include "model/system_graph.h"
#include "report/base_parameters.h"
#include "report/dot.h"
#include "report/system_graph.h"
#include "report/topology.h"

namespace kinemate {
namespace {

struct ShowRequest {
  MachineRequest machine;
  std::string graph = "topology", form, format = "text";
  bool json = false, base_parameters = false;
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

void run_show(const ShowRequest& request) {
  Pool pool;
  const PoolScope scope(pool);
  if (!request.form.empty() && request.graph != "system")
    throw Error("--form is of the system graph", "add --graph system");
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
  verb->add_flag("--base-parameters", request->base_parameters,
                 "instead: the fewest inertial parameters that efforts depend on, and what is regrouped in each")
      ->excludes(format)
      ->excludes(graph);
  verb->callback([request] { run_show(*request); });
}

}  // namespace kinemate
