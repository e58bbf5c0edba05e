#include "program/passes/number_factors.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

Value times(Builder& b, double number, Value x) { return b.multiply(b.constant(number), x); }

TEST(NumberFactors, GoIntoSumsWhoseTermsAllHaveNumbers) {
  // 2*(3*x0 - 7*x1 + 5)*x2/x0 = (6*x0 - 14*x1 + 10)*x2/x0
  auto make = [](double last) {
    return program_of(3, [last](Builder& b, const ValueList& x) {
      const Value sum = b.add(b.subtract(times(b, 3, x[0]), times(b, last, x[1])), b.constant(5));
      return ValueList{b.divide(times(b, 2, b.multiply(sum, x[2])), x[0])};
    });
  };
  expect_cost_after(push_numbers, make(7), 2 + 2 + 1 + 4);
  // x1 has no number: all stays
  EXPECT_EQ(push_numbers(make(1)).operations, make(1).operations);
}

TEST(NumberFactors, StayWhereATermHasNone) {
  // 2*(3*x0 + x1*x2)
  const Program program = program_of(3, [](Builder& b, const ValueList& x) {
    return ValueList{times(b, 2, b.add(times(b, 3, x[0]), b.multiply(x[1], x[2])))};
  });
  EXPECT_EQ(push_numbers(program).operations, program.operations);
}

TEST(NumberFactors, KeepTheirSigns) {
  // -2*(3*x0 - 4*x1)
  Program before = program_of(2, [](Builder& b, const ValueList& x) {
    return ValueList{times(b, 2, b.subtract(times(b, 3, x[0]), times(b, 4, x[1])))};
  });
  for (double& number : before.constants) number = number == 2 ? -2 : number;
  expect_cost_after(push_numbers, before, 3);
}

TEST(NumberFactors, StayWhereOthersUseTheSumOrItsTerms) {
  const Program program = program_of(2, [](Builder& b, const ValueList& x) {
    const Value term = times(b, 3, x[0]), used = b.add(times(b, 5, x[0]), times(b, 7, x[1]));
    return ValueList{times(b, 2, b.add(term, times(b, 4, x[1]))), term, times(b, 2, used), used};
  });
  EXPECT_EQ(push_numbers(program).operations, program.operations);
}

}  // namespace
}  // namespace kinemate
