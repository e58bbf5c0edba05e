#include "study/simulation/surface_sides.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

/// A mass of 1 kg on a rail, pushed by `force`.
std::string pushed(const std::string& force, const std::string& more = "") {
  return R"(
name: slider
parameters: {late: 1000}
bodies: {block: {mass: 1}}
joints: {rail: {type: prismatic, axis: x, from: world, to: block, coordinate: x}}
loads: {push: {type: joint, joint: rail, effort: ")" +
         force + "\"}}\n" + more;
}

struct Case {
  const char* force;
  double x, v;            // at the start
  double end;
  double x_end, v_end;    // what is known of the end
  const char* more = "";
};

const double kPulseArea = 100 * 0.02 * std::sqrt(std::numbers::pi);
const double kBounce = std::numbers::pi / std::sqrt(50.0);

const Case kCases[] = {
    {"if(t > 5 and t < 5.1, 100, 0)", 0, 0, 10, 49.5, 10},
    {"if(t >= 5 and t <= 5.1, 100, 0)", 0, 0, 10, 49.5, 10},
    {"100*step(5, t, 5.1)", 0, 0, 10, 49.5, 10},
    {"50*(1 + sign(t - 5))*(1 - step(t - 5.1))", 0, 0, 10, 49.5, 10},
    {"max(0, 1 - 100*abs(t - 5))", 0, 0, 10, 0.05, 0.01},
    {"100*exp(-((t - 5)/0.02)^2)", 0, 0, 10, 5 * kPulseArea, kPulseArea},
    {"sign(sin(20*t))", 0, 0, std::numbers::pi, std::numbers::pi * std::numbers::pi / 40, 0},
    {"if(x > 1, -50*(x - 1), 0)", 0, 2, 2, 1 - 2 * (1.5 - kBounce), -2},
    {"-50*max(x - 1, 0)", 0, 2, 2, 1 - 2 * (1.5 - kBounce), -2},
    {"-2*sign(x)", 1, 0, 8, 1, 0},
    {"-abs(x)*sign(x)", 1, 0, 2 * std::numbers::pi, 1, 0},
    {"-3*sign(x')", 0, 6, 5, 6, 0},
    {"if(x' > 0, -3, if(x' < 0, 3, 0))", 0, 6, 5, 6, 0},
    {"1 - 3*sign(x')", 0, 6, 5, 9, 0},
    {"if(t > late + 1 and t < late + 1.05, 100, 0)", 0, 0.5, 5, 0.5 * 3 + 0.15 + 5.5 * 1.95, 5.5,
     "when: {passes: {condition: x - 1, set: {late: t}}}\n"},
};

SimulationRequest request_of(const Case& one, IntegrationMethod method) {
  SimulationRequest request = until(one.end, 1e-9);
  request.method = method;
  request.initial = given({"x = " + std::to_string(one.x), "x' = " + std::to_string(one.v)});
  request.step = method == IntegrationMethod::kRk4 || method == IntegrationMethod::kMidpoint ? 1e-3
                 : method == IntegrationMethod::kEuler                                      ? 1e-4
                                                                                             : 0;
  return request;
}

double tolerance_of(IntegrationMethod method) {
  switch (method) {
    case IntegrationMethod::kEuler: return 1e-2;
    case IntegrationMethod::kMidpoint: return 2e-4;
    case IntegrationMethod::kRk4: return 1e-5;
    case IntegrationMethod::kCvode: return 2e-5;
    default: return 1e-6;
  }
}

class SurfaceSidesTest : public StudyTest {};

TEST_F(SurfaceSidesTest, EveryMethodSeesEverySwitch) {
  for (const IntegrationMethod method :
       {IntegrationMethod::kAuto, IntegrationMethod::kDop853, IntegrationMethod::kDopri5, IntegrationMethod::kAdams,
        IntegrationMethod::kCvode, IntegrationMethod::kRk4, IntegrationMethod::kMidpoint, IntegrationMethod::kEuler})
    for (const Case& one : kCases) {
      const Recorded run = run_machine(machine(pushed(one.force, one.more)), request_of(one, method));
      ASSERT_TRUE(run.report.status.good()) << one.force << ": " << run.report.status.message;
      const double off = tolerance_of(method) * (1 + std::abs(one.x_end));
      EXPECT_NEAR(run.at_end("x"), one.x_end, off) << one.force << ", " << method_name(method);
      EXPECT_NEAR(run.at_end("x'"), one.v_end, off) << one.force << ", " << method_name(method);
      EXPECT_FALSE(run.report.surfaces.plain) << one.force;
      if (method == IntegrationMethod::kAuto) {
        EXPECT_LT(run.report.audit.energy_drift, 1e-5 * (1 + run.report.audit.largest_kinetic)) << one.force;
        EXPECT_LT(run.report.statistics.steps, 4000) << one.force;
      }
    }
}

// From half time on, and back to the start.
TEST_F(SurfaceSidesTest, RunsGoOnAndTurnBack) {
  for (const Case& one : kCases) {
    if (std::string(one.more) != "") continue;  // what an event has set is no initial value
    const Model model = machine(pushed(one.force));
    SimulationRequest first = request_of(one, IntegrationMethod::kAuto), second = first, back = first;
    first.end = second.start = one.end / 2;
    const Recorded half = run_machine(model, first);
    second.initial.clear();
    back.initial.clear();
    const std::vector<std::string> names = {"x", "x'"};
    for (const std::string& name : names)
      second.initial.push_back({symbol_named(name), make_real(half.at_end(name))});
    const Recorded whole = run_machine(model, second);
    EXPECT_NEAR(whole.at_end("x"), one.x_end, 1e-6 * (1 + std::abs(one.x_end))) << one.force;
    if (half.report.surfaces.slid || whole.report.surfaces.slid) continue;  // friction forgets where it came from
    back.start = one.end;
    back.end = 0;
    for (const std::string& name : names) back.initial.push_back({symbol_named(name), make_real(whole.at_end(name))});
    const Recorded returned = run_machine(model, back);
    ASSERT_TRUE(returned.report.status.good()) << one.force << ": " << returned.report.status.message;
    EXPECT_NEAR(returned.at_end("x"), one.x, 2e-5) << one.force;
    EXPECT_NEAR(returned.at_end("x'"), one.v, 2e-5) << one.force;
  }
}

// Two blocks on each other and on the ground: while both stick, none of them switches to and fro.
TEST_F(SurfaceSidesTest, SeveralStickAtOnce) {
  const Model model = machine(R"yaml(
name: blocks
bodies: {low: {mass: 2}, high: {mass: 1}}
joints:
  ground: {type: prismatic, axis: x, from: world, to: low, coordinate: x}
  between: {type: prismatic, axis: x, from: low, to: high, coordinate: y}
loads:
  rubs: {type: joint, joint: ground, effort: "-4*sign(x')"}
  grips: {type: joint, joint: between, effort: "-1*sign(y') + 0.5*sin(t)"}
)yaml");
  SimulationRequest request = until(20, 1e-9);
  request.initial = given({"x' = 2", "y' = -1"});
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_TRUE(run.report.surfaces.slid);
  EXPECT_FALSE(run.report.surfaces.plain);
  EXPECT_NEAR(run.at_end("x'"), 0, 1e-9);
  EXPECT_NEAR(run.at_end("y'"), 0, 1e-9);
  EXPECT_LT(run.report.statistics.steps, 1000);
  EXPECT_LT(run.report.surfaces.crossings, 20u);
}

// Stick and slip of a block that a spring pulls along, against the same by hand: it sticks until the spring pulls 3 N.
TEST_F(SurfaceSidesTest, StickAndSlipOnABelt) {
  const Model model = machine(pushed("-9*x - 3*sign(x' - 0.5)"));
  SimulationRequest request = until(10, 1e-9);
  request.initial = given({"x' = 0.5"});
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  // sticks from 0 to x = 1/3, slips as x = 1/3 + sin(3 t)/6 until its speed is 0.5 again: at once, so it never slips
  EXPECT_TRUE(run.report.surfaces.slid);
  EXPECT_NEAR(run.at_end("x"), 1.0 / 3 + 0.5 / 3 * std::sin(3 * (10 - 2.0 / 3)), 1e-6);
  EXPECT_LT(run.report.audit.energy_drift, 1e-6);
}

// What is only on one side of a surface has a value there alone.
TEST_F(SurfaceSidesTest, RootsBehindAConditionAreNotAsked) {
  const Model model = machine(pushed("if(x > 1, -300*(x - 1)^(3/2), 0)"));
  SimulationRequest request = until(2, 1e-9);
  request.initial = given({"x' = 2"});
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("x'"), -2, 1e-6);
  EXPECT_LT(run.report.audit.energy_drift, 1e-6);
}

TEST_F(SurfaceSidesTest, WhatSwitchesWithoutEndIsFollowedPlainly) {
  // each push turns the force round, the more often the nearer it comes to rest: Fuller's problem
  SimulationRequest request = until(6, 1e-8);
  request.initial = given({"x = 1"});
  request.most_steps = 200000;
  const Recorded run = run_machine(machine(pushed("-sign(x + 0.3*x'*abs(x'))")), request);
  EXPECT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("x"), 0, 1e-3);
}

TEST_F(SurfaceSidesTest, ConditionsAreNoEventsOfTheUser) {
  const Recorded run = run_machine(machine(pushed("if(t > 1, 1, 0) - sign(x - 1)")), until(5, 1e-9));
  EXPECT_TRUE(run.report.events.empty());
  EXPECT_EQ(run.report.surfaces.times, 1u);
  EXPECT_GT(run.report.surfaces.crossings, 0u);
  const Recorded smooth = run_machine(machine(kPendulum), until(1));
  EXPECT_EQ(smooth.report.surfaces.times + smooth.report.surfaces.crossings, 0u);
}

}  // namespace
}  // namespace kinemate
