#include "recursion/algorithms/composite.h"

#include <algorithm>

#include "expr/expr.h"
#include "recursion/algorithms/mass_factors.h"
#include "recursion/bias.h"

namespace kinemate {
namespace {

// Inertia is that of rigid bodies, where all links turn with their carriers, else that of articulated ones.
template <class Inertia, class S>
std::vector<S> mass_by_composites(const BaseSystem<S>& system, std::vector<Inertia> composites,
                                  const Seen<Inertia>& seen) {
  std::vector<S> mass(triangle_place(system.free.size(), 0), S(0));
  for (std::size_t i = system.links.size(); i-- > 0;) {
    if (seen) seen(i, composites[i]);
    if (const auto& link = system.links[i]; link.carrier != kBase)
      composites[link.carrier] = composites[link.carrier] + inward(link.transfer, composites[i]);
  }
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    for (std::size_t row = link.first; row < link.first + link.count; ++row) {
      const Twist<S>& free = system.free[row];
      Load<S> load = composites[i] * Acceleration<S>{free.angular, free.linear};
      for (std::size_t column = link.first; column <= row; ++column)
        mass[triangle_place(row, column)] = power(load, system.free[column]);
      for (std::size_t at = i; system.links[at].carrier != kBase;) {
        load = inward(system.links[at].transfer, load);
        at = system.links[at].carrier;
        for (std::size_t k = 0; k < system.links[at].count; ++k) {
          const std::size_t column = system.links[at].first + k;
          mass[triangle_place(std::max(row, column), std::min(row, column))] = power(load, system.free[column]);
        }
      }
    }
  }
  return mass;
}

}  // namespace

template <class S>
std::vector<S> compute_mass_by_composites(const BaseSystem<S>& system, const Seen<RigidInertia<S>>& seen) {
  const bool rigid = std::all_of(system.links.begin(), system.links.end(),
                                 [](const auto& link) { return link.transfer.turns_with_carrier; });
  if (!rigid) {
    std::vector<ArticulatedInertia<S>> inertias;
    for (const auto& link : system.links) inertias.push_back(make_articulated(link.inertia));
    return mass_by_composites(system, std::move(inertias), {});
  }
  std::vector<RigidInertia<S>> inertias;
  for (const auto& link : system.links) inertias.push_back(link.inertia);
  return mass_by_composites(system, std::move(inertias), seen);
}

template <class S>
std::vector<S> compute_mass_by_velocities(const BaseSystem<S>& system) {
  struct Column {
    std::size_t speed;
    Twist<S> motion;
  };
  std::vector<S> mass(triangle_place(system.free.size(), 0), S(0));
  std::vector<std::vector<Column>> jacobians(system.links.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    std::vector<Column>& J = jacobians[i];
    if (link.carrier != kBase)
      for (const Column& column : jacobians[link.carrier])
        J.push_back({column.speed, outward(link.transfer, column.motion)});
    for (std::size_t k = link.first; k < link.first + link.count; ++k) J.push_back({k, system.free[k]});
    for (const Column& a : J) {
      const Load<S> load = link.inertia * Acceleration<S>{a.motion.angular, a.motion.linear};
      for (const Column& b : J)
        if (b.speed <= a.speed)
          mass[triangle_place(a.speed, b.speed)] = mass[triangle_place(a.speed, b.speed)] + power(load, b.motion);
    }
  }
  return mass;
}

template <class S>
std::vector<S> compute_driving_efforts(const BaseSystem<S>& system, const RightSide<S>& right) {
  std::vector<S> driving = project_on_speeds(system, collect_joint_loads(system, right.loads));
  for (std::size_t i = 0; i < driving.size(); ++i) driving[i] = driving[i] + right.efforts[i];
  return driving;
}

template <class S>
std::vector<Acceleration<S>> spread_accelerations(const BaseSystem<S>& system, const std::vector<S>& accelerations) {
  std::vector<Acceleration<S>> motions(system.links.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    if (link.carrier != kBase) motions[i] = outward(link.transfer, motions[link.carrier]);
    for (std::size_t k = link.first; k < link.first + link.count; ++k) {
      const Twist<S> change = system.free[k] * accelerations[k];
      motions[i] = motions[i] + Acceleration<S>{change.angular, change.linear};
    }
  }
  return motions;
}

template std::vector<double> compute_mass_by_composites(const BaseSystem<double>&, const Seen<RigidInertia<double>>&);
template std::vector<double> compute_mass_by_velocities(const BaseSystem<double>&);
template std::vector<double> compute_driving_efforts(const BaseSystem<double>&, const RightSide<double>&);
template std::vector<Acceleration<double>> spread_accelerations(const BaseSystem<double>&, const std::vector<double>&);
template std::vector<Expr> compute_mass_by_composites(const BaseSystem<Expr>&, const Seen<RigidInertia<Expr>>&);
template std::vector<Expr> compute_mass_by_velocities(const BaseSystem<Expr>&);
template std::vector<Expr> compute_driving_efforts(const BaseSystem<Expr>&, const RightSide<Expr>&);
template std::vector<Acceleration<Expr>> spread_accelerations(const BaseSystem<Expr>&, const std::vector<Expr>&);

}  // namespace kinemate
