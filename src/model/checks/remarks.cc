#include "model/checks/remarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/suggest.h"
#include "expr/graph.h"
#include "model/checks/event_check.h"
#include "model/checks/planar_inertia.h"
#include "model/kinematics.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostNamed = 40;  // undeclared names

Finding remark(ModelPath path, std::string message, std::string hint = "", std::string symbol = "") {
  return {std::move(path), ErrorCode::kRemark, std::move(message), std::move(hint), std::move(symbol)};
}

void add_undeclared(const Model& model, std::vector<Finding>& remarks) {
  const auto roles = symbol_roles(model);
  std::vector<std::string_view> names;
  for (const auto& [name, role] : roles) names.push_back(name);
  std::sort(names.begin(), names.end());
  std::vector<std::string> plain;
  const std::vector<std::string> undeclared = undeclared_parameters(model);
  for (const std::string& name : undeclared) {
    // short names differ by a letter as a rule: l1, l2; and many names are no slips of the pen
    const std::string near = name.size() < 4 || undeclared.size() > kMostNamed ? "" : nearest(name, names);
    if (near.empty()) {
      plain.push_back(name);
    } else {
      remarks.push_back(remark({}, fmt::format("{} is declared nowhere and taken as an open parameter", name),
                               fmt::format("did you mean {}?", near), name));
    }
  }
  if (plain.empty()) return;
  const std::size_t shown = std::min(plain.size(), kMostNamed);
  const std::string more = plain.size() > shown ? fmt::format(" and {} more", plain.size() - shown) : "";
  plain.resize(shown);
  remarks.push_back(
      remark({}, fmt::format("not declared, taken as open parameters: {}{}", fmt::join(plain, ", "), more)));
}

void add_unused(const Model& model, std::vector<Finding>& remarks) {
  std::set<std::string> used;
  visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) {
    for (Expr symbol : free_symbols(formulas)) used.insert(std::string(symbol.name()));
  });
  for (const Parameter& parameter : model.parameters)
    if (!used.contains(parameter.name))
      remarks.push_back(
          remark({"parameters", parameter.name, ""}, fmt::format("parameter {} is used nowhere", parameter.name)));
}

// Hints `cut` that cannot be followed.
void add_cuts(const Model& model, std::vector<Finding>& remarks) {
  const Tree tree = make_tree(model);
  for (const TreeJoint& primary : tree.joints) {
    const Joint& joint = model.joints[primary.joint];
    if (joint.cut.value_or(false))
      remarks.push_back(
          remark({"joints", joint.name, "cut"}, fmt::format("joint {} is not cut: no other way leads to body {}",
                                                            joint.name, model.bodies[primary.child].name)));
  }
  for (std::size_t secondary : tree.secondary) {
    const Joint& joint = model.joints[secondary];
    if (!joint.cut.value_or(true))
      remarks.push_back(remark({"joints", joint.name, "cut"},
                               fmt::format("joint {} is cut all the same: none of its loop may be", joint.name)));
  }
}

void add_planar_inertia(const Model& model, std::vector<Finding>& remarks) {
  const std::vector<std::optional<std::size_t>> axes = find_only_axes(model);
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    if (axes[b] && !body.unphysical)
      remarks.push_back(remark({"bodies", body.name, "inertia"},
                               fmt::format("of the inertia of {} only the moment about {} matters: it turns about that "
                                           "axis alone; the others are taken as 0",
                                           body.name, "xyz"[*axes[b]])));
  }
}

}  // namespace

std::vector<Finding> find_remarks(const Model& model) {
  std::vector<Finding> remarks;
  add_undeclared(model, remarks);
  add_unused(model, remarks);
  std::vector<Finding> of_events = find_event_remarks(model);
  std::move(of_events.begin(), of_events.end(), std::back_inserter(remarks));
  add_cuts(model, remarks);
  add_planar_inertia(model, remarks);
  return remarks;
}

Finding describe_loose_part(const Model& model, std::size_t joint, std::size_t size) {
  const Joint& added = model.joints[joint];
  const std::string& body = model.bodies[added.to.body].name;
  const std::string others = size == 1 ? "" : size == 2 ? " and 1 other" : fmt::format(" and {} others", size - 1);
  return remark({"bodies", body, ""},
                fmt::format("no joint connects body {}{} to the world: taken to move freely, by the joint {}", body,
                            others, added.name));
}

}  // namespace kinemate
