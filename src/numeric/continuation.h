// The curve F(x, p) = 0 of n equations in n unknowns and a parameter, followed through its folds.
//
// Each step goes along the tangent and back to the nearest point of the curve by Gauss-Newton steps (numeric/newton.h)
// in x and p alike, so that p may turn back. Steps grow and shrink with the angle between tangents and the corrector's
// effort. E. L. Allgower, K. Georg, "Numerical Continuation Methods", 1990: Euler-Newton with Moore-Penrose inverses,
// chapter 3; steps, chapter 6; branch points by the sign of the bordered determinant, chapter 8.
// Departure: directions that x may move in freely (a Jacobian that is singular everywhere) are allowed. The tangent is
// the last one projected on the null space, and the determinant is bordered by the free directions too.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace kinemate {

/// F and its derivatives, all of x (n) and p. Exceptions pass; values that are not finite shorten steps.
struct CurveSystem {
  std::function<Eigen::VectorXd(const Eigen::VectorXd& x, double p)> residual;      ///< F (n)
  std::function<Eigen::MatrixXd(const Eigen::VectorXd& x, double p)> jacobian;      ///< ∂F/∂x (n x n)
  std::function<Eigen::VectorXd(const Eigen::VectorXd& x, double p)> by_parameter;  ///< ∂F/∂p (n)
};

struct CurvePoint {
  enum class Kind {
    kRegular,
    kFold,    ///< p turns back here: p is right to rounding, x to its root
    kBranch,  ///< another curve crosses here, p may turn back here too: a multiple root, x is right to some 1e-4
    kEnd,     ///< p reached an end of its range
  };
  Eigen::VectorXd x;
  double p = 0;
  Kind kind = Kind::kRegular;
};

struct CurveOptions {
  // ---- change results ----
  Eigen::VectorXd x_scale;  ///< typical change of each unknown over the range of p; empty: from the start's tangent,
                            ///< and 1 where that has nothing to say
  double rank_tolerance = 1e-9;  ///< as in LeastSquaresOptions; what is below it at the start is a free direction
  // ---- change the points that are shown, and speed ----
  double largest_step = 0.05;    ///< of the range of p, and of x in its scale
  double largest_angle = 0.3;    ///< between the tangents at a step's ends: 20 steps for a full turn
  double smallest_step = 1e-10;  ///< the curve ends where steps have to be shorter
  int most_points = 2000;
};

enum class CurveEnd {
  kReached,       ///< p arrived at p1
  kTurnedBack,    ///< p came back to p0 after a fold
  kStepTooSmall,  ///< the curve cannot be followed on: it ends, has a corner, or F has no values there
  kPointLimit,
  kBadStart,  ///< no point of the curve was found at p0; there are no points
};

struct FollowedCurve {
  std::vector<CurvePoint> points;  ///< in order along the curve, the start first
  CurveEnd end = CurveEnd::kReached;
  std::string reason;  ///< a sentence why p1 was not reached; empty if it was
};

/// From the point of the curve at p0 next to `start` towards p1, until p leaves the range between them. A branch point
/// is passed straight on; two of them within one step can go unseen. REQUIRES: p0 ≠ p1, n ≥ 1.
FollowedCurve follow_curve(const CurveSystem& system, const Eigen::VectorXd& start, double p0, double p1,
                           const CurveOptions& options = {});

}  // namespace kinemate
