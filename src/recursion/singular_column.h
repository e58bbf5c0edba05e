// A speed that meets no inertia: nothing determines its acceleration.
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "base/error.h"
#include "expr/expr.h"

namespace kinemate {

/// Thrown by the factorisations. Who knows the machine can say which of its motions it is.
struct SingularColumn : Error {
  explicit SingularColumn(std::size_t column)
      : Error(ErrorCode::kSingularMass,
              fmt::format("the mass matrix is singular: speed {} meets no inertia", column + 1),
              "give mass or inertia to the bodies that it moves"),
        speed(column) {}
  std::size_t speed;
};

/// Of formulas, what is 0 in every state; of numbers, what is 0 or undefined in this one.
inline bool is_no_pivot(const Expr& pivot) { return pivot.is_zero(); }
inline bool is_no_pivot(double pivot) { return !(pivot > 0); }

}  // namespace kinemate
