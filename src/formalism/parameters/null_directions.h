// Dependences between columns that carry errors, each solved for the column that one would rather do without.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// Σ_j factors[j] · column j = 0, with factors[pivot] = 1 and no pivot of another direction in it.
struct NullDirection {
  std::size_t pivot;
  std::vector<Expr> factors;  ///< fractions where short ones fit, else doubles
};

/// All of them. `scale` are the sizes that the columns could have: a column, or a combination of columns of that size,
/// is zero where it is 1e-9 of it. Pivots are the first columns of `order` that can be; `order` lists all columns.
std::vector<NullDirection> find_null_directions(const Eigen::MatrixXd& columns, const Eigen::VectorXd& scale,
                                                std::span<const std::size_t> order);

/// The fraction with the smallest denominator, up to 1000, that is within 1e-10 of a number; else the number.
Expr to_short_number(double value);

}  // namespace kinemate
