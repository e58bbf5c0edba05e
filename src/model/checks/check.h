// What is wrong with a model: all of it at once.
#pragma once

#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// What must be put right before anything can be computed. REQUIRES: indices are in range or kNone.
std::vector<Finding> find_mistakes(const Model& model);

}  // namespace kinemate
