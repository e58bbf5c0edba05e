// Turns about the z axis, which both frames share: half the work of a rotation matrix, and less on tensors.
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

}  // namespace kinemate
