#include "expr/normal/branches.h"

#include <algorithm>

#include "expr/fixture.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class BranchesTest : public ExprTest {
 protected:
  static std::vector<std::string> branches(const char* text) {
    std::vector<std::string> found;
    const std::optional<std::vector<Branch>> all = branches_of(parse(text));
    EXPECT_TRUE(all.has_value()) << text;
    for (const Branch& branch : all.value_or(std::vector<Branch>())) found.push_back(to_text(branch.formula));
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }
  using Texts = std::vector<std::string>;
};

TEST_F(BranchesTest, EverySideOfACondition) {
  EXPECT_EQ(branches("x + y"), (Texts{"x + y"}));
  EXPECT_EQ(branches("if(x < y, a, b)"), (Texts{"a", "b"}));
  EXPECT_EQ(branches("max(x, y)"), (Texts{"x", "y"}));
  EXPECT_EQ(branches("a*abs(x)"), (Texts{"-a*x", "a*x"}));
  EXPECT_EQ(branches("if(u, a, b)"), (Texts{"a", "b"}));
  EXPECT_EQ(branches("if(x == 1, a, 0)"), (Texts{"0", "a"}));
  EXPECT_EQ(branches("step(1, x, 2)"), (Texts{"0", "1"}));
}

// What hangs on the same sign, or on signs that exclude each other, is decided together.
TEST_F(BranchesTest, ImpossibleBranchesAreLeftOut) {
  EXPECT_EQ(branches("if(x < 0, 1, 0) + if(x >= 0, 1, 0)"), (Texts{"1"}));
  EXPECT_EQ(branches("abs(x*y) - abs(x)*abs(y)"), (Texts{"0"}));
  EXPECT_EQ(branches("if(t < 5, if(t > 6, a, b), c)"), (Texts{"b", "c"}));
  EXPECT_EQ(branches("if(2*t - 10 < 0, a, b) - if(t < 5, a, b)"), (Texts{"0"}));
  EXPECT_EQ(branches("if(-x^2 > 0, a, b)"), (Texts{"b"}));
  EXPECT_EQ(branches("if(t > 5 and t < 51/10, 100, 0)"), (Texts{"0", "100"}));
}

TEST_F(BranchesTest, NoAnswerWhereThereAreTooMany) {
  std::string sum = "0";
  for (int i = 0; i < 12; ++i) sum += " + c^" + std::to_string(i) + "*if(x" + std::to_string(i) + " > 0, 1, 0)";
  EXPECT_FALSE(branches_of(parse(sum)).has_value());
  EXPECT_TRUE(has_switch(parse(sum)));
  EXPECT_FALSE(has_switch(parse("sin(x)")));
}

TEST_F(BranchesTest, WhatSwitchesSelectAmong) {
  const Expr e = parse("if(x < y, a, 2*b) + sin(z)");
  std::vector<std::string> texts;
  for (Expr operand : switch_operands({&e, 1})) texts.push_back(to_text(operand));
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(texts, (Texts{"2*b", "a", "x", "x < y", "y"}));
}

}  // namespace
}  // namespace kinemate
