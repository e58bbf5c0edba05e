// Indices of a loop in C: a fixed one, a progression 5 + 3*i, or a table.
#pragma once

#include "codegen/c_scope.h"

namespace kinemate {

struct CAccess {
  CExpression text;       ///< of iteration i
  bool indirect = false;  ///< by way of a table
};

struct CColumns {
  std::string tables;             ///< definitions
  std::string counter;            ///< the name of i
  std::vector<CAccess> accesses;  ///< (columns)
  CNames names;                   ///< those of the scope, tables and the counter
};

/// REQUIRES: all columns have `count` indices.
CColumns write_c_columns(std::span<const CColumn> columns, std::size_t count, const CScope& scope);

}  // namespace kinemate
