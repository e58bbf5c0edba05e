// Operations as expressions of C, with the parentheses they need and no others.
//
// Every operation rounds once, in the order of the program: a + (b + c) keeps its parentheses.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "program/program.h"

namespace kinemate {

struct CExpression {
  enum class Level {
    kTruth,  ///< a < b: no number yet
    kSum,
    kProduct,
    kSign,
    kPrimary
  };

  std::string text;
  Level level = Level::kPrimary;
};

/// Functions that C's library does not have with the same meaning; the source defines those it uses.
enum class CHelper { kSign, kSmaller, kLarger, kStep, kStepBetween, kFactorial, kComb, kMultinomial };

CExpression c_constant(double number);

/// The number of an expression, in parentheses where it binds less than `least`.
std::string c_operand(const CExpression& expression, CExpression::Level least);

CExpression c_operation(Code code, Function function, std::span<const CExpression> operands);

/// What the operation calls; nothing of most.
std::optional<CHelper> c_helper(Code code, Function function, std::size_t operands);

std::string c_definition(CHelper helper);

}  // namespace kinemate
