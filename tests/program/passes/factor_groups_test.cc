#include "program/passes/factor_groups.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace kinemate {
namespace {

// "ab/c2": a*b*2/c. As dear as it is by itself.
Monomial monomial(std::string_view text, bool negative = false) {
  Monomial made{negative, {}, 0};
  double divisors = 0;
  FactorKind kind = FactorKind::kValue;
  for (char letter : text) {
    if (letter == '/') {
      kind = FactorKind::kDivisor;
      continue;
    }
    const bool number = letter >= '0' && letter <= '9';
    made.factors.push_back(factor_id(number ? FactorKind::kConstant : kind, static_cast<unsigned char>(letter)));
    divisors += kind == FactorKind::kDivisor ? 1 : 0;
    kind = FactorKind::kValue;
  }
  std::sort(made.factors.begin(), made.factors.end());
  made.cost = product_cost(static_cast<double>(made.factors.size()) - divisors, divisors);
  return made;
}

std::vector<Group> groups_of(const std::vector<std::string_view>& terms) {
  std::vector<Monomial> monomials;
  for (std::string_view term : terms) monomials.push_back(monomial(term));
  return find_groups(monomials);
}

using Places = std::vector<std::size_t>;

TEST(FactorGroups, IdsKeepKindAndNumber) {
  const FactorId id = factor_id(FactorKind::kDivisor, 0xffffffffu);
  EXPECT_EQ(kind_of(id), FactorKind::kDivisor);
  EXPECT_EQ(number_of(id), 0xffffffffu);
}

TEST(FactorGroups, CostOfProducts) {
  EXPECT_EQ(product_cost(0, 0), 0);
  EXPECT_EQ(product_cost(1, 0), 0);
  EXPECT_EQ(product_cost(3, 0), 2);
  EXPECT_EQ(product_cost(0, 1), 4);
  EXPECT_EQ(product_cost(2, 2), 1 + 4 + 1);
}

TEST(FactorGroups, RestKeepsTheSign) {
  const Monomial left = rest(monomial("aab", true), monomial("ab").factors);
  EXPECT_EQ(left.factors, monomial("a").factors);
  EXPECT_TRUE(left.negative);
}

TEST(FactorGroups, AllThatIsCommonIsTakenAtOnce) {
  const std::vector<Group> groups = groups_of({"abc", "x", "abd"});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].common, monomial("ab").factors);
  EXPECT_EQ(groups[0].members, (Places{0, 2}));
  EXPECT_EQ(groups[0].saved, 2);  // a*b*c + a*b*d: 4 products; a*b*(c + d): 2
}

TEST(FactorGroups, WhatSavesMostComesFirst) {
  const std::vector<Group> groups = groups_of({"ax", "bx", "cx", "ay", "by"});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].common, monomial("x").factors);
  EXPECT_EQ(groups[0].members, (Places{0, 1, 2}));
  EXPECT_EQ(groups[1].common, monomial("y").factors);
  EXPECT_EQ(groups[1].members, (Places{3, 4}));
}

TEST(FactorGroups, DivisorsAndNumbers) {
  const std::vector<Group> divided = groups_of({"a/x", "b/x"});
  ASSERT_EQ(divided.size(), 1u);
  EXPECT_EQ(divided[0].saved, 4);
  const std::vector<Group> numbers = groups_of({"2a", "3a"});  // 5*a
  ASSERT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0].saved, 2);  // a product, and an addition of numbers
}

TEST(FactorGroups, WithoutAGainThereIsNone) {
  EXPECT_TRUE(groups_of({"ab", "a"}).empty());
  EXPECT_TRUE(groups_of({"ab", "cd"}).empty());
  EXPECT_TRUE(groups_of({"x", "a/x"}).empty());  // a factor is no divisor
  EXPECT_TRUE(groups_of({}).empty());
}

}  // namespace
}  // namespace kinemate
