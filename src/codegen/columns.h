// Indices of a loop in C: a fixed one, a progression 5 + 3*i, or a table.
#pragma once

#include "codegen/scope.h"

namespace kinemate {

struct CodeAccess {
  Phrase text;            ///< of iteration i
  bool indirect = false;  ///< by way of a table
};

struct CodeColumns {
  std::string tables;                ///< definitions
  std::string counter;               ///< the name of i
  std::vector<CodeAccess> accesses;  ///< (columns)
  CodeNames names;                   ///< those of the scope, tables and the counter
};

/// REQUIRES: all columns have `count` indices.
CodeColumns write_columns(std::span<const CodeColumn> columns, std::size_t count, const CodeScope& scope);

}  // namespace kinemate
