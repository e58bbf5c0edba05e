// Text to formulas. The grammar is docs/formulas.md.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "expr/expr.h"
#include "expr/substitute.h"

namespace kinemate {

struct ParseOptions {
  /// What error messages call the text: a file name, or what it is.
  std::string source = "formula";
  /// Unspecified functions that are meant, although their name is nearly that of a built-in function.
  std::unordered_set<std::string> functions;
};

/// Throws Error with its place in the text. Any length and depth: the parser keeps its own stacks.
Expr parse(std::string_view text, const ParseOptions& options = {});

/// `x = formula`, `x' = formula`, `F($1, $2) = formula` or `F(x, y) = formula`, added to a substitution. Throws Error with its place.
void parse_assignment(std::string_view text, const ParseOptions& options, Substitution& substitution);

}  // namespace kinemate
