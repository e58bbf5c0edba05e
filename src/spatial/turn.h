// Turns about the z axis, which both frames share, or the x axis: half the work of a rotation matrix, and less on
// tensors.
//
// A tensor [a b; c d] of the plane turns by e = sin·(a − d) + cos·(b + c): a' = a − sin·e, d' = d + sin·e,
// b' = cos·e − c, c' = cos·e − b, by sin² + cos² = 1.
#pragma once

#include "spatial/inertia.h"

namespace kinemate {

template <class S>
struct Turn {
  S cos{1}, sin{0};
};

template <class S>
Matrix3<S> turn_matrix(const Turn<S>& turn) {
  return {{{{turn.cos, -turn.sin, S(0)}, {turn.sin, turn.cos, S(0)}, {S(0), S(0), S(1)}}}};
}

/// R v
template <class S>
Vector3<S> operator*(const Turn<S>& turn, const Vector3<S>& v) {
  return {turn.cos * v.x - turn.sin * v.y, turn.sin * v.x + turn.cos * v.y, v.z};
}

/// Rᵀ v
template <class S>
Vector3<S> transposed_times(const Turn<S>& turn, const Vector3<S>& v) {
  return {turn.cos * v.x + turn.sin * v.y, turn.cos * v.y - turn.sin * v.x, v.z};
}

/// R Θ Rᵀ
template <class S>
Symmetric3<S> rotate(const Symmetric3<S>& a, const Turn<S>& turn) {
  const S e = turn.sin * (a.xx - a.yy) + turn.cos * (a.xy + a.xy), se = turn.sin * e;
  return {a.xx - se,
          a.yy + se,
          a.zz,
          turn.cos * e - a.xy,
          turn.cos * a.xz - turn.sin * a.yz,
          turn.sin * a.xz + turn.cos * a.yz};
}

/// R A Rᵀ
template <class S>
Matrix3<S> rotate(const Matrix3<S>& a, const Turn<S>& turn) {
  const S &c = turn.cos, &s = turn.sin;
  const S e = s * (a(0, 0) - a(1, 1)) + c * (a(0, 1) + a(1, 0)), se = s * e, ce = c * e;
  return {{{{a(0, 0) - se, ce - a(1, 0), c * a(0, 2) - s * a(1, 2)},
            {ce - a(0, 1), a(1, 1) + se, s * a(0, 2) + c * a(1, 2)},
            {c * a(2, 0) - s * a(2, 1), s * a(2, 0) + c * a(2, 1), a(2, 2)}}}};
}

template <class S>
RigidInertia<S> rotate(const RigidInertia<S>& inertia, const Turn<S>& turn) {
  return {inertia.mass, turn * inertia.moment, rotate(inertia.tensor, turn)};
}

template <class S>
ArticulatedInertia<S> rotate(const ArticulatedInertia<S>& inertia, const Turn<S>& turn) {
  return {rotate(inertia.angular, turn), rotate(inertia.coupling, turn), rotate(inertia.linear, turn)};
}

/// Turns about the x axis: those about z, with the axes renamed.
template <class S>
Vector3<S> x_to_z(const Vector3<S>& v) {
  return {v.y, v.z, v.x};
}
template <class S>
Symmetric3<S> x_to_z(const Symmetric3<S>& a) {
  return {a.yy, a.zz, a.xx, a.yz, a.xy, a.xz};
}
template <class S>
Matrix3<S> x_to_z(const Matrix3<S>& a) {
  return {{x_to_z(a.rows[1]), x_to_z(a.rows[2]), x_to_z(a.rows[0])}};
}
template <class S>
RigidInertia<S> x_to_z(const RigidInertia<S>& a) {
  return {a.mass, x_to_z(a.moment), x_to_z(a.tensor)};
}
template <class S>
ArticulatedInertia<S> x_to_z(const ArticulatedInertia<S>& a) {
  return {x_to_z(a.angular), x_to_z(a.coupling), x_to_z(a.linear)};
}
template <class Quantity>
Quantity z_to_x(const Quantity& a) {
  return x_to_z(x_to_z(a));
}

template <class S>
Vector3<S> tilt(const Turn<S>& turn, const Vector3<S>& v) {
  return z_to_x(turn * x_to_z(v));
}
template <class S>
Vector3<S> transposed_tilt(const Turn<S>& turn, const Vector3<S>& v) {
  return z_to_x(transposed_times(turn, x_to_z(v)));
}
template <class Inertia, class S>
Inertia tilt(const Inertia& inertia, const Turn<S>& turn) {
  return z_to_x(rotate(x_to_z(inertia), turn));
}
template <class S>
Matrix3<S> tilt_matrix(const Turn<S>& turn) {
  return {{{{S(1), S(0), S(0)}, {S(0), turn.cos, -turn.sin}, {S(0), turn.sin, turn.cos}}}};
}

}  // namespace kinemate
