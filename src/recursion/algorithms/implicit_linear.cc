#include "recursion/algorithms/implicit_linear.h"

#include "expr/expr.h"

namespace kinemate {
namespace {

// Ψη
template <class S>
Load<S> driven_load(const JointBases<S>& bases, std::span<const S> efforts) {
  Load<S> sum;
  for (std::size_t k = 0; k < efforts.size(); ++k) sum += bases.load[k] * efforts[k];
  return sum;
}

// Ψ̄ (Ψ̄ᵀ M⁻¹ Ψ̄)⁻¹ Ψ̄ᵀ: with M = L D Lᵀ and W = L⁻¹Ψ̄ the inner matrix is Wᵀ D⁻¹ W = K B Kᵀ, and with Z = Ψ̄ K⁻ᵀ the
// whole is Z B⁻¹ Zᵀ. None where rounding has left no pivot.
template <class S>
std::optional<ArticulatedInertia<S>> remaining_inertia(const BodyFactors<S>& body, std::span<const Load<S>> locked) {
  const std::size_t m = locked.size();
  std::array<Six<S>, 6> W{}, inner{}, result{};
  for (std::size_t j = 0; j < m; ++j) W[j] = solve_forward(body, locked[j]);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      inner[i][j] = S(0);
      for (std::size_t k = 0; k < 6; ++k) inner[i][j] = inner[i][j] + W[i][k] * (W[j][k] * body.factors.inverse[k]);
    }
  const auto is_none = [](const S& pivot, std::size_t) { return is_no_pivot(pivot); };
  const SmallFactors<S> factors = factor_small(inner, m, m, is_none);
  if (factors.done < m) return std::nullopt;
  for (std::size_t j = 0; j < m; ++j) W[j] = to_six(locked[j]);
  for (std::size_t j = 0; j < m; ++j) {
    for (std::size_t i = j + 1; i < m; ++i)
      for (std::size_t k = 0; k < 6; ++k) W[i][k] = W[i][k] - factors.L[i][j] * W[j][k];
    for (std::size_t a = 0; a < 6; ++a)
      for (std::size_t b = a; b < 6; ++b) result[a][b] = result[a][b] + W[j][a] * (W[j][b] * factors.inverse[j]);
  }
  return make_articulated(result);
}

}  // namespace

template <class S>
std::optional<ImplicitLink<S>> eliminate_implicitly(const ArticulatedInertia<S>& M, const JointBases<S>& bases,
                                                    Regularity regularity) {
  const std::optional<BodyFactors<S>> body = factor_body(M, regularity);
  if (!body) return std::nullopt;
  const std::optional<ArticulatedInertia<S>> remaining = remaining_inertia(*body, bases.locked_load());
  if (!remaining) return std::nullopt;
  return ImplicitLink<S>{*body, *remaining};
}

template <class S>
Load<S> pass_on(const ImplicitLink<S>& link, const JointBases<S>& bases, const Load<S>& load,
                std::span<const S> efforts) {
  const Load<S> driven = driven_load(bases, efforts);
  return link.remaining * solve(link.inertia, load + driven) - driven;
}

template <class S>
Response<S> respond(const ImplicitLink<S>& link, const JointBases<S>& bases, const Acceleration<S>& carried,
                    const Load<S>& load, std::span<const S> efforts, const Load<S>& joint_load) {
  Response<S> response{solve(link.inertia, load + joint_load), {}};
  const Twist<S> relative{response.motion.angular - carried.angular, response.motion.linear - carried.linear};
  for (std::size_t k = 0; k < efforts.size(); ++k) response.accelerations[k] = power(bases.load[k], relative);
  return response;
}

template <class S>
ImplicitFactors<S> factor_implicit(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases) {
  const std::vector<Regularity> regular = judge_inertias(system);
  return {factor_links(system, [&](std::size_t i, const ArticulatedInertia<S>& M) {
    const std::optional<ImplicitLink<S>> link = eliminate_implicitly(M, bases[i], regular[i]);
    if (!link) throw SingularInertia{i};
    return *link;
  })};
}

template <class S>
Solution<S> solve(const BaseSystem<S>& system, const std::vector<JointBases<S>>& bases,
                  const ImplicitFactors<S>& factors, const RightSide<S>& right) {
  return solve_links(system, bases, factors.links, right);
}

template std::optional<ImplicitLink<double>> eliminate_implicitly(const ArticulatedInertia<double>&,
                                                                  const JointBases<double>&, Regularity);
template Load<double> pass_on(const ImplicitLink<double>&, const JointBases<double>&, const Load<double>&,
                              std::span<const double>);
template Response<double> respond(const ImplicitLink<double>&, const JointBases<double>&, const Acceleration<double>&,
                                  const Load<double>&, std::span<const double>, const Load<double>&);
template ImplicitFactors<double> factor_implicit(const BaseSystem<double>&, const std::vector<JointBases<double>>&);
template Solution<double> solve(const BaseSystem<double>&, const std::vector<JointBases<double>>&,
                                const ImplicitFactors<double>&, const RightSide<double>&);
template std::optional<ImplicitLink<Expr>> eliminate_implicitly(const ArticulatedInertia<Expr>&,
                                                                const JointBases<Expr>&, Regularity);
template Load<Expr> pass_on(const ImplicitLink<Expr>&, const JointBases<Expr>&, const Load<Expr>&,
                            std::span<const Expr>);
template Response<Expr> respond(const ImplicitLink<Expr>&, const JointBases<Expr>&, const Acceleration<Expr>&,
                                const Load<Expr>&, std::span<const Expr>, const Load<Expr>&);
template ImplicitFactors<Expr> factor_implicit(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&);
template Solution<Expr> solve(const BaseSystem<Expr>&, const std::vector<JointBases<Expr>>&,
                              const ImplicitFactors<Expr>&, const RightSide<Expr>&);

}  // namespace kinemate
