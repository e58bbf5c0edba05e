// Steps → statements: each value that is used once becomes part of its user's formula, as long as lines stay
// short; the others become local variables.
#pragma once

#include <functional>
#include <set>

#include "codegen/expression.h"
#include "codegen/names.h"
#include "program/order/schedule.h"

namespace kinemate {

/// A place that steps speak of, as code.
struct CodeOutside {
  Phrase text;
  bool indirect = false;  ///< dear to reach: what is used twice is kept in a local variable
  std::string entry;      ///< the name of the input that stands there, if it is one
};

struct CodeBodyOptions {
  const Language& language;
  std::string local;  ///< local variables are this and a number, or named after sines of inputs
  CodeNames names;    ///< what is taken
  std::size_t indent = 2;
};

struct CodeBody {
  std::string text;
  std::vector<std::string> variables;  ///< local ones, in the order of their definitions
  std::set<std::string> called;        ///< functions
};

/// `kept`: which results go to their place; a place is written after everything that reads what stood there before.
/// `copies` are of places to places, after the steps. What no one needs is left out.
CodeBody write_body(std::span<const Step> steps, const std::vector<bool>& kept, std::span<const Copy> copies,
                    const std::function<CodeOutside(std::uint32_t place)>& outside, const CodeBodyOptions& options);

}  // namespace kinemate
