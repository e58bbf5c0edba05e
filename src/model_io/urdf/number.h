// Numbers of URDF: exact, as they stand in the file; and short decimals for what is computed from them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

inline constexpr std::string_view kNoUnits = "URDF has no units: metres, kilograms, seconds, radians";

struct Complaint {
  std::string message;
  std::string hint;
};

/// A decimal number: sign, digits with a point, exponent; none where the text is something else or beyond what double
/// precision holds. "0.31" is 31/100.
std::optional<Rational> read_decimal(std::string_view text);

/// Why a text is no number, and what was likely meant. REQUIRES: read_decimal has refused it.
Complaint explain_number(std::string_view text);

/// A part of a text, and the byte where it begins.
struct Word {
  std::string_view text;
  std::size_t at = 0;
};

/// What stands between blanks, tabs and line breaks.
std::vector<Word> split_words(std::string_view text);

/// A number as a decimal: itself where it has at most 20 digits, else the shortest one that is the same in double
/// precision. Throws Error for what is beyond that. REQUIRES: it is rational.
Expr to_decimal(Expr number);

/// The shortest decimal that is this double. Throws Error for what is not finite.
Expr to_decimal(double number);

}  // namespace kinemate
