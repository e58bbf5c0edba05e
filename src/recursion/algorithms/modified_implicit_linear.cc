#include "recursion/algorithms/modified_implicit_linear.h"

#include "expr/expr.h"
#include "recursion/pivot_size.h"

namespace kinemate {
namespace {

// [Φ Φ̄]ᵀ l + [η; 0]
template <class S>
Six<S> along_motions(const JointBases<S>& bases, const Load<S>& load, std::span<const S> efforts) {
  Six<S> p;
  for (std::size_t k = 0; k < 6; ++k) {
    p[k] = power(load, bases.motion[k]);
    if (k < efforts.size()) p[k] = p[k] + efforts[k];
  }
  return p;
}

// Ψ̄ M̃ Ψ̄ᵀ
template <class S>
ArticulatedInertia<S> remaining_inertia(const SmallFactors<S>& factors, const JointBases<S>& bases) {
  std::array<Six<S>, 6> result{};
  for (std::size_t i = bases.count; i < 6; ++i) {
    Load<S> row;  // Σ_j M̃_ij Ψ̄_j
    for (std::size_t j = bases.count; j < 6; ++j) row += bases.load[j] * (j <= i ? factors.L[i][j] : factors.L[j][i]);
    const Six<S> left = to_six(bases.load[i]), along = to_six(row);
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = a; b < 6; ++b) result[a][b] = result[a][b] + left[a] * along[b];
  }
  return make_articulated(result);
}

}  // namespace

template <class S>
ModifiedLink<S> eliminate_modified(const ArticulatedInertia<S>& M, const JointBases<S>& bases) {
  std::array<Six<S>, 6> a{};  // [Φ Φ̄]ᵀ M [Φ Φ̄]
  for (std::size_t i = 0; i < 6; ++i) {
    const Load<S> column = M * to_acceleration(bases.motion[i]);
    for (std::size_t j = 0; j <= i; ++j) a[i][j] = power(column, bases.motion[j]);
  }
  const auto is_none = [&](const S& pivot, std::size_t k) {
    return is_no_pivot(pivot, bound_pivot(M, bases.motion[k]));
  };
  const SmallFactors<S> factors = factor_small(a, bases.count, 6, is_none);
  if (factors.done < bases.count) throw SingularColumn{bases.first + factors.done};
  return {factors, remaining_inertia(factors, bases)};
}

template <class S>
Load<S> pass_on(const ModifiedLink<S>& link, const JointBases<S>& bases, const Load<S>& load,
                std::span<const S> efforts) {
  const Six<S> p = solve_forward(link.factors, bases.count, 6, along_motions(bases, load, efforts));
  Load<S> passed;
  for (std::size_t k = 0; k < bases.count; ++k) passed = passed - bases.load[k] * efforts[k];
  for (std::size_t k = bases.count; k < 6; ++k) passed += bases.load[k] * p[k];
  return passed;
}

template <class S>
Response<S> respond(const ModifiedLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    const Load<S>& load, std::span<const S> efforts, const Load<S>&) {
  Six<S> t = solve_forward(link.factors, bases.count, bases.count, along_motions(bases, load, efforts));
  Six<S> of_carrier;
  for (std::size_t k = 0; k < 6; ++k) of_carrier[k] = power(bases.load[k], to_twist(carried));
  for (std::size_t k = bases.count; k < 6; ++k) t[k] = of_carrier[k];
  t = solve_backward(link.factors, bases.count, 6, t);
  Response<S> response;
  Twist<S> x;
  for (std::size_t k = 0; k < 6; ++k) x += bases.motion[k] * t[k];
  response.motion = to_acceleration(x);
  for (std::size_t k = 0; k < bases.count; ++k) response.accelerations[k] = t[k] - of_carrier[k];
  return response;
}

template <class S>
ModifiedImplicitFactors<S> factor_modified_implicit(const BaseSystem<S>& system,
                                                    const std::vector<JointBases<S>>& bases) {
  return {factor_links(system,
                       [&](std::size_t i, const ArticulatedInertia<S>& M) { return eliminate_modified(M, bases[i]); })};
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ModifiedImplicitFactors<S>& factors, const RightSide<S>& right) {
  return solve_links(system, bases, factors.links, right);
}

template ModifiedLink<double> eliminate_modified(const ArticulatedInertia<double>&, const JointBases<double>&);
template Load<double> pass_on(const ModifiedLink<double>&, const JointBases<double>&, const Load<double>&,
                              std::span<const double>);
template Response<double> respond(const ModifiedLink<double>&, const JointBases<double>&, const Acceleration<double>&,
                                  const Load<double>&, std::span<const double>, const Load<double>&);
template ModifiedImplicitFactors<double> factor_modified_implicit(const BaseSystem<double>&,
                                                                  const std::vector<JointBases<double>>&);
template Solution<double> solve(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                const ModifiedImplicitFactors<double>&, const RightSide<double>&);
template ModifiedLink<Expr> eliminate_modified(const ArticulatedInertia<Expr>&, const JointBases<Expr>&);
template Load<Expr> pass_on(const ModifiedLink<Expr>&, const JointBases<Expr>&, const Load<Expr>&,
                            std::span<const Expr>);
template Response<Expr> respond(const ModifiedLink<Expr>&, const JointBases<Expr>&, const Acceleration<Expr>&,
                                const Load<Expr>&, std::span<const Expr>, const Load<Expr>&);
template ModifiedImplicitFactors<Expr> factor_modified_implicit(const BaseSystem<Expr>&,
                                                                const std::vector<JointBases<Expr>>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&,
                              const ModifiedImplicitFactors<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
