// Model files to models, with the position of every mistake.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "model/model.h"

namespace kinemate {

struct Reading {
  Model model;                  ///< complete only where there are no mistakes
  std::vector<Error> mistakes;  ///< in the order of the file
  std::vector<Error> remarks;   ///< what works, but may not be meant
};

/// The model in a YAML text; `source` is what messages call it. The file is described in docs/model.md.
Reading read_model(std::string text, const std::string& source);

/// The same for a file. Throws Error of kind kFileSystem where it cannot be read.
Reading read_model_file(const std::string& path);

}  // namespace kinemate
