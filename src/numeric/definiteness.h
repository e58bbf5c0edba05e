// Whether a symmetric matrix, whose entries carry errors, is positive definite.
#pragma once

#include <Eigen/Core>

namespace kinemate {

enum class Definiteness {
  kPositive,      ///< all eigenvalues positive, beyond tolerance
  kSemidefinite,  ///< none negative beyond tolerance, some zero within it; also the zero matrix
  kIndefinite,    ///< some negative beyond tolerance; also negative definite
};

struct DefinitenessOptions {
  /// Changes results: errors of the entry (i, j) relative to √(Aᵢᵢ Aⱼⱼ). 1e-12 is the error of an equilibrium that was
  /// itself computed.
  double tolerance = 1e-12;
};

/// Of the symmetric part of A, scaled to the diagonal ±1, so that newtons per metre stand beside newton metres per
/// radian. Entries below 1e-15 of the largest count as zero. An empty matrix is positive.
/// Throws Error (kNumerical) for entries that are not finite. REQUIRES: A is square.
Definiteness compute_definiteness(const Eigen::MatrixXd& a, const DefinitenessOptions& options = {});

}  // namespace kinemate
