// Formulas at a point, in double precision.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// Values of symbols, and of unspecified functions as they stand in the formula.
using Values = std::unordered_map<Expr, double>;

/// Throws Error: kInput for a symbol or unspecified function without a value; kNumerical where a result is not
/// finite, naming the part of the formula that is not defined there.
std::vector<double> evaluate(std::span<const Expr> formulas, const Values& values);
double evaluate(Expr formula, const Values& values);

/// One built-in function of numbers; NaN where it has no real value.
double evaluate_call(Function function, std::span<const double> arguments);

/// base^exponent; NaN where it has no real value.
double evaluate_power(double base, double exponent);

/// The Error for a symbol or unspecified function that has no value.
[[noreturn]] void refuse_missing_value(Expr leaf);

/// The Error for a node that is not defined at its operands; `operands` are their values as text.
[[noreturn]] void refuse_undefined(Expr node, std::span<const std::string> operands);

}  // namespace kinemate
