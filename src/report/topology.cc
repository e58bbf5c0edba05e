#include "report/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "model/joints/joint.h"
#include "model/topology/subsystems.h"
#include "report/dot.h"
#include "report/words.h"

namespace kinemate {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDeepestFork = 40;  // forks beyond are not set further to the right

std::string owner_name(const Model& model, const Condition& condition) {
  if (condition.joint != kNone) return "joint " + model.joints[condition.joint].name;
  if (condition.constraint != kNone) return "constraint " + model.constraints[condition.constraint].name;
  return "the norm of Euler parameters";
}

// Redundant conditions by what they belong to, in their order.
std::vector<std::pair<std::string, std::vector<std::string>>> group(const Model& model,
                                                                    const std::vector<Condition>& conditions) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;
  for (const Condition& condition : conditions) {
    const std::string owner = owner_name(model, condition);
    if (groups.empty() || groups.back().first != owner) groups.push_back({owner, {}});
    if (!condition.meaning.empty()) groups.back().second.push_back(condition.meaning);
  }
  return groups;
}

std::string joint_words(const Model& model, const Joint& joint) {
  std::string text = fmt::format("{}: {}", joint.name, kind_of(joint).name);
  std::vector<std::string> names;
  for (std::size_t index : joint.coordinates) names.push_back(model.coordinates[index].name);
  if (!names.empty()) text += fmt::format(" {}", fmt::join(names, " "));
  return text;
}

std::vector<std::string> body_names(const Model& model, const std::vector<std::size_t>& bodies) {
  std::vector<std::string> names;
  for (std::size_t body : bodies) names.push_back(model.bodies[body].name);
  return names;
}

std::string tree_text(const Model& model, const Tree& tree) {
  std::vector<std::vector<std::size_t>> children(model.bodies.size());  // places in tree.joints
  for (std::size_t i = 0; i < tree.joints.size(); ++i) children[tree.joints[i].parent].push_back(i);
  struct Step {
    std::size_t place;
    std::string margin;  // in front of its own line
    std::string below;   // in front of what hangs on it
  };
  std::vector<Step> stack;
  auto push_children = [&](std::size_t body, const std::string& margin) {
    const auto& places = children[body];
    const bool fork = places.size() > 1 && margin.size() < 3 * kDeepestFork;
    for (std::size_t i = places.size(); i-- > 0;) {
      const bool last = i + 1 == places.size();
      stack.push_back({places[i],
                       margin + (!fork  ? ""
                                 : last ? "`- "
                                        : "|- "),
                       margin + (!fork  ? ""
                                 : last ? "   "
                                        : "|  ")});
    }
  };
  std::vector<std::pair<std::string, std::string>> lines = {{"world", ""}};
  push_children(kWorld, "");
  while (!stack.empty()) {
    const Step step = std::move(stack.back());
    stack.pop_back();
    const TreeJoint& joint = tree.joints[step.place];
    lines.push_back({step.margin + model.bodies[joint.child].name,
                     joint_words(model, model.joints[joint.joint]) + (joint.reversed ? ", reversed" : "")});
    push_children(joint.child, step.below);
  }
  auto characters = [](const std::string& line) {
    return line.size() - static_cast<std::size_t>(std::count_if(line.begin(), line.end(), is_utf8_continuation));
  };
  std::size_t width = 0;
  for (const auto& [left, right] : lines) width = std::max(width, std::min<std::size_t>(characters(left), 40));
  std::string text;
  for (const auto& [left, right] : lines) {
    const std::size_t blanks = width - std::min(width, characters(left)) + 2;
    text += fmt::format("  {}{}{}\n", left, right.empty() ? "" : std::string(blanks, ' '), right);
  }
  return text;
}

// As recursions see the machine.
std::vector<FoundSubsystem> subsystems_of(const Model& model, const Tree& tree) {
  return model.macro_joints && tree.unreached.empty() ? find_subsystems(model, tree) : std::vector<FoundSubsystem>();
}

std::vector<std::string> names_of_joints(const Model& model, const std::vector<std::size_t>& joints) {
  std::vector<std::string> names;
  for (std::size_t joint : joints) names.push_back(model.joints[joint].name);
  return names;
}

std::vector<std::string> names_of_constraints(const Model& model, const std::vector<std::size_t>& constraints) {
  std::vector<std::string> names;
  for (std::size_t constraint : constraints) names.push_back(model.constraints[constraint].name);
  return names;
}

std::string subsystem_text(const Model& model, const FoundSubsystem& found) {
  std::string text =
      fmt::format("  {}{} on {}", found.name.empty() ? "" : found.name + ": ",
                  fmt::join(shortened(body_names(model, found.bodies)), ", "), model.bodies[found.carrier].name);
  if (!found.loops.empty())
    text += fmt::format(", closed by {}", fmt::join(shortened(names_of_joints(model, found.loops)), ", "));
  if (!found.constraints.empty())
    text += fmt::format(", bound by {}", fmt::join(shortened(names_of_constraints(model, found.constraints)), ", "));
  if (!found.carried.empty())
    text += fmt::format("; carries {}", fmt::join(shortened(body_names(model, found.carried)), ", "));
  return text + "\n";
}

// "1, where Grübler counts -2: 3 of the tree, 5 conditions of 1 loop"
std::string count_text(const Model& model, const Mobility& m) {
  std::string text = fmt::format("{}", m.freedoms);
  if (static_cast<std::ptrdiff_t>(m.freedoms) != *m.gruebler)
    text += fmt::format(", where Grübler counts {}", *m.gruebler);
  std::vector<std::string> sources;
  if (m.loops > 0) sources.push_back(counted(m.loops, "loop", "loops"));
  if (!model.constraints.empty()) sources.push_back(counted(model.constraints.size(), "constraint", "constraints"));
  if (!sources.empty())
    text += fmt::format(": {} of the tree{}, {} of {}", m.speeds - m.further,
                        m.further == 0 ? "" : fmt::format(" and {} of no joint", m.further),
                        counted(m.conditions, "condition", "conditions"), fmt::join(sources, " and "));
  if (m.position_freedoms != m.freedoms) text += fmt::format("; {} of position", m.position_freedoms);
  return text;
}

Json to_json(const Model& model, const Condition& condition) {
  Json json = Json::object();
  if (condition.joint != kNone) json["joint"] = model.joints[condition.joint].name;
  if (condition.constraint != kNone) json["constraint"] = model.constraints[condition.constraint].name;
  if (!condition.meaning.empty()) json["direction"] = condition.meaning;
  return json;
}

}  // namespace

std::vector<std::string> describe_freedoms(const Model& model, const Mobility& m) {
  std::vector<std::string> lines;
  if (!m.closed) {
    if (!m.gruebler) return {fmt::format("not known: {}", m.reason)};
    lines.push_back(fmt::format("not known, Grübler counts {}: no configuration was found that {}", *m.gruebler,
                                model.constraints.empty() ? "closes all loops"
                                : m.loops == 0            ? "satisfies all constraints"
                                                          : "closes all loops and satisfies all constraints"));
    lines.push_back(m.reason);
  } else {
    lines.push_back(count_text(model, m));
  }
  if (!m.redundant.empty()) {
    std::vector<std::string> parts;
    for (const auto& [owner, meanings] : group(model, m.redundant))
      parts.push_back(meanings.empty() ? owner : fmt::format("{}: {}", owner, fmt::join(meanings, ", ")));
    lines.push_back(fmt::format("{} redundant: {}", counted(m.redundant.size(), "condition is", "conditions are"),
                                fmt::join(shortened(parts), "; ")));
  }
  if (m.is_singular())
    lines.push_back(
        fmt::format("the start is singular: {} there", counted(m.freedoms_at_start, "freedom", "freedoms")));
  if (m.closed && !m.moved) lines.push_back("found at the start alone: the machine could not be moved from there");
  if (m.contradicting_drives > 0)
    lines.push_back(fmt::format("{} too many: others determine the motion already",
                                counted(m.contradicting_drives, "drive is", "drives are")));
  if (std::isinf(m.gap)) {
    lines.push_back("loops or constraints have no value at the initial values");
  } else if (m.gap > 1e-6) {
    const std::string errors = describe(model, m.errors);
    lines.push_back(fmt::format("{} at the initial values: {}{}",
                                m.loops == 0 ? "constraint residuals" : "loop closure errors",
                                errors.empty() ? owner_name(model, m.open) + " turned over" : errors,
                                !m.closed         ? ""
                                : m.closed_nearby ? "; closed nearby"
                                                  : "; closed far from there"));
  }
  if (!m.at_random.empty())
    lines.push_back(
        fmt::format("found with random values and functions for {}", fmt::join(shortened(m.at_random), ", ")));
  return lines;
}

std::string topology_text(const Model& model, const Tree& tree, const Mobility& mobility) {
  std::string text =
      fmt::format("{}: {}, {}, {}\n", model.name.empty() ? "machine" : model.name,
                  counted(model.bodies.size() - 1, "body", "bodies"), counted(model.joints.size(), "joint", "joints"),
                  counted(tree.secondary.size(), "loop", "loops"));
  const std::vector<std::string> freedoms = describe_freedoms(model, mobility);
  for (std::size_t i = 0; i < freedoms.size(); ++i) text += paragraph(i == 0 ? "freedoms" : "", freedoms[i]);
  text += "tree\n" + tree_text(model, tree);
  if (!tree.secondary.empty()) text += "loops, closed by\n";
  for (std::size_t joint : tree.secondary) {
    std::vector<std::string> around = body_names(model, bodies_around(model, tree, joint));
    text +=
        fmt::format("  {}  around {}\n", joint_words(model, model.joints[joint]), fmt::join(shortened(around), ", "));
  }
  const std::vector<FoundSubsystem> subsystems = subsystems_of(model, tree);
  if (!subsystems.empty()) text += "subsystems, each one joint to recursions\n";
  for (const FoundSubsystem& found : subsystems) text += subsystem_text(model, found);
  const auto branches = find_branches(tree);
  std::size_t depth = 0;
  for (std::size_t d : tree.depth) depth = d == kNone ? depth : std::max(depth, d);
  text +=
      fmt::format("{}, {} deep\n", counted(branches.size(), "branch", "branches"), counted(depth, "joint", "joints"));
  return text;
}

std::string topology_json(const Model& model, const Tree& tree, const Mobility& m) {
  Json primary = Json::array(), secondary = Json::array(), branches = Json::array(), redundant = Json::array();
  for (const TreeJoint& joint : tree.joints)
    primary.push_back({{"joint", model.joints[joint.joint].name},
                       {"parent", model.bodies[joint.parent].name},
                       {"child", model.bodies[joint.child].name},
                       {"reversed", joint.reversed},
                       {"depth", tree.depth[joint.child]}});
  for (std::size_t joint : tree.secondary)
    secondary.push_back(
        {{"joint", model.joints[joint].name}, {"around", body_names(model, bodies_around(model, tree, joint))}});
  for (const auto& branch : find_branches(tree)) branches.push_back(body_names(model, branch));
  for (const Condition& condition : m.redundant) redundant.push_back(to_json(model, condition));
  Json subsystems = Json::array();
  for (const FoundSubsystem& found : subsystems_of(model, tree))
    subsystems.push_back({{"name", found.name},
                          {"on", model.bodies[found.carrier].name},
                          {"bodies", body_names(model, found.bodies)},
                          {"loops", names_of_joints(model, found.loops)},
                          {"constraints", names_of_constraints(model, found.constraints)},
                          {"carries", body_names(model, found.carried)}});
  Json json = {{"name", model.name},
               {"primary", primary},
               {"secondary", secondary},
               {"subsystems", subsystems},
               {"branches", branches},
               {"loops", m.loops},
               {"freedoms_of_tree", m.speeds - m.further},
               {"freedoms_of_no_joint", m.further},
               {"driven", m.driven},
               {"conditions", m.conditions},
               {"gruebler", m.gruebler ? Json(*m.gruebler) : Json(nullptr)},
               {"closed", m.closed}};
  json["freedoms"] = m.closed ? Json(m.freedoms) : Json(nullptr);
  json["freedoms_of_position"] = m.closed ? Json(m.position_freedoms) : Json(nullptr);
  json["freedoms_at_start"] = m.closed ? Json(m.freedoms_at_start) : Json(nullptr);
  json["singular_at_start"] = m.is_singular();
  json["moved_from_start"] = m.moved;
  json["redundant"] = redundant;
  json["contradicting_drives"] = m.contradicting_drives;
  json["gap_at_initial_values"] = std::isinf(m.gap) ? Json(nullptr) : Json(m.gap);
  json["random_parameters"] = m.at_random;
  return json.dump(2) + "\n";
}

std::string topology_dot(const Model& model, const Tree& tree) {
  std::string text =
      "graph topology {\n  node [shape=ellipse, fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=9];\n";
  for (std::size_t body = 0; body < model.bodies.size(); ++body)
    text += fmt::format("  b{} [label={}{}];\n", body, dot_string(model.bodies[body].name),
                        body == kWorld ? ", shape=box, style=filled, fillcolor=lightgray" : "");
  const std::vector<FoundSubsystem> subsystems = subsystems_of(model, tree);
  for (std::size_t i = 0; i < subsystems.size(); ++i) {
    std::string members;
    for (std::size_t body : subsystems[i].bodies) members += fmt::format(" b{};", body);
    text += fmt::format(
        "  subgraph cluster_{} {{ label={}; style=\"rounded,dashed\"; color=steelblue; "
        "fontcolor=steelblue; fontname=\"Helvetica\"; fontsize=9;{} }}\n",
        i, dot_string(subsystems[i].name.empty() ? "subsystem" : subsystems[i].name), members);
  }
  for (const TreeJoint& joint : tree.joints)
    text += fmt::format("  b{} -- b{} [label={}];\n", joint.parent, joint.child,
                        dot_string(joint_words(model, model.joints[joint.joint])));
  for (std::size_t joint : tree.secondary)
    text +=
        fmt::format("  b{} -- b{} [label={}, style=dashed, color=firebrick, fontcolor=firebrick, constraint=false];\n",
                    body_of(model, model.joints[joint].from), body_of(model, model.joints[joint].to),
                    dot_string(joint_words(model, model.joints[joint])));
  return text + "}\n";
}

}  // namespace kinemate
