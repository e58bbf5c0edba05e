#include "numeric/poles.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <span>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "numeric/balance.h"
#include "numeric/decompositions.h"
#include "numeric/finite.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

// Backward error of eigenvalue decompositions in units of eps ‖A‖: on random matrices up to 60 x 60 it stays below 6.
constexpr double kBackwardError = 16 * std::numeric_limits<double>::epsilon();

// A = U T Uᴴ, T upper triangular. Where A has a pair of conjugate eigenvalues, they are neighbours on the diagonal and
// exactly conjugate, the positive imaginary part first.
struct TriangularForm {
  MatrixXcd t, u;
};

// The eigenvalue with positive imaginary part of a 2 x 2 block that has one.
Complex eigenvalue_of_block(const Eigen::Matrix2d& block) {
  const double half = (block(0, 0) - block(1, 1)) / 2;
  const double size = std::max({std::abs(half), std::abs(block(0, 1)), std::abs(block(1, 0))});
  const double h = half / size, square = h * h + (block(0, 1) / size) * (block(1, 0) / size);
  return {block(1, 1) + half, size * std::sqrt(std::abs(square))};
}

// Rotates rows and columns k, k + 1 such that the block there becomes triangular with `value` first.
void make_triangular(TriangularForm& form, Index k, Complex value) {
  MatrixXcd& t = form.t;
  Eigen::Vector2cd first(value - t(k + 1, k + 1), t(k + 1, k));  // the block's eigenvector
  first.normalize();
  Eigen::Matrix2cd g;
  g << first(0), -std::conj(first(1)), first(1), std::conj(first(0));
  t.middleRows(k, 2) = (g.adjoint() * t.middleRows(k, 2)).eval();
  t.middleCols(k, 2) = (t.middleCols(k, 2) * g).eval();
  form.u.middleCols(k, 2) = (form.u.middleCols(k, 2) * g).eval();
  t(k, k) = value;
  t(k + 1, k + 1) = std::conj(value);
  t(k + 1, k) = 0;
}

TriangularForm triangular_form(const MatrixXd& a) {
  const std::optional<SchurForm> schur = decompose_schur(a);
  if (!schur) {
    throw Error(ErrorCode::kNoConvergence,
                "the poles of a linear system could not be computed: the QR algorithm does not converge");
  }
  const MatrixXd& t = schur->t;
  TriangularForm form{t.cast<Complex>(), schur->u.cast<Complex>()};
  for (Index k = 0; k + 1 < a.rows(); ++k) {
    if (t(k + 1, k) == 0) continue;
    make_triangular(form, k, eigenvalue_of_block(t.block<2, 2>(k, k)));
    ++k;
  }
  return form;
}

// Keeps entries below 1e100: solutions of a k-fold pole grow like δ^(1-k).
void keep_in_range(VectorXcd& x) {
  const double size = x.lpNorm<Eigen::Infinity>();
  if (size > 1e100) x /= size;
}

// The difference of two eigenvalues, made as long as `apart` where it is shorter.
Complex at_least(Complex difference, double apart) {
  const double size = std::abs(difference);
  if (size >= apart) return difference;
  return size > 0 ? difference * (apart / size) : Complex(apart);
}

// Eigenvector k of T, other eigenvalues at least `apart`.
VectorXcd right_vector(const MatrixXcd& t, Index k, double apart) {
  VectorXcd x = VectorXcd::Zero(t.rows());
  x(k) = 1;
  for (Index i = k - 1; i >= 0; --i) {
    const Complex sum = (t.row(i).segment(i + 1, k - i) * x.segment(i + 1, k - i)).value();
    if (sum != 0.0) x(i) = sum / at_least(t(k, k) - t(i, i), apart);
    keep_in_range(x);
  }
  return x;
}

// The row y with y T = T(k, k) y, as a column.
VectorXcd left_vector(const MatrixXcd& t, Index k, double apart) {
  VectorXcd y = VectorXcd::Zero(t.rows());
  y(k) = 1;
  for (Index j = k + 1; j < t.rows(); ++j) {
    const Complex sum = (y.segment(k, j - k).transpose() * t.col(j).segment(k, j - k)).value();
    if (sum != 0.0) y(j) = sum / at_least(t(k, k) - t(j, j), apart);
    keep_in_range(y);
  }
  return y;
}

// 1 / |yᴴ x| for vectors of length 1; they have but entry k in common.
double condition(const MatrixXcd& t, Index k, double apart) {
  const VectorXcd x = right_vector(t, k, apart), y = left_vector(t, k, apart);
  return (x.norm() / std::abs(x(k))) * (y.norm() / std::abs(y(k)));
}

double nearest(const MatrixXcd& t, Index k) {
  double distance = std::numeric_limits<double>::infinity();
  for (Index i = 0; i < t.rows(); ++i) {
    if (i != k) distance = std::min(distance, std::abs(t(i, i) - t(k, k)));
  }
  return distance;
}

// s with s = error · condition(s), see poles.h, to within a factor of 1.1 upwards; at most `norm`.
double uncertainty_of(const MatrixXcd& t, Index k, double error, double norm) {
  double low = error, high = error * condition(t, k, error);
  if (high <= nearest(t, k)) return high;
  high = std::min(high, norm);
  while (high > 1.1 * low) {
    const double middle = std::sqrt(low * high);
    (middle < error * condition(t, k, middle) ? low : high) = middle;
  }
  return high;
}

// The same direction with the first of the largest entries made 1.
template <class Vector>
Vector normalised_mode(const Vector& x) {
  constexpr double kEqual = 1e-9;  // equally large but for rounding: then the first, lest the choice be one of chance
  const double largest = x.template lpNorm<Eigen::Infinity>();
  Index first = 0;
  while (std::abs(x(first)) < (1 - kEqual) * largest) ++first;
  Vector result = x / x(first);
  result(first) = 1;  // complex division may leave an imaginary part
  return result;
}

// A real pole, or a pair. Vectors of length 1 in balanced coordinates tell which modes are independent.
struct PoleEntry {
  Complex value;
  double uncertainty;
  VectorXcd unit_vector;
  bool defective = false;
};

using PoleKey = std::function<double(const PoleEntry&)>;

// By the first key; those that are equal within uncertainties, one to the next, by the other keys.
void sort_entries(std::span<PoleEntry> entries, std::span<const PoleKey> keys) {
  if (keys.empty() || entries.size() < 2) return;
  const PoleKey& key = keys[0];
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const PoleEntry& a, const PoleEntry& b) { return key(a) < key(b); });
  std::size_t first = 0;
  for (std::size_t i = 1; i <= entries.size(); ++i) {
    const bool equal = i < entries.size() &&
                       key(entries[i]) - key(entries[i - 1]) <= entries[i].uncertainty + entries[i - 1].uncertainty;
    if (equal) continue;
    sort_entries(entries.subspan(first, i - first), keys.subspan(1));
    first = i;
  }
}

// Poles that are equal within uncertainties, one to the next.
std::vector<std::vector<std::size_t>> clusters_of(const std::vector<PoleEntry>& entries) {
  std::vector<std::vector<std::size_t>> clusters;
  std::vector<bool> taken(entries.size(), false);
  for (std::size_t start = 0; start < entries.size(); ++start) {
    if (taken[start]) continue;
    std::vector<std::size_t> cluster = {start};
    taken[start] = true;
    for (std::size_t next = 0; next < cluster.size(); ++next) {
      const PoleEntry& a = entries[cluster[next]];
      for (std::size_t j = 0; j < entries.size(); ++j) {
        if (taken[j] || std::abs(a.value - entries[j].value) > a.uncertainty + entries[j].uncertainty) continue;
        taken[j] = true;
        cluster.push_back(j);
      }
    }
    clusters.push_back(std::move(cluster));
  }
  return clusters;
}

bool has_too_few_modes(const std::vector<PoleEntry>& entries, const std::vector<std::size_t>& cluster) {
  // computed modes of a defective pole are parallel to √δ, others at angles that matrices of machines have
  constexpr double kParallel = 1e-3;
  if (cluster.size() < 2) return false;
  MatrixXcd modes(entries[0].unit_vector.size(), static_cast<Index>(cluster.size()));
  for (std::size_t i = 0; i < cluster.size(); ++i) modes.col(static_cast<Index>(i)) = entries[cluster[i]].unit_vector;
  MatrixXd real(2 * modes.rows(), 2 * modes.cols());  // its singular values are those of the modes, each twice
  real << modes.real(), -modes.imag(), modes.imag(), modes.real();
  return decompose_singular(real).values.tail(1)(0) < kParallel;
}

// Of each pair both.
std::vector<PoleEntry> entries_of(const TriangularForm& form, double error, double norm) {
  std::vector<PoleEntry> entries;
  for (Index k = 0; k < form.t.rows(); ++k) {
    const Complex value = form.t(k, k);
    PoleEntry entry{value, uncertainty_of(form.t, k, error, norm), form.u * right_vector(form.t, k, error)};
    entry.unit_vector.normalize();
    entries.push_back(entry);
    if (value.imag() == 0) continue;
    entry.value = std::conj(value);
    entry.unit_vector = entry.unit_vector.conjugate().eval();
    entries.push_back(std::move(entry));
    ++k;
  }
  for (const std::vector<std::size_t>& cluster : clusters_of(entries)) {
    const bool defective = has_too_few_modes(entries, cluster);
    for (const std::size_t i : cluster) entries[i].defective = entries[i].defective || defective;
  }
  return entries;
}

}  // namespace

std::vector<Pole> compute_poles(const MatrixXd& a, const PoleOptions& options) {
  CHECK(a.rows() == a.cols());
  require_finite(a, "the matrix whose poles are asked for");
  if (a.rows() == 0) return {};
  const BalancedMatrix balanced = balance_matrix(a);
  const double norm = balanced.matrix.norm();
  const double error = std::max((kBackwardError + options.matrix_error) * norm, std::numeric_limits<double>::min());
  std::vector<PoleEntry> entries = entries_of(triangular_form(balanced.matrix), error, norm);
  std::erase_if(entries, [](const PoleEntry& entry) { return entry.value.imag() < 0; });
  const std::vector<PoleKey> keys = {[](const PoleEntry& entry) { return std::abs(entry.value); },
                                     [](const PoleEntry& entry) { return entry.value.real(); },
                                     [](const PoleEntry& entry) { return entry.value.imag(); }};
  sort_entries(entries, keys);
  std::vector<Pole> poles;
  for (const PoleEntry& entry : entries) {
    const VectorXcd mode = normalised_mode(VectorXcd(balanced.scale.cast<Complex>().asDiagonal() * entry.unit_vector));
    poles.push_back({entry.value, entry.uncertainty, mode, entry.defective});
    if (entry.value.imag() == 0) continue;
    poles.push_back({std::conj(entry.value), entry.uncertainty, mode.conjugate(), entry.defective});
  }
  return poles;
}

std::vector<UndampedPole> compute_undamped_poles(const MatrixXd& mass, const MatrixXd& stiffness) {
  CHECK(mass.rows() == mass.cols() && stiffness.rows() == mass.rows() && stiffness.cols() == mass.cols());
  require_finite(MatrixXd(mass.triangularView<Eigen::Lower>()), "the mass matrix");
  require_finite(MatrixXd(stiffness.triangularView<Eigen::Lower>()), "the stiffness matrix");
  if (mass.rows() == 0) return {};
  // coordinates in which every mass is near 1
  const VectorXd scale = mass.diagonal().unaryExpr([](double m) { return m > 0 ? std::exp2(-std::ilogb(m) / 2) : 1; });
  const MatrixXd m = scale.asDiagonal() * MatrixXd(mass.selfadjointView<Eigen::Lower>()) * scale.asDiagonal();
  const MatrixXd k = scale.asDiagonal() * MatrixXd(stiffness.selfadjointView<Eigen::Lower>()) * scale.asDiagonal();
  const Eigen::LLT<MatrixXd> cholesky(m);
  const double rounding_of_mass = static_cast<double>(m.rows()) * std::numeric_limits<double>::epsilon();
  if (cholesky.info() != Eigen::Success || !(cholesky.rcond() > rounding_of_mass)) {
    throw Error(ErrorCode::kSingularMass, "the mass matrix is not positive definite");
  }
  // L⁻¹ K L⁻ᵀ v = -λ² v, y = L⁻ᵀ v
  const MatrixXd inverse = cholesky.matrixL().solve(MatrixXd::Identity(m.rows(), m.cols()));
  const MatrixXd reduced = inverse * k * inverse.transpose();
  const SymmetricEigenvalues solved = decompose_symmetric(reduced);
  const double uncertainty = kBackwardError * inverse.squaredNorm() * k.norm();
  std::vector<UndampedPole> poles;
  for (Index i = 0; i < m.rows(); ++i) {
    const VectorXd shape = scale.asDiagonal() * (inverse.transpose() * solved.vectors.col(i));
    poles.push_back({-solved.values(i), uncertainty, normalised_mode(shape)});
  }
  std::stable_sort(poles.begin(), poles.end(), [](const UndampedPole& a, const UndampedPole& b) {
    return std::abs(a.square) < std::abs(b.square);
  });
  return poles;
}

}  // namespace kinemate
