#include "study/simulation/run_audit.h"

#include <gtest/gtest.h>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class RunAuditTest : public StudyTest {};

TEST_F(RunAuditTest, WorkOfDampersAndDrivesIsInTheBalance) {
  const Model damped = machine(R"(
name: damped
parameters: {A: 0.3, w: 2}
gravity: [0, 0, -9.81]
base: {position: [A*sin(w*t), 0, 0]}
bodies: {bob: {mass: 1, center: [0, 0, -1]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
loads: {brake: {type: torsion, joint: hinge, damping: 0.2}}
initial: {phi: 1}
)");
  const Recorded run = run_machine(damped, until(5));
  ASSERT_TRUE(run.report.status.good());
  EXPECT_TRUE(run.report.audit.with_work);
  EXPECT_GT(std::abs(run.report.audit.work), 0.1);
  EXPECT_LT(run.report.audit.energy_drift, 1e-8);
}

TEST_F(RunAuditTest, CoarseStepsAreFoundOut) {
  SimulationRequest request = until(10);
  request.initial = given({"phi = 2"});
  request.method = IntegrationMethod::kEuler;
  request.step = 0.01;
  const Recorded run = run_machine(machine(kPendulum), request);
  EXPECT_GT(run.report.audit.energy_drift, 0.1);
}

TEST_F(RunAuditTest, MomentaOfCyclicCoordinatesAreFollowed) {
  const Model cart = machine(R"(
name: cart
gravity: [0, 0, -9.81]
bodies: {cart: {mass: 2}, bob: {mass: 1, center: [0, 0, -1]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: bob, coordinate: phi}
initial: {phi: 1, x': 1}
)");
  const Recorded run = run_machine(cart, until(5));
  ASSERT_EQ(run.report.audit.integrals.size(), 1u);
  EXPECT_EQ(run.report.audit.integrals[0].name, "momentum of x");
  EXPECT_NEAR(run.report.audit.integrals[0].start, 3, 1e-12);
  EXPECT_LT(run.report.audit.integrals[0].drift, 1e-8);
}

}  // namespace
}  // namespace kinemate
