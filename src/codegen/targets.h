// The languages and tools that programs can be written for: one row each.
#pragma once

#include "codegen/target.h"

namespace kinemate {

struct Target {
  std::string_view name;   ///< on the command line
  std::string_view title;  ///< for people
  Emitter* generate;
  bool whole = false;     ///< a machine with its states: only the differential equation can be written
  bool jacobian = false;  ///< takes the derivatives of the differential equation too
};

std::span<const Target> targets();

/// Throws Error where there is none of this name.
const Target& find_target(std::string_view name);

}  // namespace kinemate
