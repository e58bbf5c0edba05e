#include "dense.h"

#include <Eigen/Dense>

namespace kinemate::dense {

Eigen::VectorXd solve(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) { return a.fullPivLu().solve(b); }

double rcond(const Eigen::MatrixXd& a) { return a.fullPivLu().rcond(); }

Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a) { return a.eigenvalues(); }

Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a) {
  return a.selfadjointView<Eigen::Lower>().eigenvalues();
}

}  // namespace kinemate::dense
