// A machine as a flat list of scalar equations: every component of every vector an unknown with an equation.
//
// Newton and Euler for each link (recursion/bias.h), nothing solved and nothing put in: angular velocities, angular and
// linear accelerations, loads of the joints, and Φᵀ l = η for each speed. Joints that close loops give their conditions
// on accelerations (formalism/flat_loops.h). What is known: time, coordinates, speeds, states, inputs, parameters.
#pragma once

#include "flat/flat_system.h"
#include "formalism/equations.h"

namespace kinemate {

/// The rates of the speeds are the first unknowns. Throws Error where the machine has no links (find_obstacle), and for
/// constraints beside closed loops.
FlatSystem flatten(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
