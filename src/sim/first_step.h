// How long a first step may be, from the sizes of the first two derivatives.
// Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition, section II.4.
#pragma once

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

}  // namespace kinemate
