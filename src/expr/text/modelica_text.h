// Formulas, names and texts as they stand in Modelica.
#pragma once

#include <string>
#include <string_view>

#include "expr/expr.h"

namespace kinemate {

/// Whether Modelica has reserved this word.
bool is_modelica_word(std::string_view text);

/// A symbol: as it is where Modelica takes it for a name, with dots and indices; else in quotes: 'q1\''.
std::string modelica_name(Expr symbol);

/// In quotes.
std::string modelica_string(std::string_view text);

/// Read by model_io/modelica/expression.h, it is the same formula again. Modelica has no log2, cbrt, atanh and step,
/// which are written by others, and no doubles beside its decimal numbers. Throws Error for factorials, unspecified
/// functions, and where the text is too long.
std::string to_modelica(Expr formula);

}  // namespace kinemate
