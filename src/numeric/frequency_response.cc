#include "numeric/frequency_response.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/check.h"
#include "numeric/balance.h"
#include "numeric/finite.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;

// H x = b for an upper Hessenberg H, by elimination with the larger of two neighbouring rows as pivot; H is used up.
// Pivots of at most `zero` are replaced by it; `singular` tells whether any was.
struct HessenbergSolution {
  MatrixXcd x;
  bool singular = false;
};

HessenbergSolution solve_hessenberg(MatrixXcd& h, const MatrixXd& b, double zero) {
  const Index n = h.rows();
  HessenbergSolution result{b.cast<std::complex<double>>()};
  MatrixXcd& x = result.x;
  for (Index k = 0; k < n; ++k) {
    if (k + 1 < n && std::abs(h(k + 1, k)) > std::abs(h(k, k))) {
      h.row(k).tail(n - k).swap(h.row(k + 1).tail(n - k));
      x.row(k).swap(x.row(k + 1));
    }
    if (std::abs(h(k, k)) <= zero) {
      h(k, k) = zero;
      result.singular = true;
    }
    if (k + 1 == n || h(k + 1, k) == 0.0) continue;
    const std::complex<double> factor = h(k + 1, k) / h(k, k);
    h.row(k + 1).tail(n - k - 1) -= factor * h.row(k).tail(n - k - 1);
    x.row(k + 1) -= factor * x.row(k);
  }
  h.triangularView<Eigen::Upper>().solveInPlace(x);
  return result;
}

// From iω to the nearest eigenvalue that is not iω itself.
double room_around(const MatrixXd& a, double omega) {
  constexpr double kSame = 1e-7;  // a double pole is two that are 1e-8 apart
  const double size = std::max(a.norm(), std::abs(omega));
  double room = size;
  for (const std::complex<double>& value : a.eigenvalues()) {
    const double distance = std::abs(value - std::complex<double>(0, omega));
    if (distance > kSame * size) room = std::min(room, distance);
  }
  return room > 0 ? room : 1;
}

}  // namespace

FrequencyResponse::FrequencyResponse(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c, const MatrixXd& d)
    : d_(d) {
  CHECK(a.rows() == a.cols() && b.rows() == a.rows() && c.cols() == a.cols());
  CHECK(d.rows() == c.rows() && d.cols() == b.cols());
  require_finite(a, "the matrix A of a frequency response");
  require_finite(b, "the matrix B of a frequency response");
  require_finite(c, "the matrix C of a frequency response");
  require_finite(d, "the matrix D of a frequency response");
  const BalancedMatrix balanced = balance_matrix(a);
  hessenberg_ = balanced.matrix;
  b_ = balanced.scale.cwiseInverse().asDiagonal() * b;
  c_ = c * balanced.scale.asDiagonal();
  if (a.rows() < 3) return;
  const Eigen::HessenbergDecomposition<MatrixXd> decomposition(balanced.matrix);
  const MatrixXd q = decomposition.matrixQ();
  hessenberg_ = decomposition.matrixH();
  b_ = q.transpose() * b_;
  c_ = c_ * q;
}

FrequencyResponse::Value FrequencyResponse::solve_at(double omega) const {
  const Index n = hessenberg_.rows();
  if (n == 0) return {d_.cast<std::complex<double>>()};
  const double size = std::max(hessenberg_.cwiseAbs().maxCoeff(), std::abs(omega));
  const double zero = 4 * static_cast<double>(n) * std::numeric_limits<double>::epsilon() * size;
  MatrixXcd shifted = -hessenberg_.cast<std::complex<double>>();
  shifted.diagonal().array() += std::complex<double>(0, omega);
  const HessenbergSolution solution = solve_hessenberg(shifted, b_, std::max(zero, std::numeric_limits<double>::min()));
  return {c_ * solution.x + d_, solution.singular};
}

MatrixXcd FrequencyResponse::operator()(double omega) const {
  CHECK(std::isfinite(omega));
  Value value = solve_at(omega);
  return value.singular ? at_pole(omega) : std::move(value.matrix);
}

// Entries that grow as the frequency nears the pole are infinite, unless their residue is mere rounding. The others are
// even in the distance h to the pole but for odd terms that a mean over both sides takes away: g(0) = (4 g(h) -
// g(2h))/3.
MatrixXcd FrequencyResponse::at_pole(double omega) const {
  constexpr double kStep = 1e-3;      // its fourth power is 1e-12, rounding over its square 1e-10
  constexpr double kResidue = 1e-11;  // relative to the sizes of C and B
  const std::complex<double> infinite(std::numeric_limits<double>::infinity(), std::nan(""));
  const double h = kStep * room_around(hessenberg_, omega);
  const auto mean = [&](double step) -> MatrixXcd {
    return (solve_at(omega + step).matrix + solve_at(omega - step).matrix) / 2;
  };
  const MatrixXcd near = solve_at(omega + h).matrix, far = solve_at(omega + 2 * h).matrix;
  MatrixXcd result = (4 * mean(h) - mean(2 * h)) / 3;
  for (Index i = 0; i < result.rows(); ++i) {
    for (Index j = 0; j < result.cols(); ++j) {
      const double size = c_.row(i).norm() * b_.col(j).norm();
      const bool grows = std::abs(near(i, j) - d_(i, j)) > 1.5 * std::abs(far(i, j) - d_(i, j));
      if (grows && std::abs(near(i, j) - d_(i, j)) * h > kResidue * size) result(i, j) = infinite;
    }
  }
  return result;
}

std::vector<double> choose_frequencies(const std::vector<std::complex<double>>& poles, std::size_t count) {
  CHECK(count >= 2);
  constexpr double kZero = 1e-9, kLightlyDamped = 0.5, kNearest = 1e-6;
  double largest = 0, smallest = std::numeric_limits<double>::infinity();
  for (const std::complex<double>& pole : poles) largest = std::max(largest, std::abs(pole));
  for (const std::complex<double>& pole : poles) {
    if (std::abs(pole) > kZero * largest) smallest = std::min(smallest, std::abs(pole));
  }
  const double first = largest > 0 ? smallest / 10 : 0.01, last = largest > 0 ? largest * 10 : 100;
  const double step = std::log(last / first) / static_cast<double>(count - 1);
  std::vector<double> frequencies;
  for (std::size_t i = 0; i < count; ++i) frequencies.push_back(first * std::exp(step * static_cast<double>(i)));
  frequencies.back() = last;
  for (const std::complex<double>& pole : poles) {
    const double omega = pole.imag(), sigma = std::abs(pole.real());
    if (omega < first || sigma > kLightlyDamped * omega) continue;
    if (sigma > kZero * omega) {
      frequencies.push_back(omega);
    } else {
      std::erase_if(frequencies, [&](double w) { return std::abs(w - omega) < kNearest / 2 * omega; });
    }
    const double narrowest = sigma > kZero * omega ? sigma / 2 : kNearest * omega;
    for (double width = narrowest; width < step * omega && width < omega / 2; width *= 2) {
      frequencies.push_back(omega - width);
      frequencies.push_back(omega + width);
    }
  }
  std::sort(frequencies.begin(), frequencies.end());
  frequencies.erase(std::unique(frequencies.begin(), frequencies.end()), frequencies.end());
  return frequencies;
}

}  // namespace kinemate
