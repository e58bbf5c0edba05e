// Programs of formulas and of their changes along a direction, as numeric parts of studies call them.
#pragma once

#include <vector>

#include "program/translate.h"

namespace kinemate {

/// Symbols that no user can write.
std::vector<Expr> direction_symbols(const char* kind, std::size_t count);

/// An array whose entries need no names.
InputFormulas plain_input(const char* name, const std::vector<Expr>& symbols);

/// One output array, in the order of the formulas.
Program plain_program(const std::vector<InputFormulas>& inputs, const std::vector<Expr>& formulas);

}  // namespace kinemate
