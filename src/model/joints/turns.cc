#include "model/joints/turns.h"

#include <optional>

namespace kinemate {
namespace {

// The angle of a turn about a coordinate axis; none where the matrix is anything else.
std::optional<Expr> angle_about(const Matrix& R, std::size_t axis) {
  const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
  if (!R(axis, axis).is_one()) return std::nullopt;
  for (std::size_t k : {i, j})
    if (!R(axis, k).is_zero() || !R(k, axis).is_zero()) return std::nullopt;
  const Expr cosine = R(i, i), sine = R(j, i);
  if (!(R(j, j) == cosine) || !(R(i, j) == -sine)) return std::nullopt;
  if (cosine.is_one() && sine.is_zero()) return Expr(0);
  if (!cosine.is_call(Function::kCos)) return std::nullopt;
  const Expr angle = cosine.operand(0);
  if (sine == sin(angle)) return angle;
  if (sine == -sin(angle)) return -angle;
  return std::nullopt;
}

}  // namespace

Matrix join_turns(const Matrix& a, const Matrix& b) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::optional<Expr> first = angle_about(a, axis), second = first ? angle_about(b, axis) : std::nullopt;
    if (second) return make_rotation(ElementaryRotation<Expr>{unit<Expr>(axis), *first + *second});
  }
  return a * b;
}

}  // namespace kinemate
