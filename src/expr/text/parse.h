// Text to formulas. The grammar is docs/formulas.md.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

#include "expr/expr.h"

namespace kinemate {

struct ParseOptions {
  /// What error messages call the text: a file name, or what it is.
  std::string source = "formula";
  /// Unspecified functions that are meant, although their name is nearly that of a built-in function.
  std::unordered_set<std::string> functions;
};

/// The formula in `text` from byte `begin` on; places count from the beginning of `text`. Throws Error with its place.
/// Any length and depth: the parser keeps its own stacks.
Expr parse(std::string_view text, const ParseOptions& options = {}, std::size_t begin = 0);

}  // namespace kinemate
