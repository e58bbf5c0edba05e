// Names for shared parts, so that large formulas can be written down: text stays in proportion to the graph.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

struct Abbreviation {
  Expr symbol;
  Expr formula;  ///< of symbols and of abbreviations before it
};

struct Abbreviated {
  std::vector<Abbreviation> abbreviations;
  std::vector<Expr> formulas;
};

struct AbbreviateOptions {
  /// Abbreviations are called so, with a number behind; a letter more where the name occurs already.
  std::string_view prefix = "p";
  /// A part is named where it is used more than once and has so many operations, or where it would make a text of more
  /// operations than `longest`.
  double least = 2;
  double longest = 200;
  /// And only where so many operations less are written: those of the part, for every use but one.
  double gain = 2;
};

/// The same formulas with names for their shared and for their longest parts.
Abbreviated abbreviate(std::span<const Expr> formulas, const AbbreviateOptions& options = {});

}  // namespace kinemate
