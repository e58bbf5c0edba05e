// Models back to model files. What is written reads back to the same machine.
#pragma once

#include <string>

#include "model/model.h"

namespace kinemate {

/// The YAML text of a model. Values are in SI units, those of parameters in the units they were given in; tensors are
/// about the centre of mass in body axes; axes have unit length. Comments and spellings of the original are not kept.
std::string write_model(const Model& model);

}  // namespace kinemate
