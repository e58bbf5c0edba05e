#include "study/reduction/safe_reduction.h"

#include <cmath>

#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

using Definite = AccelerationBound::Definite;

class SafeReductionTest : public StudyTest {
 protected:
  // Shares of the largest term: 1, 0.2, 0.05, 0.01, 0.002.
  static ReductionCase pendulum() {
    return reduction_case(machine(R"(name: pendulum
bodies: {rod: {mass: 2, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}
loads:
  motor:
    type: joint
    joint: hinge
    effort: 10*sin(q) + 2*sin(2*q) + sin(3*q)/2 + sin(4*q)/10 + sin(5*q)/50
)"),
                          box_of({"q' = -1 .. 1"}));
  }
};

TEST_F(SafeReductionTest, TermsComeBackWhereMWouldLoseItsDefiniteness) {
  const ReductionCase one = light_chain();
  const Reducible reducible = one.reducible();
  const ReducedEquations bold = reducible.reduce(largest_threshold(0.2));
  ASSERT_LT(bold.terms, reducible.term_count());
  EXPECT_GT(least_inertia(one.equations), 1e-6);
  EXPECT_LT(least_inertia(bold.equations), -1e-3);

  const SafeReduction safe = reduce_safely(reducible, largest_threshold(0.2), 5000);
  EXPECT_GT(safe.restored, 0u);
  EXPECT_EQ(safe.reduced.terms, bold.terms + safe.restored);
  EXPECT_NE(safe.bound.definite, Definite::kLost);
  EXPECT_EQ(safe.sampled->lost, 0u);
  EXPECT_GT(least_inertia(safe.reduced.equations), 0);
  EXPECT_TRUE(contains(describe(reducible, safe), "more would cost M its definiteness"));
}

// Without ranges of speeds M alone is sampled.
TEST_F(SafeReductionTest, MassAloneIsSampled) {
  const ReductionCase one = light_chain();
  const Reducible reducible = one.reducible();
  EXPECT_FALSE(loses_mass(reducible, reducible.weak_terms(largest_threshold(0)), 500));
  EXPECT_TRUE(loses_mass(reducible, reducible.weak_terms(largest_threshold(0.2)), 500));
}

TEST_F(SafeReductionTest, NothingComesBackWithoutNeed) {
  const ReductionCase one = pendulum();
  const Reducible reducible = one.reducible();
  const SafeReduction safe = reduce_safely(reducible, largest_threshold(0.03));
  EXPECT_EQ(safe.restored, 0u);
  EXPECT_EQ(safe.bound.definite, Definite::kProven);
  EXPECT_EQ(describe(reducible, safe), "2 of 6 terms dropped, M positive definite in the box");
  // 0.12/2, as a share of what is largest at the sampled states: a little more than 5
  EXPECT_GE(safe.guaranteed(), 0.06 / (12.62 / 2));
  EXPECT_LE(safe.guaranteed(), 0.06 / 5);
  EXPECT_LE(safe.measured(), safe.guaranteed());
  EXPECT_GT(safe.measured(), safe.guaranteed() / 2);
}

TEST_F(SafeReductionTest, WithoutRangesNoErrorIsKnown) {
  ReductionCase one = light_chain();
  one.box.clear();
  const Reducible reducible = one.reducible();
  const SafeReduction safe = reduce_safely(reducible, largest_threshold(0.2));
  EXPECT_FALSE(safe.sampled.has_value());
  EXPECT_TRUE(std::isinf(safe.guaranteed()));
  EXPECT_TRUE(std::isinf(safe.measured()));
  EXPECT_GT(safe.restored, 0u);
  EXPECT_EQ(message_of([&] { require_ranges(reducible); }), "no range for a', b', c'");
}

// The largest threshold: by the next larger one that drops more the error would be exceeded.
TEST_F(SafeReductionTest, LargestThresholdOfAnError) {
  const ReductionCase one = pendulum();
  const Reducible reducible = one.reducible();
  std::vector<double> shares = {0.002, 0.01, 0.05, 0.2}, found;
  for (const double error : {0.0, 0.001, 0.003, 0.02, 0.1, 0.5}) {
    const SafeReduction safe = reduce_to_error(reducible, error, false);
    EXPECT_LE(safe.guaranteed(), error);
    found.push_back(static_cast<double>(reducible.term_count() - safe.reduced.terms));
    for (const double share : shares) {
      if (share < safe.threshold.mu) continue;
      EXPECT_GT(reduce_safely(reducible, largest_threshold(share * 1.001)).guaranteed(), error) << error;
      break;
    }
  }
  EXPECT_EQ(found, (std::vector<double>{0, 0, 1, 2, 3, 4}));
}

TEST_F(SafeReductionTest, ErrorsAsSampled) {
  const ReductionCase one = pendulum();
  const Reducible reducible = one.reducible();
  const double between = (reduce_safely(reducible, largest_threshold(0.1)).measured() +
                          reduce_safely(reducible, largest_threshold(0.1)).guaranteed()) /
                         2;
  const SafeReduction guaranteed = reduce_to_error(reducible, between, false),
                      sampled = reduce_to_error(reducible, between, true);
  EXPECT_LE(sampled.measured(), between);
  EXPECT_LT(guaranteed.threshold.mu, sampled.threshold.mu);
}

TEST_F(SafeReductionTest, RequiredRanges) {
  const ReductionCase one = pendulum();
  EXPECT_EQ(message_of([&] { require_ranges(one.model, one.equations, one.box); }), "");
  const ReductionCase arm = light_chain();
  EXPECT_TRUE(contains(refusal([&] { require_ranges(arm.model, arm.equations, {}); }), "no range for a', b', c'"));
}

TEST_F(SafeReductionTest, BadErrors) {
  const ReductionCase one = pendulum();
  const Reducible reducible = one.reducible();
  EXPECT_EQ(message_of([&] { reduce_to_error(reducible, -0.1, false); }), "the error -0.1 is negative or no number");
  EXPECT_NE(message_of([&] { reduce_to_error(reducible, NAN, false); }), "");
  EXPECT_NE(message_of([&] { reduce_safely(reducible, largest_threshold(2)); }), "");
}

}  // namespace
}  // namespace kinemate
