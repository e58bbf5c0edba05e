// What the passes of the engine need of a link that carries nothing, see LeafLink and recursion/engine/leaves.h.
#pragma once

#include "recursion/engine/data.h"
#include "spatial/inertia.h"
#include "spatial/pose.h"

namespace kinemate {

/// `pose` is that of the link's frame in its carrier's, for θ = 0; the joint turns about its z axis.
/// REQUIRES: no mass is left in the inertia and no moment along the axis.
LeafLink make_leaf_turn(const Pose<double>& pose, const RigidInertia<double>& inertia);

/// `pose` likewise, for the coordinate 0. REQUIRES: the inertia is that of a point with a mass.
LeafLink make_leaf_slide(const Pose<double>& pose, const RigidInertia<double>& inertia);

}  // namespace kinemate
