// How long the steps of an explicit Runge-Kutta method are, as functions of numbers: one run calls them once a step,
// runs in lanes (lanes/lane_integrator.h) for all lanes in a loop that becomes vectors. Hence no libm, errors as
// squares and logarithms, and choices between numbers that are computed in either case.
//
// Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition, section II.4, with the memory of
// Gustafsson (Hairer, Wanner II, IV.2); the codes DOPRI5 and DOP853.
#pragma once

#include <cmath>
#include <limits>

#include "sim/explicit/tableau.h"
#include "sim/integrator.h"
#include "sim/quick_power.h"

namespace kinemate {

/// What of a tableau rules the steps.
struct StepRule {
  double exponent = 0, beta = 0;  ///< of the error, and of the one before
  double least_factor = 0, largest_factor = 0;
  double second_weight = 0;  ///< of the mean square of the second estimate; 0: there is none
};

/// log₂ of the least error that is remembered, 10⁻⁴; memory begins with it.
inline constexpr double kFirstErrorLog = -13.287712379549449;

constexpr StepRule make_step_rule(const Tableau& tableau) {
  return {.exponent = 1.0 / (tableau.error_order + 1) - 0.75 * tableau.beta,
          .beta = tableau.beta,
          .least_factor = tableau.least_factor,
          .largest_factor = tableau.largest_factor,
          .second_weight = tableau.second_error.count > 0 ? 0.01 : 0};
}

struct PlannedStep {
  double h = 0;       ///< with its sign
  double end = 0;     ///< the time after it
  bool hits = false;  ///< it ends at the limit
};

/// A step of `size` from t. The limit is hit exactly; where two steps reach it, they share the way.
[[gnu::always_inline]] inline PlannedStep plan_step(double t, double size, double limit) {
  const double rest = limit - t, left = std::abs(rest), half = left / 2;
  const double length = 2 * size > left ? half : size;
  const double free = rest > 0 ? length : -length, free_end = t + free;
  const bool hits = size * 1.01 >= left;
  return {hits ? rest : free, hits ? limit : free_end, hits};
}

/// The square of a step's error in units of the tolerances, from mean squares of the estimates. Of two estimates of
/// different order the sharper is weighed by their ratio (DOP853); of one, this is its own.
[[gnu::always_inline]] inline double error_square(const StepRule& rule, double first, double second) {
  const double both = first + rule.second_weight * second, weighed = first * first / both;
  return both == 0 ? 0 : weighed;
}

/// What a judged step means for the next one.
struct StepVerdict {
  bool accepted = false;
  double factor = 0;     ///< of the next step's size, after this one or instead of it
  double error_log = 0;  ///< to be remembered, if accepted
};

/// `square` is not finite where a step has no value. `last_log` is what is remembered; `again`: it is not the first
/// try.
[[gnu::always_inline]] inline StepVerdict judge_step(const StepRule& rule, double square, double last_log, bool again) {
  constexpr double kSafety = 0.9, kWithoutValue = 0.25;
  const double log = 0.5 * quick_log2(square);
  const bool accepted = square <= 1, has_error = square <= std::numeric_limits<double>::max();
  const double remembered = rule.beta * last_log, memory = accepted ? remembered : 0;
  const double free = kSafety * quick_exp2(memory - rule.exponent * log);
  const double largest = again || !accepted ? 1.0 : rule.largest_factor;
  const double at_least = free < rule.least_factor ? rule.least_factor : free;
  const double factor = at_least < largest ? at_least : largest;
  return {accepted, has_error ? factor : kWithoutValue, log < kFirstErrorLog ? kFirstErrorLog : log};
}

/// Whether a step of `size` does not move the time any more.
[[gnu::always_inline]] inline bool step_vanishes(double t, double size) {
  return size <= shortest_step(t) || size < std::numeric_limits<double>::min();
}

}  // namespace kinemate
