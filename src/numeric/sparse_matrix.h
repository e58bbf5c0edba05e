// The one sparse matrix type of the room: compressed columns, doubles.
#pragma once

#include <Eigen/SparseCore>

namespace kinemate {

using SparseMatrix = Eigen::SparseMatrix<double>;

}  // namespace kinemate
