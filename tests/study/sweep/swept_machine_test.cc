#include "study/sweep/swept_machine.h"

#include <gtest/gtest.h>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

class SweptMachineTest : public StudyTest {};

TEST_F(SweptMachineTest, OnlyTheRowsThatAreNeeded) {
  const SweptMachine ends = swept(machine(kPendulum), sweep_request({"l"}, {"end(phi)"}));
  EXPECT_EQ(ends.times.size(), 2u);
  EXPECT_EQ(ends.columns, 0u);
  EXPECT_TRUE(ends.in_lanes);
  EXPECT_FALSE(ends.accelerations);
  EXPECT_FALSE(ends.machine.audit);
  EXPECT_EQ(swept(machine(kPendulum), sweep_request({"l"}, {"max(phi)"})).times.size(), 501u);
  EXPECT_TRUE(swept(machine(kPendulum), sweep_request({"l"}, {"end(phi'')"})).accelerations);
  SweepRequest rows = sweep_request({"l"}, {});
  rows.rows = true;
  EXPECT_EQ(swept(machine(kPendulum), rows).columns, 6u);
}

TEST_F(SweptMachineTest, LanesAreForExplicitStepsWithoutEvents) {
  EXPECT_FALSE(swept(machine(falling_ball("floor: {condition: z, direction: falling, impact: 0.5}")),
                     sweep_request({"g"}, {"end(z)"}))
                   .in_lanes);
  SweepRequest implicit = sweep_request({"l"}, {"end(phi)"});
  implicit.simulation.method = IntegrationMethod::kCvode;
  EXPECT_FALSE(swept(machine(kPendulum), implicit).in_lanes);
}

}  // namespace
}  // namespace kinemate
