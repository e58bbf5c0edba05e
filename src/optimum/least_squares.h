// Parameters that make a sum of squares smallest, how sure they are, and which of them the data do not determine.
//
// Levenberg and Marquardt's method over Ceres, dense QR. Ceres alone creeps along a bound, since the step it projects
// is not that of the variables left: so variables that a bound holds are taken out, and given back once the gradient
// leads away from the bound. Inside, variables are in units of their scale and residuals of the first Jacobian's size,
// because Ceres compares with fixed numbers. J. J. Moré, "The Levenberg-Marquardt algorithm: implementation and
// theory", LNM 630, 1978; S. Agarwal, K. Mierle and others, "Ceres Solver".
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace kinemate {

/// Residuals and, if wanted, their derivatives at p: `jacobian` is empty or row major (residuals x p.size()).
/// False: there are no values at p; the step that led there is shortened. Values that are not finite count as false.
using ResidualFunction =
    std::function<bool(std::span<const double> p, std::span<double> residuals, std::span<double> jacobian)>;

struct LeastSquaresProblem {
  std::vector<double> start;
  std::vector<double> low, high;  ///< bounds, as many as `start`, ±∞ for none; both empty for none at all; low = high
                                  ///< for a parameter that stays
  std::vector<double> scale;  ///< typical sizes > 0; empty: |start|, or else the width of the bounds, or else 1
  std::vector<std::string> names = {};  ///< for messages; empty: "parameter 1" ...
  std::size_t residuals = 0;            ///< how many
  ResidualFunction evaluate;

  // ---- change results ----
  double tolerance = 1e-10;  ///< done where a step changes the parameters by less, relative to their sizes
  /// Relative error of the Jacobian. What changes the residuals by less than this, relative to what changes them most,
  /// counts as not determined. A Jacobian by integration is as good as the tolerance of the integrator.
  double jacobian_error = 1e-8;
  int most_iterations = 100;  ///< steps tried

  /// Called after each step with ½Σr²; false: stop here.
  std::function<bool(int iteration, double cost)> progress = {};
};

struct LeastSquaresResult {
  std::vector<double> values;     ///< the best parameters found, whether converged or not; never outside of the bounds
  std::vector<double> residuals;  ///< at `values`
  bool converged = false;
  std::string reason;  ///< a sentence: why it ended
  int iterations = 0;  ///< steps tried
  double cost = 0;     ///< ½Σr²
  double rms = 0;      ///< root of the mean of r²

  // ---- how sure the values are, from the Jacobian there and the scatter of the residuals ----
  // Parameters at a bound count as known. Of undetermined ones variances are infinite and covariances NaN.
  std::size_t freedoms = 0;        ///< residuals less determined directions; with 0 all variances are infinite
  std::vector<double> covariance;  ///< row major (p x p); 0 for parameters at a bound
  std::vector<double> deviations;  ///< standard deviations (p)
  std::vector<double> confidence;  ///< (p): values ± confidence hold 95 % of the time; Student's t · deviations
  std::vector<bool> at_bound;      ///< (p)
  std::vector<std::size_t> undetermined;  ///< parameters that can change together and leave the residuals as they are
  double condition = 1;                   ///< of the Jacobian with columns of length 1, without parameters at a bound
};

/// Throws Error for fewer residuals than parameters, a start outside of the bounds or without values, bounds that cross
/// or sizes that are not positive. Exceptions of the callables pass.
LeastSquaresResult fit_least_squares(const LeastSquaresProblem& problem);

}  // namespace kinemate
