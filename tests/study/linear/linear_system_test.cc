#include "study/linear/linear_system.h"

#include <gtest/gtest.h>

#include "model/joints/homokinetic.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

using Eigen::MatrixXd;

class LinearSystemTest : public StudyTest {};

MatrixXd matrix(std::initializer_list<std::initializer_list<double>> rows) {
  MatrixXd result(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
  Eigen::Index i = 0;
  for (const auto& row : rows) {
    Eigen::Index j = 0;
    for (const double x : row) result(i, j++) = x;
    ++i;
  }
  return result;
}

// By hand: a motor whose current is a state of a load drives a mass on a spring.
TEST_F(LinearSystemTest, StateSpaceWithAStateOfALoad) {
  const Model model = machine(R"(
name: motor
inputs: [u]
bodies: {b: {mass: 2}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads:
  coil: {type: joint, joint: j, effort: 3*i - 8*x - x'/2, states: {i: (u - 4*i - 3*x')/5}}
outputs: {force: 3*i}
)");
  const VariedMachine machine(model, {{}, {{"f", parse("force")}, {"a", parse("x'' + u")}}}, keep_quiet);
  const LinearSystem system =
      linearise(machine, machine.point_of(make_state(model, machine.source().kinematics, {})), {0});
  EXPECT_TRUE(is_near(system.M, matrix({{2}}), 0));
  EXPECT_TRUE(is_near(system.P, matrix({{0.5}}), 0));
  EXPECT_TRUE(is_near(system.Q, matrix({{8}}), 0));
  EXPECT_TRUE(is_near(system.Z, matrix({{-3}}), 0));
  EXPECT_TRUE(is_near(system.F, matrix({{0, 1}}), 0));
  EXPECT_TRUE(is_near(system.A, matrix({{0, 1, 0}, {-4, -0.25, 1.5}, {0, -0.6, -0.8}}), 1e-15));
  EXPECT_TRUE(is_near(system.B, matrix({{0, 0}, {0, 0.5}, {0.2, 0}}), 1e-15));
  EXPECT_TRUE(is_near(system.C, matrix({{0, 0, 3}, {-4, -0.25, 1.5}}), 1e-15));
  EXPECT_TRUE(is_near(system.D, matrix({{0, 0}, {1, 0.5}}), 1e-15));
  EXPECT_EQ(system.inputs, (std::vector<std::string>{"u", "effort on x'"}));
  EXPECT_TRUE(system.of_coordinates());
}

// A body that tumbles: θ̇ = δω − ω × θ, and Euler's equations.
TEST_F(LinearSystemTest, TurnsOfABodyThatTurns) {
  const Model model = machine(R"(
name: body
bodies: {b: {mass: 1, inertia: {xx: 2, yy: 3, zz: 4}}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: b, coordinates: [p0, p1, p2, p3], speeds: [u, v, w]}}
)");
  const VariedMachine machine(model, {}, keep_quiet);
  const LinearSystem system = linearise(
      machine, with_accelerations_of(
                   machine, machine.point_of(make_state(model, machine.source().kinematics,
                                                        given({"p0 = 0.6", "p2 = 0.8", "u = 3", "v = 5", "w = 7"})))));
  EXPECT_TRUE(is_near(system.V, MatrixXd::Identity(3, 3), 0));
  EXPECT_TRUE(is_near(system.W, matrix({{0, 7, -5}, {-7, 0, 3}, {5, -3, 0}}), 0));
  // u' = (Iyy − Izz) v w / Ixx and so on
  EXPECT_TRUE(is_near(system.reference.a, Eigen::Vector3d(-35.0 / 2, 2 * 21.0 / 3, -15.0 / 4), 1e-12));
  EXPECT_TRUE(
      is_near(system.A.block(3, 3, 3, 3), matrix({{0, -3.5, -2.5}, {14.0 / 3, 0, 2}, {-1.25, -0.75, 0}}), 1e-12));
  EXPECT_TRUE(is_near(system.Q, MatrixXd::Zero(3, 3), 1e-12));
  EXPECT_FALSE(system.of_coordinates());
  EXPECT_TRUE(is_near(system.T.transpose() * system.T, MatrixXd::Identity(3, 3) / 4, 1e-15));
}

// A homokinetic joint by Euler parameters: δ(ṗ) = (δp)˙ with ṗ = H s, δp = H y, so that H (ẏ − δs) = ∂(H s) H y − ∂(H
// y) H s.
TEST_F(LinearSystemTest, TurnsOfAHomokineticJoint) {
  const Model model = machine(R"(
name: shaft
bodies: {b: {mass: 1, inertia: {xx: 2, yy: 3, zz: 4}}}
joints: {j: {type: constant_velocity, form: euler_parameters, axis: z, from: world, to: b, coordinates: [ps, pa, pb], speeds: [u, v]}}
)");
  const VariedMachine machine(model, {}, keep_quiet);
  const LinearSystem system = linearise(
      machine, with_accelerations_of(machine, machine.point_of(make_state(
                                                  model, machine.source().kinematics,
                                                  given({"ps = 0.48", "pa = 0.8", "pb = -0.36", "u = 3", "v = 5"})))));
  EXPECT_EQ(system.deviations[0].name, "turn_a of j");
  EXPECT_EQ(system.deviations[1].name, "turn_b of j");
  EXPECT_TRUE(is_near(system.V, MatrixXd::Identity(2, 2), 0));
  EXPECT_TRUE(is_near(system.T.transpose() * system.T, MatrixXd::Identity(2, 2) / 4, 1e-15));
  const Eigen::Vector3d p(0.48, 0.8, -0.36);
  const auto H = [](const Eigen::Vector3d& at, double s_a, double s_b) -> Eigen::Vector3d {
    return to_eigen(homokinetic_rates<double>({at[0], at[1], at[2]}, s_a, s_b));
  };
  const double h = 1e-5;
  for (int k = 0; k < 2; ++k) {
    const double y_a = k == 0 ? 1 : 0, y_b = 1 - y_a;
    const Eigen::Vector3d Hy = H(p, y_a, y_b), Hs = H(p, 3, 5);
    const Eigen::Vector3d commutator =
        (H(p + h * Hy, 3, 5) - H(p - h * Hy, 3, 5) - H(p + h * Hs, y_a, y_b) + H(p - h * Hs, y_a, y_b)) / (2 * h);
    EXPECT_TRUE(is_near(system.T * system.W.col(k), commutator, 1e-8)) << k;
    EXPECT_GT(commutator.norm(), 0.1);
  }
}

TEST_F(LinearSystemTest, SingularMassIsNamed) {
  const Model model = machine(R"(
name: light
bodies: {a: {mass: 1}, b: {mass: 0}}
joints:
  ja: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  jb: {type: prismatic, axis: y, from: a, to: b, coordinate: y}
loads: {s: {type: torsion, joint: jb, stiffness: 1}}
)");
  const VariedMachine machine(model, {}, keep_quiet);
  const MachinePoint point = machine.point_of(make_state(model, machine.source().kinematics, {}));
  EXPECT_TRUE(contains(refusal([&] { linearise(machine, point); }), "y'"));
  EXPECT_TRUE(contains(refusal([&] { linearise(machine, point); }), "singular"));
}

TEST_F(LinearSystemTest, KinksAreSaid) {
  const Model model = machine(R"(
name: kink
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -sqrt(x)}}
)");
  const VariedMachine machine(model, {}, keep_quiet);
  MachinePoint point = machine.point_of(make_state(model, machine.source().kinematics, {}));
  EXPECT_TRUE(contains(refusal([&] { linearise(machine, point); }), "cannot be differentiated at the reference"));
  point.q[0] = -1;
  EXPECT_TRUE(contains(refusal([&] { linearise(machine, point); }), "the forces on x' are not defined"));
}

// Terms of time excite; at phi = 0 the matrices of a pendulum on a driven cart do not change with it, elsewhere they
// do.
TEST_F(LinearSystemTest, TermsOfTime) {
  const Model model = machine(R"(
name: crane
gravity: [0, 0, -10]
bodies: {cart: {mass: 5}, load: {mass: 2, center: [0, 0, -1]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x, drive: 0.1*sin(3*t)}
  rope: {type: revolute, axis: y, from: cart, to: load, coordinate: phi}
)");
  const VariedMachine machine(model, {}, keep_quiet);
  MachinePoint point = machine.point_of(make_state(model, machine.source().kinematics, given({"t = 0.2"})));
  const LinearSystem rest = linearise(machine, point);
  EXPECT_FALSE(rest.timed);
  EXPECT_NEAR(rest.residual[0], 0, 1e-15);
  EXPECT_NEAR(std::abs(rest.excitation[0]), 2 * 0.9 * std::sin(0.6), 1e-14);
  point.q[0] = 0.3;
  EXPECT_TRUE(linearise(machine, point).timed);
}

TEST_F(LinearSystemTest, WhatNothingDependsOn) {
  const Model model = example("cart_pendulums");
  const VariedMachine machine(model, {}, keep_quiet);
  const LinearSystem system =
      linearise(machine, machine.point_of(make_state(model, machine.source().kinematics, given({"phi1 = 0"}))));
  EXPECT_EQ(idle_deviations(system), std::vector<Eigen::Index>{0});
  EXPECT_EQ(without_deviations(system, {0}).rows(), 5);
}

}  // namespace
}  // namespace kinemate
