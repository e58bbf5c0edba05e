// Random matrices from fixed seeds, dense and sparse, with a rank that is known.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "numeric/sparse_matrix.h"

namespace kinemate {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Entries in [-1, 1), the same on every machine.
inline MatrixXd random_matrix(std::mt19937_64& random, Index rows, Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1; });
}

inline MatrixXd random_matrix_of_rank(std::mt19937_64& random, Index rows, Index columns, Index rank) {
  return random_matrix(random, rows, rank) * random_matrix(random, rank, columns);
}

/// About `share` of the entries, the others zero.
inline SparseMatrix random_sparse(std::mt19937_64& random, Index rows, Index columns, double share) {
  const MatrixXd keep = random_matrix(random, rows, columns);
  return ((keep.array() + 1) / 2 < share).select(random_matrix(random, rows, columns), 0).matrix().sparseView();
}

inline SparseMatrix sparse(const MatrixXd& a) { return a.sparseView(); }

/// The Error that `run` throws; one without a message if it throws none.
template <class Run>
Error error_of(Run run) {
  try {
    run();
    return Error(ErrorCode::kRemark, "");
  } catch (const Error& error) {
    return error;
  }
}

#define EXPECT_NUMERICAL_ERROR(statement, text)                                                    \
  do {                                                                                             \
    const Error error = error_of([&] { statement; });                                              \
    EXPECT_EQ(error.kind, Error::Kind::kNumerical) << #statement;                                  \
    EXPECT_NE(error.message.find(text), std::string::npos) << #statement << ": " << error.message; \
  } while (false)

inline const double kNan = std::nan("");
inline const double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace kinemate
