// How long a first step may be, from the sizes of the first two derivatives.
// Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition, section II.4.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace kinemate {

struct FirstStepProblem {
  double t = 0;
  double direction = 1;  ///< of time, ±1
  double longest = 0;
  int order = 1;                    ///< of the error of the method's solution
  std::span<const double> y, ydot;  ///< at t
  std::span<const double> atol;
  double rtol = 0;
};

/// `scratch` takes 2 n numbers. `rhs` is called once, more often only where it has no value. Never zero.
double choose_first_step(const FirstStepProblem& problem, std::span<double> scratch,
                         const std::function<bool(double t, const double* y, double* ydot)>& rhs);

/// The parts of it, for runs that stand in lanes. First an Euler step of trial_first_step is made; where it leads to
/// no number, shorter ones, kFirstStepTries in all. From the rates at its end follows the step.
inline constexpr int kFirstStepTries = 12;
inline constexpr double kShorterTrial = 16;

struct ScaledNorm {
  std::span<const double> atol;  ///< one for each state
  double rtol = 0;
  std::size_t stride = 1;  ///< from state to state in what follows

  /// Root of the mean of squares of a - b (or of a) against the tolerances at y.
  double operator()(const double* y, const double* a, const double* b = nullptr) const;
};

double trial_first_step(double size, double rate, double longest);

struct FirstStepSizes {
  double trial = 0;
  double rate = 0;  ///< norm of the first derivatives
  double bend = 0;  ///< norm of the second; not finite: not known
};
double fitting_first_step(const FirstStepSizes& sizes, int order, double longest);

}  // namespace kinemate
