#include "sim/fast_states.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

// State 0 is slow and given as s(t), state 1 is fast: y' = 4 s³, so that y = t⁴ for s = t.
TestSystem fourth_power() {
  return {{.dimension = 2, .fast = {1}}, [](double, Span y, OutSpan rate) {
            rate[0] = NAN;  // nobody may look
            rate[1] = 4 * y[0] * y[0] * y[0];
            return y[0] < 10;
          }};
}

TEST(FastStates, FollowTheSlowOnes) {
  TestSystem system = fourth_power();
  SplitState split{.slow = {0}, .fast = {1}, .full = {0, 0}};
  const SlowPath path{.start = 1, .length = 2, .p = {1, 2, 0, 0}};  // s = t
  set_slow(split, path, 1.5);
  EXPECT_EQ(split.full[0], 1.5);
  for (const std::size_t steps : {std::size_t{0}, std::size_t{7}}) {
    FastStates fast(system, split, 1e-10, {1e-10});
    fast.begin(1, std::vector{1.0});
    EXPECT_TRUE(bool(fast.advance(path, 3, steps, FastStates::Record::kSteps)));
    EXPECT_NEAR(fast.values()[0], 81, 1e-12);
    EXPECT_GE(fast.calls, static_cast<long>(6 * fast.steps() + 1));
    EXPECT_TRUE(steps == 0 || fast.steps() == steps);
    for (const double t : {1.0, 1.7, 2.2, 3.0}) {
      fast.interpolate(t);
      EXPECT_NEAR(split.full[1], std::pow(t, 4), 1e-12);
    }
  }
}

TEST(FastStates, StopWhereThereIsNoValue) {
  TestSystem system = fourth_power();
  SplitState split{.slow = {0}, .fast = {1}, .full = {0, 0}};
  const SlowPath path{.start = 0, .length = 1, .p = {0, 20, 0, 0}};
  FastStates fast(system, split, 1e-6, {1e-6});
  fast.begin(0, std::vector{0.0});
  EXPECT_EQ(fast.advance(path, 1, 0, FastStates::Record::kNothing).end, StepEnd::kNotFinite);
  EXPECT_GT(fast.rejected, 0);
}

}  // namespace
}  // namespace kinemate
