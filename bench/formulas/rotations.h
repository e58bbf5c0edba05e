// A product of elementary rotations and its transpose, which together are the identity: s² + c² = 1 for every angle.
#pragma once

#include <array>

#include "expr/normal/normal_form.h"

namespace kinemate {

/// Row by row.
using Matrix3 = std::array<std::array<Expr, 3>, 3>;

/// P·Pᵀ with P = R_x(q1)·R_y(q2)·R_z(q3)·R_x(q4)···, in plain products and sums.
Matrix3 make_rotation_square(std::size_t rotations);

/// Whether the normal form says that it is exactly the identity.
bool is_identity(const Matrix3& a, Work& work);

}  // namespace kinemate
