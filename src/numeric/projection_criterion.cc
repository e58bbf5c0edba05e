#include "numeric/projection_criterion.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/check.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Orthonormal coordinates x of the metric: s = S L⁻ᵀ x with S = diag(M)^(-1/2) and S M S = L Lᵀ, so that sᵀ M s = xᵀ x.
struct MetricRoot {
  VectorXd scale;  // the diagonal of S
  MatrixXd L;      // with zeros above
};

std::optional<MetricRoot> find_metric_root(const MatrixXd& M) {
  CHECK(M.rows() == M.cols());
  const Index n = M.rows();
  if (n == 0) return MetricRoot{VectorXd(0), MatrixXd(0, 0)};
  if (!(M.diagonal().minCoeff() > 0) || !M.allFinite()) return std::nullopt;
  const VectorXd scale = M.diagonal().cwiseSqrt().cwiseInverse();
  const MatrixXd scaled = scale.asDiagonal() * M * scale.asDiagonal();
  if (!scaled.allFinite()) return std::nullopt;  // |M_ij| far beyond √(M_ii M_jj)
  const Eigen::LLT<MatrixXd> cholesky(scaled);
  const double margin = 16 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  if (cholesky.info() != Eigen::Success || !(cholesky.rcond() > margin)) return std::nullopt;
  return MetricRoot{scale, cholesky.matrixL()};
}

// Columns of length 1; zero ones stay. Divided by their largest entry first, whose square may not be a number.
MatrixXd unit_columns(MatrixXd columns) {
  for (Index j = 0; j < columns.cols(); ++j) {
    const double size = columns.rows() == 0 ? 0 : columns.col(j).lpNorm<Eigen::Infinity>();
    if (size > 0) columns.col(j) = (columns.col(j) / size).normalized();
  }
  return columns;
}

// Linear forms a s, given as the columns aᵀ, as forms of x: L⁻¹ S aᵀ. Their squared lengths are a M⁻¹ aᵀ.
MatrixXd forms_in_metric(const MetricRoot& root, const MatrixXd& forms) {
  return root.L.triangularView<Eigen::Lower>().solve(root.scale.asDiagonal() * forms);
}

// A unit vector for each direction, in x. Scaled before as well, lest the product with S overflow.
MatrixXd unit_directions_in_metric(const MetricRoot& root, const MatrixXd& directions) {
  return unit_columns(forms_in_metric(root, unit_columns(directions.transpose())));
}

// A unit vector for each condition, in x; zero for rows of B that are rounding.
MatrixXd unit_normals_in_metric(const MetricRoot& root, const MatrixXd& B) {
  constexpr double kRoundingOfRows = 1e-11;
  const double size = B.size() == 0 ? 0 : B.cwiseAbs().maxCoeff();
  if (size == 0) return MatrixXd(B.cols(), 0);
  MatrixXd normals = forms_in_metric(root, B.transpose() / size);
  VectorXd lengths(normals.cols());
  for (Index j = 0; j < normals.cols(); ++j) lengths(j) = normals.col(j).stableNorm();
  const double smallest = kRoundingOfRows * lengths.maxCoeff();
  for (Index j = 0; j < normals.cols(); ++j) {
    if (lengths(j) <= smallest) normals.col(j).setZero();
  }
  return unit_columns(std::move(normals));
}

// Vectors turned so that the first `rank` entries are their part in the range of given columns, the others what is
// left.
struct PartedVectors {
  MatrixXd turned;
  Index rank;
};

PartedVectors part_by_range(const MatrixXd& vectors, const MatrixXd& unit_length_columns) {
  if (unit_length_columns.size() == 0) return {vectors, 0};
  Eigen::ColPivHouseholderQR<MatrixXd> qr;
  qr.setThreshold(1e-9);  // as in numeric/rank.h
  qr.compute(unit_length_columns);
  return {qr.householderQ().adjoint() * vectors, qr.rank()};
}

// Products of projections, whose lengths are at most 1.
MatrixXd products_of_projections(const MatrixXd& projections) {
  MatrixXd C = projections.transpose() * projections;
  C.diagonal() = C.diagonal().cwiseMin(1);
  return C;
}

// The first of the largest, -1 of none.
Index first_of_largest(const VectorXd& values) {
  constexpr double kTie = 1e-12;
  if (values.size() == 0) return -1;
  const double enough = values.maxCoeff() - kTie;
  Index i = 0;
  while (i + 1 < values.size() && !(values(i) >= enough)) ++i;
  return i;
}

}  // namespace

bool is_metric(const MatrixXd& M) { return find_metric_root(M).has_value(); }

MatrixXd project_on_tangents(const MatrixXd& M, const MatrixXd& J, const MatrixXd& directions) {
  CHECK(M.rows() == J.rows() && M.rows() == directions.cols());
  const std::optional<MetricRoot> root = find_metric_root(M);
  if (!root || M.size() == 0) return MatrixXd::Zero(directions.rows(), directions.rows());
  // s = J s_I in x: Lᵀ S⁻¹ J
  const MatrixXd tangents = root->L.transpose() * root->scale.cwiseInverse().asDiagonal() * unit_columns(J);
  const PartedVectors parted = part_by_range(unit_directions_in_metric(*root, directions), unit_columns(tangents));
  return products_of_projections(parted.turned.topRows(parted.rank));
}

MatrixXd project_on_conditions(const MatrixXd& M, const MatrixXd& B, const MatrixXd& directions) {
  CHECK(M.rows() == B.cols() && M.rows() == directions.cols());
  const std::optional<MetricRoot> root = find_metric_root(M);
  if (!root || M.size() == 0) return MatrixXd::Zero(directions.rows(), directions.rows());
  const PartedVectors parted =
      part_by_range(unit_directions_in_metric(*root, directions), unit_normals_in_metric(*root, B));
  return products_of_projections(parted.turned.bottomRows(M.rows() - parted.rank));
}

CoordinateSet choose_coordinates(const MatrixXd& C, std::size_t count) {
  CHECK(C.rows() == C.cols());
  constexpr double kDependent = 1e-12;  // of squares, so an angle of 1e-6
  CoordinateSet chosen{.coordinates = {}, .value = 1};
  VectorXd left = C.diagonal();  // cos² to what the chosen leave; -1 for these themselves
  MatrixXd L(C.rows(), static_cast<Index>(std::min(static_cast<std::size_t>(C.rows()), count)));
  for (Index k = 0; chosen.coordinates.size() < count; ++k) {
    const Index i = first_of_largest(left);
    if (i < 0 || !(left(i) > kDependent)) {
      chosen.value = 0;
      break;
    }
    chosen.coordinates.push_back(static_cast<std::size_t>(i));
    chosen.value = std::min(chosen.value, left(i));
    L.col(k) = (C.col(i) - L.leftCols(k) * L.row(i).head(k).transpose()) / std::sqrt(left(i));
    left -= L.col(k).cwiseAbs2();
    for (const std::size_t taken : chosen.coordinates) left(static_cast<Index>(taken)) = -1;
  }
  std::sort(chosen.coordinates.begin(), chosen.coordinates.end());
  return chosen;
}

double value_of_set(const MatrixXd& C, std::span<const std::size_t> coordinates) {
  CHECK(C.rows() == C.cols());
  std::vector<Index> rows;
  for (const std::size_t i : coordinates) {
    CHECK(i < static_cast<std::size_t>(C.rows()));
    rows.push_back(static_cast<Index>(i));
  }
  std::sort(rows.begin(), rows.end());  // so that ties fall as in choose_coordinates
  return choose_coordinates(C(rows, rows), rows.size()).value;
}

// Plain loops: the matrices are small, and Eigen's products of them take longer to begin than to do.
double value_at_least(const MatrixXd& M, const MatrixXd& J, std::span<const std::size_t> coordinates, MatrixXd& work) {
  constexpr double kNoMetric = 1e-14;
  const Index n = M.rows();
  CHECK(M.cols() == n && J.rows() == n && J.cols() == static_cast<Index>(coordinates.size()));
  work.resize(n, n + 1);  // L, and a column
  for (Index j = 0; j < n; ++j) {
    double pivot = M(j, j);
    for (Index k = 0; k < j; ++k) pivot -= work(j, k) * work(j, k);
    if (!(pivot > kNoMetric * M(j, j))) return 0;
    const double root = std::sqrt(pivot);
    work(j, j) = root;
    for (Index i = j + 1; i < n; ++i) {
      double sum = M(i, j);
      for (Index k = 0; k < j; ++k) sum -= work(i, k) * work(j, k);
      work(i, j) = sum / root;
    }
  }
  double largest = 1;
  for (std::size_t c = 0; c < coordinates.size(); ++c) {
    const auto own = static_cast<Index>(coordinates[c]);
    double inertia = 0, mobility = 0;
    for (Index i = 0; i < n; ++i) {  // |Lᵀ j|²
      double sum = 0;
      for (Index k = i; k < n; ++k) sum += work(k, i) * J(k, static_cast<Index>(c));
      inertia += sum * sum;
    }
    for (Index i = own; i < n; ++i) {  // |L⁻¹ e|²
      double sum = i == own ? 1 : 0;
      for (Index k = own; k < i; ++k) sum -= work(i, k) * work(k, n);
      work(i, n) = sum / work(i, i);
      mobility += work(i, n) * work(i, n);
    }
    largest = std::max(largest, inertia * mobility);
    if (!std::isfinite(inertia * mobility)) return 0;
  }
  return 1 / largest;
}

}  // namespace kinemate
