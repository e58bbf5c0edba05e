#include "program/constant_divisors.h"

#include <gtest/gtest.h>

#include "program/cost.h"
#include "program/random_program.h"

namespace kinemate {
namespace {

// A program of some inputs; `make` gives the results.
template <class Make>
Program program_of(std::size_t inputs, const Make& make) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(inputs)}};
  Builder builder(like);
  std::vector<Value> x;
  for (std::size_t i = 0; i < inputs; ++i) x.push_back(builder.input(i));
  const std::vector<Value> results = make(builder, x);
  return builder.finish({{"y", "", std::vector<Entry>(results.size())}}, results);
}

using Values = std::vector<Value>;

// The same results before and after, up to rounding.
void expect_same(const Program& before, const Program& after) {
  const std::vector<double> x = random_inputs(1, entry_count(before.inputs));
  const std::vector<double> expected = run_plainly(before, x), found = run_plainly(after, x);
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-14 * (1 + std::abs(expected[i])));
}

TEST(ConstantDivisors, BecomeFactors) {
  const Program before = program_of(2, [](Builder& b, const Values& x) {
    return Values{b.divide(x[0], b.constant(4)), b.divide(x[0], b.constant(3)), b.divide(x[0], x[1])};
  });
  const Program after = multiply_by_inverses(before);
  EXPECT_EQ(count_operations(after).divisions, 1);
  EXPECT_EQ(count_operations(after).multiplications, 2);
  expect_same(before, after);
  EXPECT_EQ(run_plainly(after, {3, 1})[0], 0.75);
}

TEST(ConstantDivisors, StayWithoutANormalInverse) {
  const Program before = program_of(1, [](Builder& b, const Values& x) {
    return Values{b.divide(x[0], b.constant(0)), b.divide(x[0], b.constant(1e-310)),
                  b.divide(x[0], b.constant(1.5e308))};
  });
  EXPECT_EQ(count_operations(multiply_by_inverses(before)).divisions, 3);
}

}  // namespace
}  // namespace kinemate
