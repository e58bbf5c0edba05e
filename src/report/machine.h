// What a machine is, in one view: bodies, joints, coordinates, parameters, loads.
#pragma once

#include <string>

#include "model/model.h"

namespace kinemate {

/// REQUIRES: a model without mistakes.
std::string machine_text(const Model& model);
std::string machine_json(const Model& model);

}  // namespace kinemate
