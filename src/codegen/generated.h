// A file that was written by an emitter.
#pragma once

#include <string>

namespace kinemate {

struct GeneratedFile {
  std::string name;  ///< without a folder
  std::string text;
};

}  // namespace kinemate
