#include "numeric/sparse_lu.h"

#include <fmt/format.h>
#include <klu.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "numeric/finite.h"

namespace kinemate {
namespace {

[[noreturn]] void refuse_singular(int column) {
  throw Error(
      ErrorCode::kSingularMatrix,
      fmt::format("the matrix of a sparse linear system is singular: column {} depends on other columns", column + 1));
}

}  // namespace

struct SparseLu::Factors {
  Factors() { klu_defaults(&common); }
  ~Factors() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Factors(const Factors&) = delete;
  Factors& operator=(const Factors&) = delete;

  int n = 0;
  std::vector<int> column_starts, rows;  // the pattern, compressed columns
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  bool usable = false;  // `numeric` is of a nonsingular matrix

  std::vector<double> values_of(const SparseMatrix& a) const;
  void decompose(std::vector<double>& values);
  void judge(std::vector<double>& values);
};

// The values in the order of the pattern, which must be that of the constructor.
std::vector<double> SparseLu::Factors::values_of(const SparseMatrix& a) const {
  CHECK(a.rows() == n && a.cols() == n && a.nonZeros() == static_cast<Eigen::Index>(rows.size()));
  require_finite(a, "the matrix of a sparse linear system");
  std::vector<double> values;
  values.reserve(rows.size());
  for (int j = 0; j < n; ++j) {
    CHECK(values.size() == static_cast<std::size_t>(column_starts[static_cast<std::size_t>(j)]));
    for (SparseMatrix::InnerIterator entry(a, j); entry; ++entry) {
      CHECK(rows[values.size()] == entry.row());
      values.push_back(entry.value());
    }
  }
  return values;
}

void SparseLu::Factors::decompose(std::vector<double>& values) {
  usable = false;
  klu_free_numeric(&numeric, &common);
  numeric = klu_factor(column_starts.data(), rows.data(), values.data(), symbolic, &common);
  if (common.status == KLU_SINGULAR) refuse_singular(common.singular_col);
  if (numeric == nullptr) throw std::bad_alloc();
  judge(values);
}

// Pivots that are all of one size need no second look; otherwise the condition is estimated, at the price of five
// solves.
void SparseLu::Factors::judge(std::vector<double>& values) {
  constexpr double kUnsuspicious = 1e-8;
  klu_rcond(symbolic, numeric, &common);
  if (!(common.rcond > kUnsuspicious)) {
    klu_condest(column_starts.data(), values.data(), symbolic, numeric, &common);
    const double limit = 1 / (static_cast<double>(n) * std::numeric_limits<double>::epsilon());
    const auto* pivots = static_cast<const double*>(numeric->Udiag);
    const auto smallest =
        std::min_element(pivots, pivots + n, [](double a, double b) { return std::abs(a) < std::abs(b); });
    if (!(common.condest < limit)) refuse_singular(symbolic->Q[smallest - pivots]);
  }
  usable = true;
}

SparseLu::SparseLu(const SparseMatrix& pattern) : factors_(std::make_unique<Factors>()) {
  CHECK(pattern.rows() == pattern.cols());
  Factors& f = *factors_;
  f.n = static_cast<int>(pattern.cols());
  f.column_starts.push_back(0);
  f.rows.reserve(static_cast<std::size_t>(pattern.nonZeros()) + 1);  // KLU takes a null pointer for a mistake
  for (int j = 0; j < f.n; ++j) {
    for (SparseMatrix::InnerIterator entry(pattern, j); entry; ++entry) f.rows.push_back(static_cast<int>(entry.row()));
    f.column_starts.push_back(static_cast<int>(f.rows.size()));
  }
  if (f.n == 0) return;
  f.symbolic = klu_analyze(f.n, f.column_starts.data(), f.rows.data(), &f.common);
  if (f.symbolic == nullptr) throw std::bad_alloc();
  if (f.common.structural_rank < f.n) {
    throw Error(ErrorCode::kSingularMatrix,
                fmt::format("a sparse linear system is singular whatever its values: {} equations of {} can be matched "
                            "with unknowns of their own",
                            f.common.structural_rank, f.n));
  }
}

SparseLu::SparseLu(SparseLu&&) noexcept = default;
SparseLu& SparseLu::operator=(SparseLu&&) noexcept = default;
SparseLu::~SparseLu() = default;

void SparseLu::factor(const SparseMatrix& a) {
  std::vector<double> values = factors_->values_of(a);
  if (factors_->n == 0) return;
  factors_->decompose(values);
}

void SparseLu::refactor(const SparseMatrix& a) {
  Factors& f = *factors_;
  std::vector<double> values = f.values_of(a);
  if (f.n == 0) return;
  if (!f.usable) return f.decompose(values);
  f.usable = false;
  const bool done =
      klu_refactor(f.column_starts.data(), f.rows.data(), values.data(), f.symbolic, f.numeric, &f.common);
  klu_rgrowth(f.column_starts.data(), f.rows.data(), values.data(), f.symbolic, f.numeric, &f.common);
  // entries that grew by more than this cost as many digits
  constexpr double kLargestGrowth = 1e3;
  if (!done || f.common.status == KLU_SINGULAR || !(f.common.rgrowth * kLargestGrowth > 1)) return f.decompose(values);
  f.judge(values);
}

Eigen::MatrixXd SparseLu::solve(const Eigen::MatrixXd& b) const {
  Factors& f = *factors_;
  CHECK(b.rows() == f.n);
  require_finite(b, "the right side of a sparse linear system");
  Eigen::MatrixXd x = b;
  if (b.size() == 0) return x;
  CHECK(f.usable);
  klu_solve(f.symbolic, f.numeric, f.n, static_cast<int>(x.cols()), x.data(), &f.common);
  return x;
}

}  // namespace kinemate
