#include "formalism/links/macro_links.h"

#include <algorithm>

#include "expr/graph.h"
#include "loops/closing.h"
#include "model/topology/subsystems.h"
#include "model/topology/tree_groups.h"

namespace kinemate {
namespace {

using Shares = std::vector<Share<Expr>>;

class MacroMaker {
 public:
  MacroMaker(const Model& model, const Kinematics& kinematics, const MachineLinks& links, const FormulaSystem& formulas,
             LoopsBy loops)
      : model_(model),
        kinematics_(kinematics),
        closing_(kinematics.closing.get()),
        links_(links),
        formulas_(formulas),
        shared_(closing_ && loops == LoopsBy::kShares),
        related_(closing_ && loops == LoopsBy::kRelations) {
    if (related_) {
      for (std::size_t i = 0; i < closing_->conditions.speeds.size(); ++i) outwards_.push_back(i);
    } else {
      outwards_.resize(kinematics.tree_order.size());
      for (std::size_t i = 0; i < outwards_.size(); ++i) outwards_[kinematics.tree_order[i]] = i;
    }
  }

  MacroMachine make() {
    MacroMachine made;
    made.system.system = formulas_.system;
    made.system.speed_count = related_ ? closing_->conditions.speeds.size() : kinematics_.speeds.size();
    for (std::size_t c = 0; c < formulas_.speeds.size(); ++c)
      made.system.shares.push_back(shares_of(formulas_.speeds[c]));
    for (const auto& turned : formulas_.turned) turn(made.system.shares, turned);
    for (const TreeGroup& group : find_groups(made.system))
      made.system.joints.push_back(make_joint(made.system.shares, group));
    if (related_) add_relations(made.system);
    std::vector<JointMotion<Expr>> motions = formulas_.joints;
    if (shared_) {
      const std::span<const Expr> rho(closing_->rho.data(), formulas_.speed_count);
      motions = with_accelerations<Expr>(formulas_.system, std::move(motions), formulas_.to_columns(rho));
    }
    made.right = {compute_bias_loads(formulas_.system, formulas_.base, motions, formulas_.applied), formulas_.efforts};
    made.efforts.assign(made.system.speed_count, Expr(0));
    for (const auto& [speed, effort] : links_.loop_efforts) {
      const auto& speeds = closing_->conditions.speeds;
      const auto at = std::find(speeds.begin(), speeds.end(), speed) - speeds.begin();
      for (const Share<Expr>& share : shares_of(static_cast<std::size_t>(at)))  // of any column of the conditions
        made.efforts[share.speed] += share.factor * effort;
    }
    return made;
  }

 private:
  // Of a speed of the tree.
  Shares shares_of(std::size_t speed) const {
    if (!shared_) return {{speed, Expr(1)}};
    Shares shares;
    for (std::size_t k = 0; k < closing_->independent.size(); ++k)
      if (const Expr factor = closing_->T[speed][k]; !factor.is_zero()) shares.push_back({k, factor});
    return shares;
  }

  // Three columns along axes of the link: Rᵀ of those along the axes of the speeds.
  static void turn(std::vector<Shares>& columns, const FormulaSystem::TurnedShifts& turned) {
    std::array<Shares, 3> along;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t m = 0; m < 3; ++m)
        for (const auto& [speed, factor] : columns[turned.first + m]) {
          const Expr part = turned.R(m, i) * factor;
          const auto same = std::find_if(along[i].begin(), along[i].end(),
                                         [&, at = speed](const Share<Expr>& share) { return share.speed == at; });
          if (same != along[i].end()) {
            same->factor += part;
          } else if (!part.is_zero()) {
            along[i].push_back({speed, part});
          }
        }
    std::copy(along.begin(), along.end(), columns.begin() + static_cast<std::ptrdiff_t>(turned.first));
  }

  std::vector<TreeGroup> find_groups(const MacroSystem<Expr>& system) const {
    std::vector<std::size_t> carriers;
    for (const auto& link : system.system.links) carriers.push_back(link.carrier);
    std::vector<std::vector<std::size_t>> sets(system.speed_count);
    for (std::size_t i = 0; i < system.system.links.size(); ++i) {
      const auto& link = system.system.links[i];
      for (std::size_t c = link.first; c < link.first + link.count; ++c)
        for (const Share<Expr>& share : system.shares[c]) sets[share.speed].push_back(i);
    }
    if (related_)
      for (std::size_t i : independent_conditions()) {
        std::vector<std::size_t> bound;
        for (const auto& [column, entry] : closing_->conditions.conditions[i].row)
          bound.insert(bound.end(), sets[column].begin(), sets[column].end());
        sets.push_back(std::move(bound));
      }
    const Tree& tree = kinematics_.tree;
    for (const FoundSubsystem& found : find_subsystems(model_, tree)) {
      std::vector<std::size_t>& set = sets.emplace_back();
      for (std::size_t i = 0; i < links_.links.size(); ++i)
        for (std::size_t body : found.bodies)
          if (links_.links[i].joint == tree.joints[tree.joint_of[body]].joint) set.push_back(i);
    }
    std::erase_if(sets, [](const auto& set) { return set.empty(); });
    return group_tree(carriers, std::move(sets));
  }

  std::vector<std::size_t> independent_conditions() const {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < closing_->conditions.conditions.size(); ++i)
      if (std::find(closing_->redundant.begin(), closing_->redundant.end(), i) == closing_->redundant.end())
        indices.push_back(i);
    return indices;
  }

  // Each to the macro joint whose speeds it binds; speeds of joints that close loops come along.
  void add_relations(MacroSystem<Expr>& system) const {
    std::vector<std::size_t> owner(system.speed_count, kNone);
    for (std::size_t j = 0; j < system.joints.size(); ++j)
      for (std::size_t speed : system.joints[j].speeds) owner[speed] = j;
    for (std::size_t i : independent_conditions()) {
      const LoopCondition& condition = closing_->conditions.conditions[i];
      MacroRelation<Expr> relation;
      relation.rest = condition.bias;
      std::size_t of = kNone;
      for (const auto& [column, entry] : condition.row) {
        relation.shares.push_back({column, entry});
        if (of == kNone) of = owner[column];
      }
      if (of == kNone) continue;  // it binds nothing that moves
      for (const Share<Expr>& share : relation.shares)
        if (owner[share.speed] == kNone) {
          owner[share.speed] = of;
          system.joints[of].speeds.push_back(share.speed);
        }
      system.joints[of].relations.push_back(std::move(relation));
    }
  }

  MacroJoint<Expr> make_joint(const std::vector<Shares>& columns, const TreeGroup& group) const {
    MacroJoint<Expr> joint{group.carrier, group.members, {}, {}};
    for (std::size_t i : group.members) {
      const auto& link = formulas_.system.links[i];
      for (std::size_t c = link.first; c < link.first + link.count; ++c)
        for (const Share<Expr>& share : columns[c]) joint.speeds.push_back(share.speed);
    }
    std::sort(joint.speeds.begin(), joint.speeds.end(),
              [&](std::size_t a, std::size_t b) { return outwards_[a] < outwards_[b]; });
    joint.speeds.erase(std::unique(joint.speeds.begin(), joint.speeds.end()), joint.speeds.end());
    return joint;
  }

  const Model& model_;
  const Kinematics& kinematics_;
  const Closing* closing_;
  const MachineLinks& links_;
  const FormulaSystem& formulas_;
  const bool shared_, related_;
  std::vector<std::size_t> outwards_;  // of each speed, how many are nearer to the root: the order of elimination
};

// Speeds of the tree by those of the machine.
Substitution by_machine_speeds(const Closing& closing) {
  Substitution made;
  for (std::size_t i = 0; i < closing.speeds.size(); ++i)
    made.symbols.emplace(closing.conditions.speeds[i], closing.speeds[i]);
  return made;
}

}  // namespace

MacroMachine make_macro_machine(const Model& model, const Kinematics& kinematics, const MachineLinks& links,
                                const FormulaSystem& formulas, LoopsBy loops) {
  return MacroMaker(model, kinematics, links, formulas, loops).make();
}

std::vector<Expr> compute_macro_accelerations(const Model& model, const Kinematics& kinematics,
                                              const MachineLinks& links, const FormulaSystem& formulas) {
  const MacroMachine machine = make_macro_machine(model, kinematics, links, formulas, LoopsBy::kShares);
  std::vector<Expr> found = solve_macro_joints(machine.system, machine.right, machine.efforts).accelerations;
  return kinematics.closing ? substitute(found, by_machine_speeds(*kinematics.closing)) : found;
}

}  // namespace kinemate
