// What is wrong with the subsystems of a model, and with the names that ready linkages give to what they make.
#pragma once

#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

/// REQUIRES: indices of bodies are in range or kNone.
std::vector<Finding> find_subsystem_mistakes(const Model& model);

}  // namespace kinemate
