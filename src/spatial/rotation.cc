#include "spatial/rotation.h"

#include <algorithm>
#include <cmath>

#include "expr/expr.h"

namespace kinemate {
namespace {

using std::cos;
using std::sin;

// The coordinate axis that `axis` is, 0..2, or 3 where it is none.
template <class S>
std::size_t coordinate_axis(const Vector3<S>& axis) {
  for (std::size_t i = 0; i < 3; ++i)
    if (axis == unit<S>(i)) return i;
  return 3;
}

}  // namespace

template <class S>
Matrix3<S> make_rotation(const ElementaryRotation<S>& rotation) {
  const Vector3<S>& u = rotation.axis;
  if (coordinate_axis(-u) != 3) return make_rotation(ElementaryRotation<S>{-u, -rotation.angle});
  const S c = cos(rotation.angle), s = sin(rotation.angle);
  const std::size_t i = coordinate_axis(u);
  if (i == 3) return Matrix3<S>::identity() * c + tilde(u) * s + outer(u, u) * (S(1) - c);
  const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
  Matrix3<S> r;
  r(i, i) = S(1);
  r(j, j) = r(k, k) = c;
  r(k, j) = s;
  r(j, k) = -s;
  return r;
}

template <class S>
Matrix3<S> make_rotation(std::span<const ElementaryRotation<S>> sequence) {
  Matrix3<S> r = Matrix3<S>::identity();
  for (const ElementaryRotation<S>& rotation : sequence) r = r * make_rotation(rotation);
  return r;
}

template <class S>
std::vector<Vector3<S>> rotation_axes(std::span<const ElementaryRotation<S>> sequence) {
  std::vector<Vector3<S>> axes;
  Matrix3<S> r = Matrix3<S>::identity();
  for (const ElementaryRotation<S>& rotation : sequence) {
    axes.push_back(r * rotation.axis);
    r = r * make_rotation(rotation);
  }
  return axes;
}

template <class S>
EulerParameters<S> operator*(const EulerParameters<S>& a, const EulerParameters<S>& b) {
  return {a.s * b.s - dot(a.v, b.v), b.v * a.s + a.v * b.s + cross(a.v, b.v)};
}

template <class S>
EulerParameters<S> make_euler_parameters(const ElementaryRotation<S>& rotation) {
  const S half = rotation.angle / S(2);
  return {cos(half), rotation.axis * sin(half)};
}

template <class S>
Matrix3<S> make_rotation(const EulerParameters<S>& p) {
  const S two(2);
  const Vector3<S>& v = p.v;
  Matrix3<S> r;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r(i, i) = S(1) - two * (v[j] * v[j] + v[k] * v[k]);
    r(k, j) = two * (v[j] * v[k] + p.s * v[i]);
    r(j, k) = two * (v[j] * v[k] - p.s * v[i]);
  }
  return r;
}

template <class S>
EulerParameters<S> euler_parameter_rates(const EulerParameters<S>& p, const Vector3<S>& omega_turned) {
  const EulerParameters<S> rates = p * EulerParameters<S>{S(0), omega_turned};
  return {rates.s / S(2), rates.v * (S(1) / S(2))};
}

template <class S>
Vector3<S> angular_velocity(const EulerParameters<S>& p, const EulerParameters<S>& rates) {
  return (conjugate(p) * rates).v * S(2);
}

EulerParameters<double> make_euler_parameters(const Matrix3<double>& r) {
  // 4·(s², x², y², z²), of which at least one is 1 or more
  const double t = trace(r);
  const double squares[4] = {1 + t, 1 + 2 * r(0, 0) - t, 1 + 2 * r(1, 1) - t, 1 + 2 * r(2, 2) - t};
  const std::size_t largest = static_cast<std::size_t>(std::max_element(squares, squares + 4) - squares);
  const double twice = std::sqrt(squares[largest]);
  EulerParameters<double> p;
  if (largest == 0) {
    p = {twice / 2, vect(r) * (1 / twice)};
  } else {
    const std::size_t i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
    p.s = vect(r)[i] / twice;
    p.v[i] = twice / 2;
    p.v[j] = (r(i, j) + r(j, i)) / (2 * twice);
    p.v[k] = (r(i, k) + r(k, i)) / (2 * twice);
  }
  return p.s < 0 ? EulerParameters<double>{-p.s, -p.v} : p;
}

ElementaryRotation<double> make_axis_angle(const Matrix3<double>& r) {
  const EulerParameters<double> p = make_euler_parameters(r);
  const double length = std::hypot(p.v.x, p.v.y, p.v.z);  // squares of tiny parameters would vanish
  if (length == 0) return {unit<double>(0), 0};
  return {p.v * (1 / length), 2 * std::atan2(length, p.s)};
}

template Matrix3<double> make_rotation(const ElementaryRotation<double>&);
template Matrix3<Expr> make_rotation(const ElementaryRotation<Expr>&);
template Matrix3<double> make_rotation(std::span<const ElementaryRotation<double>>);
template Matrix3<Expr> make_rotation(std::span<const ElementaryRotation<Expr>>);
template std::vector<Vector3<double>> rotation_axes(std::span<const ElementaryRotation<double>>);
template std::vector<Vector3<Expr>> rotation_axes(std::span<const ElementaryRotation<Expr>>);
template EulerParameters<double> operator*(const EulerParameters<double>&, const EulerParameters<double>&);
template EulerParameters<Expr> operator*(const EulerParameters<Expr>&, const EulerParameters<Expr>&);
template EulerParameters<double> make_euler_parameters(const ElementaryRotation<double>&);
template EulerParameters<Expr> make_euler_parameters(const ElementaryRotation<Expr>&);
template Matrix3<double> make_rotation(const EulerParameters<double>&);
template Matrix3<Expr> make_rotation(const EulerParameters<Expr>&);
template EulerParameters<double> euler_parameter_rates(const EulerParameters<double>&, const Vector3<double>&);
template EulerParameters<Expr> euler_parameter_rates(const EulerParameters<Expr>&, const Vector3<Expr>&);
template Vector3<double> angular_velocity(const EulerParameters<double>&, const EulerParameters<double>&);
template Vector3<Expr> angular_velocity(const EulerParameters<Expr>&, const EulerParameters<Expr>&);

}  // namespace kinemate
