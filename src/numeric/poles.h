// Poles of linear equations of motion: eigenvalues with modes, and how sure they are.
//
// x' = A x: A is balanced (numeric/balance.h) and brought to triangular form T by the QR algorithm, which gives the
// exact poles of A + E with ‖E‖ ≤ δ, a few roundings of ‖A‖. A simple pole then is wrong by δ / |yᴴ x| with left and
// right eigenvectors of length 1 (J. H. Wilkinson, "The Algebraic Eigenvalue Problem", 1965, chapter 2). A k-fold pole
// that has too few eigenvectors is wrong by about δ^(1/k), and |yᴴ x| of it is zero. One definition serves both: the
// uncertainty is the s with s = δ / |yᴴ x| when poles nearer to each other than s count as s apart. A perturbation
// cannot tell them apart, and for the k-fold pole that s is the root above with the coupling the matrix really has.
// It is an estimate of first order, not a proof.
//
// M y'' + K y = 0 with symmetric matrices: squares of poles by the symmetric eigenvalue problem, so that poles of
// undamped machines lie on the axes exactly.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace kinemate {

struct PoleOptions {
  /// Changes results: error of A itself, relative to its norm when balanced; it adds to the uncertainties. An A from
  /// an equilibrium that was found to 1e-12 is no better than that.
  double matrix_error = 0;
};

struct Pole {
  std::complex<double> value;
  double uncertainty = 0;   ///< the true pole is about this near
  Eigen::VectorXcd vector;  ///< the mode: its largest entry is 1, the first of those that are equally large to 1e-9
  bool defective = false;   ///< within uncertainties a multiple pole with too few modes: goes with t e^(value t)
};

/// Sorted by |value|; where these are equal within uncertainties by real part, then by frequency. Poles that are not
/// real come in pairs that are exactly conjugate, the positive imaginary part first.
/// Throws Error (kNumerical) for entries that are not finite. REQUIRES: A is square.
std::vector<Pole> compute_poles(const Eigen::MatrixXd& a, const PoleOptions& options = {});

/// Two poles ±√square: imaginary for a negative square, an oscillation of the frequency √-square.
struct UndampedPole {
  double square = 0;       ///< λ² with M λ² y + K y = 0
  double uncertainty = 0;  ///< of the square
  Eigen::VectorXd shape;   ///< its largest entry is 1, as in Pole
};

/// Of M y'' + K y = 0, sorted by |square|. Shapes of different squares, also of equal ones, are orthogonal by M.
/// Reads the lower triangles only. Throws Error (kNumerical) for entries that are not finite and for an M that is not
/// positive definite.
std::vector<UndampedPole> compute_undamped_poles(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& stiffness);

}  // namespace kinemate
