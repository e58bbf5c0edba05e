#include "analysis/potential.h"

#include <algorithm>
#include <vector>

#include "analysis/curl.h"
#include "analysis/integration/antiderivative.h"
#include "analysis/replace.h"
#include "analysis/switches.h"
#include "base/check.h"
#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

using Verdict = PotentialAnswer::Verdict;
using Order = std::vector<std::size_t>;

// The formula with a number for the symbol: 0, where that is no special point of it, or else another one.
std::optional<Expr> at_base_point(Expr formula, Expr symbol) {
  bool switches = false;
  for (const Switch& found : find_switches({&formula, 1})) switches = switches || depends_on(found.argument, symbol);
  for (const Rational& value : {Rational(0), Rational(1), Rational(2, 3)}) {
    if (switches && value.is_zero()) continue;
    try {
      return substitute(formula, {{{symbol, Expr(value)}}, {}});
    } catch (const Error&) {  // singular there
    }
  }
  return std::nullopt;
}

class Search {
 public:
  Search(std::span<const Expr> forces, std::span<const Expr> variables) : forces_(forces), variables_(variables) {}

  std::optional<Expr> find() const {
    Order order(forces_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const Order back(order.rbegin(), order.rend());
    if (auto found = remainder_by_remainder(order)) return found;
    if (auto found = remainder_by_remainder(back)) return found;
    if (auto found = along_the_axes(order)) return found;
    return along_the_axes(back);
  }

 private:
  // V takes up one force after the other: what Q_i lacks of -∂V/∂q_i does not depend on the variables before.
  std::optional<Expr> remainder_by_remainder(const Order& order) const {
    Expr potential;
    for (std::size_t k = 0; k < order.size(); ++k) {
      const Expr q = variables_[order[k]];
      Expr rest = forces_[order[k]] + differentiate(potential, q);
      if (test_zero_almost_everywhere(rest).zero) continue;
      if (k > 0) rest = simplify(rest, kForceWork);
      for (std::size_t before = 0; before < k; ++before) {
        if (!depends_on(rest, variables_[order[before]])) continue;
        const auto fixed = at_base_point(rest, variables_[order[before]]);
        if (!fixed) return std::nullopt;
        rest = *fixed;
      }
      if (!take(rest, q, potential)) return std::nullopt;
    }
    return verified(potential);
  }

  // V = -Σ ∫Q_i(q_1 ... q_i, base point) dq_i
  std::optional<Expr> along_the_axes(const Order& order) const {
    Expr potential;
    for (std::size_t k = 0; k < order.size(); ++k) {
      Expr force = forces_[order[k]];
      for (std::size_t later = k + 1; later < order.size(); ++later) {
        const auto fixed = at_base_point(force, variables_[order[later]]);
        if (!fixed) return std::nullopt;
        force = *fixed;
      }
      if (!take(force, variables_[order[k]], potential)) return std::nullopt;
    }
    return verified(potential);
  }

  static bool take(Expr force, Expr q, Expr& potential) {
    if (force.is_zero()) return true;
    const auto integral = integrate(force, q);
    if (integral) potential -= *integral;
    return integral.has_value();
  }

  std::optional<Expr> verified(Expr potential) const {
    const Expr simple = simplify(potential, kForceWork);
    const std::vector<Expr> slopes = gradient(simple, variables_);
    for (std::size_t i = 0; i < forces_.size(); ++i)
      if (!test_zero_almost_everywhere(slopes[i] + forces_[i]).zero) return std::nullopt;
    return simple;
  }

  std::span<const Expr> forces_, variables_;
};

}  // namespace

PotentialAnswer find_potential(std::span<const Expr> forces, std::span<const Expr> variables) {
  CHECK(forces.size() == variables.size());
  PotentialAnswer answer = decide_potential(forces, variables);
  if (answer.verdict != Verdict::kNoFormula) return answer;
  try {
    answer.function = Search(forces, variables).find();
  } catch (const Error&) {  // a hidden division by zero
  }
  if (answer.function) answer.verdict = Verdict::kFound;
  return answer;
}

}  // namespace kinemate
