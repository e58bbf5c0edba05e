// Roots of residual(x) = 0: Newton's method for systems of any shape and rank.
//
// Each step is the shortest of those that make ‖residual + J step‖ smallest, so free unknowns stay near the guess and
// redundant equations do no harm. A step is halved until the residual falls (Armijo's condition on ‖residual‖²).
// P. Deuflhard, "Newton Methods for Nonlinear Problems", 2004, chapter 4 (Gauss-Newton methods).
#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <string>

#include "numeric/sparse_matrix.h"

namespace kinemate {

using VectorFunction = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;
using DenseJacobian = std::function<Eigen::MatrixXd(const Eigen::VectorXd&)>;
using SparseJacobian = std::function<SparseMatrix(const Eigen::VectorXd&)>;

struct NewtonOptions {
  // ---- change results ----
  /// Solved where every |residualᵢ| ≤ tolerance · maxₖ Σⱼ |Jₖⱼ| max(|xⱼ|, typical_x): x is then right to about this
  /// many digits. 1e-12 leaves the rounding of long sums some room; a last step makes the result better than that.
  double tolerance = 1e-12;
  double typical_x = 1;          ///< size of unknowns that are zero by chance; radians and metres are of size 1
  double rank_tolerance = 1e-9;  ///< as in LeastSquaresOptions
  double longest_step = std::numeric_limits<double>::infinity();  ///< bound on each unknown's change in a step, for
                                                                  ///< angles that may not jump to another solution
  // ---- change speed ----
  int max_iterations = 100;  ///< quadratic convergence takes 10; a double root gains two bits a step and takes 40
  int max_halvings = 50;     ///< 2⁻⁵⁰ of a step changes no digit
};

enum class NewtonEnd {
  kConverged,
  kStagnated,       ///< the residual has a minimum that is not zero: the equations contradict each other near there
  kNotFinite,       ///< residual or Jacobian have no value at the guess or where a step led
  kIterationLimit,  ///< the residual was still falling
};

struct NewtonResult {
  Eigen::VectorXd x;         ///< the best x found, whether converged or not
  double residual_norm = 0;  ///< largest |residual| at x
  int iterations = 0;        ///< steps taken
  NewtonEnd end = NewtonEnd::kConverged;
  std::string reason;  ///< a sentence why it did not converge; empty if it did

  bool converged() const { return end == NewtonEnd::kConverged; }
};

/// REQUIRES: the Jacobian has a row for each residual and a column for each unknown. Exceptions of the callables pass.
NewtonResult solve_newton(const VectorFunction& residual, const DenseJacobian& jacobian, const Eigen::VectorXd& guess,
                          const NewtonOptions& options = {});
NewtonResult solve_newton(const VectorFunction& residual, const SparseJacobian& jacobian, const Eigen::VectorXd& guess,
                          const NewtonOptions& options = {});

}  // namespace kinemate
