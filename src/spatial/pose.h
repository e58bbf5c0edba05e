// Poses: where a frame is and how it is turned against another.
#pragma once

#include "spatial/rotation.h"

namespace kinemate {

/// The frame N against the frame V: `rotation` is R_VN, `position` the origin of N in V.
template <class S>
struct Pose {
  Matrix3<S> rotation = Matrix3<S>::identity();
  Vector3<S> position;

  friend bool operator==(const Pose&, const Pose&) = default;

  /// A point of N, in V.
  Vector3<S> at(const Vector3<S>& point) const { return position + rotation * point; }
};

/// z_AC = z_AB ⊕ z_BC
template <class S>
Pose<S> compose(const Pose<S>& ab, const Pose<S>& bc) {
  return {ab.rotation * bc.rotation, ab.at(bc.position)};
}

/// z_BA of z_AB
template <class S>
Pose<S> inverse(const Pose<S>& ab) {
  return {transpose(ab.rotation), -transposed_times(ab.rotation, ab.position)};
}

/// z_AB ⊖: the pose of C against B, of both against A.
template <class S>
Pose<S> relative(const Pose<S>& ac, const Pose<S>& ab) {
  return {transpose(ab.rotation) * ac.rotation, transposed_times(ab.rotation, ac.position - ab.position)};
}

}  // namespace kinemate
