#include "model/topology/subsystems.h"

#include <algorithm>
#include <unordered_map>

#include "expr/graph.h"
#include "model/topology/tree_groups.h"

namespace kinemate {
namespace {

class SubsystemFinder {
 public:
  SubsystemFinder(const Model& model, const Tree& tree) : model_(model), tree_(tree) {
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      for (std::size_t c : model.joints[j].coordinates) users_[model.coordinates[c].name].push_back(j);
      for (const std::string& speed : model.joints[j].speeds) users_[speed].push_back(j);
    }
    for (const TreeJoint& joint : tree.joints) {
      leads_to_.emplace(joint.joint, joint.child);
      parents_.push_back(tree.joint_of[joint.parent]);
    }
  }

  std::vector<FoundSubsystem> find() {
    for (std::size_t joint : tree_.secondary) sets_.push_back(around(joint));
    for (const Constraint& constraint : model_.constraints) sets_.push_back(bound_by(constraint));
    for (const Subsystem& declared : model_.subsystems) sets_.push_back(declared.bodies);
    for (std::size_t c : shared_coordinates(model_)) sets_.push_back(moved_by(model_.coordinates[c].name));
    const std::vector<TreeGroup> groups = group_tree(parents_, places_of_sets());
    std::vector<FoundSubsystem> all;
    std::vector<std::size_t> group_of(model_.bodies.size(), kNone);
    for (const TreeGroup& group : groups) {
      FoundSubsystem& found = all.emplace_back();
      found.carrier = group.carrier == kNone ? kWorld : tree_.joints[group.carrier].child;
      for (std::size_t at : group.members) {
        found.bodies.push_back(tree_.joints[at].child);
        group_of[found.bodies.back()] = all.size() - 1;
      }
    }
    const auto owner = [&](const std::vector<std::size_t>& set) {
      return set.empty() ? nullptr : &all[group_of[set.front()]];
    };
    for (const TreeJoint& joint : tree_.joints)
      if (joint.parent != kWorld && group_of[joint.parent] != group_of[joint.child])
        all[group_of[joint.parent]].carried.push_back(joint.child);
    for (std::size_t joint : tree_.secondary)
      if (FoundSubsystem* found = owner(around(joint))) found->loops.push_back(joint);
    for (std::size_t c = 0; c < model_.constraints.size(); ++c)
      if (FoundSubsystem* found = owner(bound_by(model_.constraints[c]))) found->constraints.push_back(c);
    for (const Subsystem& declared : model_.subsystems)
      if (FoundSubsystem* found = owner(declared.bodies))
        found->name += (found->name.empty() ? "" : " + ") + declared.name;
    std::erase_if(all, [](const FoundSubsystem& found) {  // plain joints
      return found.bodies.size() == 1 && found.loops.empty() && found.constraints.empty() && found.name.empty();
    });
    return all;
  }

 private:
  // Without the body that carries the whole way.
  std::vector<std::size_t> way_between(std::size_t a, std::size_t b) const {
    std::vector<std::size_t> bodies = bodies_between(tree_, a, b);
    bodies.erase(bodies.begin());
    return bodies;
  }
  std::vector<std::size_t> around(std::size_t joint) const {
    return way_between(body_of(model_, model_.joints[joint].from), body_of(model_, model_.joints[joint].to));
  }

  // Bodies whose joints have this coordinate or speed.
  std::vector<std::size_t> moved_by(const std::string& name) const {
    std::vector<std::size_t> bodies;
    const auto users = users_.find(name);
    if (users == users_.end()) return bodies;
    for (std::size_t joint : users->second) {
      const auto child = leads_to_.find(joint);
      const std::vector<std::size_t> moved =
          child != leads_to_.end() ? std::vector<std::size_t>{child->second} : around(joint);
      bodies.insert(bodies.end(), moved.begin(), moved.end());
    }
    return bodies;
  }

  std::vector<std::size_t> bound_by(const Constraint& constraint) const {
    const bool equation =
        constraint.type == ConstraintType::kHolonomic || constraint.type == ConstraintType::kNonholonomic;
    if (!equation) return way_between(body_of(model_, constraint.point), body_of(model_, constraint.plane));
    std::vector<std::size_t> bodies;
    for (Expr symbol : free_symbols(constraint.equation)) {
      const std::vector<std::size_t> moved = moved_by(std::string(symbol.name()));
      bodies.insert(bodies.end(), moved.begin(), moved.end());
    }
    return bodies;
  }

  // As places in the tree.
  std::vector<std::vector<std::size_t>> places_of_sets() const {
    std::vector<std::vector<std::size_t>> places;
    for (const std::vector<std::size_t>& set : sets_) {
      if (set.empty()) continue;
      std::vector<std::size_t>& made = places.emplace_back();
      for (std::size_t body : set) made.push_back(tree_.joint_of[body]);
    }
    return places;
  }

  const Model& model_;
  const Tree& tree_;
  std::unordered_map<std::string, std::vector<std::size_t>> users_;  // joints, of coordinates and speeds
  std::unordered_map<std::size_t, std::size_t> leads_to_;            // bodies, of joints of the tree
  std::vector<std::size_t> parents_;
  std::vector<std::vector<std::size_t>> sets_;  // of bodies
};

}  // namespace

std::vector<FoundSubsystem> find_subsystems(const Model& model, const Tree& tree) {
  return SubsystemFinder(model, tree).find();
}

}  // namespace kinemate
