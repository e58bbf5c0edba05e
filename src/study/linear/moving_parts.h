// What of a machine moves by functions of time, not by forces: drives, poses, the base, constraints.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"

namespace kinemate {

/// In words, in the order of the file: "the base", "the drive of x", "joint lift", "constraint c".
std::vector<std::string> moving_parts(const Model& model);

}  // namespace kinemate
