// Frequency response of x' = A x + B u, y = C x + D u: what y does where u oscillates.
//
// A is balanced and brought to Hessenberg form once, so that each frequency takes n² operations instead of n³
// (A. J. Laub, "Efficient multivariable frequency response computations", IEEE Trans. Automatic Control 26, 1981).
#pragma once

#include <Eigen/Core>
#include <complex>
#include <vector>

namespace kinemate {

class FrequencyResponse {
 public:
  /// REQUIRES: A n x n, B n x inputs, C outputs x n, D outputs x inputs. Throws Error (kNumerical) for entries that are
  /// not finite.
  FrequencyResponse(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Eigen::MatrixXd& c,
                    const Eigen::MatrixXd& d);

  /// C (iω - A)⁻¹ B + D, outputs x inputs; ω in radians a second, also zero or negative. Where iω is a pole to within
  /// rounding, entries which that pole reaches are infinite: real part ∞, imaginary part not a number, so that the
  /// magnitude is ∞ and there is no phase. The other entries are limits, good to about 1e-9.
  Eigen::MatrixXcd operator()(double omega) const;

 private:
  struct Value {
    Eigen::MatrixXcd matrix;
    bool singular = false;
  };
  Value solve_at(double omega) const;
  Eigen::MatrixXcd at_pole(double omega) const;

  Eigen::MatrixXd hessenberg_;  // QᵀAQ in balanced coordinates
  Eigen::MatrixXd b_, c_, d_;   // Qᵀ B, C Q, D
};

/// Frequencies, ascending, at which a response to plot is sampled: `count` of them spaced evenly in the logarithm, from
/// a tenth of the smallest pole's |value| to ten times the largest, and around each lightly damped pole more, nearer
/// and nearer to its peak, and the peak itself. A pole that is on the axis is approached to 1e-6 of its frequency but
/// not hit. Poles below 1e-9 of the largest count as zero, and zero bears on no range; 0.01 ... 100 where none is left.
/// REQUIRES: count ≥ 2.
std::vector<double> choose_frequencies(const std::vector<std::complex<double>>& poles, std::size_t count);

}  // namespace kinemate
