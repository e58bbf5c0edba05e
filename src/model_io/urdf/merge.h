// Links that fixed joints join, as one body: where each is on it, and their inertia together.
//
// Numbers stay exact where all rotations are by quarter turns. Others are folded to decimals of double precision, so
// that neither formulas nor digits grow with the number of links.
#pragma once

#include <span>
#include <vector>

#include "model_io/urdf/tree.h"

namespace kinemate {

/// A frame on a body.
struct LinkPose {
  Vector position;
  Rotation rotation;     ///< turns, as long as they are few; else a matrix
  Pose<double> number;   ///< the same
  bool is_exact = true;  ///< turned by quarter turns only, so that exact numbers stay exact
};

/// The frame that stands at `position`, turned by `rotation`, in the frame `on`.
LinkPose compose(const LinkPose& on, const Vector& position, const Rotation& rotation);

/// The body's own frame, seen from a frame on it.
LinkPose inverse(const LinkPose& pose);

struct LinkPlace {
  std::size_t top = 0;  ///< the link whose frame is that of the body
  LinkPose pose;
};

/// For each link. The root's body has the frame of `root_top`, a link that only fixed joints part from the root.
std::vector<LinkPlace> place_links(const UrdfRobot& robot, const UrdfTree& tree, std::size_t root_top);

/// In axes of a body.
template <class S>
struct PlacedInertia {
  S mass{0};
  Vector3<S> center;     ///< of mass
  Symmetric3<S> tensor;  ///< about it
};

struct MergedInertia : PlacedInertia<Expr> {
  bool is_exact = true;  ///< turned by quarter turns only
};

MergedInertia place_inertia(const UrdfInertial& inertial, const LinkPose& pose);

/// Of all of them together. Without mass, the centre is the origin.
MergedInertia combine(std::span<const MergedInertia> parts);

}  // namespace kinemate
