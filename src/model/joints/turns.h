// Turns one after another: about one axis they are one turn, by the sum of the angles.
#pragma once

#include "model/model.h"

namespace kinemate {

/// A·B, without the products of sines and cosines that a sum of angles stands for. In chains whose axes are parallel
/// they would double with every body.
Matrix join_turns(const Matrix& a, const Matrix& b);

}  // namespace kinemate
