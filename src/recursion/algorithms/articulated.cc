#include "recursion/algorithms/articulated.h"

#include <utility>

#include "expr/expr.h"

namespace kinemate {
namespace {

// Inward: what links are with all that they carry, and what of the right side arrives there.
template <class S>
class Inward {
 public:
  explicit Inward(const BaseSystem<S>& system) : system_(system), driving(system.free.size()) {
    for (const auto& link : system.links) inertias_.push_back(make_articulated(link.inertia));
  }

  void factor(std::size_t i, ArticulatedFactors<S>& factors) {
    const auto& link = system_.links[i];
    ArticulatedInertia<S>& M = inertias_[i];
    for (std::size_t column = link.first + link.count; column-- > link.first;) {
      auto [factor, remaining] = eliminate_column(M, system_.free[column], column);
      factors.columns[column] = factor;
      M = remaining;
    }
    if (link.carrier != kBase) inertias_[link.carrier] = inertias_[link.carrier] + inward(link.transfer, M);
  }

  void drive(std::size_t i, const ArticulatedFactors<S>& factors, const RightSide<S>& right,
             std::vector<Load<S>>& loads) {
    const auto& link = system_.links[i];
    for (std::size_t column = link.first + link.count; column-- > link.first;) {
      const DrivenColumn<S> driven =
          drive_column(factors.columns[column], system_.free[column], loads[i], right.efforts[column]);
      driving[column] = driven.driving;
      loads[i] = driven.load;
    }
    if (link.carrier != kBase) loads[link.carrier] += inward(link.transfer, loads[i]);
  }

 private:
  const BaseSystem<S>& system_;
  std::vector<ArticulatedInertia<S>> inertias_;

 public:
  std::vector<S> driving;  ///< η + Φᵀ l^A for each speed
};

}  // namespace

template <class S>
ArticulatedFactors<S> factor_articulated(const BaseSystem<S>& system) {
  ArticulatedFactors<S> factors{std::vector<ExplicitColumn<S>>(system.free.size())};
  Inward<S> pass(system);
  for (std::size_t i = system.links.size(); i-- > 0;) pass.factor(i, factors);
  return factors;
}

template <class S>
std::vector<S> go_inward(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors, const RightSide<S>& right) {
  Inward<S> pass(system);
  std::vector<Load<S>> loads = right.loads;
  for (std::size_t i = system.links.size(); i-- > 0;) pass.drive(i, factors, right, loads);
  return std::move(pass.driving);
}

template <class S>
Solution<S> go_outward(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors,
                       const std::vector<S>& driving) {
  Solution<S> solution;
  solution.accelerations.resize(system.free.size());
  solution.motions.resize(system.links.size());
  for (std::size_t i = 0; i < system.links.size(); ++i) {
    const auto& link = system.links[i];
    Acceleration<S>& x = solution.motions[i];
    if (link.carrier != kBase) x = outward(link.transfer, solution.motions[link.carrier]);
    for (std::size_t column = link.first; column < link.first + link.count; ++column) {
      const S acceleration = move_column(factors.columns[column], driving[column], x);
      solution.accelerations[column] = acceleration;
      x = x + to_acceleration(system.free[column] * acceleration);
    }
  }
  return solution;
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const ArticulatedFactors<S>& factors, const RightSide<S>& right) {
  return go_outward(system, factors, go_inward(system, factors, right));
}

template <class S>
Solution<S> solve_articulated(const BaseSystem<S>& system, const RightSide<S>& right) {
  ArticulatedFactors<S> factors{std::vector<ExplicitColumn<S>>(system.free.size())};
  Inward<S> pass(system);
  std::vector<Load<S>> loads = right.loads;
  for (std::size_t i = system.links.size(); i-- > 0;) {
    pass.factor(i, factors);
    pass.drive(i, factors, right, loads);
  }
  return go_outward(system, factors, pass.driving);
}

template ArticulatedFactors<double> factor_articulated(const BaseSystem<double>&);
template ArticulatedFactors<Expr> factor_articulated(const BaseSystem<Expr>&);
template std::vector<double> go_inward(const BaseSystem<double>&, const ArticulatedFactors<double>&,
                                       const RightSide<double>&);
template std::vector<Expr> go_inward(const BaseSystem<Expr>&, const ArticulatedFactors<Expr>&, const RightSide<Expr>&);
template Solution<double> go_outward(const BaseSystem<double>&, const ArticulatedFactors<double>&,
                                     const std::vector<double>&);
template Solution<Expr> go_outward(const BaseSystem<Expr>&, const ArticulatedFactors<Expr>&, const std::vector<Expr>&);
template Solution<double> solve(const BaseSystem<double>&, const ArticulatedFactors<double>&, const RightSide<double>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const ArticulatedFactors<Expr>&, const RightSide<Expr>&);
template Solution<double> solve_articulated(const BaseSystem<double>&, const RightSide<double>&);
template Solution<Expr> solve_articulated(const BaseSystem<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
