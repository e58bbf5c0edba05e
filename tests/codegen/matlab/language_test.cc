#include "codegen/matlab/language.h"

#include <gtest/gtest.h>

#include "codegen/expression.h"
#include "codegen/names.h"
#include "program/fixture.h"

namespace kinemate {
namespace {

using Level = Phrase::Level;

TEST(MatlabLanguage, Operations) {
  const Phrase a{"a"}, b{"b"}, c{"c"}, sum{"a + b", Level::kSum}, truth{"a < b", Level::kTruth};
  struct Case {
    Code code;
    Function function;
    std::vector<Phrase> operands;
    const char* expected;
  };
  const Case cases[] = {
      {Code::kMultiply, {}, {sum, b}, "(a + b) * b"},
      {Code::kPower, {}, {sum, b}, "power_of(a + b, b)"},
      {Code::kSquareRoot, {}, {sum}, "sqrt_of(a + b)"},
      {Code::kCall, Function::kLog, {a}, "log_of(a)"},
      {Code::kCall, Function::kCbrt, {a}, "nthroot(a, 3)"},
      {Code::kCall, Function::kAtan2, {a, b}, "atan2(a, b)"},
      {Code::kCall, Function::kNotEqual, {a, b}, "a ~= b"},
      {Code::kCall, Function::kAnd, {truth, c}, "(a < b) && (c ~= 0.0)"},
      {Code::kCall, Function::kIf, {truth, a, b}, "choice_of(a < b, a, b)"},
      {Code::kAdd, {}, {truth, a}, "double(a < b) + a"},
  };
  for (const Case& each : cases)
    EXPECT_EQ(operation_text(matlab_language(), each.code, each.function, each.operands).text, each.expected);
}

TEST(MatlabLanguage, Numbers) {
  EXPECT_EQ(matlab_number(2), "2.0");
  EXPECT_EQ(matlab_number(-0.1), "-0.1");
  EXPECT_EQ(matlab_number(1e300), "1e+300");
  EXPECT_EQ(matlab_number(kInfinity), "Inf");
  EXPECT_EQ(matlab_number(-kInfinity), "-Inf");
  EXPECT_EQ(matlab_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

TEST(MatlabLanguage, Strings) {
  EXPECT_EQ(matlab_string("phi''"), "'phi'''''");
  EXPECT_EQ(matlab_string("a\nb\\n%s"), "'a b\\n%s'");
  EXPECT_EQ(matlab_string("α"), "'α'");
}

TEST(MatlabLanguage, WordsAreTaken) {
  const std::pair<const char*, const char*> cases[] = {
      {"end", "end_v"},   {"function", "function_v"}, {"endfunction", "endfunction_v"},       {"zeros", "zeros_v"},
      {"sin", "sin_v"},   {"sqrt_of", "sqrt_of_v"},   {"unwind_protect", "unwind_protect_v"}, {"x", "x"},
      {"class", "class"},
  };
  for (const auto& [name, expected] : cases) EXPECT_EQ(make_name(name, matlab_language()), expected);
}

// No definition calls a function that is not there, and all names of definitions are taken.
TEST(MatlabLanguage, DefinitionsAreTaken) {
  for (const CodeDefinition& definition : matlab_language().definitions) {
    EXPECT_TRUE(matlab_language().is_taken(definition.name)) << definition.name;
    EXPECT_NE(definition.text.find(" = " + std::string(definition.name) + "("), std::string::npos) << definition.name;
  }
}

TEST(MatlabLanguage, PrefixesAreCut) {
  EXPECT_EQ(matlab_prefix("four-bar", ""), "four_bar");
  EXPECT_EQ(matlab_prefix("four-bar", "end"), "end_v");
  EXPECT_EQ(matlab_prefix("", ""), "n");
  EXPECT_EQ(matlab_prefix(std::string(46, 'x') + " y", ""), std::string(46, 'x') + "_y");
  EXPECT_LE(matlab_prefix(std::string(500, 'x'), "").size(), 50u);
}

}  // namespace
}  // namespace kinemate
