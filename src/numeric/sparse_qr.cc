#include "numeric/sparse_qr.h"

#include <SuiteSparseQR.hpp>
#include <algorithm>
#include <numeric>

#include "base/check.h"
#include "base/error.h"
#include "numeric/finite.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Long = SuiteSparse_long;

/// A view of an Eigen matrix in the indices of SuiteSparseQR.
struct LongIndexed {
  explicit LongIndexed(const SparseMatrix& a) : columns(static_cast<std::size_t>(a.cols()) + 1, 0) {
    const auto count = static_cast<std::size_t>(a.nonZeros());
    rows.reserve(count);
    values.reserve(count);
    for (Index j = 0; j < a.cols(); ++j) {
      for (SparseMatrix::InnerIterator entry(a, j); entry; ++entry) {
        rows.push_back(entry.row());
        values.push_back(entry.value());
      }
      columns[static_cast<std::size_t>(j) + 1] = static_cast<Long>(rows.size());
    }
    view.nrow = static_cast<std::size_t>(a.rows());
    view.ncol = static_cast<std::size_t>(a.cols());
    view.nzmax = count;
    view.p = columns.data();
    view.i = rows.data();
    view.x = values.data();
    view.itype = CHOLMOD_LONG;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = 1;
    view.packed = 1;
  }

  std::vector<Long> columns, rows;
  std::vector<double> values;
  cholmod_sparse view{};
};

SparseMatrix to_eigen(const cholmod_sparse& r, Index rows) {
  const auto* p = static_cast<const Long*>(r.p);
  const auto* i = static_cast<const Long*>(r.i);
  const auto* x = static_cast<const double*>(r.x);
  const auto columns = static_cast<Index>(r.ncol);
  SparseMatrix result(rows, columns);
  result.reserve(p[columns]);
  for (Index j = 0; j < columns; ++j) {
    result.startVec(j);
    for (Long k = p[j]; k < p[j + 1]; ++k) result.insertBack(i[k], j) = x[k];
  }
  result.finalize();
  return result;
}

}  // namespace

/// Q as SuiteSparseQR keeps it: Householder vectors, their coefficients and the permutation of the rows.
struct SparseQr::Householder {
  explicit Householder(std::size_t row_count) : rows(row_count) {
    cholmod_l_start(&common);
    common.print = 0;
  }
  ~Householder() {
    cholmod_l_free_sparse(&vectors, &common);
    cholmod_l_free_dense(&coefficients, &common);
    if (row_order != nullptr) cholmod_l_free(rows, sizeof(Long), row_order, &common);
    cholmod_l_finish(&common);
  }
  Householder(const Householder&) = delete;
  Householder& operator=(const Householder&) = delete;

  MatrixXd apply(int method, const MatrixXd& x) {
    if (x.size() == 0) return x;
    MatrixXd copy = x;
    cholmod_dense view{};
    view.nrow = view.d = static_cast<std::size_t>(x.rows());
    view.ncol = static_cast<std::size_t>(x.cols());
    view.nzmax = view.nrow * view.ncol;
    view.x = copy.data();
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    cholmod_dense* product = SuiteSparseQR_qmult<double>(method, vectors, coefficients, row_order, &view, &common);
    if (product == nullptr) throw std::bad_alloc();
    copy = Eigen::Map<const MatrixXd>(static_cast<const double*>(product->x), x.rows(), x.cols());
    cholmod_l_free_dense(&product, &common);
    return copy;
  }

  cholmod_common common{};
  std::size_t rows;
  cholmod_sparse* vectors = nullptr;
  cholmod_dense* coefficients = nullptr;
  Long* row_order = nullptr;
};

SparseQr::SparseQr(const SparseMatrix& a, double tolerance)
    : q_(std::make_unique<Householder>(static_cast<std::size_t>(a.rows()))),
      r_(0, a.cols()),
      r11_(0, 0),
      columns_(static_cast<std::size_t>(a.cols())) {
  CHECK(tolerance >= 0);
  require_finite(a, "the matrix to decompose");
  std::iota(columns_.begin(), columns_.end(), Index{0});
  if (a.nonZeros() == 0) return;
  LongIndexed input(a);
  cholmod_sparse* r = nullptr;
  Long* columns = nullptr;
  const Long rank = SuiteSparseQR<double>(SPQR_ORDERING_DEFAULT, tolerance, 0, &input.view, &r, &columns, &q_->vectors,
                                          &q_->row_order, &q_->coefficients, &q_->common);
  if (rank < 0 || r == nullptr) throw std::bad_alloc();
  if (columns != nullptr) {  // null stands for the identity
    std::copy(columns, columns + a.cols(), columns_.begin());
    cholmod_l_free(static_cast<std::size_t>(a.cols()), sizeof(Long), columns, &q_->common);
  }
  r_ = to_eigen(*r, rank);
  r11_ = r_.leftCols(rank);
  cholmod_l_free_sparse(&r, &q_->common);
  neglected_ = q_->common.SPQR_norm_E_fro;
}

SparseQr::SparseQr(SparseQr&&) noexcept = default;
SparseQr& SparseQr::operator=(SparseQr&&) noexcept = default;
SparseQr::~SparseQr() = default;

MatrixXd SparseQr::q_times(const MatrixXd& x) const {
  CHECK(static_cast<std::size_t>(x.rows()) == q_->rows);
  return q_->vectors == nullptr ? x : q_->apply(SPQR_QX, x);
}

MatrixXd SparseQr::q_transposed_times(const MatrixXd& x) const {
  CHECK(static_cast<std::size_t>(x.rows()) == q_->rows);
  return q_->vectors == nullptr ? x : q_->apply(SPQR_QTX, x);
}

MatrixXd solve_r11(const SparseQr& qr, const MatrixXd& b) {
  CHECK(b.rows() == qr.rank());
  if (b.size() == 0) return b;
  return qr.r11().triangularView<Eigen::Upper>().solve(b);
}

MatrixXd solve_r11_transposed(const SparseQr& qr, const MatrixXd& b) {
  CHECK(b.rows() == qr.rank());
  if (b.size() == 0) return b;
  return qr.r11().transpose().triangularView<Eigen::Lower>().solve(b);
}

MatrixXd to_column_order(const SparseQr& qr, const MatrixXd& x) {
  CHECK(x.rows() == static_cast<Index>(qr.columns().size()));
  if (x.size() == 0) return x;
  MatrixXd result(x.rows(), x.cols());
  for (Index k = 0; k < x.rows(); ++k) result.row(qr.columns()[static_cast<std::size_t>(k)]) = x.row(k);
  return result;
}

MatrixXd from_column_order(const SparseQr& qr, const MatrixXd& x) {
  CHECK(x.rows() == static_cast<Index>(qr.columns().size()));
  if (x.size() == 0) return x;
  MatrixXd result(x.rows(), x.cols());
  for (Index k = 0; k < x.rows(); ++k) result.row(k) = x.row(qr.columns()[static_cast<std::size_t>(k)]);
  return result;
}

}  // namespace kinemate
