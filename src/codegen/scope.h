// The names that statements of generated code see around them.
#pragma once

#include <span>

#include "codegen/expression.h"
#include "codegen/memory.h"

namespace kinemate {

struct CodeScope {
  const CodeInterface* interface = nullptr;
  std::span<const double> constants;
  std::string workspace;  ///< name
  std::string local;      ///< local variables are this and a number
  CodeNames names;        ///< what is taken everywhere
};

/// Names for what is around that no parameter has.
CodeScope make_scope(const CodeInterface& interface, std::span<const double> constants);

/// The parameter of a region, null of the other regions.
const CodeParameter* parameter_of(const CodeScope& scope, std::uint32_t region);

/// `q[2]`, `0.5`, `t`: a number to be read, or written to.
Phrase place_text(const CodeScope& scope, CodePlace place);

/// `q[at]`. REQUIRES: neither constants nor a parameter that comes by value.
std::string element_text(const CodeScope& scope, std::uint32_t region, std::string_view at);

}  // namespace kinemate
