// What is wrong with the names of a model: those that formulas could not refer to, and those that mean two things.
#pragma once

#include <vector>

#include "model/checks/finding.h"

namespace kinemate {

std::vector<Finding> find_name_mistakes(const Model& model);

}  // namespace kinemate
