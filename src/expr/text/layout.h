// How sums and products are laid out for a reader: which operand comes first, what stands below the fraction bar.
// Shared by the text and the LaTeX printer. Only nodes as they are: nothing is rewritten here.
#pragma once

#include <string>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// A sum as left ± right. A sum inside comes left, a number right, a minus not first if that can be helped.
struct SumLayout {
  Expr left;
  Expr right;
};
SumLayout lay_out_sum(Expr sum);

/// base^exponent, above or below the bar; the exponent is positive.
struct Factor {
  Expr base;
  Rational exponent;
  bool below = false;
};

/// ± top · factors / bottom. The factors stand in the order in which multiplying from the left gives the node back.
struct ProductLayout {
  bool negative = false;
  std::string top;     ///< the number, empty for 1
  std::string bottom;  ///< the number below the bar, empty for 1
  std::vector<Factor> factors;
};

/// A product, power, number or anything else as a product.
ProductLayout lay_out_product(Expr e);

/// A positive rational or real number: `top` or `top/bottom`. Halves, quarters and what has no finite decimal form
/// are fractions; the rest are decimals, as a user would write them. In front of other factors eighths and the like and
/// parts of pi are fractions too, where that is no longer: pi/16, 3*m/8.
struct NumberText {
  std::string top;
  std::string bottom;  ///< empty: no fraction
};
NumberText number_text(Expr number);

/// An exact exponent as text, and whether it needs parentheses behind `^`.
NumberText exponent_text(const Rational& exponent);

}  // namespace kinemate
