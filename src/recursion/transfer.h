// How a link stands against the one that carries it, and what passes between them: G of source E, with axes of their
// own for both.
#pragma once

#include <optional>

#include "spatial/turn.h"

namespace kinemate {

/// The frame of a link N against that of its carrier V.
template <class S>
struct Transfer {
  Turn<S> before;                             ///< R_VN = before · fixed · after: most joints turn about one axis,
  Matrix3<S> fixed = Matrix3<S>::identity();  ///< between constant rotations
  Turn<S> after;
  std::optional<Turn<S>> tilt;     ///< instead of `fixed`: a turn about x
  Vector3<S> arm;                  ///< from the origin of V to that of N, in axes of V
  bool turns_with_carrier = true;  ///< otherwise N is oriented against the base and V gives it forces alone

  Vector3<S> outward(const Vector3<S>& v) const {  ///< components in N of those in V
    const Vector3<S> turned = transposed_times(before, v);
    return transposed_times(after, tilt ? transposed_tilt(*tilt, turned) : transposed_times(fixed, turned));
  }
  Vector3<S> inward(const Vector3<S>& v) const {
    const Vector3<S> turned = after * v;
    return before * (tilt ? kinemate::tilt(*tilt, turned) : fixed * turned);
  }
};

/// G x: what a change of the carrier's acceleration does to the link's.
template <class S>
Acceleration<S> outward(const Transfer<S>& transfer, const Acceleration<S>& x) {
  const Vector3<S> linear = transfer.outward(x.linear + cross(x.angular, transfer.arm));
  return {transfer.turns_with_carrier ? transfer.outward(x.angular) : Vector3<S>(), linear};
}

template <class S>
Twist<S> outward(const Transfer<S>& transfer, const Twist<S>& y) {
  const Acceleration<S> x = outward(transfer, Acceleration<S>{y.angular, y.linear});
  return {x.angular, x.linear};
}

/// Gᵀ l: the load on the carrier that a load on the link is.
template <class S>
Load<S> inward(const Transfer<S>& transfer, const Load<S>& load) {
  const Vector3<S> force = transfer.inward(load.force);
  if (!transfer.turns_with_carrier) return {cross(transfer.arm, force), force};
  return {transfer.inward(load.torque) + cross(transfer.arm, force), force};
}

template <class Inertia, class S>
Inertia rotated_inward(const Transfer<S>& transfer, const Inertia& inertia) {
  const Inertia turned = rotate(inertia, transfer.after);
  return rotate(transfer.tilt ? tilt(turned, *transfer.tilt) : rotate(turned, transfer.fixed), transfer.before);
}

/// Gᵀ M G
template <class S>
ArticulatedInertia<S> inward(const Transfer<S>& transfer, const ArticulatedInertia<S>& inertia) {
  ArticulatedInertia<S> turned = rotated_inward(transfer, inertia);
  if (!transfer.turns_with_carrier) turned.angular = {}, turned.coupling = {};
  return move_to(turned, transfer.arm);
}

/// The same of a rigid body. REQUIRES: the link turns with its carrier.
template <class S>
RigidInertia<S> inward(const Transfer<S>& transfer, const RigidInertia<S>& inertia) {
  return move(rotated_inward(transfer, inertia), -transfer.arm);
}

}  // namespace kinemate
