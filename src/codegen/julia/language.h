// Julia as a language.
//
// Beyond their domain, functions of Julia throw. Modules have functions of the same names that return NaN there, so
// that formulas read as usual.
#pragma once

#include <set>

#include "codegen/language.h"

namespace kinemate {

const Language& julia_language();

/// Inf and NaN where it is not finite.
std::string julia_number(double number);

/// Text within a string: backslash, quote and dollar mean something there.
std::string julia_escaped(std::string_view text);

/// A string of one line, with its quotes.
std::string julia_string(std::string_view text);

/// The functions that a module defines for those that it calls.
std::string julia_definitions(std::set<std::string> called);

}  // namespace kinemate
