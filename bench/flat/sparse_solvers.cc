#include "bench/flat/sparse_solvers.h"

#include <umfpack.h>

#include <algorithm>

#include "base/error.h"
#include "numeric/sparse_lu.h"

namespace kinemate {
namespace {

void require_ok(int status) {
  if (status != UMFPACK_OK)
    throw Error(ErrorCode::kSingularMatrix, "UMFPACK gives up: status " + std::to_string(status));
}

class Umfpack : public SparseSolver {
 public:
  Umfpack(const SparsePattern& pattern, std::span<const double> values)
      : pattern_(pattern), solution_(pattern.column_begins.size() - 1), whole_(solution_.size()) {
    partial_.resize(5 * solution_.size());
    umfpack_di_defaults(control_);
    control_[UMFPACK_IRSTEP] = 0;
    const int n = static_cast<int>(solution_.size());
    require_ok(umfpack_di_symbolic(n, n, pattern_.column_begins.data(), pattern_.rows.data(), values.data(), &symbolic_,
                                   control_, info_));
  }
  ~Umfpack() override { umfpack_di_free_symbolic(&symbolic_); }

  std::span<const double> solve(std::span<const double> values, std::span<const double> right) override {
    const int* begins = pattern_.column_begins.data();
    const int* rows = pattern_.rows.data();
    void* numeric = nullptr;
    require_ok(umfpack_di_numeric(begins, rows, values.data(), symbolic_, &numeric, control_, info_));
    const int status = umfpack_di_wsolve(UMFPACK_A, begins, rows, values.data(), solution_.data(), right.data(),
                                         numeric, control_, info_, whole_.data(), partial_.data());
    umfpack_di_free_numeric(&numeric);
    require_ok(status);
    return solution_;
  }

 private:
  const SparsePattern pattern_;
  double control_[UMFPACK_CONTROL], info_[UMFPACK_INFO];
  void* symbolic_ = nullptr;
  std::vector<double> solution_;
  std::vector<int> whole_;  // workspaces of umfpack_di_wsolve
  std::vector<double> partial_;
};

SparseMatrix make_matrix(const SparsePattern& pattern, std::span<const double> values) {
  const auto n = static_cast<Eigen::Index>(pattern.column_begins.size() - 1);
  return Eigen::Map<const SparseMatrix>(n, n, static_cast<Eigen::Index>(values.size()), pattern.column_begins.data(),
                                        pattern.rows.data(), values.data());
}

class Klu : public SparseSolver {
 public:
  Klu(const SparsePattern& pattern, std::span<const double> values)
      : matrix_(make_matrix(pattern, values)), lu_(matrix_) {
    lu_.factor(matrix_);
  }

  std::span<const double> solve(std::span<const double> values, std::span<const double> right) override {
    std::copy(values.begin(), values.end(), matrix_.valuePtr());
    lu_.refactor(matrix_);
    solution_ = lu_.solve(Eigen::Map<const Eigen::VectorXd>(right.data(), static_cast<Eigen::Index>(right.size())));
    return {solution_.data(), right.size()};
  }

 private:
  SparseMatrix matrix_;
  SparseLu lu_;
  Eigen::MatrixXd solution_;
};

}  // namespace

std::unique_ptr<SparseSolver> make_umfpack(const SparsePattern& pattern, std::span<const double> values) {
  return std::make_unique<Umfpack>(pattern, values);
}

std::unique_ptr<SparseSolver> make_klu(const SparsePattern& pattern, std::span<const double> values) {
  return std::make_unique<Klu>(pattern, values);
}

}  // namespace kinemate
