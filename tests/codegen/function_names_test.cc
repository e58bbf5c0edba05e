#include "codegen/function_names.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr LanguageColumn kColumns[] = {LanguageColumn::kC, LanguageColumn::kMatlab, LanguageColumn::kPython,
                                       LanguageColumn::kJulia, LanguageColumn::kModelica};

// Operators apart, and what programs do not hold, every function has a row; what is called is a name.
TEST(FunctionNames, EveryFunctionIsInTheTable) {
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    if (info(function).infix || function == Function::kIf) continue;
    if (function == Function::kMod || function == Function::kNoEvent) continue;
    const auto operands = static_cast<std::size_t>(info(function).least_arguments);
    for (LanguageColumn column : kColumns) {
      const auto name = function_name(column, function, operands);
      if (!name) continue;
      EXPECT_FALSE(called_name(*name).empty());
      EXPECT_EQ(called_name(*name).find_first_of("(){} "), std::string_view::npos) << *name;
    }
  }
  EXPECT_EQ(function_name(LanguageColumn::kC, Function::kAbs, 1), "fabs");
  EXPECT_EQ(function_name(LanguageColumn::kC, Function::kStep, 3), "step_between");
  EXPECT_EQ(function_name(LanguageColumn::kPython, Function::kFloor, 1), "m.floor");
  EXPECT_EQ(function_name(LanguageColumn::kJulia, Function::kAtan2, 2), "atan");
  EXPECT_THROW(function_name(LanguageColumn::kC, Function::kLess, 2), CheckFailure);
}

TEST(FunctionNames, CalledNames) {
  EXPECT_EQ(called_name("sin"), "sin");
  EXPECT_EQ(called_name("real_or_nan(asin, {})"), "real_or_nan");
}

}  // namespace
}  // namespace kinemate
