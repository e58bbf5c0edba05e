// Where a closed machine starts: its initial values and what is given instead, with all loops closed.
//
// Which speeds are independent, and on which branch formulas of positions are, is chosen where the machine starts. So
// what a user gives for the state takes the place of the model's initial values before anything is closed.
#pragma once

#include <span>

#include "study/given.h"

namespace kinemate {

/// The model as it starts when these values are given: with a closed configuration as its initial values, in which what
/// is given stays as far as it can; parameters have the values that are given. Initial values stay as they are where
/// the model is a tree, where nothing is given of its coordinates, where parameters of its geometry have no value, and
/// where what is given is reached in small steps from them, since then they tell how the machine is assembled. Throws
/// Error where the loops cannot be closed.
Model started_at(const Model& model, std::span<const Given> given);

/// The model with initial values that fit its loops and constraints, coordinates and speeds; those that fit already
/// stay formulas. The model itself where it is a tree or open parameters leave no numbers. Throws Error where the loops
/// cannot be closed.
Model with_closed_initial_values(const Model& model);

}  // namespace kinemate
