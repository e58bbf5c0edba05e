#include "report/machine.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "expr/graph.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "model/joints/joint.h"
#include "model/tree.h"
#include "report/topology.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

struct JointLine {
  std::string name, type, from, to;
  std::vector<std::string> coordinates, driven, speeds;
  bool closes_loop;
};

// What both forms say.
struct Summary {
  std::vector<JointLine> joints;
  Mobility mobility;
  std::vector<std::string> given, open, undeclared, functions, states, inputs;
};

std::string place_name(const Model& model, const Attachment& attachment) {
  if (attachment.frame != kNone) return model.frames[attachment.frame].name;
  return model.bodies[attachment.body].name;
}

std::vector<std::string> function_names(const Model& model) {
  std::set<std::string> names;
  for (Expr call : unspecified_calls(model)) {
    std::string text = std::string(call.name()) + "(";
    for (std::size_t i = 0; i < call.operand_count(); ++i) text += (i > 0 ? ", " : "") + to_text(call.operand(i));
    names.insert(text + ")");
  }
  return {names.begin(), names.end()};
}

Summary summarise(const Model& model) {
  Summary summary;
  const Tree tree = make_tree(model);
  const std::set<std::size_t> secondary(tree.secondary.begin(), tree.secondary.end());
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    JointLine line{joint.name,
                   std::string(kind_of(joint).name),
                   place_name(model, joint.from),
                   place_name(model, joint.to),
                   {},
                   {},
                   {},
                   secondary.contains(j)};
    for (std::size_t index : joint.coordinates) {
      const Coordinate& coordinate = model.coordinates[index];
      if (coordinate.drive) {
        line.driven.push_back(fmt::format("{} = {}", coordinate.name, to_text(*coordinate.drive)));
      } else {
        line.coordinates.push_back(coordinate.name);
      }
    }
    for (Expr speed : joint_speeds(model, joint)) line.speeds.push_back(to_text(speed));
    summary.joints.push_back(std::move(line));
  }
  summary.mobility = compute_mobility(model, tree);
  for (const Parameter& parameter : model.parameters)
    parameter.value ? summary.given.push_back(fmt::format("{} = {}", parameter.name, to_text(*parameter.value)))
                    : summary.open.push_back(parameter.name);
  summary.undeclared = undeclared_parameters(model);
  summary.functions = function_names(model);
  for (const Input& input : model.inputs) summary.inputs.push_back(input.name);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) summary.states.push_back(state.name);
  return summary;
}

template <class Elements>
std::vector<std::string> names_of(const Elements& elements, std::size_t first = 0) {
  std::vector<std::string> names;
  for (std::size_t i = first; i < elements.size(); ++i) names.push_back(elements[i].name);
  return names;
}

std::vector<std::string> body_names(const Model& model, const Subsystem& subsystem) {
  std::vector<std::string> names;
  for (std::size_t body : subsystem.bodies) names.push_back(model.bodies[body].name);
  return names;
}

std::string joint_text(const JointLine& joint) {
  std::string text = fmt::format("{}: {}, {} -> {}", joint.name, joint.type, joint.from, joint.to);
  if (!joint.coordinates.empty()) text += fmt::format(", {}", fmt::join(joint.coordinates, " "));
  if (!joint.driven.empty()) text += fmt::format(", driven: {}", fmt::join(joint.driven, ", "));
  if (joint.closes_loop) text += ", closes a loop";
  return text;
}

}  // namespace

std::string machine_text(const Model& model) {
  const Summary summary = summarise(model);
  std::string text =
      fmt::format("{}: {}, {}, {}\n", model.name.empty() ? "machine" : model.name,
                  counted(model.bodies.size() - 1, "body", "bodies"), counted(model.joints.size(), "joint", "joints"),
                  counted(model.coordinates.size(), "coordinate", "coordinates"));
  text += line("bodies", shortened(names_of(model.bodies, 1)));
  text += line("frames", shortened(names_of(model.frames)));
  for (std::size_t i = 0; i < summary.joints.size() && i < kMostListed; ++i)
    text += fmt::format("  {:<14}{}\n", i == 0 ? "joints" : "", joint_text(summary.joints[i]));
  if (summary.joints.size() > kMostListed)
    text += fmt::format("{:16}and {} more\n", "", summary.joints.size() - kMostListed);
  std::vector<std::string> subsystems;
  for (const Subsystem& subsystem : model.subsystems)
    subsystems.push_back(fmt::format("{} ({})", subsystem.name, fmt::join(body_names(model, subsystem), ", ")));
  text += line("subsystems", shortened(subsystems));
  std::vector<std::string> further;
  for (std::size_t index : further_coordinates(model)) further.push_back(model.coordinates[index].name);
  text += line("further", shortened(further));
  const std::vector<std::string> freedoms = describe_freedoms(model, summary.mobility);
  for (std::size_t i = 0; i < freedoms.size(); ++i) text += paragraph(i == 0 ? "freedoms" : "", freedoms[i]);
  text += line("parameters", shortened(summary.given));
  std::vector<std::string> open = summary.open;
  open.insert(open.end(), summary.undeclared.begin(), summary.undeclared.end());
  text += line("open", shortened(open));
  text += line("functions", shortened(summary.functions));
  text += line("inputs", shortened(summary.inputs));
  text += line("loads", shortened(names_of(model.loads)));
  text += line("states", shortened(summary.states));
  text += line("constraints", shortened(names_of(model.constraints)));
  text +=
      line("gravity",
           {fmt::format("[{}, {}, {}]", to_text(model.gravity.x), to_text(model.gravity.y), to_text(model.gravity.z))});
  if (model.base) text += line("base", {"moves in a prescribed way"});
  text += line("outputs", shortened(names_of(model.outputs)));
  text += line("events", shortened(names_of(model.events)));
  return text;
}

std::string machine_json(const Model& model) {
  const Summary summary = summarise(model);
  Json joints = Json::array();
  for (const JointLine& joint : summary.joints)
    joints.push_back({{"name", joint.name},
                      {"type", joint.type},
                      {"from", joint.from},
                      {"to", joint.to},
                      {"coordinates", joint.coordinates},
                      {"driven", joint.driven},
                      {"speeds", joint.speeds},
                      {"closes_loop", joint.closes_loop}});
  Json values = Json::object();
  for (const Parameter& parameter : model.parameters)
    values[parameter.name] = parameter.value ? Json(to_text(*parameter.value)) : Json(nullptr);
  Json subsystems = Json::object();
  for (const Subsystem& subsystem : model.subsystems) subsystems[subsystem.name] = body_names(model, subsystem);
  const Json json = {{"name", model.name},
                     {"bodies", names_of(model.bodies, 1)},
                     {"frames", names_of(model.frames)},
                     {"joints", joints},
                     {"subsystems", subsystems},
                     {"coordinates", names_of(model.coordinates)},
                     {"freedoms_of_tree", summary.mobility.speeds - summary.mobility.further},
                     {"freedoms_of_no_joint", summary.mobility.further},
                     {"loops", summary.mobility.loops},
                     {"gruebler", summary.mobility.gruebler ? Json(*summary.mobility.gruebler) : Json(nullptr)},
                     {"freedoms", summary.mobility.closed ? Json(summary.mobility.freedoms) : Json(nullptr)},
                     {"redundant", summary.mobility.redundant.size()},
                     {"singular_at_start", summary.mobility.is_singular()},
                     {"parameters", values},
                     {"undeclared", summary.undeclared},
                     {"functions", summary.functions},
                     {"inputs", summary.inputs},
                     {"loads", names_of(model.loads)},
                     {"states", summary.states},
                     {"constraints", names_of(model.constraints)},
                     {"outputs", names_of(model.outputs)},
                     {"events", names_of(model.events)}};
  return json.dump(2) + "\n";
}

}  // namespace kinemate
