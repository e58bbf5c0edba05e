// Whether linear equations of motion say that an equilibrium, or a stationary motion, is stable.
//
// Poles decide where none lies on the imaginary axis (A. M. Lyapunov, 1892). Where some do, the linear equations alone
// do not; but the matrices of M y'' + (D + G) y' + (K + N) y = 0 may: an energy with a minimum that forces do not
// increase proves stability of the machine itself (P. G. L. Dirichlet, 1846; N. G. Chetaev, "The Stability of Motion",
// 1961, chapter 5, for the theorems of Thomson and Tait).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

#include "numeric/poles.h"

namespace kinemate {

enum class StabilityVerdict {
  kAsymptoticallyStable,
  kStable,    ///< proved, although poles lie on the axis
  kMarginal,  ///< poles lie on the axis, and the linear equations do not decide
  kUnstable,
};

enum class StabilityReason {
  kAllDecay,           ///< asymptotically stable: all poles are left of the axis
  kDivergence,         ///< unstable: a real positive pole
  kFlutter,            ///< unstable: an oscillation that grows
  kDoublePole,         ///< unstable: a pole on the axis with too few modes, motions grow like t
  kDefinitePotential,  ///< stable: M, K positive definite, N = 0, D at least semidefinite; G may be anything
  kGyroscopic,   ///< marginal: K has a negative direction, D = N = 0, all poles on the axis. Only gyroscopic forces
                 ///< hold the machine, and damping in all coordinates, however small, destroys that
  kPolesOnAxis,  ///< marginal, and nothing more is known
};

struct StabilityJudgement {
  StabilityVerdict verdict = StabilityVerdict::kAsymptoticallyStable;
  StabilityReason reason = StabilityReason::kAllDecay;
  std::size_t pole = 0;    ///< index of the one that decides: it grows fastest, or decays slowest; 0 of no poles
  int unstable_count = 0;  ///< poles right of the axis by more than their uncertainty
  int axis_count = 0;      ///< poles nearer to the axis than their uncertainty
};

/// M y'' + (D + G) y' + (K + N) y = 0, all n x n: M, D, K symmetric, G and N skew.
/// Positions on which nothing depends have no row here: of them K would be zero, and nothing could be proved.
struct SecondOrder {
  Eigen::MatrixXd mass, damping, gyroscopic, stiffness, circulatory;
};

struct StabilityOptions {
  /// Changes results: what entries of D and N may be of the others, in coordinates of mass 1, and count as zero; also
  /// DefinitenessOptions::tolerance.
  double tolerance = 1e-12;
};

/// The poles of the same equations, as compute_poles gives them. Where the matrices prove stability, poles that
/// rounding put to the right of the axis count as on it. No poles at all: asymptotically stable.
StabilityJudgement judge_stability(const std::vector<Pole>& poles, const std::optional<SecondOrder>& matrices = {},
                                   const StabilityOptions& options = {});

}  // namespace kinemate
