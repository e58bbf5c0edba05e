// The points of bodies that a description names: joints, frames, recorded points, points of loads and contacts.
#pragma once

#include <vector>

#include "model/kinematics.h"

namespace kinemate {

/// In axes of the body.
struct BodyPlaces {
  Vector hub;                  ///< of the joint that carries it; the centre of mass where it is free
  std::vector<Vector> joints;  ///< of the joints that it carries, then of those that close loops
  std::size_t closings = 0;    ///< so many of these close loops
  std::vector<Vector> named;   ///< frames, recorded points, points of loads and contacts
};

/// The end of a tree's joint on the body that carries, and on the one that is carried.
const Attachment& near_end(const Model& model, const TreeJoint& joint);
const Attachment& far_end(const Model& model, const TreeJoint& joint);

/// Whether a load acts along the line between its two points, as something that can be drawn there: a vector damper to
/// the world is drag.
bool is_wire(const Model& model, const LoadElement& load);

/// For each body, the world first.
std::vector<BodyPlaces> find_body_places(const Model& model, const Tree& tree);

}  // namespace kinemate
