#include "formalism/parameters/regressor.h"

#include "formalism/methods/joint_loads.h"
#include "formalism/methods/recursive.h"

namespace kinemate {
namespace {

template <class S>
struct Direction {
  std::size_t column;
  Twist<S> twist;  // of a link, for a speed of 1
};

// All directions that move each link, about its origin, in its axes.
template <class S>
std::vector<std::vector<Direction<S>>> compute_directions(const BaseSystem<S>& system) {
  std::vector<std::vector<Direction<S>>> directions(system.links.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    if (link.carrier != kBase)
      for (const auto& [column, twist] : directions[link.carrier])
        directions[i].push_back({column, outward(link.transfer, twist)});
    for (std::size_t k = link.first; k < link.first + link.count; ++k) directions[i].push_back({k, system.free[k]});
  }
  return directions;
}

}  // namespace

template <class S>
InertiaList<Load<S>> unit_loads(const LinkMotion<S>& motion) {
  InertiaList<Load<S>> loads;
  for (std::size_t k = 0; k < kParameterCount; ++k) loads[k] = required_load(unit_inertia<S>(k), motion);
  return loads;
}

template <class S>
std::vector<std::vector<S>> compute_regressor(const BaseSystem<S>& system, const std::vector<LinkMotion<S>>& motions,
                                              std::span<const LinkParameter> parameters) {
  const std::vector<std::vector<Direction<S>>> directions = compute_directions(system);
  std::vector<std::vector<S>> columns(parameters.size(), std::vector<S>(system.free.size(), S(0)));
  InertiaList<Load<S>> loads;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& [link, parameter] = parameters[i];
    if (i == 0 || parameters[i - 1].link != link) loads = unit_loads(motions[link]);
    for (const auto& [column, twist] : directions[link]) columns[i][column] = power(loads[parameter], twist);
  }
  return columns;
}

template InertiaList<Load<double>> unit_loads(const LinkMotion<double>&);
template std::vector<std::vector<double>> compute_regressor(const BaseSystem<double>&,
                                                            const std::vector<LinkMotion<double>>&,
                                                            std::span<const LinkParameter>);
template InertiaList<Load<Expr>> unit_loads(const LinkMotion<Expr>&);
template std::vector<std::vector<Expr>> compute_regressor(const BaseSystem<Expr>&, const std::vector<LinkMotion<Expr>>&,
                                                          std::span<const LinkParameter>);

Regressor compute_regressor(const FormulaSystem& machine, std::span<const Expr> speeds,
                            std::span<const LinkParameter> parameters) {
  const std::vector<Expr> accelerations = machine.to_columns(accelerations_of(speeds));
  const auto joints = with_accelerations<Expr>(machine.system, machine.joints, accelerations);
  Regressor regressor;
  for (std::vector<Expr>& column :
       compute_regressor(machine.system, compute_motions(machine.system, machine.base, joints), parameters))
    regressor.columns.push_back(machine.to_speeds(std::move(column)));
  FormulaSystem massless = machine;
  for (auto& link : massless.system.links) link.inertia = {};
  regressor.rest = compute_efforts(massless, speeds);
  return regressor;
}

}  // namespace kinemate
