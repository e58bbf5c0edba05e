// What is wrong with the joints of a model as they are described: coordinates, axes, directions, speeds.
#pragma once

#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// In the order of the joints.
std::vector<Finding> find_joint_mistakes(const Model& model);

}  // namespace kinemate
