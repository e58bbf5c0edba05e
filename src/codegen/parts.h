// The statements of generated code, in the parts that become functions.
#pragma once

#include <set>

#include "codegen/scope.h"

namespace kinemate {

struct CodePart {
  std::string text;
  std::set<std::uint32_t> regions;     ///< what it reads or writes, constants apart
  std::set<std::uint32_t> written;     ///< those among them that it writes
  std::vector<std::string> variables;  ///< that it defines
};

struct CodeParts {
  std::vector<CodePart> parts;
  std::set<std::string> called;  ///< functions
  std::uint32_t workspace = 0;   ///< numbers
};

/// REQUIRES: the schedule has no block of sines; `chunk` steps a part is more than none.
CodeParts write_parts(const Schedule& schedule, const CodeScope& scope, std::size_t chunk);

}  // namespace kinemate
