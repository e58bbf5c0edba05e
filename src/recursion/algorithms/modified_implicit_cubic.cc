#include "recursion/algorithms/modified_implicit_cubic.h"

#include "expr/expr.h"
#include "recursion/bias.h"
#include "recursion/pivot_size.h"

namespace kinemate {
namespace {

// Φ̄Ψ̄ᵀ x: what the joint hands on of its carrier's motion
template <class S>
Acceleration<S> locked_part(const JointBases<S>& bases, const Acceleration<S>& x) {
  Twist<S> sum;
  for (std::size_t k = bases.count; k < 6; ++k) sum += bases.motion[k] * power(bases.load[k], to_twist(x));
  return to_acceleration(sum);
}

void check_pivots(const std::vector<double>& D, const std::vector<double>& mass) {
  for (std::size_t k = 0; k < D.size(); ++k)
    if (is_no_pivot(D[k], mass[k * (k + 1) / 2 + k])) throw SingularColumn{k};
}
void check_pivots(const std::vector<Expr>&, const std::vector<Expr>&) {}

}  // namespace

template <class S>
ModifiedImplicitCubicFactors<S> factor_modified_implicit_cubic(const BaseSystem<S>& system,
                                                               const std::vector<JointBases<S>>& bases) {
  using Column = typename ModifiedImplicitCubicFactors<S>::Column;
  ModifiedImplicitCubicFactors<S> factors;
  factors.moved.resize(system.links.size());
  const std::size_t f = system.free.size();
  std::vector<S> mass(f * (f + 1) / 2, S(0));
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    std::vector<Column>& Z = factors.moved[i];
    if (link.carrier != kBase)
      for (const Column& column : factors.moved[link.carrier])
        Z.push_back({column.coordinate, locked_part(bases[i], outward(link.transfer, column.motion))});
    for (std::size_t k = 0; k < link.count; ++k) Z.push_back({link.first + k, to_acceleration(bases[i].motion[k])});
    for (const Column& a : Z) {
      const Load<S> load = link.inertia * a.motion;
      for (const Column& b : Z) {
        if (b.coordinate > a.coordinate) continue;
        S& entry = mass[a.coordinate * (a.coordinate + 1) / 2 + b.coordinate];
        entry = entry + power(load, to_twist(b.motion));
      }
    }
  }
  factors.mass = factor_mass(mass);
  check_pivots(factors.mass.D, mass);
  return factors;
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ModifiedImplicitCubicFactors<S>& factors, const RightSide<S>& right) {
  const std::size_t n = system.links.size();
  std::vector<Load<S>> loads = right.loads;  // l'
  for (std::size_t i = 0; i < n; ++i) {
    Load<S> driven;
    for (std::size_t k = 0; k < bases[i].count; ++k) driven += bases[i].load[k] * right.efforts[bases[i].first + k];
    loads[i] += driven;
    if (const auto& link = system.links[i]; link.carrier != kBase)
      loads[link.carrier] = loads[link.carrier] - inward(link.transfer, driven);
  }
  std::vector<S> projected(system.free.size(), S(0));  // Σ Zᵀ l'
  for (std::size_t i = 0; i < n; ++i)
    for (const auto& [coordinate, motion] : factors.moved[i])
      projected[coordinate] = projected[coordinate] + power(loads[i], to_twist(motion));
  const std::vector<S> t = solve(factors.mass, std::move(projected));

  Solution<S> solution{std::vector<S>(system.free.size(), S(0)), std::vector<Acceleration<S>>(n), {}};
  std::vector<Load<S>> needed(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& link = system.links[i];
    Acceleration<S>& x = solution.motions[i];
    Twist<S> above;
    if (link.carrier != kBase) above = to_twist(outward(link.transfer, solution.motions[link.carrier]));
    x = locked_part(bases[i], to_acceleration(above));
    for (std::size_t k = 0; k < link.count; ++k) {
      const S& coordinate = t[link.first + k];
      x = x + to_acceleration(bases[i].motion[k] * coordinate);
      solution.accelerations[link.first + k] = coordinate - power(bases[i].load[k], above);
    }
    needed[i] = link.inertia * x - right.loads[i];
  }
  solution.joint_loads = collect_joint_loads(system, std::move(needed));
  return solution;
}

template ModifiedImplicitCubicFactors<double> factor_modified_implicit_cubic(const BaseSystem<double>&,
                                                                             const std::vector<JointBases<double>>&);
template Solution<double> solve(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                const ModifiedImplicitCubicFactors<double>&, const RightSide<double>&);
template ModifiedImplicitCubicFactors<Expr> factor_modified_implicit_cubic(const BaseSystem<Expr>&,
                                                                           const std::vector<JointBases<Expr>>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&,
                              const ModifiedImplicitCubicFactors<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
