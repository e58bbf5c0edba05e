#include "model/formulas.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "model/joint.h"

namespace kinemate {
namespace {

std::array<Expr, 3> list(const Vector& v) { return {v.x, v.y, v.z}; }

// Angles, or the entries of the matrix.
std::vector<Expr> list(const Rotation& rotation) {
  std::vector<Expr> formulas;
  for (const auto& turn : rotation.sequence) formulas.push_back(turn.angle);
  if (rotation.matrix)
    for (const Vector& row : rotation.matrix->rows) formulas.insert(formulas.end(), {row.x, row.y, row.z});
  return formulas;
}

template <class Pairs>
std::vector<Expr> list_pairs(const Pairs& pairs) {
  std::vector<Expr> formulas;
  for (const auto& [first, second] : pairs) {
    formulas.insert(formulas.end(), {first.x, first.y, first.z});
    formulas.insert(formulas.end(), {second.x, second.y, second.z});
  }
  return formulas;
}

// Visits the elements of one section.
class Section {
 public:
  Section(std::string_view section, const FormulaVisitor& visit) : section_(section), visit_(visit) {}

  void formulas(std::string_view element, std::string_view key, std::span<const Expr> formulas, Allowed allowed) const {
    if (!formulas.empty()) visit_(section_, element, key, formulas, allowed);
  }
  void formula(std::string_view element, std::string_view key, Expr formula, Allowed allowed) const {
    visit_(section_, element, key, {&formula, 1}, allowed);
  }
  void attachment(std::string_view element, std::string_view key, const Attachment& at) const {
    formulas(element, key, list(at.position), Allowed::kParameters);
    rotation(element, key, at.rotation, Allowed::kParameters);
  }
  // Axes of turns are constant: a turn moves by its angle alone.
  void rotation(std::string_view element, std::string_view key, const Rotation& r, Allowed allowed) const {
    for (const auto& turn : r.sequence) formulas(element, key, list(turn.axis), Allowed::kParameters);
    formulas(element, key, list(r), allowed);
  }

 private:
  std::string_view section_;
  const FormulaVisitor& visit_;
};

void visit_joint(const Model& model, const Joint& joint, const Section& section) {
  section.attachment(joint.name, "from", joint.from);
  section.attachment(joint.name, "to", joint.to);
  for (const Vector& axis : joint.axes) section.formulas(joint.name, "axis", list(axis), Allowed::kParameters);
  section.formula(joint.name, "pitch", joint.pitch, Allowed::kParameters);
  section.formulas(joint.name, "position", list(joint.position), Allowed::kPositions);
  section.rotation(joint.name, "rotation", joint.rotation, Allowed::kPositions);
  section.formulas(joint.name, "free_directions", list_pairs(joint.free_directions), Allowed::kPositions);
  section.formulas(joint.name, "drift", list_pairs(std::span(&joint.drift, 1)), Allowed::kPositions);
  section.formulas(joint.name, "locked_directions", list_pairs(joint.locked_directions), Allowed::kPositions);
  section.formulas(joint.name, "locked_rates", joint.locked_rates, Allowed::kPositions);
  for (std::size_t index : joint.coordinates)
    if (const auto& drive = model.coordinates[index].drive)
      section.formula(joint.name, "drive", *drive, Allowed::kTime);
}

void visit_load(const LoadElement& load, const Section& section) {
  for (const Attachment& point : load.points)
    section.attachment(load.name, load.points.size() == 1 ? "point" : "between", point);
  section.formulas(load.name, "vector", list(load.vector), Allowed::kMotion);
  if (load.axes) section.attachment(load.name, "axes", *load.axes);
  section.formulas(load.name, "effort", load.efforts, Allowed::kMotion);
  section.formula(load.name, "stiffness", load.stiffness, Allowed::kTime);
  section.formula(load.name, load.type == LoadType::kTorsion ? "angle" : "length", load.rest, Allowed::kTime);
  section.formula(load.name, "damping", load.damping, Allowed::kTime);
  const bool potential = load.type == LoadType::kPotential, dissipation = load.type == LoadType::kDissipation;
  section.formula(load.name,
                  potential     ? "energy"
                  : dissipation ? "function"
                                : "force",
                  load.formula, potential ? Allowed::kPositions : Allowed::kMotion);
  for (const LoadState& state : load.states) section.formula(load.name, "states", state.rate, Allowed::kMotion);
}

void visit_constraint(const Constraint& constraint, const Section& section) {
  const bool holonomic = constraint.type == ConstraintType::kHolonomic;
  section.formula(constraint.name, holonomic ? "holonomic" : "nonholonomic", constraint.equation,
                  holonomic ? Allowed::kPositions : Allowed::kMotion);
  section.attachment(constraint.name, "point", constraint.point);
  section.attachment(constraint.name, "plane", constraint.plane);
  section.formulas(constraint.name, "axis", list(constraint.axis), Allowed::kParameters);
  section.formula(constraint.name, "radius", constraint.radius, Allowed::kParameters);
}

}  // namespace

std::string_view singular(std::string_view section) {
  if (section == "bodies") return "body";
  if (section.ends_with("s")) return section.substr(0, section.size() - 1);
  return section;
}

void visit_formulas(const Model& model, const FormulaVisitor& visit) {
  const Section parameters("parameters", visit), bodies("bodies", visit), frames("frames", visit),
      joints("joints", visit), loads("loads", visit), constraints("constraints", visit), outputs("outputs", visit);
  for (const Parameter& parameter : model.parameters)
    if (parameter.value) parameters.formula(parameter.name, "", *parameter.value, Allowed::kParameters);
  Section("gravity", visit).formulas("", "", list(model.gravity), Allowed::kTime);
  if (model.base) {
    Section("base", visit).formulas("position", "", list(model.base->position), Allowed::kTime);
    Section("base", visit).rotation("rotation", "", model.base->rotation, Allowed::kTime);
  }
  for (const Body& body : model.bodies) {
    bodies.formula(body.name, "mass", body.mass, Allowed::kParameters);
    bodies.formulas(body.name, "center", list(body.center), Allowed::kParameters);
    const Symmetric3<Expr>& i = body.inertia;
    bodies.formulas(body.name, "inertia", std::array{i.xx, i.yy, i.zz, i.xy, i.xz, i.yz}, Allowed::kParameters);
  }
  for (const NamedFrame& frame : model.frames) {
    frames.formulas(frame.name, "at", list(frame.attachment.position), Allowed::kParameters);
    frames.rotation(frame.name, "rotation", frame.attachment.rotation, Allowed::kParameters);
  }
  for (const Joint& joint : model.joints) visit_joint(model, joint, joints);
  for (const LoadElement& load : model.loads) visit_load(load, loads);
  for (const Constraint& constraint : model.constraints) visit_constraint(constraint, constraints);
  for (const InitialValue& value : model.initial)
    Section("initial", visit)
        .formula(std::string(value.symbol.name()) + std::string(static_cast<std::size_t>(value.symbol.primes()), '\''),
                 "", value.value, Allowed::kParameters);
  for (const Output& output : model.outputs) {
    outputs.formula(output.name, "", output.formula, Allowed::kMotion);
    outputs.attachment(output.name, "point", output.point);
    if (output.axes) outputs.attachment(output.name, "axes", *output.axes);
  }
}

std::unordered_map<std::string, Role> symbol_roles(const Model& model) {
  std::unordered_map<std::string, Role> roles = {{"t", Role::kTime}};
  for (const Parameter& parameter : model.parameters) roles.emplace(parameter.name, Role::kParameter);
  for (const Input& input : model.inputs) roles.emplace(input.name, Role::kInput);
  for (const Coordinate& coordinate : model.coordinates) roles.emplace(coordinate.name, Role::kCoordinate);
  for (const Joint& joint : model.joints)
    for (const std::string& name : named_speeds(joint)) roles.emplace(name, Role::kSpeed);
  for (const LoadElement& load : model.loads)
    for (const LoadState& state : load.states) roles.emplace(state.name, Role::kState);
  return roles;
}

std::vector<std::string> undeclared_parameters(const Model& model) {
  const auto roles = symbol_roles(model);
  std::set<std::string> distances;  // names that line loads give to their lengths
  for (const LoadElement& load : model.loads)
    if (load.type == LoadType::kLine) distances.insert(load.distance);
  std::set<std::string> names;
  visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) {
    for (Expr symbol : free_symbols(formulas)) {
      const std::string name(symbol.name());
      if (symbol.primes() == 0 && !roles.contains(name) && !distances.contains(name)) names.insert(name);
    }
  });
  return {names.begin(), names.end()};
}

std::unordered_map<Expr, Expr> parameter_values(const Model& model) {
  std::unordered_map<Expr, Expr> given;
  for (const Parameter& parameter : model.parameters)
    if (parameter.value) given.emplace(make_symbol(parameter.name), *parameter.value);
  // values in an order in which each needs only values before it
  std::unordered_map<Expr, std::size_t> waits_for;
  std::unordered_map<Expr, std::vector<Expr>> users;
  std::vector<Expr> ready;
  for (const Parameter& parameter : model.parameters) {
    if (!parameter.value) continue;
    const Expr symbol = make_symbol(parameter.name);
    for (Expr used : free_symbols(*parameter.value)) {
      if (!given.contains(used)) continue;
      ++waits_for[symbol];
      users[used].push_back(symbol);
    }
    if (!waits_for.contains(symbol)) ready.push_back(symbol);
  }
  Substitution values;
  for (std::size_t next = 0; next < ready.size(); ++next) {
    const Expr symbol = ready[next];
    values.symbols.emplace(symbol, substitute(given.at(symbol), values));
    for (Expr user : users[symbol])
      if (--waits_for[user] == 0) ready.push_back(user);
  }
  std::vector<std::string_view> circle;
  for (const Parameter& parameter : model.parameters)
    if (parameter.value && !values.symbols.contains(make_symbol(parameter.name))) circle.push_back(parameter.name);
  if (!circle.empty())
    throw Error(fmt::format("the values of parameters run in a circle: {}", fmt::join(circle, ", ")),
                "give one of them a number, or leave it open");
  return values.symbols;
}

}  // namespace kinemate
