// The base parameters of a machine: how many, what is regrouped in each, what has no effect.
#pragma once

#include <string>

#include "study/machine_parameters.h"

namespace kinemate {

std::string base_parameters_text(const Model& model, const MachineParameters& machine);
/// docs/base_parameters.md describes it.
std::string base_parameters_json(const Model& model, const MachineParameters& machine);

}  // namespace kinemate
