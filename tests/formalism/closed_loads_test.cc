#include "formalism/closed_loads.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <map>

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"
#include "loops/closed_kinematics.h"
#include "loops/closed_state.h"

namespace kinemate {
namespace {

// A four-bar of spatial hinges with a load across its plane.
constexpr const char* kBars = R"(
name: bars
parameters: {a: 0.3, b: 0.9, c: 0.8, d: 1.0, g: 9.81}
gravity: [0, -g, 0]
bodies:
  crank: {mass: 0.5, center: [a/2, 0, 0], inertia: {xx: 0.01, yy: 0.02, zz: 0.02}}
  coupler: {mass: 1, center: [b/2, 0.1, 0], inertia: {xx: 0.01, yy: 0.05, zz: 0.05}}
  rocker: {mass: 0.7, center: [c/2, 0, 0], inertia: {xx: 0.01, yy: 0.04, zz: 0.04}}
joints:
  A0: {type: revolute, axis: z, from: world, to: crank, coordinate: phi}
  A: {type: revolute, axis: z, from: {body: crank, at: [a, 0, 0]}, to: coupler, coordinate: alpha}
  B: {type: revolute, axis: z, from: {body: coupler, at: [b, 0, 0]}, to: {body: rocker, at: [c, 0, 0]}, coordinate: beta}
  B0: {type: revolute, axis: z, from: {body: world, at: [d, 0, 0]}, to: rocker, coordinate: psi}
loads:
  push: {type: force, point: {body: coupler, at: [b/2, 0, 0]}, vector: [1, 2, 3], axes: world}
  motor: {type: joint, joint: B, effort: 0.4}
initial: {phi: 1.1, alpha: -0.481420108220324, beta: 1.116312737155322, psi: 1.734892628934998, "phi'": 2}
independent: [phi]
)";

struct LoadsInNumbers {
  std::map<std::string, Eigen::Matrix<double, 6, 1>> of_joint;  // force, torque; on the joint's `to`
  Values values;                                                // with accelerations
  Kinematics kinematics;
  ClosedLoads closed;
};

class ClosedLoadsTest : public ModelTest {
 protected:
  static LoadsInNumbers loads_with_cut(const std::string& joint) {
    Model model = machine(kBars);
    for (Joint& one : model.joints) one.cut = one.name == joint;
    LoadsInNumbers made;
    made.kinematics = compute_closed_kinematics(model);
    EXPECT_EQ(model.joints[made.kinematics.tree.secondary.at(0)].name, joint);
    made.values = made.kinematics.closing->start;
    for (Expr s : made.kinematics.closing->conditions.speeds) made.values[s] = 0;
    made.values[make_symbol("phi", 1)] = 2;
    close_state(model, made.kinematics, {{make_symbol("phi"), make_symbol("phi", 1)}, {}}, made.values);
    const NumericEquations equations = numbers(derive_by_kane(model, made.kinematics), made.values);
    made.values[make_symbol("phi", 2)] = (equations.forces[0] - equations.bias[0]) / equations.mass(0, 0);
    made.closed = compute_closed_loads(model, made.kinematics);
    for (const JointLoad& load : made.closed.loads) {
      const std::vector<Expr> six = {load.load.force.x,  load.load.force.y,  load.load.force.z,
                                     load.load.torque.x, load.load.torque.y, load.load.torque.z};
      const std::vector<double> v = evaluate(six, made.values);
      const Joint& of = model.joints[load.joint];
      const double sign = load.body == body_of(model, of.to) ? 1 : -1;
      made.of_joint[of.name] = sign * Eigen::Map<const Eigen::Matrix<double, 6, 1>>(v.data());
    }
    return made;
  }
};

// Newton's law of each body: what its joints exert, gravity and the push move its centre of mass.
TEST_F(ClosedLoadsTest, MoveEveryBody) {
  const Model model = machine(kBars);
  const LoadsInNumbers made = loads_with_cut("B");
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const PointMotion motion = compute_point_motion(model, made.kinematics, b, model.bodies[b].center);
    const double mass = evaluate(model.bodies[b].mass, made.values);
    Eigen::Vector3d needed(0, 9.81 * mass, 0);
    for (std::size_t i = 0; i < 3; ++i)
      needed[static_cast<Eigen::Index>(i)] += mass * evaluate(motion.acceleration[i], made.values);
    if (model.bodies[b].name == "coupler") needed -= Eigen::Vector3d(1, 2, 3);
    for (const Joint& joint : model.joints) {
      const auto load = made.of_joint.at(joint.name).head<3>();
      if (body_of(model, joint.to) == b) needed -= load;
      if (body_of(model, joint.from) == b) needed += load;
    }
    EXPECT_LT(needed.norm(), 1e-10) << model.bodies[b].name;
  }
}

// Whatever is cut, also of what is not determined.
TEST_F(ClosedLoadsTest, DoNotDependOnTheCut) {
  const LoadsInNumbers first = loads_with_cut("B");
  for (const char* cut : {"A", "B0"}) {
    const LoadsInNumbers other = loads_with_cut(cut);
    for (const auto& [joint, load] : first.of_joint)
      EXPECT_LT((load - other.of_joint.at(joint)).norm(), 1e-9) << joint << " cut at " << cut;
  }
}

// The motor's torque is part of its joint's load; other hinges have none about their axes.
TEST_F(ClosedLoadsTest, HaveEffortsAlongFreeDirections) {
  const LoadsInNumbers made = loads_with_cut("B");
  EXPECT_NEAR(made.of_joint.at("B")[5], 0.4, 1e-10);
  for (const char* joint : {"A0", "A", "B0"}) EXPECT_NEAR(made.of_joint.at(joint)[5], 0, 1e-10) << joint;
}

TEST_F(ClosedLoadsTest, NameWhatIsNotDetermined) {
  const Model model = machine(kBars);
  const LoadsInNumbers made = loads_with_cut("B");
  ASSERT_EQ(made.closed.undetermined.size(), 4u);
  EXPECT_EQ(describe(model, made.closed.undetermined[0]), "A0 (force z, torque x, torque y)");
}

}  // namespace
}  // namespace kinemate
