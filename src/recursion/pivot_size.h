// When a pivot counts as none: numbers by their size against what they are left of, formulas by the zero test.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "expr/expr.h"
#include "recursion/singular_column.h"
#include "spatial/inertia.h"

namespace kinemate {

/// Thrown where an inertia has to be inverted and has no inverse. Who knows the machine can say which of its bodies.
struct SingularInertia : Error {
  explicit SingularInertia(std::size_t number)
      : Error(ErrorCode::kSingularMass,
              fmt::format("the inertia of link {} has no inverse, which the implicit form needs", number + 1),
              "use the modified implicit form, or give the body extension in all directions"),
        link(number) {}
  std::size_t link;
};

/// Whether an inertia goes without an inverse: of a matrix in factors, one pivot after the other.
///
/// The determinant against the product of the diagonal, which does not depend on units: what is below is a point mass,
/// or a body with no extension to speak of, and its inverse would have lost six digits and more. Of formulas a pivot is
/// none where the exact zero test says so, and where it is as small for some values of its symbols each time: the
/// constants of a point mass in turned axes are rounded, and what is left of 0 is no pivot.
class RankTest {
 public:
  bool is_lost(double pivot, double diagonal) {
    ratio_ *= pivot / diagonal;
    return !(ratio_ > kLeastRatio);
  }
  bool is_lost(const Expr& pivot, const Expr& diagonal);

 private:
  static constexpr double kLeastRatio = 1e-6;
  double ratio_ = 1;
  std::array<double, 3> of_samples_{1, 1, 1};
};

/// What Φᵀ M Φ could be for the size of M's entries: what is far below is rounding.
template <class S>
double bound_pivot(const ArticulatedInertia<S>& M, const Twist<S>& free) {
  if constexpr (std::is_same_v<S, double>) {
    return dot(free.angular, free.angular) * std::max({M.angular.xx, M.angular.yy, M.angular.zz}) +
           dot(free.linear, free.linear) * std::max({M.linear.xx, M.linear.yy, M.linear.zz});
  } else {
    return 0;
  }
}

/// The pivot of a column of Φ.
inline bool is_no_pivot(double pivot, double bound) { return !(pivot > 1e-13 * bound); }
inline bool is_no_pivot(const Expr& pivot, double) { return is_no_pivot(pivot); }

}  // namespace kinemate
