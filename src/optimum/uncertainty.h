// How sure fitted parameters are: covariances from the Jacobian and the scatter of the residuals about the fit.
//
// The residuals are taken as linear in the parameters and their errors as independent, of one size:
// G. A. F. Seber, C. J. Wild, "Nonlinear Regression", 1989, sections 2.1.2 and 5.1. The Jacobian's columns are made of
// length 1 first; directions with small singular values then are those that the data do not determine.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kinemate {

/// A problem made linear at its solution.
struct LinearFit {
  std::span<const double> residuals;  ///< (n)
  std::span<const double> jacobian;   ///< row major (n x p)
  std::span<const double> scale;      ///< typical sizes of the parameters (p)
  const std::vector<bool>& known;     ///< (p): parameters that count as exact
  double jacobian_error = 0;          ///< as in LeastSquaresProblem
};

struct FitUncertainty {
  // These as in LeastSquaresResult.
  std::size_t freedoms = 0;
  std::vector<double> covariance, deviations, confidence;
  std::vector<std::size_t> undetermined;
  double condition = 1;

  std::vector<double> step;  ///< (p): the change that makes the linear residuals smallest; 0 for known parameters
  double gain = 0;           ///< ‖J step‖/‖residuals‖, what that change would take away; 0 without residuals
};

FitUncertainty compute_uncertainty(const LinearFit& fit);

}  // namespace kinemate
