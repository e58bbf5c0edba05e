#include "program/passes/sine_pairs.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(SinePairs, NegativeAnglesAreOneAngle) {
  const Program before = program_of(3, [](Builder& b, const ValueList& x) {
    const Value minus = b.negate(x[0]), there = b.subtract(x[1], x[2]), back = b.subtract(x[2], x[1]);
    return ValueList{b.sine(minus), b.cosine(minus), b.sine(x[0]), b.sine(there), b.cosine(back), b.sine(back)};
  });
  const Program after = pair_sines(before);
  EXPECT_EQ(count_operations(after).calls, 4);
  EXPECT_EQ(weighted_cost(after), 20 + 1 + 20 + 1 + 1);  // two pairs, a difference, two signs
  const std::vector<double> x = random_inputs(1, 3);
  EXPECT_EQ(run_plainly(after, x), run_plainly(before, x));
}

TEST(SinePairs, TangentsAreQuotientsWhereThatIsCheaper) {
  auto tangent = [](Builder& b, Value x) { return b.call(Function::kTan, std::array{x}); };
  const Program both = program_of(1, [&](Builder& b, const ValueList& x) {
    return ValueList{b.sine(x[0]), b.cosine(x[0]), tangent(b, x[0])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(both)), 24);
  expect_close(both, pair_sines(both));
  const Program one = program_of(1, [&](Builder& b, const ValueList& x) {
    return ValueList{b.cosine(b.negate(x[0])), tangent(b, x[0]), tangent(b, b.negate(x[0]))};
  });
  EXPECT_EQ(weighted_cost(pair_sines(one)), 25);
  expect_close(one, pair_sines(one));
  const Program alone = program_of(2, [&](Builder& b, const ValueList& x) {
    return ValueList{b.sine(x[1]), tangent(b, x[0])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(alone)), 30);
  const Program mixed = program_of(2, [&](Builder& b, const ValueList& x) {
    return ValueList{b.cosine(x[0]), tangent(b, x[0]), tangent(b, x[1])};
  });
  EXPECT_EQ(weighted_cost(pair_sines(mixed)), 24 + 15);
}

}  // namespace
}  // namespace kinemate
