// A pose as formulas that also knows which turn it is, so that turns about one axis add their angles.
//
// Without it cos(phi + alpha) would be cos(phi) cos(alpha) − sin(phi) sin(alpha), and the angle of a body in a planar
// loop would have to be found again from sines and cosines, but for full turns. For the same reason both ends' origins
// are kept, each as seen from the other: turning one back into the other's axes would leave sin² + cos² in it.
#pragma once

#include <optional>

#include "model/model.h"

namespace kinemate {

struct SteadyPose {
  Matrix rotation = Matrix::identity();  ///< of z_AB
  Vector position;                       ///< the origin of B, in A
  Vector back_position;                  ///< the origin of A, in B
  /// The rotation as one turn, where it is known to be one; no rotation is a turn by 0 about any axis.
  std::optional<ElementaryRotation<Expr>> turn = ElementaryRotation<Expr>{unit<Expr>(2), Expr(0)};

  /// A point of B, in A.
  Vector at(const Vector& point) const { return position + rotation * point; }
  /// A point of A, in B.
  Vector back(const Vector& point) const { return back_position + transposed_times(rotation, point); }
};

/// REQUIRES: the axis has unit length.
SteadyPose make_steady_turn(const Vector& axis, Expr angle);
SteadyPose make_steady_shift(const Vector& shift);
SteadyPose make_steady_rotation(const Rotation& rotation);
/// At a place, turned there.
SteadyPose make_steady_pose(const Vector& position, const Rotation& rotation);
/// An attachment against its body. REQUIRES: no world axes.
SteadyPose make_steady_place(const Model& model, const Attachment& attachment);

/// z_AC of z_AB and z_BC
SteadyPose compose(const SteadyPose& ab, const SteadyPose& bc);
SteadyPose inverse(const SteadyPose& ab);

/// The angle of a rotation that is a turn about ± this axis.
std::optional<Expr> angle_about(const SteadyPose& pose, const Vector& axis);

}  // namespace kinemate
