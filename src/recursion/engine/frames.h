// Frames for the engine, chosen so that little is left to compute, and inertia put where it costs least.
//
// A link's axis is a line; where on it the frame is and how it is turned about it is free, and settled by the first
// link that it carries: the common normal of both axes becomes the x axis (Denavit and Hartenberg 1955, in the form of
// Craig). Of a link that turns about z, a mass, its moment along z and diag(J, J, 0) move with the carrier whatever the
// angle is, so they go there, with J = Θ_yy; of a link that slides the tensor goes (Gautier and Khalil 1990: the base
// parameters). Accelerations and efforts do not change by this, the loads in the joints do. Fixed links become parts of
// those that carry them. A link that carries nothing is a leaf (recursion/engine/leaves.h): it does not ask for a frame
// of its carrier, and what is left of one that slides is a point.
//
// Axes that are parallel but for 0.01 have their common normal far away; such a link is treated as a general one.
#pragma once

#include <vector>

#include "recursion/engine/data.h"
#include "recursion/engine/engine.h"

namespace kinemate {

/// A turn or slide that is treated as a general link: the engine itself writes the numbers of its joint.
struct OwnJoint {
  std::uint32_t joint;  ///< where the numbers begin
  std::uint32_t speed;
  EngineLink::Kind kind;
};

/// Where a link of the caller's is.
struct PlacedLink {
  std::size_t link = 0;  ///< of the engine's
  Pose<double> pose;     ///< of the caller's frame in the engine's
  bool moves = false;    ///< false: fixed to the base
};

struct EngineFrames {
  std::vector<AxialLink> links;  ///< and one more that ends the last run
  std::vector<AxialScrew> screws;
  std::vector<GeneralLink> general;
  std::vector<LeafLink> leaves;
  std::vector<OwnJoint> own_joints;
  std::vector<PlacedLink> placed;  ///< for each link of the caller's
  std::size_t speed_count = 0, slot_count = 0;
  std::size_t count() const { return links.size() - 1; }
  std::size_t joint_number_count = 0, own_joint_number_count = 0, general_memory_count = 0;
};

EngineFrames choose_frames(const std::vector<EngineLink>& links);

}  // namespace kinemate
