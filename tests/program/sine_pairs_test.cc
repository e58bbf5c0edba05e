#include "program/sine_pairs.h"

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

TEST(SinePairs, NegativeAnglesAreOneAngle) {
  const Program before = program_of(3, [](Builder& b, const Values& x) {
    const Value minus = b.negate(x[0]), there = b.subtract(x[1], x[2]), back = b.subtract(x[2], x[1]);
    return Values{b.sine(minus), b.cosine(minus), b.sine(x[0]), b.sine(there), b.cosine(back), b.sine(back)};
  });
  const Program after = pair_sines(before);
  EXPECT_EQ(count_operations(after).calls, 4);
  EXPECT_EQ(weighted_cost(after), 20 + 1 + 20 + 1 + 1);  // two pairs, a difference, two signs
  const std::vector<double> x = random_inputs(1, 3);
  EXPECT_EQ(run_plainly(after, x), run_plainly(before, x));
}

TEST(SinePairs, TangentsAreQuotientsWhereThatIsCheaper) {
  auto tangent = [](Builder& b, Value x) { return b.call(Function::kTan, std::array{x}); };
  const Program both = program_of(1, [&](Builder& b, const Values& x) {
    return Values{b.sine(x[0]), b.cosine(x[0]), tangent(b, x[0])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(both)), 24);
  expect_same(both, pair_sines(both));
  const Program one = program_of(1, [&](Builder& b, const Values& x) {
    return Values{b.cosine(b.negate(x[0])), tangent(b, x[0]), tangent(b, b.negate(x[0]))};
  });
  EXPECT_EQ(weighted_cost(pair_sines(one)), 25);
  expect_same(one, pair_sines(one));
  const Program alone = program_of(2, [&](Builder& b, const Values& x) {
    return Values{b.sine(x[1]), tangent(b, x[0])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(alone)), 30);
  const Program mixed = program_of(2, [&](Builder& b, const Values& x) {
    return Values{b.cosine(x[0]), tangent(b, x[0]), tangent(b, x[1])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(mixed)), 24 + 15);
}

}  // namespace
}  // namespace kinemate
