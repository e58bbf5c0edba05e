#include "model/formulas.h"

#include <fmt/format.h>

#include <array>
#include <set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "model/joints/joint.h"

namespace kinemate {
namespace {

// One walk over a model for readers and for those who replace formulas. Its functions are templates over const: a place
// is a `const Expr*` in a `const Model`, an `Expr*` in a `Model`.

auto places(auto& v) { return std::array{&v.x, &v.y, &v.z}; }

template <class Formulas>
auto places_of_all(Formulas& formulas) {
  std::vector<decltype(&formulas[0])> result;
  for (auto& formula : formulas) result.push_back(&formula);
  return result;
}

// Angles, or the entries of the matrix.
template <class R>
auto places_of_rotation(R& rotation) {
  std::vector<decltype(&rotation.matrix->rows[0].x)> result;
  for (auto& turn : rotation.sequence) result.push_back(&turn.angle);
  if (rotation.matrix)
    for (auto& row : rotation.matrix->rows) result.insert(result.end(), {&row.x, &row.y, &row.z});
  return result;
}

template <class Pairs>
auto places_of_pairs(Pairs pairs) {
  auto of = [](auto& pair) {
    auto& [first, second] = pair;
    return std::array{&first.x, &first.y, &first.z, &second.x, &second.y, &second.z};
  };
  std::vector<typename decltype(of(pairs[0]))::value_type> result;
  for (auto& pair : pairs)
    for (auto place : of(pair)) result.push_back(place);
  return result;
}

// Visits the elements of one section.
template <class Visit>
class Section {
 public:
  Section(std::string_view section, const Visit& visit) : section_(section), visit_(visit) {}

  void formulas(std::string_view element, std::string_view key, const auto& places, Allowed allowed) const {
    if (!places.empty()) visit_(section_, element, key, std::span(places), allowed);
  }
  void formula(std::string_view element, std::string_view key, auto& formula, Allowed allowed) const {
    formulas(element, key, std::array{&formula}, allowed);
  }
  void vector(std::string_view element, std::string_view key, auto& v, Allowed allowed) const {
    formulas(element, key, places(v), allowed);
  }
  void attachment(std::string_view element, std::string_view key, auto& at) const {
    vector(element, key, at.position, Allowed::kParameters);
    rotation(element, key, at.rotation, Allowed::kParameters);
  }
  // Axes of turns are constant: a turn moves by its angle alone.
  void rotation(std::string_view element, std::string_view key, auto& r, Allowed allowed) const {
    for (auto& turn : r.sequence) vector(element, key, turn.axis, Allowed::kParameters);
    formulas(element, key, places_of_rotation(r), allowed);
  }

 private:
  std::string_view section_;
  const Visit& visit_;
};

void visit_joint(auto& model, auto& joint, const auto& section) {
  section.attachment(joint.name, "from", joint.from);
  section.attachment(joint.name, "to", joint.to);
  for (auto& axis : joint.axes) section.vector(joint.name, "axis", axis, Allowed::kParameters);
  section.formula(joint.name, "pitch", joint.pitch, Allowed::kParameters);
  section.formula(joint.name, "length", joint.length, Allowed::kParameters);
  section.vector(joint.name, "position", joint.position, Allowed::kPositions);
  section.rotation(joint.name, "rotation", joint.rotation, Allowed::kPositions);
  section.formulas(joint.name, "free_directions", places_of_pairs(std::span(joint.free_directions)),
                   Allowed::kPositions);
  section.formulas(joint.name, "drift", places_of_pairs(std::span(&joint.drift, 1)), Allowed::kPositions);
  section.formulas(joint.name, "locked_directions", places_of_pairs(std::span(joint.locked_directions)),
                   Allowed::kPositions);
  section.formulas(joint.name, "locked_rates", places_of_all(joint.locked_rates), Allowed::kPositions);
  for (std::size_t index : joint.coordinates)
    if (auto& drive = model.coordinates[index].drive) section.formula(joint.name, "drive", *drive, Allowed::kTime);
}

void visit_friction(auto& load, const auto& section) {
  auto& friction = load.friction;
  if (friction.coefficient) {
    section.formula(load.name, "coefficient", *friction.coefficient, Allowed::kMotion);
    section.formula(load.name, "coefficient", friction.normal, Allowed::kMotion);
  }
  if (friction.radius) section.formula(load.name, "radius", *friction.radius, Allowed::kTime);
  section.formula(load.name, "speed", friction.speed, Allowed::kTime);
}

void visit_bushing(auto& load, const auto& section) {
  auto& bushing = load.bushing;
  section.vector(load.name, "stiffness", bushing.stiffness, Allowed::kTime);
  section.vector(load.name, "damping", bushing.damping, Allowed::kTime);
  section.vector(load.name, "torsional_stiffness", bushing.torsional_stiffness, Allowed::kTime);
  section.vector(load.name, "torsional_damping", bushing.torsional_damping, Allowed::kTime);
}

void visit_load(auto& load, const auto& section) {
  for (auto& point : load.points) section.attachment(load.name, load.points.size() == 1 ? "point" : "between", point);
  section.vector(load.name, "vector", load.vector, Allowed::kMotion);
  if (load.axes) section.attachment(load.name, "axes", *load.axes);
  section.formulas(load.name, "effort", places_of_all(load.efforts), Allowed::kMotion);
  section.formula(load.name, "stiffness", load.stiffness, Allowed::kTime);
  section.formula(load.name, load.type == LoadType::kTorsion ? "angle" : "length", load.rest, Allowed::kTime);
  section.formula(load.name, "damping", load.damping, Allowed::kTime);
  const bool potential = load.type == LoadType::kPotential, dissipation = load.type == LoadType::kDissipation;
  section.formula(load.name,
                  potential || load.type == LoadType::kKinetic ? "energy"
                  : dissipation                                ? "function"
                                                               : "force",
                  load.formula,
                  potential                         ? Allowed::kSources
                  : load.type == LoadType::kKinetic ? Allowed::kInertia
                                                    : Allowed::kMotion);
  if (load.type == LoadType::kFriction) visit_friction(load, section);
  if (load.type == LoadType::kBushing) visit_bushing(load, section);
  for (auto& state : load.states) section.formula(load.name, "states", state.rate, Allowed::kMotion);
}

void visit_constraint(auto& constraint, const auto& section) {
  const bool holonomic = constraint.type == ConstraintType::kHolonomic;
  section.formula(constraint.name, holonomic ? "holonomic" : "nonholonomic", constraint.equation,
                  holonomic ? Allowed::kPositions : Allowed::kMotion);
  section.attachment(constraint.name, "point", constraint.point);
  section.attachment(constraint.name, "plane", constraint.plane);
  section.vector(constraint.name, "axis", constraint.axis, Allowed::kParameters);
  section.formula(constraint.name, "radius", constraint.radius, Allowed::kParameters);
  section.formula(constraint.name, "tube", constraint.tube, Allowed::kParameters);
  section.formula(constraint.name, "half_angle", constraint.half_angle, Allowed::kParameters);
  section.formula(constraint.name, "support", constraint.support, Allowed::kParameters);
}

void visit_event(auto& event, const auto& section) {
  const bool throws_back = event.impact || event.contact;
  if (event.condition)
    section.formula(event.name, "condition", *event.condition, throws_back ? Allowed::kPositions : Allowed::kMotion);
  section.formulas(event.name, "at", places_of_all(event.times), Allowed::kParameters);
  for (auto& [parameter, value] : event.set) section.formula(event.name, "set", value, Allowed::kMotion);
  if (event.impact) section.formula(event.name, "impact", *event.impact, Allowed::kMotion);
  if (event.contact) section.formula(event.name, "contact", *event.contact, Allowed::kMotion);
}

// The walk: `visit` is called with the places of the formulas of each quantity.
void visit_places(auto& model, const auto& visit) {
  const Section parameters("parameters", visit), gravity("gravity", visit), base("base", visit),
      bodies("bodies", visit), frames("frames", visit), joints("joints", visit), loads("loads", visit),
      constraints("constraints", visit), initial("initial", visit), outputs("outputs", visit), when("when", visit);
  for (auto& parameter : model.parameters)
    if (parameter.value) parameters.formula(parameter.name, "", *parameter.value, Allowed::kParameters);
  gravity.vector("", "", model.gravity, Allowed::kTime);
  if (model.base) {
    base.vector("position", "", model.base->position, Allowed::kTime);
    base.rotation("rotation", "", model.base->rotation, Allowed::kTime);
  }
  for (auto& body : model.bodies) {
    bodies.formula(body.name, "mass", body.mass, Allowed::kParameters);
    bodies.vector(body.name, "center", body.center, Allowed::kParameters);
    auto& i = body.inertia;
    bodies.formulas(body.name, "inertia", std::array{&i.xx, &i.yy, &i.zz, &i.xy, &i.xz, &i.yz}, Allowed::kParameters);
  }
  for (auto& frame : model.frames) {
    frames.vector(frame.name, "at", frame.attachment.position, Allowed::kParameters);
    frames.rotation(frame.name, "rotation", frame.attachment.rotation, Allowed::kParameters);
  }
  for (auto& joint : model.joints) visit_joint(model, joint, joints);
  for (auto& load : model.loads) visit_load(load, loads);
  for (auto& constraint : model.constraints) visit_constraint(constraint, constraints);
  for (auto& value : model.initial) {
    const std::string primes(static_cast<std::size_t>(value.symbol.primes()), '\'');
    initial.formula(std::string(value.symbol.name()) + primes, "", value.value, Allowed::kParameters);
  }
  for (auto& output : model.outputs) {
    outputs.formula(output.name, "", output.formula, Allowed::kMotion);
    outputs.attachment(output.name, "point", output.point);
    if (output.axes) outputs.attachment(output.name, "axes", *output.axes);
  }
  for (auto& event : model.events) visit_event(event, when);
}

}  // namespace

std::string_view singular(std::string_view section) {
  if (section == "bodies") return "body";
  if (section == "when") return "event";
  if (section.ends_with("s")) return section.substr(0, section.size() - 1);
  return section;
}

void visit_formulas(const Model& model, const FormulaVisitor& visit) {
  std::vector<Expr> formulas;
  visit_places(model, [&](std::string_view section, std::string_view element, std::string_view key, auto places,
                          Allowed allowed) {
    formulas.clear();
    for (const Expr* place : places) formulas.push_back(*place);
    visit(section, element, key, formulas, allowed);
  });
}

void replace_formulas(Model& model, const FormulaReplacer& replace) {
  visit_places(model,
               [&](std::string_view section, std::string_view element, std::string_view key, auto places, Allowed) {
                 for (Expr* place : places) *place = replace(section, element, key, *place);
               });
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::kTime: return "the time";
    case Role::kParameter: return "a parameter";
    case Role::kInput: return "an input";
    case Role::kCoordinate: return "a coordinate";
    case Role::kSpeed: return "a speed";
    case Role::kState: return "a state";
  }
  return "";
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

std::vector<Expr> unspecified_calls(const Model& model) {
  std::vector<Expr> all;
  visit_formulas(model, [&](auto, auto, auto, std::span<const Expr> formulas, Allowed) {
    all.insert(all.end(), formulas.begin(), formulas.end());
  });
  for (const Coordinate& coordinate : model.coordinates)
    if (coordinate.drive) all.push_back(*coordinate.drive);
  return unspecified_calls(all);
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
      const bool argument = name.starts_with("$");
      if (symbol.primes() == 0 && !argument && !roles.contains(name) && !distances.contains(name)) names.insert(name);
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
    throw Error(ErrorCode::kCircle,
                fmt::format("the values of parameters run in a circle: {}", fmt::join(circle, ", ")),
                "give one of them a number, or leave it open");
  return values.symbols;
}

}  // namespace kinemate
