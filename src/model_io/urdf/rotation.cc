#include "model_io/urdf/rotation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/evaluate.h"
#include "expr/simplify/simplify.h"

namespace kinemate {

UrdfAngle make_angle(const Rational& decimal, NearAngles near_angles) {
  constexpr double kStep = std::numbers::pi / 12;
  constexpr double kMostTurned = 100;  // angles beyond it are no multiples on purpose
  const double angle = decimal.to_double();
  if (std::abs(angle) > kMostTurned) return {decimal, false};
  const long k = std::lround(angle / kStep);
  const double gap = std::abs(angle - static_cast<double>(k) * kStep);
  const bool exact = gap <= 2e-15 * std::max(1.0, std::abs(angle));
  const bool is_near = !exact && gap < kNearAngle;
  if (exact || (is_near && near_angles == NearAngles::kRound)) return {Expr(Rational(k, 12)) * make_pi(), is_near};
  return {decimal, is_near};
}

Rotation make_rotation_of_rpy(Expr roll, Expr pitch, Expr yaw) {
  Rotation rotation;
  const std::pair<std::size_t, Expr> turns[] = {{2, yaw}, {1, pitch}, {0, roll}};
  for (const auto& [axis, angle] : turns)
    if (!angle.is_zero()) rotation.sequence.push_back({unit<Expr>(axis), angle});
  return rotation;
}

Vector make_unit_axis(const Vector& v) {
  const double largest = std::max({std::abs(v.x.real()), std::abs(v.y.real()), std::abs(v.z.real())});
  const long exponent = static_cast<long>(std::floor(std::log10(largest)));
  if (std::abs(exponent) > 100) return make_unit_axis(v * Expr(power(Rational(10), -exponent)));  // squares stay finite
  const Expr square = dot(v, v);
  if (square.is_one()) return v;
  if (const auto length = exact_root(square.rational(), 2)) return v * Expr(Rational(1) / *length);
  const Expr length = sqrt(square);
  return {simplify(v.x / length, kBriefly), simplify(v.y / length, kBriefly), simplify(v.z / length, kBriefly)};
}

bool is_of_quarter_turns(const Rotation& rotation) {
  return std::all_of(rotation.sequence.begin(), rotation.sequence.end(), [](const ElementaryRotation<Expr>& turn) {
    const Scaled angle = split_number(turn.angle);
    return angle.rest == make_pi() && (angle.number.rational() * Rational(2)).is_integer();
  });
}

Matrix3<double> make_number_matrix(const Rotation& rotation) {
  std::vector<ElementaryRotation<double>> turns;
  for (const ElementaryRotation<Expr>& turn : rotation.sequence)
    turns.push_back({{turn.axis.x.real(), turn.axis.y.real(), turn.axis.z.real()}, evaluate(turn.angle, {})});
  Matrix3<double> matrix = make_rotation<double>(turns);
  if (is_of_quarter_turns(rotation))
    for (Vector3<double>& row : matrix.rows) row = {std::round(row.x), std::round(row.y), std::round(row.z)};
  return matrix;
}

}  // namespace kinemate
