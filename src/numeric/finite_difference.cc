#include "numeric/finite_difference.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kinemate {

Eigen::MatrixXd compute_jacobian(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& f,
                                 const Eigen::VectorXd& x, const DifferenceOptions& options) {
  const Eigen::Index rows = f(x).size();
  Eigen::MatrixXd jacobian(rows, x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    const double h = options.step * std::max(std::abs(x(j)), 1.0);
    Eigen::VectorXd above = x, below = x;
    above(j) += h;
    below(j) -= h;
    const Eigen::VectorXd difference = f(above) - f(below);
    CHECK(difference.size() == rows);
    jacobian.col(j) = difference / (above(j) - below(j));  // the distance after rounding
  }
  return jacobian;
}

}  // namespace kinemate
