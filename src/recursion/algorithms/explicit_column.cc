#include "recursion/algorithms/explicit_column.h"

#include "expr/expr.h"

namespace kinemate {
namespace {

template <class S>
ExplicitColumn<S> find_axis(const Six<S>& free) {
  ExplicitColumn<S> column;
  for (std::size_t k = 0; k < 6; ++k) {
    if (free[k] == S(0)) continue;
    const bool backwards = free[k] == S(-1);
    if (column.axis != kNoAxis || !(backwards || free[k] == S(1))) return {};
    column.axis = k;
    column.backwards = backwards;
  }
  return column;
}

template <class S>
Load<S> times(const ArticulatedInertia<S>& M, const Twist<S>& free, const ExplicitColumn<S>& column) {
  if (column.axis == kNoAxis) return M * to_acceleration(free);
  Six<S> row;
  for (std::size_t k = 0; k < 6; ++k) row[k] = get_entry(M, column.axis, k);
  return from_six<Load<S>>(row) * S(column.backwards ? -1 : 1);
}

template <class S>
void clear(Symmetric3<S>& a, std::size_t axis) {
  (axis == 0 ? a.xx : axis == 1 ? a.yy : a.zz) = S(0);
  (axis == 2 ? a.xz : a.xy) = S(0);
  (axis == 0 ? a.xz : a.yz) = S(0);
}

template <class S>
void clear(ArticulatedInertia<S>& M, std::size_t axis) {
  for (std::size_t k = 0; k < 3; ++k) (axis < 3 ? M.coupling(axis, k) : M.coupling(k, axis - 3)) = S(0);
  axis < 3 ? clear(M.angular, axis) : clear(M.linear, axis - 3);
}

}  // namespace

template <class S>
EliminatedColumn<S> eliminate_column(const ArticulatedInertia<S>& M, const Twist<S>& free, std::size_t speed) {
  EliminatedColumn<S> result{find_axis(to_six(free)), {}};
  auto& [gain, inverse, axis, backwards] = result.column;
  const Load<S> u = times(M, free, result.column);
  const S pivot = axis == kNoAxis ? power(u, free) : get_entry(M, axis, axis);
  if (is_no_pivot(pivot, bound_pivot(M, free))) throw SingularColumn{speed};
  inverse = S(1) / pivot;
  gain = u * inverse;
  result.remaining = minus_outer(M, gain, u);
  if (axis != kNoAxis) {
    clear(result.remaining, axis);
    component(gain, axis) = S(backwards ? -1 : 1);
  }
  return result;
}

template EliminatedColumn<double> eliminate_column(const ArticulatedInertia<double>&, const Twist<double>&,
                                                   std::size_t);
template EliminatedColumn<Expr> eliminate_column(const ArticulatedInertia<Expr>&, const Twist<Expr>&, std::size_t);

}  // namespace kinemate
