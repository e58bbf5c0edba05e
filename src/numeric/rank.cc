#include "numeric/rank.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "numeric/decompositions.h"
#include "numeric/finite.h"
#include "numeric/sparse_qr.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Numbers in [-1, 1), the same on every machine: iterations need a start that is not orthogonal to what they seek.
MatrixXd make_start(Index rows, Index columns) {
  std::mt19937_64 random(1);
  return MatrixXd::NullaryExpr(rows, columns, [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1; });
}

struct DenseAnalysis {
  Rank rank;
  MatrixXd v;  // right singular vectors, those of the largest singular values first
};

DenseAnalysis analyse(const MatrixXd& a, const RankOptions& options) {
  require_finite(a, "the matrix whose rank is asked for");
  if (a.size() == 0) return {{}, MatrixXd::Identity(a.cols(), a.cols())};
  auto [sigma, v] = decompose_right_singular(a);
  Rank result{.rank = 0, .largest = sigma(0)};
  result.rank = (sigma.array() > options.tolerance * sigma(0)).count();
  if (result.rank > 0) result.smallest_kept = sigma(result.rank - 1);
  if (result.rank < sigma.size()) result.largest_dropped = sigma(result.rank);
  return {result, std::move(v)};
}

double largest_singular_value(const SparseMatrix& a) {
  constexpr int kPowerSteps = 20;  // good to some percent for any spectrum that is not contrived
  VectorXd x = make_start(a.cols(), 1);
  double sigma = 0;
  for (int i = 0; i < kPowerSteps && x.norm() > 0; ++i) {
    x.normalize();
    const VectorXd y = a * x;
    sigma = std::max(sigma, y.norm());
    x = a.transpose() * y;
  }
  return sigma;
}

struct SingularTriplets {
  VectorXd values;       // ascending
  MatrixXd left, right;  // one column a value
};

MatrixXd orthonormal(const MatrixXd& columns) { return decompose_qr(columns).q; }

// The singular values of R11 up to `cut`, and at least one beyond where there is one: inverse iteration on a subspace
// that is doubled until it reaches beyond the cut.
SingularTriplets smallest_triplets(const SparseQr& qr, double cut) {
  constexpr int kSteps = 10;  // a value that is a tenth of the next one converges by 100 a step
  const Index n = qr.rank();
  if (n == 0) return {};
  for (Index width = std::min<Index>(2, n);; width = std::min(2 * width, n)) {
    MatrixXd x = make_start(n, width);
    for (int i = 0; i < kSteps; ++i) {
      x = orthonormal(solve_r11(qr, solve_r11_transposed(qr, x)));
    }
    const RightSingularValues svd = decompose_right_singular(qr.r11() * x);
    if (svd.values(0) > cut || width == n) {
      // left vectors by R11⁻ᵀ right, since R11 right is nothing but rounding where it is small
      const MatrixXd right = (x * svd.v).rowwise().reverse();
      return {svd.values.reverse(), orthonormal(solve_r11_transposed(qr, right)), right};
    }
  }
}

// Aᵀ P = Q [R11 R12; 0 0], and what the QR overlooked.
struct SparseAnalysis {
  SparseQr qr;
  Rank rank;
  MatrixXd directions;    // (qr.rank() x overlooked): Q [directions; 0] are right singular vectors of A to drop
  MatrixXd dependencies;  // (A.rows() x overlooked): the left ones
};

// x with zeros below.
MatrixXd padded(const MatrixXd& x, Index rows) {
  MatrixXd result = MatrixXd::Zero(rows, x.cols());
  result.topRows(x.rows()) = x;
  return result;
}

void look_closer(SparseAnalysis& analysis, double cut) {
  SingularTriplets small = smallest_triplets(analysis.qr, cut);
  if (small.values.size() == 0) return;
  analysis.rank.smallest_kept = small.values(0);
  if (small.values(0) > cut) return;
  if (analysis.qr.rank() < analysis.qr.r().cols()) {
    // [R11 R12] may have full rank although R11 has not: its own triangle is [R11 R12]ᵀ P' = Q' R'
    const SparseQr second(SparseMatrix(analysis.qr.r().transpose()), 0);
    CHECK(second.rank() == analysis.qr.rank());  // R11 has no zero on its diagonal
    small = smallest_triplets(second, cut);
    small = {small.values, to_column_order(second, small.right),
             second.q_times(padded(small.left, analysis.qr.r().cols()))};
  }
  const Index overlooked = (small.values.array() <= cut).count();
  analysis.rank.rank -= overlooked;
  analysis.rank.smallest_kept = overlooked < small.values.size() ? small.values(overlooked) : 0;
  if (overlooked == 0) return;
  analysis.rank.largest_dropped = std::max(analysis.rank.largest_dropped, small.values(overlooked - 1));
  analysis.directions = small.left.leftCols(overlooked);
  analysis.dependencies = to_column_order(analysis.qr, small.right.leftCols(overlooked));
}

SparseAnalysis analyse(const SparseMatrix& a, const RankOptions& options) {
  require_finite(a, "the matrix whose rank is asked for");
  const double largest = largest_singular_value(a);
  const double cut = options.tolerance * largest;
  SparseAnalysis result{.qr = SparseQr(SparseMatrix(a.transpose()), cut)};
  result.rank = {.rank = result.qr.rank(), .largest = largest};
  if (result.qr.rank() < std::min(a.rows(), a.cols())) result.rank.largest_dropped = result.qr.neglected();
  result.directions = MatrixXd(result.qr.rank(), 0);
  result.dependencies = MatrixXd(a.rows(), 0);
  look_closer(result, cut);
  return result;
}

// The dependencies between rows of A, one a row: those of the QR, -R11⁻¹ R12 with an identity below, and the
// overlooked.
SparseMatrix row_dependencies(const SparseAnalysis& analysis) {
  constexpr double kRounding = 1e-14;  // entries that would be zero but for rounding
  const Index rows = analysis.qr.r().cols(), rank = analysis.qr.rank(), found = rows - rank;
  MatrixXd all(rows, found + analysis.dependencies.cols());
  if (all.size() == 0) return SparseMatrix(all.cols(), rows);
  all.topLeftCorner(rank, found) = -solve_r11(analysis.qr, MatrixXd(analysis.qr.r().rightCols(found)));
  all.bottomLeftCorner(found, found).setIdentity();
  all.leftCols(found) = to_column_order(analysis.qr, all.leftCols(found));
  all.rightCols(analysis.dependencies.cols()) = analysis.dependencies;
  return MatrixXd(all.transpose()).sparseView(1, kRounding);
}

// Coefficients of rows of A whose sum is zero, the last row first.
using Term = std::pair<Index, double>;
using Dependency = std::vector<Term>;

// cosine · a + sine · b.
Dependency combined(double cosine, const Dependency& a, double sine, const Dependency& b) {
  constexpr double kRounding = 1e-14;
  Dependency result;
  result.reserve(a.size() + b.size());
  auto left = a.begin(), right = b.begin();
  while (left != a.end() || right != b.end()) {
    const Index row = std::max(left == a.end() ? -1 : left->first, right == b.end() ? -1 : right->first);
    double value = 0;
    if (left != a.end() && left->first == row) value += cosine * (left++)->second;
    if (right != b.end() && right->first == row) value += sine * (right++)->second;
    if (result.empty() || std::abs(value) > kRounding) result.emplace_back(row, value);
  }
  return result;
}

// Norm of the coefficients of the first row, which all have in common.
double first_norm(const std::vector<Dependency>& dependencies) {
  double norm = 0;
  for (const Dependency& dependency : dependencies) norm = std::hypot(norm, dependency[0].second);
  return norm;
}

// All but one of them, rotated against each other so that the coefficient of the first row is zero.
std::vector<Dependency> rotated(std::vector<Dependency> dependencies) {
  const auto shorter = [](const Dependency& a, const Dependency& b) { return a.size() < b.size(); };
  std::stable_sort(dependencies.begin(), dependencies.end(), shorter);  // for little fill
  std::vector<Dependency> rest;
  Dependency pivot = std::move(dependencies[0]);
  for (std::size_t i = 1; i < dependencies.size(); ++i) {
    const double a = pivot[0].second, b = dependencies[i][0].second, length = std::hypot(a, b);
    rest.push_back(combined(-b / length, pivot, a / length, dependencies[i]));
    pivot = combined(a / length, pivot, b / length, dependencies[i]);
  }
  return rest;
}

// Greedy choice of the rows to keep from the first on is greedy choice of the rows to drop from the last on (duality of
// matroids). So the dependencies, one a row of the matrix, are brought to echelon form from the last column on, by
// rotations of two of them at a time. REQUIRES: no singular value of `dependencies` below 1. Rotations leave them
// alone, so that in exact numbers a dependency cannot vanish while 1e-4 · √columns is less than 1.
std::vector<Index> choose_rows_to_drop(const SparseMatrix& dependencies) {
  constexpr double kTooSmall = 1e-4;
  std::vector<Dependency> all(static_cast<std::size_t>(dependencies.rows()));
  for (Index j = dependencies.cols() - 1; j >= 0; --j) {
    for (SparseMatrix::InnerIterator entry(dependencies, j); entry; ++entry) {
      all[static_cast<std::size_t>(entry.row())].emplace_back(j, entry.value());
    }
  }
  std::vector<std::vector<Dependency>> by_first(static_cast<std::size_t>(dependencies.cols()));
  const auto file = [&](Dependency dependency) {
    if (dependency.empty()) {
      throw Error(ErrorCode::kContradiction,
                  "rows of a matrix are so nearly dependent that no choice among them is sound");
    }
    by_first[static_cast<std::size_t>(dependency[0].first)].push_back(std::move(dependency));
  };
  for (Dependency& dependency : all) file(std::move(dependency));
  std::vector<Index> dropped;
  for (std::size_t row = by_first.size(); row-- > 0;) {
    std::vector<Dependency> candidates = std::move(by_first[row]);
    if (first_norm(candidates) > kTooSmall) {
      dropped.push_back(static_cast<Index>(row));
      candidates = rotated(std::move(candidates));
    }
    for (Dependency& candidate : candidates) {
      candidate.erase(candidate.begin());
      file(std::move(candidate));
    }
  }
  std::reverse(dropped.begin(), dropped.end());
  return dropped;
}

}  // namespace

Rank compute_rank(const MatrixXd& a, const RankOptions& options) { return analyse(a, options).rank; }

Rank compute_rank(const SparseMatrix& a, const RankOptions& options) { return analyse(a, options).rank; }

MatrixXd compute_null_space(const MatrixXd& a, const RankOptions& options) {
  const DenseAnalysis analysis = analyse(a, options);
  return analysis.v.rightCols(a.cols() - analysis.rank.rank);
}

MatrixXd compute_null_space(const SparseMatrix& a, const RankOptions& options) {
  const SparseAnalysis analysis = analyse(a, options);
  const Index n = a.cols(), rank = analysis.qr.rank();
  MatrixXd basis = MatrixXd::Zero(n, n - analysis.rank.rank);
  if (basis.size() == 0) return basis;
  basis.topLeftCorner(rank, analysis.directions.cols()) = analysis.directions;
  basis.bottomRightCorner(n - rank, n - rank).setIdentity();
  return analysis.qr.q_times(basis);
}

std::vector<Index> find_redundant_rows(const MatrixXd& a, const RankOptions& options) {
  return choose_rows_to_drop(compute_null_space(MatrixXd(a.transpose()), options).transpose().sparseView());
}

std::vector<Index> find_redundant_rows(const SparseMatrix& a, const RankOptions& options) {
  return choose_rows_to_drop(row_dependencies(analyse(a, options)));
}

}  // namespace kinemate
