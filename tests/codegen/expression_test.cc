// The parentheses of formulas; their values are compared in c_test.cc.
#include "codegen/expression.h"

#include <gtest/gtest.h>

#include "codegen/c/language.h"

namespace kinemate {
namespace {

Phrase op(Code code, std::initializer_list<Phrase> x) { return operation_text(c_language(), code, Function::kSin, x); }
Phrase fn(Function function, std::initializer_list<Phrase> x) {
  return operation_text(c_language(), Code::kCall, function, x);
}
Phrase add(Phrase a, Phrase b) { return op(Code::kAdd, {a, b}); }
Phrase sub(Phrase a, Phrase b) { return op(Code::kSubtract, {a, b}); }
Phrase mul(Phrase a, Phrase b) { return op(Code::kMultiply, {a, b}); }
Phrase div(Phrase a, Phrase b) { return op(Code::kDivide, {a, b}); }
Phrase neg(Phrase a) { return op(Code::kNegate, {a}); }

const Phrase a{"a"}, b{"b"}, c{"c"}, d{"d"};

TEST(CExpressions, KeepTheOrderOfOperations) {
  const std::pair<Phrase, const char*> cases[] = {
      {add(add(a, b), c), "a + b + c"},
      {add(a, add(b, c)), "a + (b + c)"},
      {sub(sub(a, b), c), "a - b - c"},
      {sub(a, sub(b, c)), "a - (b - c)"},
      {sub(a, add(b, c)), "a - (b + c)"},
      {mul(mul(a, b), c), "a * b * c"},
      {mul(a, mul(b, c)), "a * (b * c)"},
      {div(a, mul(b, c)), "a / (b * c)"},
      {mul(a, div(b, c)), "a * (b / c)"},
      {mul(div(a, b), c), "a / b * c"},
      {add(mul(a, b), mul(c, d)), "a * b + c * d"},
      {mul(add(a, b), sub(c, d)), "(a + b) * (c - d)"},
  };
  for (const auto& [made, expected] : cases) EXPECT_EQ(made.text, expected);
}

TEST(CExpressions, Signs) {
  const Phrase minus = constant_text(c_language(), -2);
  const std::pair<Phrase, const char*> cases[] = {
      {neg(a), "-a"},
      {neg(neg(a)), "-(-a)"},
      {neg(mul(a, b)), "-(a * b)"},
      {mul(neg(a), b), "-a * b"},
      {mul(a, neg(b)), "a * (-b)"},
      {sub(a, neg(b)), "a - (-b)"},
      {sub(a, mul(neg(b), c)), "a - (-b * c)"},
      {add(neg(a), b), "-a + b"},
      {mul(minus, a), "-2.0 * a"},
      {sub(a, minus), "a - (-2.0)"},
      {neg(minus), "-(-2.0)"},
      {op(Code::kPower, {minus, a}), "pow(-2.0, a)"},
      {op(Code::kSquareRoot, {add(a, b)}), "sqrt(a + b)"},
  };
  for (const auto& [made, expected] : cases) EXPECT_EQ(made.text, expected);
}

TEST(CExpressions, RelationsAreNumbersWhereNumbersAreMeant) {
  const Phrase less = fn(Function::kLess, {add(a, b), c}), equal = fn(Function::kEqual, {a, b});
  EXPECT_EQ(operand_text(c_language(), less, Phrase::Level::kSum), "(a + b < c ? 1.0 : 0.0)");
  EXPECT_EQ(mul(less, a).text, "(a + b < c ? 1.0 : 0.0) * a");
  EXPECT_EQ(fn(Function::kIf, {less, a, add(b, c)}).text, "(a + b < c ? a : b + c)");
  EXPECT_EQ(fn(Function::kIf, {a, b, c}).text, "(a != 0.0 ? b : c)");
  EXPECT_EQ(fn(Function::kAnd, {less, a}).text, "(a + b < c) && (a != 0.0)");
  EXPECT_EQ(fn(Function::kOr, {fn(Function::kAnd, {less, a}), equal}).text, "((a + b < c) && (a != 0.0)) || (a == b)");
  EXPECT_EQ(fn(Function::kLessEqual, {less, equal}).text, "(a + b < c ? 1.0 : 0.0) <= (a == b ? 1.0 : 0.0)");
}

TEST(CExpressions, HelpersAreNamedAsTheyAreDefined) {
  const std::pair<Function, std::size_t> calls[] = {
      {Function::kSign, 1}, {Function::kMin, 2},       {Function::kMax, 2},  {Function::kStep, 1},
      {Function::kStep, 3}, {Function::kFactorial, 1}, {Function::kComb, 2}, {Function::kComb, 3}};
  for (const auto& [function, count] : calls) {
    const std::string name = called_function(c_language(), Code::kCall, function, count);
    const auto texts = definitions_of(c_language(), {name});
    ASSERT_EQ(texts.size(), 1u) << name;
    EXPECT_NE(texts[0].find("static double " + name + "("), std::string::npos);
    const std::array<Phrase, 3> x = {a, b, c};
    EXPECT_TRUE(
        operation_text(c_language(), Code::kCall, function, std::span(x).first(count)).text.starts_with(name + "("));
  }
  EXPECT_EQ(called_function(c_language(), Code::kCall, Function::kAbs, 1), "fabs");
  EXPECT_TRUE(definitions_of(c_language(), {"fabs", "pow"}).empty());
  EXPECT_EQ(called_function(c_language(), Code::kAdd, Function::kMin, 2), "");
}

}  // namespace
}  // namespace kinemate
