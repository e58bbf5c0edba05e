// Infinities and not-a-numbers are stopped at the door: decompositions would loop on them or spread them silently.
#pragma once

#include <Eigen/Core>
#include <string_view>

#include "numeric/sparse_matrix.h"

namespace kinemate {

/// Throws Error (kNumerical) that names the first entry of `matrix` which is no finite number, column by column.
/// Messages of this room count rows and columns from 1.
void require_finite(const Eigen::MatrixXd& matrix, std::string_view name);
void require_finite(const SparseMatrix& matrix, std::string_view name);

}  // namespace kinemate
