// MATLAB as a language, in the part of it that GNU Octave and MATLAB's code generators read too.
//
// Functions out of their domain give complex numbers in MATLAB, and in code that MATLAB generates they stop the
// program. So sources define functions of their own around them, which ask first and give NaN.
#pragma once

#include "codegen/language.h"

namespace kinemate {

const Language& matlab_language();

/// Inf, -Inf and NaN where it is not finite.
std::string matlab_number(double number);

/// A string with its quotes: one line of UTF-8, no sign in it means anything but itself.
std::string matlab_string(std::string_view text);

/// Of the names of functions, which must not have more than 63 characters: the machine's, or what was asked for.
std::string matlab_prefix(std::string_view machine, std::string_view prefix);

}  // namespace kinemate
