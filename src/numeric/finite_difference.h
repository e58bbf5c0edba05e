// Jacobians by central differences, for functions without derivatives and to check those that have them.
#pragma once

#include <Eigen/Core>
#include <functional>

namespace kinemate {

struct DifferenceOptions {
  /// Changes results: xⱼ is moved by this times max(|xⱼ|, 1) to both sides. The cube root of the rounding of doubles
  /// makes truncation (step²) and rounding (1e-16/step) equal; ten digits come out right.
  double step = 6e-6;
};

/// ∂fᵢ/∂xⱼ ≈ (fᵢ(x + h eⱼ) - fᵢ(x - h eⱼ)) / 2h..
Eigen::MatrixXd compute_jacobian(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& f,
                                 const Eigen::VectorXd& x, const DifferenceOptions& options = {});

}  // namespace kinemate
