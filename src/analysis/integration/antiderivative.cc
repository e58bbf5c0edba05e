#include "analysis/integration/antiderivative.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "analysis/integration/ansatz.h"
#include "analysis/integration/branches.h"
#include "analysis/integration/integrand_terms.h"
#include "analysis/integration/substitution.h"
#include "analysis/integration/undetermined.h"
#include "analysis/replace.h"
#include "analysis/switches.h"
#include "base/check.h"
#include "base/error.h"
#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

constexpr int kDeepest = 3;             // substitutions and branches inside each other
constexpr double kAttempt = 2e6;        // units of one ansatz
constexpr std::size_t kLargest = 3000;  // nodes of an integrand

std::vector<std::vector<IntegrandTerm>> by_kind(const std::vector<IntegrandTerm>& terms) {
  std::vector<std::vector<IntegrandTerm>> result;
  for (const IntegrandTerm& term : terms) {
    const auto same = [&](const std::vector<IntegrandTerm>& kind) { return kind[0].kind == term.kind; };
    const auto found = std::find_if(result.begin(), result.end(), same);
    (found == result.end() ? result.emplace_back() : *found).push_back(term);
  }
  return result;
}

Expr sum_of(const std::vector<IntegrandTerm>& terms) {
  Expr sum;
  for (const IntegrandTerm& term : terms) sum += term.coefficient * term.moving;
  return sum;
}

class Integrator {
 public:
  explicit Integrator(double work) : work_(work) {}

  // Terms of one kind together, then each by itself; what is left over, together.
  std::optional<Expr> integrate(Expr integrand, Expr x, int depth) {
    if (!depends_on(integrand, x)) return integrand * x;
    if (depth > kDeepest || count_nodes({&integrand, 1}) > kLargest) return std::nullopt;
    Expr sum, rest;
    std::size_t left = 0;
    const std::vector<std::vector<IntegrandTerm>> kinds = by_kind(split_integrand(integrand, x));
    for (const std::vector<IntegrandTerm>& kind : kinds) {
      if (kind.size() > 1 && !kind[0].kind.is_one()) {
        if (const auto integral = integrate_together(sum_of(kind), x, depth)) {
          sum += *integral;
          continue;
        }
      }
      for (const IntegrandTerm& term : kind) {
        if (const auto integral = integrate_together(term.moving, x, depth)) {
          sum += term.coefficient * *integral;
        } else {
          rest += term.coefficient * term.moving;
          ++left;
        }
      }
    }
    if (left == 0) return sum;
    if (left == 1 || kinds.size() == 1) return std::nullopt;
    const auto together = integrate_together(rest, x, depth);
    return together ? std::optional(sum + *together) : std::nullopt;
  }

 private:
  using Method = std::function<std::optional<Expr>(const DifferentialRing&, Work&)>;

  std::optional<Expr> integrate_together(Expr integrand, Expr x, int depth) {
    if (!depends_on(integrand, x)) return integrand * x;
    const Integrate inner = [this, depth](Expr f, Expr w) { return integrate(f, w, depth + 1); };
    if (auto result = by_algebra(integrand, x, inner)) return result;
    try {
      auto result = integrate_by_branches(integrand, x, inner);
      const Expr plain = without_conditions(integrand, x);
      if (!result && !(plain == integrand)) result = inner(plain, x);
      return verified(result, integrand, x);
    } catch (const Error&) {  // a side of a switch has no value
      return std::nullopt;
    }
  }

  std::optional<Expr> by_algebra(Expr integrand, Expr x, const Integrate& inner) {
    std::optional<DifferentialRing> ring;
    within_budget([&](Work& work) { ring.emplace(with_absolute_values(integrand, x), x, work); });
    if (!ring) return std::nullopt;
    const auto ansatz = [](Generosity generosity) -> Method {
      return [generosity](const DifferentialRing& kernels, Work& work) {
        return solve_ansatz(kernels, make_ansatz(kernels, generosity, work), work);
      };
    };
    const Method substitution = [&](const DifferentialRing& kernels, Work& work) {
      return integrate_by_substitution(kernels, inner, work);
    };
    const Method half_angle = [&](const DifferentialRing& kernels, Work&) {
      return integrate_by_half_angle(kernels, inner);
    };
    for (const Method& method : {ansatz(Generosity::kLittle), substitution, ansatz(Generosity::kMuch), half_angle}) {
      std::optional<Expr> result;
      within_budget([&](Work& work) { result = verified(method(*ring, work), integrand, x); });
      if (result) return result;
    }
    return std::nullopt;
  }

  template <class Run>
  void within_budget(Run run) {
    Work own(std::min(kAttempt, work_.left()));
    try {
      run(own);
    } catch (const WorkExceeded&) {
    } catch (const Error&) {  // a hidden division by zero
    }
    work_.spend(std::min(own.spent(), work_.left()));
  }

  static std::optional<Expr> verified(const std::optional<Expr>& result, Expr integrand, Expr x) {
    const bool right = result && test_zero_almost_everywhere(differentiate(*result, x) - integrand).zero;
    return right ? result : std::nullopt;
  }

  Work work_;
};

}  // namespace

std::optional<Expr> integrate(Expr integrand, Expr variable, const IntegrateOptions& options) {
  CHECK(variable.kind() == Kind::kSymbol);
  if (jumps_repeatedly(integrand, variable)) return std::nullopt;
  try {
    const auto result = Integrator(options.work).integrate(open_windows(integrand), variable, 0);
    if (!result) return std::nullopt;
    const Expr simple = simplify(*result, kBriefly);
    if (!test_zero_almost_everywhere(differentiate(simple, variable) - integrand).zero) return std::nullopt;
    return simple;
  } catch (const Error&) {  // factorials have no derivative, some formulas no value
  } catch (const WorkExceeded&) {
  }
  return std::nullopt;
}

}  // namespace kinemate
