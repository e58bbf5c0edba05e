// Files of machines in any format that is known: model files (YAML), URDF and decks of LAGR.
#pragma once

#include <string>

#include "model_io/reading.h"
#include "model_io/urdf/urdf.h"

namespace kinemate {

/// The format is recognised by the content: what begins with < is URDF, with a digit or an asterisk a deck; so is what
/// is called .lagr. Throws Error of kind kFileSystem where the file cannot be read, and of kind kInput where options
/// for URDF meet another file.
Reading read_machine_file(const std::string& path, const UrdfOptions& options = {});

/// The machine of a file, the first where there are several. Throws one Error that says all its mistakes.
Model load_machine(const std::string& path, const UrdfOptions& options = {});

}  // namespace kinemate
