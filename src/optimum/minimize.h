// The smallest value of a function within bounds, with or without derivatives, near the start or anywhere.
//
// Over NLopt, in variables that are shares of their ranges, so that 1e9 beside 1e-3 does no harm:
//   with gradient     SLSQP (D. Kraft, 1994)
//   without           BOBYQA (M. J. D. Powell, 2009), begun again at its result until that gains nothing;
//                     for a single variable, and along the border of where there are values, Nelder and Mead's
//                     simplex between bounds (J. A. Richardson, J. L. Kuester, 1973)
//   kGlobal           controlled random search with local mutation (P. Kaelo, M. M. Ali, 2006), then one of the above
// Where there is no value the function counts as worse than all that was seen. S. G. Johnson, "The NLopt
// nonlinear-optimization package".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace kinemate {

enum class MinimizeScope {
  kLocal,   ///< downhill from the start
  kGlobal,  ///< all over the bounds, which must be finite; no proof that nothing smaller was missed
};

struct MinimizeProblem {
  std::vector<double> start;
  std::vector<double> low, high;  ///< bounds, as many as `start`, ±∞ for none; both empty for none at all; low = high
                                  ///< for a variable that stays
  std::vector<double> scale = {};  ///< typical changes > 0; empty: the width of the bounds, or else |start|, or else 1
  std::vector<std::string> names = {};  ///< for messages; empty: "parameter 1" ...

  /// nullopt or not finite: there is no value at p. May be empty if the next is not.
  std::function<std::optional<double>(std::span<const double> p)> value;
  /// May be empty. The value with all ∂value/∂pⱼ at once.
  std::function<std::optional<double>(std::span<const double> p, std::span<double> gradient)> value_and_gradient = {};

  // ---- change results ----
  MinimizeScope scope = MinimizeScope::kLocal;
  /// Done where variables change by less than this share of their scales. Values are flat at a minimum, which hides all
  /// that is below 1e-8.
  double tolerance = 1e-6;
  int most_evaluations = 2000;  ///< of either function
  std::uint32_t seed = 1;       ///< of kGlobal

  /// Called after each evaluation with the smallest value so far; false: stop here.
  std::function<bool(int evaluations, double best)> progress = {};
};

struct MinimizeResult {
  std::vector<double> values;  ///< where the smallest value was seen, whether converged or not
  double value = 0;            ///< the smallest value seen
  int evaluations = 0;
  bool converged = false;
  std::string reason;          ///< a sentence: why it ended
  std::vector<bool> at_bound;  ///< which `values` are at a bound
};

/// Throws Error for a start outside of the bounds or (kLocal) without a value, for bounds that cross, for kGlobal
/// without finite bounds or where no point has a value. Exceptions of the callables pass. Same problem, same result.
MinimizeResult minimize(const MinimizeProblem& problem);

}  // namespace kinemate
