#include "program/reciprocals.h"

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

void expect_cost(const Program& before, double cost) {
  const Program after = share_reciprocals(before);
  EXPECT_EQ(weighted_cost(after), cost);
  expect_same(before, after);
}

TEST(Reciprocals, AreSharedByQuotients) {
  // x0/x3, x1/x3, x2/x3
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.divide(x[0], x[3]), b.divide(x[1], x[3]), b.divide(x[2], x[3])};
                         }),
              4 + 3);
  // 1/x3 is there
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.divide(x[0], x[3]), b.divide(b.constant(1), x[3])};
                         }),
              4 + 1);
  // x0/x3, x1/(x3*x3)
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.divide(x[0], x[3]), b.divide(x[1], b.multiply(x[3], x[3]))};
                         }),
              4 + 1 + 2);
  // x0/x2, x1/x2, x0/(x2*x3), x1/(x2*x3): x3 is alone once x2 has its reciprocal
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.divide(x[0], x[2]), b.divide(x[1], x[2]),
                                         b.divide(b.divide(x[0], x[2]), x[3]),
                                         b.divide(b.divide(b.sine(x[1]), x[2]), x[3])};
                         }),
              15 + 4 + 2 + 4 + 1 + 2);
}

TEST(Reciprocals, QuotientsOfQuotientsAreOne) {
  // (x0/x1)/x2
  expect_cost(program_of(3, [](Builder& b, const Values& x) { return Values{b.divide(b.divide(x[0], x[1]), x[2])}; }),
              5);
  // x0/(x1/x2)
  expect_cost(program_of(3, [](Builder& b, const Values& x) { return Values{b.divide(x[0], b.divide(x[1], x[2]))}; }),
              5);
  // x0*(1/x1)
  expect_cost(program_of(2, [](Builder& b,
                               const Values& x) { return Values{b.multiply(x[0], b.divide(b.constant(1), x[1]))}; }),
              4);
  // (x0/x1)*(x2/x3)
  expect_cost(
      program_of(4, [](Builder& b,
                       const Values& x) { return Values{b.multiply(b.divide(x[0], x[1]), b.divide(x[2], x[3]))}; }),
      6);
}

TEST(Reciprocals, AProductOfDivisorsIsShared) {
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.divide(b.divide(x[0], x[2]), x[3]), b.divide(b.divide(x[1], x[3]), x[2])};
                         }),
              1 + 4 + 2);
}

TEST(Reciprocals, ALoneQuotientStays) {
  const Program before =
      program_of(3, [](Builder& b, const Values& x) { return Values{b.divide(b.multiply(x[0], x[1]), x[2])}; });
  EXPECT_EQ(share_reciprocals(before).operations, before.operations);
}

}  // namespace
}  // namespace kinemate
