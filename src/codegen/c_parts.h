// The statements of generated C, in the parts that become functions.
#pragma once

#include <set>

#include "codegen/c_scope.h"

namespace kinemate {

struct CPart {
  std::string text;
  std::set<std::uint32_t> regions;  ///< what it reads or writes, constants apart
};

struct CParts {
  std::vector<CPart> parts;
  std::set<CHelper> helpers;
  std::uint32_t workspace = 0;  ///< numbers
};

/// REQUIRES: the schedule has no block of sines; `chunk` steps a part is more than none.
CParts write_c_parts(const Schedule& schedule, const CScope& scope, std::size_t chunk);

}  // namespace kinemate
