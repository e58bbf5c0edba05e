// `x = formula` and `F($1, $2) = formula`: what a user writes for a Substitution.
#pragma once

#include <string_view>

#include "expr/substitute.h"
#include "expr/text/parse.h"

namespace kinemate {

/// `x = formula`, `x' = formula`, `F($1, $2) = formula` or `F(x, y) = formula`, added to a substitution.
/// Throws Error with its place.
void parse_assignment(std::string_view text, const ParseOptions& options, Substitution& substitution);

}  // namespace kinemate
