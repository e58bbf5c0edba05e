// Formulas as text. What to_text writes, parse() reads back to the identical handle (docs/formulas.md).
#pragma once

#include <cstddef>
#include <string>

#include "expr/expr.h"

namespace kinemate {

struct PrintOptions {
  /// Bytes. Shared parts are written out each time, so that a small graph may have an endless text.
  std::size_t largest = 200'000'000;
  /// Beyond `largest`: cut the text with "..." instead of throwing Error.
  bool cut = false;
};

std::string to_text(Expr formula, const PrintOptions& options = {});

/// For a formula inside a LaTeX document, in mathematics. Products are flattened into fractions; names of letters
/// and digits get subscripts, Greek names their letter, primes their dots.
std::string to_latex(Expr formula, const PrintOptions& options = {});

}  // namespace kinemate
