#include "study/linear/equilibrium_curve.h"

#include <gtest/gtest.h>

#include "study/linear/equilibrium.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class EquilibriumCurveTest : public StudyTest {
 protected:
  static EquilibriumCurve follow(const Model& model, const std::string& parameter, double from, double to) {
    const VariedMachine machine(model, {{parameter}, {}}, keep_quiet);
    MachinePoint start = machine.point_of(resting_state(model, machine.source().kinematics, {}));
    start.p[0] = from;
    return follow_equilibrium(machine, find_equilibrium(machine, start), 0, to, have_energy(model));
  }
};

// A von Mises truss: two springs from (±1, 0) to a mass that a force F presses down from height x. It snaps at a fold.
TEST_F(EquilibriumCurveTest, ThroughFoldsOfATruss) {
  const EquilibriumCurve curve = follow(machine(R"(
name: truss
parameters: {F: 0, k: 100}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: x}}
loads:
  left:  {type: spring, between: [b, {body: world, at: [-1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  right: {type: spring, between: [b, {body: world, at: [1, 0, 0]}], stiffness: k, length: sqrt(1.25)}
  press: {type: potential, energy: F*x}
  rub:   {type: torsion, joint: j, damping: 1}
initial: {x: 0.5}
)"),
                                        "F", 0, 10);
  ASSERT_GT(curve.points.size(), 10u);
  int folds = 0;
  const double length = std::sqrt(1.25);
  for (const EquilibriumCurve::Point& point : curve.points) {
    const double x = point.reference.q[0], l = std::sqrt(1 + x * x);
    EXPECT_NEAR(point.value, 200 * (length - l) / l * x, 1e-9);
    if (point.kind == CurvePoint::Kind::kFold) {
      ++folds;  // dF/dx = 200 (length/l³ − 1) = 0
      EXPECT_NEAR(l, std::cbrt(length), 1e-6);
      EXPECT_EQ(point.analysis.stability.verdict, StabilityVerdict::kMarginal);
    } else {
      EXPECT_EQ(point.analysis.stability.verdict == StabilityVerdict::kUnstable, l < std::cbrt(length));
    }
  }
  EXPECT_GE(folds, 1);
}

TEST_F(EquilibriumCurveTest, AForceThatNothingBalances) {
  const std::string refused = refusal([] {
    follow(machine("name: push\nparameters: {c: 0}\nbodies: {b: {mass: 1}}\n"
                   "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n"
                   "loads: {f: {type: joint, joint: j, effort: c}}\n"),
           "c", 0, 10);
  });
  EXPECT_TRUE(contains(refused, "no equilibrium at other values of c: it changes the force on x'"));
}

TEST_F(EquilibriumCurveTest, BeadOnAHoop) {
  const EquilibriumCurve curve = follow(machine(kBeadOnHoop), "Omega", 10, 5);
  EXPECT_EQ(curve.reason, "");
  for (const EquilibriumCurve::Point& point : curve.points)
    EXPECT_NEAR(std::cos(point.reference.q[0]), 9.81 / (point.value * point.value * 0.5), 1e-9);
  EXPECT_NEAR(curve.points.back().value, 5, 1e-12);
}

}  // namespace
}  // namespace kinemate
