// What equations of motion are not available for yet.
#pragma once

#include "model/kinematics.h"

namespace kinemate {

/// Throws Error where the machine has closed loops or constraints: their equations need more.
void require_tree(const Model& model, const Kinematics& kinematics);

}  // namespace kinemate
