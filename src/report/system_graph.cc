#include "report/system_graph.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "report/dot.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

std::string node_name(const SystemNode& node) {
  static constexpr const char* letters[] = {"x", "s'", "l", "lambda", "I", "A", "D", "X"};
  return fmt::format("{}{}", letters[static_cast<std::size_t>(node.role)], node.number);
}

std::string row_name(const Model& model, const SystemGraph& graph, std::size_t i) {
  const std::string& joint = model.joints[graph.joints[i]].name;
  return graph.bodies[i] == kNone ? fmt::format("joint {}, closes a loop", joint)
                                  : fmt::format("joint {}, body {}", joint, model.bodies[graph.bodies[i]].name);
}

std::size_t count_scalars(const SystemGraph& graph, bool equations) {
  std::size_t count = 0;
  for (const SystemNode& node : graph.nodes) count += node.is_equation() == equations ? node.size : 0;
  return count;
}

// From left to right: handles, kinematic rail, kinetic rail, handles.
int column_of(SystemRole role) {
  switch (role) {
    case SystemRole::kJointAcceleration: return 0;
    case SystemRole::kMotion:
    case SystemRole::kLocked: return 1;
    case SystemRole::kAcceleration: return 2;
    case SystemRole::kNewtonEuler: return 3;
    case SystemRole::kJointLoad:
    case SystemRole::kMultiplier: return 4;
    case SystemRole::kPower: return 5;
  }
  return 0;
}

}  // namespace

std::string system_graph_text(const Model& model, const SystemGraph& graph) {
  std::string text = fmt::format("{}: {} joints, {} in {}\n", model.name.empty() ? "machine" : model.name,
                                 graph.form == SystemForm::kExplicit ? "explicit" : "implicit",
                                 counted(count_scalars(graph, true), "scalar equation", "scalar equations"),
                                 counted(count_scalars(graph, false), "unknown", "unknowns"));
  if (!model.constraints.empty())
    text += fmt::format("without {}\n", counted(model.constraints.size(), "constraint", "constraints"));
  std::vector<std::vector<const SystemEdge*>> edges(graph.nodes.size());
  for (const SystemEdge& edge : graph.edges) edges[edge.equation].push_back(&edge);
  for (std::size_t i = 0; i < graph.joints.size(); ++i) {
    text += fmt::format("{}  {}\n", i + 1, row_name(model, graph, i));
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const SystemNode& node = graph.nodes[n];
      if (!node.is_equation() || node.number != i + 1) continue;
      std::vector<std::string> terms;
      for (const SystemEdge* edge : edges[n]) {
        const SystemNode& variable = graph.nodes[edge->variable];
        terms.push_back(fmt::format("{} {}", edge->coefficient, node_name(variable)));
      }
      text += fmt::format("   {:<4} {}  {}\n", node_name(node), node.size, fmt::join(terms, ", "));
    }
  }
  return text;
}

std::string system_graph_dot(const Model& model, const SystemGraph& graph) {
  std::string text =
      "graph system {\n  rankdir=LR;\n  labeljust=l;\n  node [fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9];\n";
  std::string legend;
  for (std::size_t i = 0; i < graph.joints.size() && i < kMostListed; ++i) {
    const std::string row = dot_string(fmt::format("{}: {}", i + 1, row_name(model, graph, i)));
    legend += row.substr(1, row.size() - 2) + "\\l";
  }
  text += fmt::format("  label=\"{}\";\n  fontname=\"Helvetica\";\n  fontsize=10;\n", legend);
  std::vector<std::vector<std::size_t>> columns(6);
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const SystemNode& node = graph.nodes[n];
    columns[static_cast<std::size_t>(column_of(node.role))].push_back(n);
    text += fmt::format("  n{} [label={}, shape={}, tooltip={}];\n", n, dot_string(node_name(node)),
                        node.is_equation() ? "box" : "ellipse", dot_string(row_name(model, graph, node.number - 1)));
  }
  for (const std::vector<std::size_t>& column : columns) {
    if (column.empty()) continue;
    text += "  { rank=same;";
    for (std::size_t n : column) text += fmt::format(" n{};", n);
    text += " }\n";
  }
  for (const SystemEdge& edge : graph.edges) {
    const bool rung = edge.coefficient == "M";
    const std::size_t a = column_of(graph.nodes[edge.equation].role) < column_of(graph.nodes[edge.variable].role)
                              ? edge.equation
                              : edge.variable;
    text += fmt::format("  n{} -- n{} [label={}{}];\n", a, a == edge.equation ? edge.variable : edge.equation,
                        dot_string(std::string(edge.coefficient)), rung ? ", penwidth=2" : "");
  }
  return text + "}\n";
}

std::string system_graph_json(const Model& model, const SystemGraph& graph) {
  Json rows = Json::array(), nodes = Json::array(), edges = Json::array();
  for (std::size_t i = 0; i < graph.joints.size(); ++i)
    rows.push_back({{"number", i + 1},
                    {"joint", model.joints[graph.joints[i]].name},
                    {"body", graph.bodies[i] == kNone ? Json(nullptr) : Json(model.bodies[graph.bodies[i]].name)}});
  for (const SystemNode& node : graph.nodes)
    nodes.push_back({{"name", node_name(node)},
                     {"kind", node.is_equation() ? "equation" : "unknown"},
                     {"number", node.number},
                     {"size", node.size}});
  for (const SystemEdge& edge : graph.edges)
    edges.push_back({{"equation", node_name(graph.nodes[edge.equation])},
                     {"unknown", node_name(graph.nodes[edge.variable])},
                     {"coefficient", edge.coefficient}});
  const Json json = {{"name", model.name}, {"form", graph.form == SystemForm::kExplicit ? "explicit" : "implicit"},
                     {"rows", rows},       {"nodes", nodes},
                     {"edges", edges},     {"constraints_left_out", model.constraints.size()}};
  return json.dump(2) + "\n";
}

}  // namespace kinemate
