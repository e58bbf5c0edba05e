#include "program/passes/reassociate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/fixture.h"

namespace kinemate {
namespace {

void expect_reassociate_cost(const Program& before, double cost) { expect_cost_after(reassociate, before, cost); }

Value sum(Builder& b, const ValueList& terms) {
  Value total = terms[0];
  for (std::size_t i = 1; i < terms.size(); ++i) total = b.add(total, terms[i]);
  return total;
}

Value product(Builder& b, const ValueList& factors) {
  Value total = factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) total = b.multiply(total, factors[i]);
  return total;
}

TEST(Reassociate, PairsAreMadeOnce) {
  // x0 + x1 + x2, x0 + x2 + x3
  expect_reassociate_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{sum(b, {x[0], x[1], x[2]}), sum(b, {x[0], x[2], x[3]})};
                                     }),
                          3);
  // up to a sign: x0 - x2 + x1, x2 - x0 + x3
  expect_reassociate_cost(
      program_of(4,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.add(b.add(x[0], x[1]), b.negate(x[2])), b.subtract(b.add(x[2], x[3]), x[0])};
                 }),
      3);
  // factors: x0*x1*x2, x0*x2*x3
  expect_reassociate_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{product(b, {x[0], x[1], x[2]}), product(b, {x[0], x[2], x[3]})};
                                     }),
                          3);
  // squares: x0*x1*x0, x0*x2*x0
  expect_reassociate_cost(program_of(3,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{product(b, {x[0], x[1], x[0]}), product(b, {x[0], x[2], x[0]})};
                                     }),
                          3);
  // x0 four times
  expect_reassociate_cost(program_of(1,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{product(b, {x[0], x[0], x[0], x[0]})};
                                     }),
                          2);
}

TEST(Reassociate, EqualListsAndPartsOfOthersAreFound) {
  // x0 + x1 + x2 + x3 in two orders, and inside of a longer sum
  expect_reassociate_cost(program_of(5,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{sum(b, {x[0], x[1], x[2], x[3]}),
                                                        b.sine(sum(b, {x[3], x[1], x[2], x[0]})),
                                                        sum(b, {x[2], x[4], x[3], x[1], x[0]})};
                                     }),
                          3 + 15 + 1);
  // seen through: t = x0 + x1 is a result, t + x2 and (x1 + x2) + x0 are the same
  expect_reassociate_cost(program_of(3,
                                     [](Builder& b, const ValueList& x) {
                                       const Value t = b.add(x[0], x[1]), u = b.add(x[1], x[2]);
                                       return ValueList{t, u, b.add(t, x[2]), b.add(u, x[0])};
                                     }),
                          3);
  // x0 + x1 - x0 = x1, though the sum is used elsewhere
  expect_reassociate_cost(program_of(2,
                                     [](Builder& b, const ValueList& x) {
                                       const Value t = b.add(x[0], x[1]);
                                       return ValueList{t, b.subtract(t, x[0])};
                                     }),
                          1);
}

TEST(Reassociate, NumbersCombine) {
  // 2*x0*3
  expect_reassociate_cost(program_of(1,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{b.multiply(b.multiply(b.constant(2), x[0]), b.constant(3))};
                                     }),
                          1);
  // (x0 + 1) - (x1 + 4)
  expect_reassociate_cost(
      program_of(2,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.subtract(b.add(x[0], b.constant(1)), b.add(x[1], b.constant(4)))};
                 }),
      2);
}

TEST(Reassociate, SeesThroughNegativeNumbers) {
  Program before = program_of(3, [](Builder& b, const ValueList& x) {
    const Value twice = b.multiply(b.constant(2), x[0]);
    return ValueList{twice, product(b, {x[0], x[1], x[2]}), product(b, {twice, x[1], x[2]})};
  });
  before.constants[0] = -2;
  expect_reassociate_cost(before, 4);
}

TEST(Reassociate, WhatSharesNothingStaysAsItIs) {
  const Program before = program_of(6, [](Builder& b, const ValueList& x) {
    return ValueList{b.add(b.add(x[3], x[1]), b.subtract(x[0], x[2])),
                     b.multiply(b.multiply(x[0], x[4]), b.multiply(x[5], x[1]))};
  });
  EXPECT_EQ(reassociate(before).operations, before.operations);
}

TEST(Reassociate, LongSumsShareInLinearTime) {
  constexpr std::size_t kTerms = 20'000;
  const Program before = program_of(kTerms + 2, [](Builder& b, const ValueList& x) {
    ValueList first(x.begin(), x.end() - 2), second = first;
    std::reverse(second.begin(), second.end());
    first.push_back(x[kTerms]);
    second.push_back(x[kTerms + 1]);
    return ValueList{sum(b, first), sum(b, second)};
  });
  EXPECT_LE(weighted_cost(reassociate(before)), 1.1 * kTerms);
}

}  // namespace
}  // namespace kinemate
