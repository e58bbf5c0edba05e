// A program as formulas that fit on a page: abbreviations, and results by them.
//
// What is used once stands where it is used, as long as its line stays short and fractions stand no deeper than two in
// each other; everything else is an abbreviation. Sines and cosines of a symbol are as short as an abbreviation would
// be. Formulas are built by the constructors of expr/expr.h: they compute the same, in an order that reads better.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "expr/text/abbreviate.h"
#include "program/program.h"

namespace kinemate {

/// Digits that fit in a line, beside what stands left of the sign of equality.
inline constexpr double kLatexLine = 74;

/// `inputs`: a symbol for each entry of the inputs. Abbreviations are called `stem` and a number.
Abbreviated make_latex_formulas(const Program& program, std::span<const Expr> inputs, const std::string& stem);

}  // namespace kinemate
