#include "study/simulation/simulate.h"

#include <gtest/gtest.h>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class SimulateTest : public StudyTest {};

// IFToMM benchmark A01: from the horizontal, at rest.
TEST_F(SimulateTest, ThePendulumOfTheBenchmarkIsMet) {
  SimulationRequest request = until(10, 1e-13);
  request.initial = given({"phi = pi/2"});
  const Recorded run = run_machine(machine(kPendulum), request);
  ASSERT_TRUE(run.report.status.good());
  EXPECT_NEAR(run.at_end("tip_x"), -0.2750874625761169, 1e-10);
  EXPECT_NEAR(run.at_end("tip_z"), -0.9614192050991251, 1e-10);
  EXPECT_LT(run.report.audit.energy_drift, 1e-11);
  EXPECT_EQ(run.rows.size(), 501u);
  EXPECT_DOUBLE_EQ(run.rows[50][0], 1.0);
  EXPECT_NEAR(run.rows[50][run.column("tip_x")], 0.9862917511318753, 1e-10);
}

// IFToMM benchmark A05.
TEST_F(SimulateTest, TheFlyballGovernorOfTheBenchmarkIsMet) {
  SimulationRequest request = until(0.4, 1e-12);
  request.every = 0.1;
  const Recorded run = run_machine(example("flyball_governor"), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.rows[1][run.column("s")], 0.523836475569576, 1e-9);
  EXPECT_NEAR(run.rows[1][run.column("phi")], 0.622106681402688, 1e-9);
  EXPECT_NEAR(run.at_end("s"), 0.717713236451141, 1e-9);
  EXPECT_NEAR(run.at_end("phi'"), 5.17584677291277, 1e-8);
}

TEST_F(SimulateTest, MethodsAgree) {
  std::vector<double> ends;
  for (IntegrationMethod method : {IntegrationMethod::kDopri5, IntegrationMethod::kDop853, IntegrationMethod::kAdams,
                                   IntegrationMethod::kCvode, IntegrationMethod::kRk4, IntegrationMethod::kMidpoint}) {
    SimulationRequest request = until(2, 1e-10);
    request.initial = given({"phi = 1"});
    request.method = method;
    if (method == IntegrationMethod::kRk4) request.step = 1e-3;
    if (method == IntegrationMethod::kMidpoint) request.step = 1e-4;
    ends.push_back(run_machine(machine(kPendulum), request).at_end("phi"));
    EXPECT_NEAR(ends.back(), ends.front(), 1e-6) << method_name(method);
  }
}

TEST_F(SimulateTest, EnergyOfEveryConservativeTreeIsKept) {
  // the others have loops, constraints or functions without a formula
  for (const char* name : {"planar_pendulum", "puma_560", "cart_pendulums", "disc_guided_mass", "quadruped"}) {
    const Recorded run = run_machine(example(name), until(10, 1e-10));
    ASSERT_TRUE(run.report.status.good()) << name << ": " << run.report.status.message;
    ASSERT_TRUE(run.report.audit.energy) << name;
    EXPECT_GT(run.report.audit.largest_kinetic, 1e-6) << name;
    EXPECT_LE(run.report.audit.energy_drift, 1e-7 * run.report.audit.largest_kinetic) << name;
  }
}

TEST_F(SimulateTest, TheSameRunGivesTheSameNumbers) {
  SimulationRequest request = until(3);
  request.initial = given({"phi = 2"});
  const Recorded a = run_machine(machine(kPendulum), request), b = run_machine(machine(kPendulum), request);
  EXPECT_EQ(a.rows, b.rows);
}

TEST_F(SimulateTest, RequestsWithoutSenseAreRefused) {
  const Model model = machine(kPendulum);
  auto refused = [&](const SimulationRequest& request) { return refusal([&] { run_machine(model, request); }); };
  EXPECT_TRUE(contains(refused(until(0)), "another, finite end"));
  SimulationRequest fixed = until(1);
  fixed.method = IntegrationMethod::kRk4;
  EXPECT_TRUE(contains(refused(fixed), "rk4 has fixed steps"));
  SimulationRequest tolerance = until(1);
  tolerance.atol_of = {{"psi", 1e-3}};
  EXPECT_TRUE(contains(refused(tolerance), "no state 'psi'"));
  EXPECT_TRUE(contains(refusal([&] {
                         run_machine(machine("bodies: {b: {mass: m}}\njoints: {j: {type: prismatic, axis: "
                                             "x, from: world, to: b, coordinate: x}}\n"),
                                     until(1));
                       }),
                       "parameter without a value: m"));
}

TEST_F(SimulateTest, ForcesWithoutAValueEndTheRunWhereTheyAre) {
  const Model model = machine(R"(
name: root
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -sqrt(x)}}
initial: {x: 1}
)");
  const Recorded run = run_machine(model, until(10, 1e-8));
  EXPECT_FALSE(run.report.status.good());
  EXPECT_GT(run.report.status.time, 1);
  EXPECT_LT(run.report.status.time, 3);
  EXPECT_TRUE(contains(run.report.status.message, "x"));
  EXPECT_GT(run.rows.size(), 50u);
}

// Klein and Sommerfeld: energy and both momenta of a heavy symmetric top are constant.
TEST_F(SimulateTest, AHeavyTopKeepsItsInvariants) {
  const Model top = machine(R"(
name: heavy-top
parameters: {m: 1.5, g: 9.81, h: 0.3}
gravity: [0, 0, -g]
bodies: {top: {mass: m, center: [0, 0, h], inertia: {xx: 0.2, yy: 0.2, zz: 0.05}}}
joints: {tip: {type: spherical, sequence: zxz, from: world, to: top, coordinates: [psi, theta, phi]}}
initial: {theta: 0.6, phi': 80, psi': 1}
)");
  const Recorded run = run_machine(top, until(5, 1e-11));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  ASSERT_EQ(run.report.audit.integrals.size(), 2u);
  for (const AuditResult::Constant& constant : run.report.audit.integrals)
    EXPECT_LT(constant.drift, 1e-8 * std::abs(constant.start)) << constant.name;
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
  EXPECT_GT(std::abs(run.at_end("theta") - 0.6), 1e-6);  // it nutates
}

TEST_F(SimulateTest, ASphericalPendulumKeepsItsAngularMomentum) {
  const Model pendulum = machine(R"(
name: spherical-pendulum
gravity: [0, 0, -9.81]
bodies: {arm: {mass: 0}, bob: {mass: 1, center: [0, 0, -2]}}
joints:
  azimuth: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  swing: {type: revolute, axis: y, from: arm, to: bob, coordinate: q}
initial: {q: 1, a': 1.3}
)");
  const Recorded run = run_machine(pendulum, until(20, 1e-11));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  const double start = 4 * std::sin(1) * std::sin(1) * 1.3,
               end = 4 * std::pow(std::sin(run.at_end("q")), 2) * run.at_end("a'");
  EXPECT_NEAR(end, start, 1e-8);
}

TEST_F(SimulateTest, ExplicitAndImplicitMethodsAgreeOnTheExamples) {
  for (const char* name : {"cart_pendulums", "disc_guided_mass", "flyball_governor", "loudspeaker"}) {
    SimulationRequest request = until(5, 1e-10);
    request.method = IntegrationMethod::kDop853;
    const Recorded a = run_machine(example(name), request);
    request.method = IntegrationMethod::kCvode;
    const Recorded b = run_machine(example(name), request);
    ASSERT_TRUE(a.report.status.good() && b.report.status.good()) << name;
    for (std::size_t c = 1; c < a.rows.back().size(); ++c)
      EXPECT_NEAR(a.rows.back()[c], b.rows.back()[c], 1e-5 * (1 + std::abs(a.rows.back()[c])))
          << name << " column " << c;
  }
}

TEST_F(SimulateTest, GrowthWithoutBoundAndStiffMachinesAreNamed) {
  const char* const body = R"(
name: driven
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
)";
  // x'' = 6 x^2 from x = 1, x' = 2: x = 1/(1 - t)^2
  const Recorded burst = run_machine(
      machine(std::string(body) + "loads: {f: {type: joint, joint: j, effort: 6*x^2}}\ninitial: {x: 1, x': 2}\n"),
      until(2, 1e-9));
  EXPECT_FALSE(burst.report.status.good());
  EXPECT_NEAR(burst.report.status.time, 1, 1e-3);
  EXPECT_EQ(burst.report.status.cause, LikelyCause::kBlowUp) << burst.report.status.message;
  SimulationRequest request = until(100, 1e-6);
  request.method = IntegrationMethod::kDopri5;
  request.most_steps = 20'000;
  const Recorded stiff = run_machine(
      machine(std::string(body) + "loads: {f: {type: joint, joint: j, effort: -1e6*x' - 1e3*x}}\ninitial: {x: 1}\n"),
      request);
  EXPECT_FALSE(stiff.report.status.good());
  EXPECT_EQ(stiff.report.status.cause, LikelyCause::kStiff) << stiff.report.status.message;
  request.method = IntegrationMethod::kAuto;
  EXPECT_TRUE(run_machine(machine(std::string(body) +
                                  "loads: {f: {type: joint, joint: j, effort: -1e6*x' - 1e3*x}}\ninitial: {x: 1}\n"),
                          request)
                  .report.status.good());
}

TEST_F(SimulateTest, FastStatesOfLoadsRunInSubsteps) {
  const Model motor = machine(R"(
name: motor
parameters: {R: 1, L: 0.001, K: 0.5}
bodies: {rotor: {mass: 1, inertia: {xx: 0.1, yy: 0.1, zz: 0.1}}}
joints: {shaft: {type: revolute, axis: z, from: world, to: rotor, coordinate: q}}
loads: {coil: {type: joint, joint: shaft, effort: K*i, states: {i: (12 - R*i - K*q')/L}}}
)");
  SimulationRequest request = until(1, 1e-8);
  const double exact = run_machine(motor, request).at_end("q'");
  request.method = IntegrationMethod::kMultirate;
  const Recorded run = run_machine(motor, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("q'"), exact, 1e-5);
}

TEST_F(SimulateTest, GimbalLockUnderWayIsNamed) {
  const Model model = machine(R"(
name: top
bodies: {top: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {ball: {type: spherical, sequence: xyz, from: world, to: top, coordinates: [a, b, c]}}
initial: {b: pi/2}
loads: {twist: {type: torque, body: top, vector: [0, 0, 5]}}
)");
  SimulationRequest request = until(1, 1e-9);
  request.most_steps = 100;
  const Recorded other = run_machine(model, request);  // by other angles
  ASSERT_TRUE(other.report.status.good());
  EXPECT_EQ(other.report.switches.size(), 1u);
  EXPECT_EQ(other.report.switches[0].time, 0);
  request.switching = Switching::kOff;
  const Recorded run = run_machine(model, request);
  ASSERT_FALSE(run.report.status.good());
  EXPECT_TRUE(contains(run.report.status.message, "joint ball is in gimbal lock"));
}

TEST_F(SimulateTest, InOneCall) {
  const Model model = machine(R"(
name: drop
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: z}}
gravity: [0, 0, -10]
)");
  const SimulatedRun run = simulate(model, {.end = 2, .every = 1});
  EXPECT_EQ(run["t"], (std::vector<double>{0, 1, 2}));
  EXPECT_NEAR(run["z"].back(), -20, 1e-9);
  EXPECT_TRUE(contains(refusal([&] { run["zz"]; }), "z"));
  EXPECT_TRUE(contains(refusal([&] { simulate(model, {.end = 2, .most_steps = 1}); }), "[K409]"));
}

}  // namespace
}  // namespace kinemate
