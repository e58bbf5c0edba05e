#include "program/passes/powers.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

// The cost of all these powers of one input, before and after.
struct Case {
  std::vector<double> exponents;
  double cost;
};

TEST(Powers, CostOfExpandedPowers) {
  const Case cases[] = {
      {{2}, 1},          {{3}, 2},       {{4}, 2},
      {{5}, 3},          {{7}, 4},       {{15}, 5},                        // x, x², x³, x⁶, x¹², x¹⁵
      {{2, 3, 5}, 3},                                                      // x², x³, x⁵ = x²·x³
      {{4, 6}, 3},                                                         // x², x⁴, x⁶
      {{27}, 6},                                                           // x³, x⁹, x²⁷
      {{64}, 6},         {{65}, 15},                                       // beyond
      {{-1}, 4},         {{-2}, 5},      {{2, -2}, 5},                     // 1/x²
      {{-1, -2, -3}, 6},                                                   // of 1/x
      {{0.5, 1.5}, 7},                                                     // x·√x
      {{-0.5}, 10},      {{-1.5}, 11},   {{-0.5, -1.5, -2.5}, 6 + 4 + 4},  // 1/√x, 1/x, and times 1/x, 1/x²
      {{-31.5}, 15},                                                       // too dear
      {{0.3}, 15},       {{2, 0.3}, 16},
  };
  for (const Case& row : cases) {
    const Program before = program_of(1, [&](Builder& b, const ValueList& x) {
      ValueList results;
      for (double exponent : row.exponents) results.push_back(b.power(x[0], b.constant(exponent)));
      return results;
    });
    const Program after = expand_powers(before);
    EXPECT_EQ(weighted_cost(after), row.cost) << row.exponents[0] << ", " << row.exponents.size() << " exponents";
    for (double x : {0.3, 1.0, 1.7}) {
      const std::vector<double> expected = run_plainly(before, {x}), found = run_plainly(after, {x});
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i] / expected[i], 1, 1e-14);
    }
  }
}

TEST(Powers, KeepNaNsAndInfinities) {
  const Program after = expand_powers(program_of(1, [](Builder& b, const ValueList& x) {
    ValueList results;
    for (double exponent : {1.5, -0.5, -1.5, -2.0, 3.0}) results.push_back(b.power(x[0], b.constant(exponent)));
    return results;
  }));
  EXPECT_EQ(count_operations(after).powers, 0);
  const std::vector<double> negative = run_plainly(after, {-2}), zero = run_plainly(after, {0});
  for (std::size_t i : {0u, 1u, 2u}) EXPECT_TRUE(std::isnan(negative[i])) << i;
  EXPECT_EQ(negative[4], -8);
  EXPECT_EQ(zero[0], 0);
  for (std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(zero[i], HUGE_VAL) << i;
}

TEST(Powers, VariableExponentsStay) {
  const Program before = program_of(2, [](Builder& b, const ValueList& x) { return ValueList{b.power(x[0], x[1])}; });
  EXPECT_EQ(count_operations(expand_powers(before)).powers, 1);
}

}  // namespace
}  // namespace kinemate
