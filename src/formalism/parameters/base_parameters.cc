#include "formalism/parameters/base_parameters.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_set>

#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "formalism/links/link_system.h"
#include "formalism/parameters/null_directions.h"
#include "formalism/parameters/parameter_samples.h"
#include "model/formulas.h"
#include "model/names.h"

namespace kinemate {
namespace {

using Reason = RemovedParameter::Reason;
using Eigen::Index;

// The numbers of kParameterNames, those first that one would rather do without, as Gautier and Khalil do.
constexpr std::array<std::size_t, kParameterCount> kFirstToGo = {0, 3, 2, 1, 5, 4, 7, 8, 9, 6};

constexpr double kNoEffect = 1e-9;  // against the size of what may cancel

// Names of standard parameters; those of base parameters end with R.
class Names {
 public:
  explicit Names(const Model& model) : model_(model) {
    for (const auto& [name, role] : symbol_roles(model)) names_.take(name);
    for (const std::string& name : undeclared_parameters(model)) names_.take(name);
  }

  Expr take(std::size_t body, std::size_t parameter) {
    const std::string name = make_symbol_name(model_.bodies[body].name) + "_";
    return make_symbol(names_.take(name + std::string(kParameterNames[parameter])));
  }
  Expr take_regrouped(Expr standard) { return make_symbol(names_.take(std::string(standard.name()) + "R")); }

 private:
  const Model& model_;
  UniqueNames names_;
};

std::vector<Expr> formulas_of_motion(const MachineLink& link) {
  std::vector<Expr> formulas;
  auto add = [&](const Vector& v) { formulas.insert(formulas.end(), {v.x, v.y, v.z}); };
  if (link.axial) formulas.insert(formulas.end(), {link.axial->angle, link.axial->shift});
  for (const Vector& row : link.pose.rotation.rows) add(row);
  add(link.pose.position);
  for (const Twist<Expr>& column : link.free) add(column.angular), add(column.linear);
  add(link.motion.twist.angular);
  add(link.motion.twist.linear);
  return formulas;
}

class Reduction {
 public:
  Reduction(const Model& model, const Kinematics& kinematics, const MachineLinks& machine)
      : model_(model),
        kinematics_(kinematics),
        machine_(machine),
        names_(model),
        motions_(model, kinematics, machine),
        of_link_(machine.links.size(), kNone) {
    for (std::size_t i = 0; i < machine.links.size(); ++i)
      if (machine.links[i].body != kNone) add_body(i);
  }

  BaseParameters reduce() {
    remove_by_bodies();
    if (!all_alone_) remove_dependent_columns();
    return finish();
  }

 private:
  struct BodyState {
    std::size_t link, before;  // before: the link of the body before, or kBase
    bool alone = true;         // its joint depends on nothing but its own coordinates and speeds
    InertiaList<Expr> standard, left;
    std::array<std::optional<Reason>, kParameterCount> removed;
  };

  void add_body(std::size_t i) {
    BodyState body{.link = i, .before = i};
    do {
      body.alone = body.alone && stands_alone(machine_.links[body.before]);
      body.before = machine_.links[body.before].carrier;
    } while (body.before != kBase && machine_.links[body.before].body == kNone);
    for (std::size_t k = 0; k < kParameterCount; ++k) body.standard[k] = names_.take(machine_.links[i].body, k);
    body.left = body.standard;
    all_alone_ = all_alone_ && body.alone;
    of_link_[i] = bodies_.size();
    bodies_.push_back(std::move(body));
  }

  bool stands_alone(const MachineLink& link) const {
    const auto& [omega, acceleration] = machine_.base;
    if (!link.turns_with_carrier && !(omega == Vector() && acceleration.angular == Vector())) return false;
    const std::vector<Expr> formulas = formulas_of_motion(link);
    if (!unspecified_calls(formulas).empty()) return false;
    std::unordered_set<std::string_view> own;
    for (std::size_t q : model_.joints[link.joint].coordinates) own.insert(model_.coordinates[q].name);
    for (std::size_t speed : link.speeds) own.insert(kinematics_.speeds[speed].name());
    for (Expr symbol : free_symbols(formulas)) {
      const bool moves =
          symbol.name() == "t" || find_coordinate(model_, std::string(symbol.name())) != kNone ||
          std::find(kinematics_.speeds.begin(), kinematics_.speeds.end(), symbol) != kinematics_.speeds.end();
      if (moves && !own.contains(symbol.name())) return false;
    }
    return true;
  }

  // ---- body by body ----

  void remove_by_bodies() {
    std::vector<BodyPair> pairs;
    for (const BodyState& body : bodies_) pairs.push_back({body.link, body.before, numbers_on_before(body)});
    const std::vector<ParameterSample> samples = sample_pairs(motions_, pairs);
    for (std::size_t b = bodies_.size(); b-- > 0;) {
      remove_unfelt(bodies_[b]);
      remove_without_effect(bodies_[b], samples[b]);
      if (bodies_[b].alone) remove_dependent(bodies_[b], samples[b]);
    }
  }

  // An inertia of a body as one of the body before, general joints at their initial position.
  RigidInertia<Expr> on_before(const BodyState& body, RigidInertia<Expr> inertia) const {
    for (std::size_t at = body.link; at != body.before; at = machine_.links[at].carrier) {
      MachineLink link = machine_.links[at];
      if (!link.axial) link.pose = initial_pose(link);
      inertia = on_carrier(link, inertia);
    }
    return inertia;
  }

  Pose<Expr> initial_pose(const MachineLink& link) const {
    Substitution initial;
    for (std::size_t q : model_.joints[link.joint].coordinates) {
      const Expr symbol = make_symbol(model_.coordinates[q].name);
      initial.symbols.emplace(symbol, initial_value(model_, symbol));
    }
    Pose<Expr> pose = link.pose;
    for (Vector* v : {&pose.rotation.rows[0], &pose.rotation.rows[1], &pose.rotation.rows[2], &pose.position})
      for (std::size_t k = 0; k < 3; ++k) (*v)[k] = substitute((*v)[k], initial);
    return pose;
  }

  Eigen::Matrix<double, 10, 10> numbers_on_before(const BodyState& body) const {
    Eigen::Matrix<double, 10, 10> numbers = Eigen::Matrix<double, 10, 10>::Zero();
    if (body.before == kBase || !body.alone) return numbers;
    std::vector<Expr> formulas;
    for (std::size_t k = 0; k < kParameterCount; ++k)
      for (Expr entry : to_list(on_before(body, unit_inertia<Expr>(k)))) formulas.push_back(entry);
    const std::vector<double> values = evaluate(with_sample_functions(formulas), motions_.constants());
    std::copy(values.begin(), values.end(), numbers.data());
    return numbers;
  }

  // Directions that no link on the way to the body before feels.
  void remove_unfelt(BodyState& body) {
    for (std::size_t k : kFirstToGo) remove_if_unfelt(body, k, unit_inertia<Expr>(k));
    const RigidInertia<Expr> across = unit_inertia<Expr>(4) + unit_inertia<Expr>(5);
    if (!body.removed[4] && !body.removed[5]) remove_if_unfelt(body, 5, across);
  }

  void remove_if_unfelt(BodyState& body, std::size_t pivot, const RigidInertia<Expr>& direction) {
    RigidInertia<Expr> moved = direction;
    for (std::size_t at = body.link; at != body.before; at = machine_.links[at].carrier) {
      if (!(unfelt_part(machine_.links[at], moved) == moved)) return;
      moved = on_carrier(machine_.links[at], moved);
    }
    remove(body, pivot, to_list(direction), moved, Reason::kRegrouped);
  }

  void remove_without_effect(BodyState& body, const ParameterSample& sample) {
    for (std::size_t k = 0; k < kParameterCount; ++k) {
      const auto at = static_cast<Index>(k);
      if (!body.removed[k] && sample.effects[at] <= kNoEffect * sample.scale[at])
        remove(body, k, to_list(unit_inertia<Expr>(k)), {}, Reason::kWithoutEffect);
    }
  }

  void remove_dependent(BodyState& body, const ParameterSample& sample) {
    std::vector<std::size_t> there, order;
    for (std::size_t k : kFirstToGo)
      if (!body.removed[k]) order.push_back(there.size()), there.push_back(k);
    const auto count = static_cast<Index>(there.size());
    Eigen::MatrixXd columns(sample.differences.rows(), count);
    Eigen::VectorXd scale(count);
    for (Index j = 0; j < count; ++j) {
      const auto k = static_cast<Index>(there[static_cast<std::size_t>(j)]);
      columns.col(j) = sample.differences.col(k);
      scale[j] = sample.scale[k];
    }
    for (const NullDirection& found : find_null_directions(columns, scale, order)) {
      InertiaList<Expr> direction = to_list(RigidInertia<Expr>());
      for (std::size_t j = 0; j < there.size(); ++j) direction[there[j]] = found.factors[j];
      const RigidInertia<Expr> moved = on_before(body, to_inertia(direction));
      remove(body, there[found.pivot], direction, moved, Reason::kDependent);
    }
  }

  // Takes so much of the direction that nothing is left of its pivot; the body before gets the same on it.
  void remove(BodyState& body, std::size_t pivot, const InertiaList<Expr>& direction, const RigidInertia<Expr>& moved,
              Reason reason) {
    const Expr much = body.left[pivot];
    for (std::size_t k = 0; k < kParameterCount; ++k) body.left[k] -= direction[k] * much;
    body.left[pivot] = Expr(0);
    body.removed[pivot] = reason;
    if (body.before == kBase) return;
    InertiaList<Expr>& before = bodies_[of_link_[body.before]].left;
    const InertiaList<Expr> added = to_list(moved);
    for (std::size_t k = 0; k < kParameterCount; ++k) before[k] += added[k] * much;
  }

  // ---- all columns that are left ----

  void remove_dependent_columns() {
    std::vector<LinkParameter> there;
    for (const BodyState& body : bodies_)
      for (std::size_t k = 0; k < kParameterCount; ++k)
        if (!body.removed[k]) there.push_back({body.link, k});
    std::vector<std::size_t> order;  // as kFirstToGo, last bodies first
    for (std::size_t k : kFirstToGo)
      for (std::size_t j = there.size(); j-- > 0;)
        if (there[j].parameter == k) order.push_back(j);
    const ColumnSample sample = sample_columns(motions_, there);
    for (const NullDirection& found : find_null_directions(sample.columns, sample.scale, order)) {
      const auto body_of = [&](std::size_t j) -> BodyState& { return bodies_[of_link_[there[j].link]]; };
      BodyState& gone = body_of(found.pivot);
      const std::size_t k = there[found.pivot].parameter;
      const Expr much = gone.left[k];
      bool alone = true;
      for (std::size_t j = 0; j < there.size(); ++j) {
        if (found.factors[j].is_zero() || j == found.pivot) continue;
        body_of(j).left[there[j].parameter] -= found.factors[j] * much;
        alone = false;
      }
      gone.left[k] = Expr(0);
      gone.removed[k] = alone ? Reason::kWithoutEffect : Reason::kDependent;
    }
  }

  BaseParameters finish() {
    BaseParameters result;
    Substitution values;
    // found along the tree, told as the file has the bodies
    std::vector<std::size_t> in_order(bodies_.size());
    std::iota(in_order.begin(), in_order.end(), std::size_t{0});
    std::stable_sort(in_order.begin(), in_order.end(), [&](std::size_t a, std::size_t b) {
      return machine_.links[bodies_[a].link].body < machine_.links[bodies_[b].link].body;
    });
    for (std::size_t place : in_order) {
      const BodyState& body = bodies_[place];
      const MachineLink& link = machine_.links[body.link];
      const InertiaList<Expr> value = to_list(link.inertia);
      for (std::size_t k = 0; k < kParameterCount; ++k) {
        result.standard.push_back({body.standard[k], link.body, k, value[k]});
        values.symbols.emplace(body.standard[k], value[k]);
      }
    }
    std::vector<Expr> formulas;
    for (std::size_t place : in_order)
      for (std::size_t k = 0; k < kParameterCount; ++k) {
        const BodyState& body = bodies_[place];
        if (body.removed[k]) {
          result.removed.push_back({body.standard[k], *body.removed[k]});
          continue;
        }
        const bool regrouped = !(body.left[k] == body.standard[k]);
        const Expr symbol = regrouped ? names_.take_regrouped(body.standard[k]) : body.standard[k];
        result.base.push_back({symbol, body.link, k, body.left[k], Expr(0)});
        formulas.push_back(body.left[k]);
      }
    formulas = substitute(formulas, values);
    for (std::size_t i = 0; i < formulas.size(); ++i) result.base[i].value = formulas[i];
    return result;
  }

  const Model& model_;
  const Kinematics& kinematics_;
  const MachineLinks& machine_;
  Names names_;
  RandomMotions motions_;
  std::vector<BodyState> bodies_;
  std::vector<std::size_t> of_link_;  // bodies_ of each link
  bool all_alone_ = true;
};

}  // namespace

BaseParameters find_base_parameters(const Model& model, const Kinematics& kinematics, const MachineLinks& links) {
  return Reduction(model, kinematics, links).reduce();
}

std::vector<Expr> parameters_without_effect(const BaseParameters& parameters) {
  std::vector<Expr> formulas, without;
  for (const BaseParameter& base : parameters.base) formulas.push_back(base.formula);
  const std::vector<Expr> symbols = free_symbols(formulas);
  const std::unordered_set<Expr> used(symbols.begin(), symbols.end());
  for (const StandardParameter& standard : parameters.standard)
    if (!used.contains(standard.symbol)) without.push_back(standard.symbol);
  return without;
}

void use_base_parameters(MachineLinks& links, std::span<const BaseParameter> base) {
  for (MachineLink& link : links.links) link.inertia = {};
  for (const BaseParameter& parameter : base) {
    RigidInertia<Expr>& inertia = links.links[parameter.link].inertia;
    InertiaList<Expr> list = to_list(inertia);
    list[parameter.parameter] = parameter.symbol;
    inertia = to_inertia(list);
  }
}

}  // namespace kinemate
