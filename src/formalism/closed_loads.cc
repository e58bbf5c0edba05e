#include "formalism/closed_loads.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "formalism/methods/carrier_load.h"
#include "formalism/methods/lagrange.h"
#include "model/constraint_equations.h"
#include "model/load_terms.h"
#include "recursion/algorithms/mass_factors.h"

namespace kinemate {
namespace {

constexpr double kFelt = 1e-9;  // of a load of one: what is less comes from rounding

class LoadCloser {
 public:
  LoadCloser(const Model& model, const Kinematics& kinematics)
      : model_(model), kinematics_(kinematics), closing_(*kinematics.closing) {
    for (std::size_t i = 0; i < closing_.speeds.size(); ++i)
      by_independent_.symbols.emplace(closing_.conditions.speeds[i], closing_.speeds[i]);
  }

  ClosedLoads close() {
    const std::vector<Load<Expr>> needed = needed_loads(model_, kinematics_);
    ClosedLoads made;
    made.multipliers = closing_.solver.solve_transposed(tree_residual(collect_working_loads(model_, kinematics_, needed)));
    make_shortest(needed, made);
    made.loads = in_file_order(loads_with(needed, made.multipliers));
    for (std::size_t i = 0; i < conditions().size(); ++i)
      if (const std::size_t c = conditions()[i].owner.constraint; c != kNone && is_equation(model_.constraints[c]))
        made.equations.push_back({c, made.multipliers[i]});
    return made;
  }

 private:
  const std::vector<LoopCondition>& conditions() const { return closing_.conditions.conditions; }

  // M ṡ + k − τ for each column: what the joints' loads do along it, without what acts on it.
  std::vector<Expr> tree_residual(const std::vector<JointLoad>& loads) const {
    const Kinematics& tree = closing_.tree;
    std::unordered_map<Expr, Expr> sums;
    const std::vector<Expr> along = project_loads(model_, kinematics_, tree.relations, loads, tree.speeds);
    for (std::size_t i = 0; i < tree.speeds.size(); ++i) sums[tree.speeds[i]] = along[i];
    for (const LoadElement& load : model_.loads)
      for (const SpeedEffort& effort : compute_load_terms(model_, tree, load).efforts)
        sums[effort.speed] -= substitute(effort.effort, by_independent_);
    add_kinetic(sums);
    std::vector<Expr> residual;
    for (Expr s : closing_.conditions.speeds) residual.push_back(sums[s]);
    return residual;
  }

  void add_kinetic(std::unordered_map<Expr, Expr>& sums) const {
    const bool none = std::none_of(model_.loads.begin(), model_.loads.end(),
                                   [](const LoadElement& load) { return load.type == LoadType::kKinetic; });
    if (none) return;
    Kinematics open = closing_.tree;  // with all speeds, and the coordinates of joints that close loops
    open.speeds = closing_.conditions.speeds;
    open.loop_coordinates = closing_.conditions.coordinates;
    Equations kinetic = make_equations(open.speeds);
    add_kinetic_terms(model_, open, kinetic);
    const std::vector<Expr> rates = substitute(accelerations_of(open.speeds), dependent_motion(closing_));
    for (std::size_t i = 0; i < open.speeds.size(); ++i) {
      Expr sum = substitute(kinetic.bias[i], by_independent_);
      for (std::size_t j = 0; j < rates.size(); ++j)
        sum += substitute(kinetic.mass_at(i, j), by_independent_) * rates[j];
      sums[open.speeds[i]] += sum;
    }
  }

  Vector origin_of(std::size_t joint) const {
    return inertial_pose(model_, kinematics_, model_.joints[joint].to).position;
  }

  // The load of a joint that closes a loop, on `to`, for some multipliers.
  Load<Expr> load_of(std::size_t joint, const std::vector<Expr>& multipliers) const {
    Load<Expr> sum;
    for (std::size_t i = 0; i < conditions().size(); ++i)
      if (conditions()[i].owner.joint == joint && !multipliers[i].is_zero())
        sum += conditions()[i].load * multipliers[i];
    return sum;
  }

  std::vector<JointLoad> loads_with(std::vector<Load<Expr>> needed, const std::vector<Expr>& multipliers) const {
    std::vector<JointLoad> closing_loads;
    for (std::size_t joint : kinematics_.tree.secondary) {
      const std::size_t to = body_of(model_, model_.joints[joint].to),
                        from = body_of(model_, model_.joints[joint].from);
      const Vector origin = origin_of(joint);
      const Load<Expr> load = load_of(joint, multipliers);
      closing_loads.push_back({joint, to, load, origin});
      needed[to] = needed[to] - move_to(load, origin - kinematics_.bodies[to].pose.position);
      const Joint& closer = model_.joints[joint];
      const CarrierLoad felt = load_on_carrier(model_, kinematics_, closer, closer.from, load, origin);
      needed[from] += move_to(felt.load, felt.origin - kinematics_.bodies[from].pose.position);
    }
    add_contacts(multipliers, needed);
    std::vector<JointLoad> loads = collect_loads(model_, kinematics_, std::move(needed));
    loads.insert(loads.end(), closing_loads.begin(), closing_loads.end());
    for (JointLoad& contact : contact_loads(multipliers)) loads.push_back(std::move(contact));
    return loads;
  }

  // What rolls or slides is held by its plane, not by joints.
  void add_contacts(const std::vector<Expr>& multipliers, std::vector<Load<Expr>>& needed) const {
    for (const JointLoad& contact : contact_loads(multipliers)) {
      const std::size_t on = contact.body, by = body_of(model_, model_.constraints[contact.constraint].plane);
      auto from = [&](std::size_t body) { return contact.origin - kinematics_.bodies[body].pose.position; };
      needed[on] = needed[on] - move_to(contact.load, from(on));
      needed[by] += move_to(contact.load, from(by));
    }
  }

  // Of each contact, on what rolls or slides.
  std::vector<JointLoad> contact_loads(const std::vector<Expr>& multipliers) const {
    std::vector<JointLoad> loads;
    for (std::size_t c = 0; c < model_.constraints.size(); ++c) {
      const Constraint& constraint = model_.constraints[c];
      if (is_equation(constraint)) continue;
      const PlaneContact contact = compute_contact(model_, kinematics_, constraint);
      JointLoad& sum = loads.emplace_back(JointLoad{kNone, body_of(model_, constraint.point), {}, contact.point, c});
      std::size_t next = 0;
      for (std::size_t i = 0; i < conditions().size(); ++i)
        if (conditions()[i].owner.constraint == c) sum.load += contact.directions[next++] * multipliers[i];
    }
    return loads;
  }

  // All about the origins on `to`: on which side of a joint the root is depends on where loops are cut.
  std::vector<Expr> numbers_of(const std::vector<JointLoad>& loads) const {
    std::vector<Expr> numbers;
    const Expr over = Expr(1) / make_real(closing_.length);
    for (const JointLoad& joint : loads) {
      const bool contact = joint.joint == kNone;
      const Load<Expr> load = contact ? joint.load : move_to(joint.load, joint.origin - origin_of(joint.joint));
      for (const Vector& v : {load.force, load.torque * over}) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    }
    return numbers;
  }

  // λ + N z with the smallest loads of all joints and contacts: N spans what does nothing to any speed.
  void make_shortest(const std::vector<Load<Expr>>& needed, ClosedLoads& made) const {
    std::vector<std::vector<Expr>> idle;
    for (std::size_t row : closing_.redundant)
      if (is_load(conditions()[row])) idle.push_back(idle_loads(row));
    if (idle.empty()) return;
    const std::vector<Load<Expr>> nothing(model_.bodies.size());
    const std::vector<Expr> l = numbers_of(loads_with(needed, made.multipliers));
    std::vector<std::vector<Expr>> A;
    for (const std::vector<Expr>& n : idle) A.push_back(numbers_of(loads_with(nothing, n)));
    mark(A, loads_with(nothing, idle[0]), made);
    const std::size_t k = A.size();
    std::vector<Expr> normal(k * (k + 1) / 2), right(k);
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t r = 0; r < l.size(); ++r) {
        right[i] -= A[i][r] * l[r];
        for (std::size_t j = 0; j <= i; ++j) normal[triangle_place(i, j)] += A[i][r] * A[j][r];
      }
    if (std::all_of(right.begin(), right.end(), [](Expr e) { return e.is_zero(); })) return;
    const std::vector<Expr> z = solve(factor_mass(std::move(normal)), std::move(right));
    for (std::size_t i = 0; i < k; ++i)
      for (std::size_t row = 0; row < made.multipliers.size(); ++row) made.multipliers[row] += idle[i][row] * z[i];
  }

  // Whether its multiplier is that of a joint or contact: not one of an equation, or that only says what a speed is.
  bool is_load(const LoopCondition& condition) const {
    if (condition.owner.joint != kNone) return condition.defines == kNone;
    return condition.owner.constraint != kNone && !is_equation(model_.constraints[condition.owner.constraint]);
  }

  // Multipliers that hold each other: one of a redundant condition, and those of others against it.
  std::vector<Expr> idle_loads(std::size_t row) const {
    std::vector<Expr> along(closing_.speeds.size(), Expr(0));
    for (const auto& [column, entry] : conditions()[row].row) along[column] = -entry;
    std::vector<Expr> idle = closing_.solver.solve_transposed(along);
    idle[row] += Expr(1);
    return idle;
  }

  // Which joints feel them, at the start.
  void mark(const std::vector<std::vector<Expr>>& A, const std::vector<JointLoad>& order, ClosedLoads& made) const {
    std::map<std::pair<std::size_t, std::size_t>, std::set<std::size_t>> parts;  // of joint, constraint
    for (const std::vector<Expr>& column : A) {
      try {
        const std::vector<double> numbers = evaluate(column, closing_.start);
        for (std::size_t i = 0; i < numbers.size(); ++i)
          if (std::abs(numbers[i]) > kFelt) parts[{order[i / 6].joint, order[i / 6].constraint}].insert(i % 6);
      } catch (const Error&) {  // unspecified functions: no number, nothing is named
      }
    }
    for (const auto& [owner, components] : parts) {
      ClosedLoads::Undetermined& one = made.undetermined.emplace_back();
      one.joint = owner.first, one.constraint = owner.second;
      for (std::size_t c : components)
        one.parts.push_back(fmt::format("{} {}", c < 3 ? "force" : "torque", "xyz"[c % 3]));
    }
  }

  const Model& model_;
  const Kinematics& kinematics_;
  const Closing& closing_;
  Substitution by_independent_;
};

}  // namespace

std::string describe(const Model& model, const ClosedLoads::Undetermined& undetermined) {
  const JointLoad of{undetermined.joint, kWorld, {}, {}, undetermined.constraint};
  return fmt::format("{} ({})", name_of(model, of), fmt::join(undetermined.parts, ", "));
}

ClosedLoads compute_closed_loads(const Model& model, const Kinematics& kinematics) {
  return LoadCloser(model, kinematics).close();
}

}  // namespace kinemate
