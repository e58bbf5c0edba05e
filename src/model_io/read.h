// Model files (YAML) to models, with the position of every mistake.
#pragma once

#include <string>

#include "model_io/reading.h"

namespace kinemate {

/// The model in a YAML text; `source` is what messages call it. The file is described in docs/model.md.
Reading read_model(std::string text, const std::string& source);

}  // namespace kinemate
