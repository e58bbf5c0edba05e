#include "recursion/macro_joint.h"

#include <optional>

#include "expr/expr.h"
#include "recursion/algorithms/explicit_column.h"
#include "recursion/macro_form.h"

namespace kinemate {
namespace {

// A link with what hangs on it inside and behind its macro joint. As long as all of that is rigid it has fewer numbers.
template <class S>
struct CarriedLink {
  RigidInertia<S> rigid;
  std::optional<ArticulatedInertia<S>> articulated;  // beside the rigid part
  std::vector<Load<S>> U;                            // for each speed of the macro joint; empty: none moves it yet
  Load<S> load;

  ArticulatedInertia<S> inertia() const {
    return articulated ? make_articulated(rigid) + *articulated : make_articulated(rigid);
  }
  void carry(const ArticulatedInertia<S>& more) { articulated = articulated ? *articulated + more : more; }
};

template <class S>
class MacroPasses {
 public:
  MacroPasses(const MacroSystem<S>& machine, const RightSide<S>& right, const std::vector<S>& efforts)
      : machine_(machine), system_(machine.system), right_(right), efforts_(efforts), columns_(system_.free.size()) {
    for (std::size_t i = 0; i < system_.links.size(); ++i)
      links_.push_back({system_.links[i].inertia, std::nullopt, {}, right.loads[i]});
    solution_.felt.resize(machine.joints.size());
    solution_.felt_loads.resize(machine.joints.size());
    solution_.accelerations.assign(machine.speed_count, S(0));
    solution_.motions.resize(system_.links.size());
    forms_.resize(machine.joints.size());
  }

  MacroSolution<S> solve() {
    for (std::size_t j = machine_.joints.size(); j-- > 0;) {
      is_plain(machine_.joints[j]) ? take_plain(j) : take_macro(j);
      const MacroJoint<S>& joint = machine_.joints[j];
      if (joint.carrier == kBase) continue;
      links_[joint.carrier].carry(solution_.felt[j]);
      links_[joint.carrier].load += solution_.felt_loads[j];
    }
    for (std::size_t j = 0; j < machine_.joints.size(); ++j)
      is_plain(machine_.joints[j]) ? move_plain(machine_.joints[j].links[0]) : move_macro(j);
    return std::move(solution_);
  }

 private:
  // One link whose columns are speeds of its own.
  bool is_plain(const MacroJoint<S>& joint) const {
    if (joint.links.size() != 1 || !joint.relations.empty()) return false;
    const auto& link = system_.links[joint.links[0]];
    if (link.count != joint.speeds.size()) return false;
    for (std::size_t c = link.first; c < link.first + link.count; ++c)
      if (machine_.shares[c].size() != 1 || !(machine_.shares[c][0].factor == S(1))) return false;
    return true;
  }
  S effort_of(std::size_t column) const { return right_.efforts[column] + efforts_[machine_.shares[column][0].speed]; }

  void take_plain(std::size_t j) {
    const std::size_t i = machine_.joints[j].links[0];
    const auto& link = system_.links[i];
    ArticulatedInertia<S> M = links_[i].inertia();
    Load<S> load = links_[i].load;
    for (std::size_t c = link.first + link.count; c-- > link.first;) {
      auto [factor, remaining] = eliminate_column(M, system_.free[c], machine_.shares[c][0].speed);
      const DrivenColumn<S> driven = drive_column(factor, system_.free[c], load, effort_of(c));
      columns_[c] = {factor, driven.driving};
      M = remaining;
      load = driven.load;
    }
    solution_.felt[j] = inward(link.transfer, M);
    solution_.felt_loads[j] = inward(link.transfer, load);
  }

  void move_plain(std::size_t i) {
    const auto& link = system_.links[i];
    Acceleration<S> x = arriving(link);
    for (std::size_t c = link.first; c < link.first + link.count; ++c) {
      const S acceleration = move_column(columns_[c].factor, columns_[c].driving, x);
      solution_.accelerations[machine_.shares[c][0].speed] = acceleration;
      x = x + to_acceleration(system_.free[c] * acceleration);
    }
    solution_.motions[i] = x;
  }

  Acceleration<S> arriving(const typename BaseSystem<S>::Link& link) const {
    return link.carrier == kBase ? Acceleration<S>() : outward(link.transfer, solution_.motions[link.carrier]);
  }

  void take_macro(std::size_t j) {
    const MacroJoint<S>& joint = machine_.joints[j];
    place_.assign(machine_.speed_count, kBase);
    for (std::size_t k = 0; k < joint.speeds.size(); ++k) place_[joint.speeds[k]] = k;
    MacroForm<S>& form = forms_[j].emplace(joint.speeds.size());
    for (std::size_t k = 0; k < joint.speeds.size(); ++k) form.efforts[k] = efforts_[joint.speeds[k]];
    CarriedLink<S> interface;
    for (std::size_t at = joint.links.size(); at-- > 0;) {
      const std::size_t i = joint.links[at];
      const auto& link = system_.links[i];
      for (std::size_t c = link.first + link.count; c-- > link.first;) join_column(form, links_[i], c);
      pass_inward(link, links_[i], link.carrier == joint.carrier ? interface : links_[link.carrier]);
    }
    form.M = interface.inertia();
    if (!interface.U.empty()) form.U = interface.U;
    form.load = interface.load;
    form.put_in(local_relations(joint));
    form.eliminate(joint.speeds);
    solution_.felt[j] = form.M;
    solution_.felt_loads[j] = form.load;
  }

  // x = y + φ Σ T u̇, of a form that has M, U, A, l, η in x
  void join_column(MacroForm<S>& form, CarriedLink<S>& link, std::size_t c) {
    const Twist<S>& free = system_.free[c];
    const Acceleration<S> direction = to_acceleration(free);
    const Load<S> u = link.articulated ? link.inertia() * direction : link.rigid * direction;
    const S own = power(u, free);
    link.U.resize(form.U.size());
    std::vector<S> met;  // φᵀ U
    for (const Load<S>& load : link.U) met.push_back(power(load, free));
    const S driving = right_.efforts[c] + power(link.load, free);
    for (const Share<S>& share : machine_.shares[c]) {
      const std::size_t k = place_[share.speed];
      form.efforts[k] += share.factor * driving;
      for (std::size_t l = 0; l < met.size(); ++l)
        if (!(met[l] == S(0))) form.entry(k, l) += (k == l ? S(2) : S(1)) * (share.factor * met[l]);
      for (const Share<S>& other : machine_.shares[c])
        if (place_[other.speed] <= k) form.entry(k, place_[other.speed]) += share.factor * other.factor * own;
      link.U[k] = link.U[k] + u * share.factor;
    }
  }

  void pass_inward(const typename BaseSystem<S>::Link& at, const CarriedLink<S>& link, CarriedLink<S>& carrier) {
    const auto& transfer = at.transfer;
    if (link.articulated || !transfer.turns_with_carrier) {
      carrier.carry(inward(transfer, link.inertia()));
    } else {
      carrier.rigid = carrier.rigid + inward(transfer, link.rigid);
    }
    carrier.load += inward(transfer, link.load);
    if (link.U.empty()) return;
    carrier.U.resize(link.U.size());
    for (std::size_t k = 0; k < link.U.size(); ++k)
      if (!(link.U[k] == Load<S>())) carrier.U[k] = carrier.U[k] + inward(transfer, link.U[k]);
  }

  std::vector<MacroRelation<S>> local_relations(const MacroJoint<S>& joint) const {
    std::vector<MacroRelation<S>> relations = joint.relations;
    for (MacroRelation<S>& relation : relations)
      for (Share<S>& share : relation.shares) share.speed = place_[share.speed];
    return relations;
  }

  void move_macro(std::size_t j) {
    const MacroJoint<S>& joint = machine_.joints[j];
    const Acceleration<S> interface = joint.carrier == kBase ? Acceleration<S>() : solution_.motions[joint.carrier];
    const std::vector<S> found = forms_[j]->accelerations(interface);
    for (std::size_t k = 0; k < found.size(); ++k) solution_.accelerations[joint.speeds[k]] = found[k];
    for (std::size_t i : joint.links) {
      const auto& link = system_.links[i];
      Acceleration<S> x = arriving(link);
      for (std::size_t c = link.first; c < link.first + link.count; ++c) {
        S acceleration(0);
        for (const Share<S>& share : machine_.shares[c])
          acceleration += share.factor * solution_.accelerations[share.speed];
        x = x + to_acceleration(system_.free[c] * acceleration);
      }
      solution_.motions[i] = x;
    }
  }

  struct PlainColumn {
    ExplicitColumn<S> factor;
    S driving{0};
  };

  const MacroSystem<S>& machine_;
  const BaseSystem<S>& system_;
  const RightSide<S>& right_;
  const std::vector<S>& efforts_;
  std::vector<CarriedLink<S>> links_;
  std::vector<PlainColumn> columns_;
  std::vector<std::optional<MacroForm<S>>> forms_;
  std::vector<std::size_t> place_;  // of the machine's speeds among those of a macro joint
  MacroSolution<S> solution_;
};

}  // namespace

template <class S>
MacroSolution<S> solve_macro_joints(const MacroSystem<S>& machine, const RightSide<S>& right,
                                    const std::vector<S>& efforts) {
  return MacroPasses<S>(machine, right, efforts).solve();
}

template MacroSolution<double> solve_macro_joints(const MacroSystem<double>&, const RightSide<double>&,
                                                  const std::vector<double>&);
template MacroSolution<Expr> solve_macro_joints(const MacroSystem<Expr>&, const RightSide<Expr>&,
                                                const std::vector<Expr>&);

}  // namespace kinemate
