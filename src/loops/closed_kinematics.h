// The kinematics of a machine whose loops are closed, in independent speeds.
//
// Every joint of the tree keeps its place; its speeds become those of the machine that are independent, with the
// columns Φ T. So all that works on trees whose joints share speeds works here: Newton's and Euler's laws projected on
// independent directions are the minimal equations (4) of source D.
#pragma once

#include "loops/closing.h"

namespace kinemate {

/// As compute_kinematics; loops and constraints, where there are any, are closed. Throws Error where they cannot be:
/// by how much, and where.
Kinematics compute_closed_kinematics(const Model& model);
Kinematics compute_closed_kinematics(const Model& model, const Tree& tree);

/// The kinematics that a closing says.
Kinematics close_kinematics(const Model& model, std::shared_ptr<const Closing> closing);

}  // namespace kinemate
