#include "formalism/ignorable.h"

#include <gtest/gtest.h>

#include "formalism/fixture.h"

namespace kinemate {
namespace {

class IgnorableTest : public ModelTest {
 protected:
  static std::vector<Expr> parse_all(std::initializer_list<const char*> texts) {
    std::vector<Expr> formulas;
    for (const char* text : texts) formulas.push_back(parse(text));
    return formulas;
  }
};

TEST_F(IgnorableTest, WhatStandsThereWithoutMattering) {
  const std::vector<Expr> formulas =
      parse_all({"(a*cos(x) + b*sin(x))^2 + (b*cos(x) - a*sin(x))^2", "sqrt(1 + y^2)*cos(x)/cos(x)"});
  EXPECT_EQ(find_ignorable(formulas, parse_all({"x", "y", "z"}), {}), parse_all({"x", "z"}));
  const std::vector<Expr> without = without_ignorable(formulas, parse_all({"z"}));
  EXPECT_EQ(without, formulas);
  EXPECT_EQ(without_ignorable({formulas[0]}, parse_all({"x"}))[0], parse("a^2 + b^2"));
}

// sin(x)/sin(x) is 1, but not at 0.
TEST_F(IgnorableTest, ZeroMustNotBeSingular) {
  EXPECT_TRUE(find_ignorable(parse_all({"y*(sin(x) + a - a)/sin(x)"}), parse_all({"x"}), {}).empty());
}

// What is too small for doubles is seen.
TEST_F(IgnorableTest, SmallTermsMatter) {
  EXPECT_TRUE(find_ignorable(parse_all({"a + x/10^30"}), parse_all({"x"}), {}).empty());
  EXPECT_TRUE(find_ignorable(parse_all({"w(t)*x"}), parse_all({"x"}), {}).empty());
  EXPECT_EQ(find_ignorable(parse_all({"w(t)*(sin(x)^2 + cos(x)^2)"}), parse_all({"x"}), {}).size(), 1u);
}

// A wall that no random point meets holds the place all the same.
TEST_F(IgnorableTest, StopsMatter) {
  for (const char* text : {"a + if(x > 50, -k*(x - 50), 0)", "a + max(0, x - 50)", "a + step(x - 50)",
                           "a + b*sign(x - 50)", "a + if(t > 5, k*x, 0)"})
    EXPECT_TRUE(find_ignorable(parse_all({text}), parse_all({"x"}), {}).empty()) << text;
  EXPECT_EQ(find_ignorable(parse_all({"abs(sin(x)^2 + cos(x)^2 - y)*a"}), parse_all({"x"}), {}).size(), 1u);
}

TEST_F(IgnorableTest, NoValuesNoAnswer) {
  EXPECT_TRUE(
      find_ignorable(parse_all({"sqrt(-1 - x^2)*0 + sqrt(-2 - sin(x)^2 - cos(x)^2)"}), parse_all({"x"}), {}).empty());
}

}  // namespace
}  // namespace kinemate
