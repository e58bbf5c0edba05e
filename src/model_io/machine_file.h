// Files of machines in any format that is known: model files (YAML) and URDF.
#pragma once

#include <string>

#include "model_io/reading.h"
#include "model_io/urdf.h"

namespace kinemate {

/// The format is recognised by the content: what begins with < is URDF. Throws Error of kind kFileSystem where the file
/// cannot be read, and of kind kInput where options for URDF meet a model file.
Reading read_machine_file(const std::string& path, const UrdfOptions& options = {});

}  // namespace kinemate
