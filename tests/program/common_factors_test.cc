#include "program/common_factors.h"

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
  const Program after = take_out_factors(before);
  EXPECT_EQ(weighted_cost(after), cost);
  expect_same(before, after);
}

TEST(CommonFactors, AreTakenOut) {
  // x0*x1 + x0*x2
  expect_cost(
      program_of(
          3, [](Builder& b, const Values& x) { return Values{b.add(b.multiply(x[0], x[1]), b.multiply(x[0], x[2]))}; }),
      2);
  // x0*x1 + x3 - x0*x2
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.subtract(b.add(b.multiply(x[0], x[1]), x[3]), b.multiply(x[0], x[2]))};
                         }),
              3);
  // 2*x0 - 2*x1
  expect_cost(program_of(2,
                         [](Builder& b, const Values& x) {
                           const Value two = b.constant(2);
                           return Values{b.subtract(b.multiply(two, x[0]), b.multiply(two, x[1]))};
                         }),
              2);
  // 2*x0 + 3*x0 = 5*x0
  expect_cost(program_of(1,
                         [](Builder& b, const Values& x) {
                           return Values{b.add(b.multiply(b.constant(2), x[0]), b.multiply(b.constant(3), x[0]))};
                         }),
              1);
  // x0*x1*x2*x3 + x0*x1*x2*x4: all that is common at once
  expect_cost(program_of(5,
                         [](Builder& b, const Values& x) {
                           auto product = [&](std::size_t last) {
                             return b.multiply(b.multiply(x[0], x[1]), b.multiply(x[last], x[2]));
                           };
                           return Values{b.add(product(3), product(4))};
                         }),
              4);
}

TEST(CommonFactors, SeveralGroupsAndGroupsInside) {
  // x0*x2 + x0*x3 + x1*x2 + x1*x3 = (x0 + x1)*(x2 + x3)
  expect_cost(program_of(4,
                         [](Builder& b, const Values& x) {
                           return Values{b.add(b.add(b.multiply(x[0], x[2]), b.multiply(x[0], x[3])),
                                               b.add(b.multiply(x[1], x[2]), b.multiply(x[1], x[3])))};
                         }),
              3);
  // x0*x1*x2 + x0*x1*x3 + x0*x4 = x0*(x1*(x2 + x3) + x4)
  expect_cost(program_of(5,
                         [](Builder& b, const Values& x) {
                           return Values{b.add(b.add(b.multiply(b.multiply(x[0], x[2]), x[1]),
                                                     b.multiply(b.multiply(x[0], x[1]), x[3])),
                                               b.multiply(x[0], x[4]))};
                         }),
              4);
}

TEST(CommonFactors, EqualGroupsAreSharedUpToTheirSign) {
  // x0*x1 - x0*x2, x4 + x3*x2 - x3*x1
  expect_cost(program_of(5,
                         [](Builder& b, const Values& x) {
                           return Values{b.subtract(b.multiply(x[0], x[1]), b.multiply(x[0], x[2])),
                                         b.subtract(b.add(x[4], b.multiply(x[3], x[2])), b.multiply(x[3], x[1]))};
                         }),
              4);
}

TEST(CommonFactors, WithoutAGainNothingChanges) {
  const Program before =
      program_of(2, [](Builder& b, const Values& x) { return Values{b.add(b.multiply(x[0], x[1]), x[0])}; });
  EXPECT_EQ(take_out_factors(before).operations, before.operations);
}

TEST(CommonFactors, DivisorsAreFactorsToo) {
  // x0/x2 + x1/x2
  expect_cost(program_of(3, [](Builder& b,
                               const Values& x) { return Values{b.add(b.divide(x[0], x[2]), b.divide(x[1], x[2]))}; }),
              5);
}

TEST(CommonFactors, ProductsThatOthersUseAreTakenApartIfThatIsCheaper) {
  // s = x0*x1 is used twice in one sum: x1*x3 + x1*x4 + s + x2*s = x1*(x3 + x4 + x0*(1 + x2))
  expect_cost(program_of(5,
                         [](Builder& b, const Values& x) {
                           const Value s = b.multiply(x[0], x[1]);
                           return Values{b.add(b.add(b.multiply(x[1], x[3]), b.multiply(x[1], x[4])),
                                               b.add(s, b.multiply(x[2], s)))};
                         }),
              5);
  // it is a result: it stays
  expect_cost(program_of(3,
                         [](Builder& b, const Values& x) {
                           const Value s = b.multiply(x[0], x[1]);
                           return Values{s, b.add(s, b.multiply(x[0], x[2]))};
                         }),
              3);
}

TEST(CommonFactors, NumbersGoIntoSumsThatTakeThem) {
  auto make = [](double last) {
    return program_of(3, [last](Builder& b, const Values& x) {
      const Value third = b.multiply(b.constant(last), b.sine(x[1]));
      const Value sum = b.add(b.subtract(b.multiply(b.constant(3), x[0]), third), b.constant(5));
      return Values{b.divide(b.multiply(b.constant(2), b.multiply(sum, x[2])), b.sine(x[0]))};
    });
  };
  expect_cost(make(7), 30 + 2 + 2 + 1 + 4);  // (6*x0 - 14*sin(x1) + 10)*x2/sin(x0)
  expect_cost(make(1), 30 + 1 + 2 + 2 + 4);  // 2*(3*x0 - sin(x1) + 5)*x2/sin(x0)
}

TEST(CommonFactors, TreesAreReadAsLists) {
  const Program program = program_of(4, [](Builder& b, const Values& x) {
    const Value product = b.divide(b.multiply(b.constant(3), b.multiply(x[0], x[1])), b.multiply(x[2], b.constant(2)));
    return Values{b.subtract(b.add(x[3], b.constant(1)), b.subtract(product, b.constant(5)))};
  });
  const Chains chains(program);
  const Value root = program.results[0];
  ASSERT_TRUE(chains.is_sum(root));
  const Sum sum = chains.sum(root);
  EXPECT_EQ(sum.constant, 6);
  EXPECT_EQ(sum.constants, 2u);
  ASSERT_EQ(sum.terms.size(), 2u);
  EXPECT_FALSE(sum.terms[0].negative);
  EXPECT_TRUE(sum.terms[1].negative);
  ASSERT_TRUE(chains.is_product(sum.terms[1].value));
  const Product product = chains.product(sum.terms[1].value);
  EXPECT_EQ(product.coefficient, 1.5);
  EXPECT_EQ(product.factors.size(), 2u);
  EXPECT_EQ(product.divisors.size(), 1u);
}

}  // namespace
}  // namespace kinemate
