// The names that statements of generated C see around them.
#pragma once

#include <span>

#include "codegen/c_expression.h"
#include "codegen/c_memory.h"

namespace kinemate {

struct CScope {
  const CInterface* interface = nullptr;
  std::span<const double> constants;
  std::string workspace;  ///< name
  std::string local;      ///< local variables are this and a number
  CNames names;           ///< what is taken everywhere
};

/// Names for what is around that no parameter has.
CScope make_c_scope(const CInterface& interface, std::span<const double> constants);

/// The parameter of a region, null of the other regions.
const CParameter* parameter_of(const CScope& scope, std::uint32_t region);

/// `q[2]`, `0.5`, `t`: a number to be read, or written to.
CExpression c_place(const CScope& scope, CPlace place);

/// `q[at]`. REQUIRES: neither constants nor a parameter that comes by value.
std::string c_element(const CScope& scope, std::uint32_t region, std::string_view at);

}  // namespace kinemate
