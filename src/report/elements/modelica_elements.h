// A machine, or a part of it, as Modelica elements in connector form (report/elements/element_equations.h): an element for the
// world and for each body with its joint, and a model that holds the states and connects them.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// A package with all that is needed. Without bodies: the whole machine, as the model Machine. With bodies: the model
/// Subsystem of these, whose primary interface is where the joint of the first of them is attached, and which has a
/// secondary one for each body that carries others, secondary_NAME; what it needs of other coordinates are its inputs.
/// Rates of a coordinate q are called q_dot, accelerations q_ddot.
///
/// Throws Error for closed loops and constraints, for bodies that are not there or do not hang together, for speeds
/// that meet no inertia, and for functions that Modelica has not.
std::string write_modelica_elements(const Model& model, const std::vector<std::string>& bodies = {});

}  // namespace kinemate
