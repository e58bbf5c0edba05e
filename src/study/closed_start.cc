#include "study/closed_start.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "expr/graph.h"
#include "loops/closed_kinematics.h"
#include "loops/loop_conditions.h"
#include "loops/loop_samples.h"
#include "model/topology/assembly.h"
#include "study/state.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kSameConfiguration =
    1e-6;                           // radians or parts of the size: two ways that end in the same configuration
constexpr double kUnmoved = 1e-11;  // the same: a value that keeps its formula

void set_initial(Model& model, Expr symbol, Expr value) {
  const auto found = std::find_if(model.initial.begin(), model.initial.end(),
                                  [&](const InitialValue& initial) { return initial.symbol == symbol; });
  if (found == model.initial.end()) {
    model.initial.push_back({symbol, value});
  } else {
    found->value = value;
  }
}

const Given* find_given(std::span<const Given> given, Expr symbol) {
  const Given* last = nullptr;  // the last of several counts
  for (const Given& one : given)
    if (one.left == symbol) last = &one;
  return last;
}

// Whether what is given are formulas of parameters, at the time of the model's start. Else a state says what is wrong.
bool is_plain(const Model& model, std::span<const Given> given) {
  const auto roles = symbol_roles(model);
  const std::vector<std::string> others = undeclared_parameters(model);
  const bool driven = std::any_of(model.coordinates.begin(), model.coordinates.end(),
                                  [](const Coordinate& coordinate) { return coordinate.drive.has_value(); });
  for (const Given& one : given) {
    if (one.left == time_symbol() && driven) return false;
    if (!unspecified_calls({&one.value, 1}).empty()) return false;
    for (Expr symbol : free_symbols(one.value)) {
      const std::string name(symbol.name());
      const auto role = roles.find(name);
      const bool known = role != roles.end() ? role->second == Role::kParameter
                                             : std::find(others.begin(), others.end(), name) != others.end();
      if (!known || symbol.primes() > 0) return false;
    }
  }
  return true;
}

// Parameters with the values that they are given.
Model with_parameters(const Model& model, std::span<const Given> given) {
  Model made = model;
  for (const std::string& name : undeclared_parameters(model))
    if (find_given(given, make_symbol(name))) made.parameters.push_back({.name = name});
  for (Parameter& parameter : made.parameters)
    if (const Given* one = find_given(given, make_symbol(parameter.name))) parameter.value = one->value;
  return made;
}

// Joints that close loops and whose coordinates are unknowns: those that are followed, and those that are given.
std::vector<std::size_t> unknown_joints(const Model& model, const Tree& tree, std::span<const Given> given) {
  std::vector<std::size_t> joints = joints_with_own_speeds(model, tree);
  for (std::size_t j : tree.secondary)
    for (std::size_t c : model.joints[j].coordinates)
      if (find_given(given, make_symbol(model.coordinates[c].name)) &&
          std::find(joints.begin(), joints.end(), j) == joints.end())
        joints.push_back(j);
  return joints;
}

// Whether no open parameter stands in what is given.
bool has_numbers(const Model& model, std::span<const Given> given) {
  const Substitution known{parameter_values(model), {}};
  return std::all_of(given.begin(), given.end(),
                     [&](const Given& one) { return free_symbols(substitute(one.value, known)).empty(); });
}

class StartFinder {
 public:
  StartFinder(const Model& model, const Tree& tree, const Numbers& numbers, std::span<const Given> given)
      : model_(model),
        given_(given),
        walker_(model, tree, numbers, unknown_joints(model, tree, given)),
        wanted_(initial_placement(walker_)) {
    for (std::size_t i = 0; i < symbols().size(); ++i) {
      const Given* one = find_given(given, symbols()[i]);
      if (!one || !walker_.movable()[i]) continue;
      wanted_.wanted[static_cast<Index>(i)] = evaluate(one->value, numbers.values);
      wanted_.firmness[i] = Firmness::kGiven;
      ++count_;
    }
    for (Expr s : model.independent) prefer(make_symbol(s.name()));
  }

  Model find() {
    if (count_ == 0) return model_;
    const NewtonResult from_file = walker_.close_start();
    const std::optional<NewtonResult> reached = walker_.is_closed(from_file) ? reach(from_file) : std::nullopt;
    if (reached && has_all_given(reached->x)) return model_;
    const Assembly there = assemble(walker_, wanted_);
    if (!there.closed) refuse_open_loops(model_, walker_, there.result);
    const VectorXd& q = there.result.x;
    return reached && distance(q, reached->x) < kSameConfiguration ? model_ : started(q);
  }

 private:
  const std::vector<Expr>& symbols() const { return walker_.closure().coordinates(); }

  void prefer(Expr q) {
    const auto found = std::find(symbols().begin(), symbols().end(), q);
    const auto i = static_cast<std::size_t>(found - symbols().begin());
    if (found != symbols().end() &&
        std::find(wanted_.ordered.begin(), wanted_.ordered.end(), i) == wanted_.ordered.end())
      wanted_.ordered.push_back(i);
  }

  std::vector<bool> all_given() const {
    std::vector<bool> given;
    for (Firmness firmness : wanted_.firmness) given.push_back(firmness == Firmness::kGiven);
    return given;
  }

  double distance(const VectorXd& a, const VectorXd& b) const {
    return a.size() == 0 ? 0 : (a - b).cwiseQuotient(walker_.units()).lpNorm<Eigen::Infinity>();
  }

  bool has_all_given(const VectorXd& q) const {
    VectorXd at = q;
    for (std::size_t i = 0; i < symbols().size(); ++i)
      if (wanted_.firmness[i] == Firmness::kGiven) at[static_cast<Index>(i)] = wanted_.wanted[static_cast<Index>(i)];
    return distance(at, q) < kSameConfiguration;
  }

  // In small steps from the start of the file: all that is given, or as much of it as the machine has degrees of
  // freedom.
  std::optional<NewtonResult> reach(const NewtonResult& from) const {
    std::vector<bool> chosen = all_given();
    if (!walker_.are_independent(from.x, chosen)) {
      std::vector<std::size_t> candidates = wanted_.ordered;
      for (std::size_t i = 0; i < chosen.size(); ++i) candidates.push_back(i);
      std::erase_if(candidates, [&](std::size_t i) { return wanted_.firmness[i] != Firmness::kGiven; });
      chosen = choose_independent(walker_, from.x, std::vector<bool>(chosen.size(), false), candidates);
    }
    NewtonResult at = follow(walker_, from, wanted_.wanted, chosen, chosen);
    return walker_.is_closed(at) ? std::make_optional(std::move(at)) : std::nullopt;
  }

  Model started(const VectorXd& q) const {
    Model made = model_;
    for (std::size_t i = 0; i < symbols().size(); ++i) {
      const auto at = static_cast<Index>(i);
      if (!walker_.movable()[i]) continue;
      const Given* one = find_given(given_, symbols()[i]);
      const bool stays = std::abs(q[at] - wanted_.wanted[at]) <= kUnmoved * walker_.units()[at];
      if (stays && !one && walker_.given()[i]) continue;
      set_initial(made, symbols()[i], stays && one ? one->value : make_real(q[at]));
    }
    return made;
  }

  const Model& model_;
  const std::span<const Given> given_;
  const Walker walker_;
  Placement wanted_;
  std::size_t count_ = 0;
};

}  // namespace

Model started_at(const Model& model, std::span<const Given> given) {
  const Tree tree = make_tree(model);
  if ((tree.secondary.empty() && model.constraints.empty()) || !is_plain(model, given)) return model;
  const Model made = with_parameters(model, given);
  if (!has_numbers(made, given)) return made;
  const Numbers numbers = choose_numbers(made, 0);
  return numbers.at_random.empty() ? StartFinder(made, tree, numbers, given).find() : made;
}

Model with_closed_initial_values(const Model& model) {
  const Tree tree = make_tree(model);
  if (tree.secondary.empty() && model.constraints.empty()) return model;
  if (!choose_numbers(model, 0).at_random.empty()) return model;
  const Kinematics kinematics = compute_closed_kinematics(model);
  const State state = make_state(model, kinematics, {});
  std::vector<Expr> symbols = all_speeds(kinematics);
  for (std::size_t i : known_coordinates(model, kinematics))
    if (!model.coordinates[i].drive) symbols.push_back(make_symbol(model.coordinates[i].name));
  Model made = model;
  for (Expr symbol : symbols) {
    const auto found = state.values.find(symbol);
    if (found == state.values.end()) continue;
    const Expr before = initial_value(model, symbol);
    const bool stays = std::abs(evaluate(before, state.values) - found->second) <= kUnmoved;
    if (!stays) set_initial(made, symbol, make_real(found->second));
  }
  return made;
}

}  // namespace kinemate
