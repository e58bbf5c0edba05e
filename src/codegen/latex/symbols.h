// The entries of a program's arrays as symbols of formulas.
//
// An entry that is called as a formula calls its symbols (phi', f(t)) keeps its name. Others are called after their
// array and their place in it: x_{3}, M_{1,2}; so are those whose name is long, or looks like that of another.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "expr/expr.h"
#include "program/program.h"

namespace kinemate {

struct LatexSymbol {
  Expr symbol;
  std::string latex;
  bool named = false;  ///< after the entry, whose name the reader knows so
};

struct LatexSymbols {
  std::vector<std::vector<LatexSymbol>> inputs, outputs;  ///< by array, by entry
  std::string abbreviation;                               ///< abbreviations are called so, with a number behind
};

LatexSymbols make_latex_symbols(const Program& program);

/// The array itself: x.
std::string latex_array(const Array& array);

}  // namespace kinemate
