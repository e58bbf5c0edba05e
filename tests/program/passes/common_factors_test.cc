#include "program/passes/common_factors.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

void expect_common_factors_cost(const Program& before, double cost) {
  expect_cost_after(take_out_factors, before, cost);
}

TEST(CommonFactors, AreTakenOut) {
  // x0*x1 + x0*x2
  expect_common_factors_cost(program_of(3,
                                        [](Builder& b, const ValueList& x) {
                                          return ValueList{b.add(b.multiply(x[0], x[1]), b.multiply(x[0], x[2]))};
                                        }),
                             2);
  // x0*x1 + x3 - x0*x2
  expect_common_factors_cost(
      program_of(4,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.subtract(b.add(b.multiply(x[0], x[1]), x[3]), b.multiply(x[0], x[2]))};
                 }),
      3);
  // 2*x0 - 2*x1
  expect_common_factors_cost(program_of(2,
                                        [](Builder& b, const ValueList& x) {
                                          const Value two = b.constant(2);
                                          return ValueList{b.subtract(b.multiply(two, x[0]), b.multiply(two, x[1]))};
                                        }),
                             2);
  // 2*x0 + 3*x0 = 5*x0
  expect_common_factors_cost(
      program_of(1,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.add(b.multiply(b.constant(2), x[0]), b.multiply(b.constant(3), x[0]))};
                 }),
      1);
  // x0*x1*x2*x3 + x0*x1*x2*x4: all that is common at once
  expect_common_factors_cost(program_of(5,
                                        [](Builder& b, const ValueList& x) {
                                          auto product = [&](std::size_t last) {
                                            return b.multiply(b.multiply(x[0], x[1]), b.multiply(x[last], x[2]));
                                          };
                                          return ValueList{b.add(product(3), product(4))};
                                        }),
                             4);
}

TEST(CommonFactors, SeveralGroupsAndGroupsInside) {
  // x0*x2 + x0*x3 + x1*x2 + x1*x3 = (x0 + x1)*(x2 + x3)
  expect_common_factors_cost(
      program_of(4,
                 [](Builder& b, const ValueList& x) {
                   return ValueList{b.add(b.add(b.multiply(x[0], x[2]), b.multiply(x[0], x[3])),
                                          b.add(b.multiply(x[1], x[2]), b.multiply(x[1], x[3])))};
                 }),
      3);
  // x0*x1*x2 + x0*x1*x3 + x0*x4 = x0*(x1*(x2 + x3) + x4)
  expect_common_factors_cost(program_of(5,
                                        [](Builder& b, const ValueList& x) {
                                          return ValueList{b.add(b.add(b.multiply(b.multiply(x[0], x[2]), x[1]),
                                                                       b.multiply(b.multiply(x[0], x[1]), x[3])),
                                                                 b.multiply(x[0], x[4]))};
                                        }),
                             4);
}

TEST(CommonFactors, EqualGroupsAreSharedUpToTheirSign) {
  // x0*x1 - x0*x2, x4 + x3*x2 - x3*x1
  expect_common_factors_cost(program_of(5,
                                        [](Builder& b, const ValueList& x) {
                                          return ValueList{
                                              b.subtract(b.multiply(x[0], x[1]), b.multiply(x[0], x[2])),
                                              b.subtract(b.add(x[4], b.multiply(x[3], x[2])), b.multiply(x[3], x[1]))};
                                        }),
                             4);
}

TEST(CommonFactors, WithoutAGainNothingChanges) {
  const Program before =
      program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.add(b.multiply(x[0], x[1]), x[0])}; });
  EXPECT_EQ(take_out_factors(before).operations, before.operations);
}

TEST(CommonFactors, DivisorsAreFactorsToo) {
  // x0/x2 + x1/x2
  expect_common_factors_cost(
      program_of(3, [](Builder& b,
                       const ValueList& x) { return ValueList{b.add(b.divide(x[0], x[2]), b.divide(x[1], x[2]))}; }),
      5);
}

TEST(CommonFactors, ProductsThatOthersUseAreTakenApartIfThatIsCheaper) {
  // s = x0*x1 is used twice in one sum: x1*x3 + x1*x4 + s + x2*s = x1*(x3 + x4 + x0*(1 + x2))
  expect_common_factors_cost(program_of(5,
                                        [](Builder& b, const ValueList& x) {
                                          const Value s = b.multiply(x[0], x[1]);
                                          return ValueList{b.add(b.add(b.multiply(x[1], x[3]), b.multiply(x[1], x[4])),
                                                                 b.add(s, b.multiply(x[2], s)))};
                                        }),
                             5);
  // it is a result: it stays
  expect_common_factors_cost(program_of(3,
                                        [](Builder& b, const ValueList& x) {
                                          const Value s = b.multiply(x[0], x[1]);
                                          return ValueList{s, b.add(s, b.multiply(x[0], x[2]))};
                                        }),
                             3);
}

TEST(CommonFactors, NumbersGoIntoSumsThatTakeThem) {
  auto make = [](double last) {
    return program_of(3, [last](Builder& b, const ValueList& x) {
      const Value third = b.multiply(b.constant(last), b.sine(x[1]));
      const Value sum = b.add(b.subtract(b.multiply(b.constant(3), x[0]), third), b.constant(5));
      return ValueList{b.divide(b.multiply(b.constant(2), b.multiply(sum, x[2])), b.sine(x[0]))};
    });
  };
  expect_common_factors_cost(make(7), 30 + 2 + 2 + 1 + 4);  // (6*x0 - 14*sin(x1) + 10)*x2/sin(x0)
  expect_common_factors_cost(make(1), 30 + 1 + 2 + 2 + 4);  // 2*(3*x0 - sin(x1) + 5)*x2/sin(x0)
}

}  // namespace
}  // namespace kinemate
