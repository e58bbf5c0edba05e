#include "program/passes/constant_divisors.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(ConstantDivisors, BecomeFactors) {
  const Program before = program_of(2, [](Builder& b, const ValueList& x) {
    return ValueList{b.divide(x[0], b.constant(4)), b.divide(x[0], b.constant(3)), b.divide(x[0], x[1])};
  });
  const Program after = multiply_by_inverses(before);
  EXPECT_EQ(count_operations(after).divisions, 1);
  EXPECT_EQ(count_operations(after).multiplications, 2);
  expect_close(before, after);
  EXPECT_EQ(run_plainly(after, {3, 1})[0], 0.75);
}

TEST(ConstantDivisors, StayWithoutANormalInverse) {
  const Program before = program_of(1, [](Builder& b, const ValueList& x) {
    return ValueList{b.divide(x[0], b.constant(0)), b.divide(x[0], b.constant(1e-310)),
                     b.divide(x[0], b.constant(1.5e308))};
  });
  EXPECT_EQ(count_operations(multiply_by_inverses(before)).divisions, 3);
}

}  // namespace
}  // namespace kinemate
