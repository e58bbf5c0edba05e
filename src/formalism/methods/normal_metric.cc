#include "formalism/methods/normal_metric.h"

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "expr/normal/normal_derivative.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/simplify/forms.h"

namespace kinemate {
namespace {

// ∂g by every coordinate; nothing where one of them is not polynomial
std::optional<std::vector<std::vector<Polynomial>>> differentiate_all(const NormalForm& form,
                                                                      std::span<const Expr> coordinates, Work& work) {
  std::vector<std::vector<Polynomial>> by;
  for (Expr q : coordinates) {
    std::optional<std::vector<Polynomial>> derivatives = differentiate(form, q, work);
    if (!derivatives) return std::nullopt;
    by.push_back(std::move(*derivatives));
  }
  return by;
}

// Γ_ρμν = ½ (∂_ν g_ρμ + ∂_μ g_ρν − ∂_ρ g_μν)
std::vector<Expr> write_christoffel(const NormalForm& form, const std::vector<std::vector<Polynomial>>& by,
                                    Work& work) {
  std::vector<Expr> result;
  const Rational half(1, 2);
  for (std::size_t rho = 1; rho < by.size(); ++rho) {
    for (std::size_t mu = 0; mu < by.size(); ++mu) {
      for (std::size_t nu = 0; nu <= mu; ++nu) {
        const Polynomial sum = add(by[nu][Equations::place(rho, mu)], by[mu][Equations::place(rho, nu)], work),
                         symbol = add(sum, scale(by[rho][Equations::place(mu, nu)], Rational(-1)), work);
        result.push_back(write_out(scale(symbol, half), form.variables()));
      }
    }
  }
  return result;
}

}  // namespace

Metric compute_normal_metric(const Model& model, const Kinematics& kinematics, double limit) {
  Metric metric = compute_metric(model, kinematics);
  try {
    Work work(limit);
    const NormalForm form(metric.g, Trigonometry::kResolved, work);
    if (const auto by = differentiate_all(form, metric.coordinates, work)) {
      for (std::size_t e = 0; e < metric.g.size(); ++e)
        metric.g[e] = write_out(form.quotients()[e].numerator, form.variables());
      metric.christoffel = write_christoffel(form, *by, work);
      return metric;
    }
  } catch (const WorkExceeded&) {
    throw Error(ErrorCode::kTooLarge, "the metric in normal form would be too large",
                "the form `recursive` is of any size");
  }
  for (std::vector<Expr>* entries : {&metric.g, &metric.christoffel})
    for (Expr& entry : *entries) entry = normalize(entry, limit);
  return metric;
}

}  // namespace kinemate
