#include "program/passes/reciprocals.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

void expect_reciprocals_cost(const Program& before, double cost) { expect_cost_after(share_reciprocals, before, cost); }

TEST(Reciprocals, AreSharedByQuotients) {
  // x0/x3, x1/x3, x2/x3
  expect_reciprocals_cost(
      program_of(4,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.divide(x[0], x[3]), b.divide(x[1], x[3]), b.divide(x[2], x[3])};
                 }),
      4 + 3);
  // 1/x3 is there
  expect_reciprocals_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{b.divide(x[0], x[3]), b.divide(b.constant(1), x[3])};
                                     }),
                          4 + 1);
  // x0/x3, x1/(x3*x3)
  expect_reciprocals_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{b.divide(x[0], x[3]), b.divide(x[1], b.multiply(x[3], x[3]))};
                                     }),
                          4 + 1 + 2);
  // x0/x2, x1/x2, x0/(x2*x3), x1/(x2*x3): x3 is alone once x2 has its reciprocal
  expect_reciprocals_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{b.divide(x[0], x[2]), b.divide(x[1], x[2]),
                                                        b.divide(b.divide(x[0], x[2]), x[3]),
                                                        b.divide(b.divide(b.sine(x[1]), x[2]), x[3])};
                                     }),
                          15 + 4 + 2 + 4 + 1 + 2);
}

TEST(Reciprocals, QuotientsOfQuotientsAreOne) {
  // (x0/x1)/x2
  expect_reciprocals_cost(
      program_of(3, [](Builder& b, const ValueList& x) { return ValueList{b.divide(b.divide(x[0], x[1]), x[2])}; }), 5);
  // x0/(x1/x2)
  expect_reciprocals_cost(
      program_of(3, [](Builder& b, const ValueList& x) { return ValueList{b.divide(x[0], b.divide(x[1], x[2]))}; }), 5);
  // x0*(1/x1)
  expect_reciprocals_cost(
      program_of(
          2, [](Builder& b, const ValueList& x) { return ValueList{b.multiply(x[0], b.divide(b.constant(1), x[1]))}; }),
      4);
  // (x0/x1)*(x2/x3)
  expect_reciprocals_cost(program_of(4,
                                     [](Builder& b, const ValueList& x) {
                                       return ValueList{b.multiply(b.divide(x[0], x[1]), b.divide(x[2], x[3]))};
                                     }),
                          6);
}

TEST(Reciprocals, AProductOfDivisorsIsShared) {
  expect_reciprocals_cost(
      program_of(4,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.divide(b.divide(x[0], x[2]), x[3]), b.divide(b.divide(x[1], x[3]), x[2])};
                 }),
      1 + 4 + 2);
}

TEST(Reciprocals, ALoneQuotientStays) {
  const Program before =
      program_of(3, [](Builder& b, const ValueList& x) { return ValueList{b.divide(b.multiply(x[0], x[1]), x[2])}; });
  EXPECT_EQ(share_reciprocals(before).operations, before.operations);
}

}  // namespace
}  // namespace kinemate
