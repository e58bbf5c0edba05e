#include "numeric/definiteness.h"

#include <Eigen/Core>
#include <cmath>

#include "base/check.h"
#include "numeric/decompositions.h"
#include "numeric/finite.h"

namespace kinemate {

Definiteness compute_definiteness(const Eigen::MatrixXd& a, const DefinitenessOptions& options) {
  CHECK(a.rows() == a.cols());
  require_finite(a, "the matrix whose definiteness is asked for");
  if (a.rows() == 0) return Definiteness::kPositive;
  constexpr double kNothing = 1e-15;  // what sums leave that should be zero
  const double largest = a.cwiseAbs().maxCoeff();
  if (largest == 0) return Definiteness::kSemidefinite;
  const Eigen::MatrixXd relative = (a + a.transpose()) / (2 * largest);
  const Eigen::MatrixXd cleaned = (relative.array().abs() > kNothing).select(relative, 0);
  // a zero on the diagonal needs zeros beside it: any scale shows whether they are
  const Eigen::VectorXd scale =
      cleaned.diagonal().unaryExpr([](double d) { return d != 0 ? 1 / std::sqrt(std::abs(d)) : 1; });
  const Eigen::MatrixXd scaled = scale.asDiagonal() * cleaned * scale.asDiagonal();
  const double smallest = symmetric_eigenvalues(scaled)(0);
  const double zero = options.tolerance * static_cast<double>(a.rows());
  if (smallest > zero) return Definiteness::kPositive;
  return smallest < -zero ? Definiteness::kIndefinite : Definiteness::kSemidefinite;
}

}  // namespace kinemate
