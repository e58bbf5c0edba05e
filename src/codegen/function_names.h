// What functions are called in each language: one table, a row for each function, a column for each language.
#pragma once

#include <optional>
#include <string_view>

#include "codegen/language.h"
#include "expr/function.h"

namespace kinemate {

/// Its name, or a format of its operands where it is more than a call: "\\sqrt{{{}}}". Nothing where the
/// language has no such function and none is defined. Relations, connectives and `if` are not here: they are operators.
std::optional<std::string_view> function_name(LanguageColumn column, Function function, std::size_t operands);

/// The square root, likewise.
std::string_view square_root_name(LanguageColumn column);

/// The function that a text of the table calls.
std::string_view called_name(std::string_view name);

}  // namespace kinemate
