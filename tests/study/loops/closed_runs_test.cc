// Runs of closed machines: energy, methods, reactions.
#include <gtest/gtest.h>

#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class ClosedRuns : public StudyTest {};

// Without friction and drives energy is kept, to what the tolerances allow.
TEST_F(ClosedRuns, EnergyIsKept) {
  const std::vector<std::pair<const char*, double>> machines = {{"four_bar", 3},
                                                                {"slider_crank", 3},
                                                                {"bricard", 3},
                                                                {"spatial_slider_crank", 2},
                                                                {"andrews_squeezer", 0.05},
                                                                {"four_bar_chain", 1},
                                                                {"excavator_arm", 0.5},
                                                                {"suspended_chain", 2}};
  for (const auto& [name, end] : machines) {
    SimulationRequest request = until(end, 1e-11);
    if (name == std::string("slider_crank")) request.initial = given({"phi' = 10"});  // it starts in balance
    const Recorded run = run_machine(example(name), request);
    ASSERT_TRUE(run.report.status.good()) << name << ": " << run.report.status.message;
    ASSERT_TRUE(run.report.audit.energy) << name;
    EXPECT_GT(run.report.audit.largest_kinetic, 1e-6) << name;
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << name;
  }
}

// What follows is closed in every row, though it is integrated where there is no formula of it.
TEST_F(ClosedRuns, LoopsStayClosed) {
  const std::string text = R"(
name: stephenson
gravity: [0, -9.81, 0]
bodies:
  a: {mass: 1, center: [0.5, 0, 0], inertia: {yy: 0.1, zz: 0.1}}
  b: {mass: 2, center: [1.5, 0.2, 0], inertia: {xx: 0.3, yy: 0.3, zz: 0.4}}
  c: {mass: 1.5, center: [1, 0.1, 0], inertia: {xx: 0.2, yy: 0.2, zz: 0.3}}
  d: {mass: 1, center: [1, 0, 0], inertia: {yy: 0.3, zz: 0.3}}
  e: {mass: 1, center: [1, 0, 0], inertia: {yy: 0.3, zz: 0.3}}
joints:
  O: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  A: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  B: {type: revolute, axis: z, from: {body: b, at: [3, 0, 0]}, to: {body: c, at: [2.5, 0, 0]}, coordinate: q3}
  C: {type: revolute, axis: z, from: {body: world, at: [3, 0, 0]}, to: c, coordinate: q4}
  D: {type: revolute, axis: z, from: {body: b, at: [1.5, 1, 0]}, to: d, coordinate: q5}
  E: {type: revolute, axis: z, from: {body: world, at: [4, 1, 0]}, to: e, coordinate: q6}
  F: {type: revolute, axis: z, from: {body: d, at: [2, 0, 0]}, to: {body: e, at: [1.5, 0, 0]}, coordinate: q7}
initial: {q1: 1.2, q2: -0.7, q4: 1.7, q5: 0.1, q6: 1.5}
independent: [)";
  SimulationRequest request = until(0.3, 1e-11);
  const Model first = machine(text + "q1]\n");
  for (const auto& [symbol, value] : make_state(first, compute_closed_kinematics(first), {}).values)
    if (symbol.name().starts_with("q") && symbol.primes() == 0) request.initial.push_back({symbol, make_real(value)});
  std::vector<double> ends;
  for (const char* independent : {"q1", "q5", "q6"}) {  // by q6 the four-bar has no explicit positions
    const Recorded run = run_machine(machine(text + independent + "]\n"), request);
    ASSERT_TRUE(run.report.status.good()) << independent << ": " << run.report.status.message;
    for (const std::vector<double>& row : run.rows) {
      const double q1 = row[run.column("q1")], q2 = q1 + row[run.column("q2")], q4 = row[run.column("q4")];
      const double q5 = q2 + row[run.column("q5")], q6 = row[run.column("q6")];
      ASSERT_NEAR(std::cos(q1) + 3 * std::cos(q2), 3 + 2.5 * std::cos(q4), 1e-10);
      ASSERT_NEAR(std::sin(q1) + 3 * std::sin(q2), 2.5 * std::sin(q4), 1e-10);
      const double x = std::cos(q1) + 1.5 * std::cos(q2) - std::sin(q2),
                   y = std::sin(q1) + 1.5 * std::sin(q2) + std::cos(q2);
      ASSERT_NEAR(x + 2 * std::cos(q5), 4 + 1.5 * std::cos(q6), 1e-10);
      ASSERT_NEAR(y + 2 * std::sin(q5), 1 + 1.5 * std::sin(q6), 1e-10);
    }
    ends.push_back(run.at_end("q4"));
    EXPECT_NEAR(ends.back(), ends[0], 1e-9) << independent;
  }
}

TEST_F(ClosedRuns, MethodsAgree) {
  for (const char* name : {"four_bar", "suspended_chain", "spatial_slider_crank"}) {
    const Model model = example(name);
    std::vector<std::vector<double>> ends;
    for (IntegrationMethod method :
         {IntegrationMethod::kDop853, IntegrationMethod::kAdams, IntegrationMethod::kCvode}) {
      SimulationRequest request = until(0.5, 1e-11);
      request.method = method;
      const Recorded run = run_machine(model, request);
      ASSERT_TRUE(run.report.status.good()) << name << ", " << method_name(method) << ": " << run.report.status.message;
      ends.push_back(run.rows.back());
      for (std::size_t i = 0; i < ends[0].size(); ++i)
        EXPECT_NEAR(ends.back()[i], ends[0][i], 1e-6) << name << ", " << method_name(method) << ", " << i;
    }
  }
}

// What is recorded of a joint while the machine runs is what evaluate says at the same state.
TEST_F(ClosedRuns, ReactionsAreThoseOfTheState) {
  for (const char* name : {"four_bar", "slider_crank", "bricard", "spatial_slider_crank", "suspended_chain"}) {
    const Model model = example(name);
    SimulationRequest request = until(0.2, 1e-10);
    request.record.all_reactions = true;
    const Recorded run = run_machine(model, request);
    ASSERT_TRUE(run.report.status.good()) << name << ": " << run.report.status.message;
    std::vector<std::string> state;
    for (const Coordinate& q : model.coordinates) {
      if (q.name == "b1" || q.name == "b2" || q.name == "b3") continue;  // of the ball that closes a loop
      state.push_back(fmt::format("{} = {:.17g}", q.name, run.at_end(q.name)));
      state.push_back(fmt::format("{}' = {:.17g}", q.name, run.at_end(q.name + "'")));
    }
    const StateNumbers n = evaluate_closed(model, state);
    for (const Reaction& reaction : *n.reactions) {
      const Vector3<double>&force = reaction.load.force, &torque = reaction.load.torque;
      const double size = 1 + std::sqrt(dot(force, force) + dot(torque, torque));
      const std::string axes = "xyz";
      for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(run.at_end(fmt::format("{}_F_{}", reaction.joint, axes[i])), force[i], 1e-6 * size)
            << name << ", " << reaction.joint;
        EXPECT_NEAR(run.at_end(fmt::format("{}_T_{}", reaction.joint, axes[i])), torque[i], 1e-6 * size)
            << name << ", " << reaction.joint;
      }
    }
  }
}

// Forces on all bodies together are what changes their momentum.
TEST_F(ClosedRuns, ReactionsOfTheGroundBalanceWeightAndMomentum) {
  const Model model = example("four_bar");
  EvaluateRequest request;
  const char* const bodies[] = {"crank", "coupler", "rocker"};
  const double masses[] = {0.2, 1, 1}, halves[] = {0.05, 0.25, 0.25};
  for (int i = 0; i < 3; ++i) {
    request.points.push_back({bodies[i], {}, {make_real(halves[i]), Expr(0), Expr(0)}});
    request.points.back().place.body = find_body(model, bodies[i]);
  }
  const StateNumbers n = evaluate_closed(model, {"phi = 2", "phi' = 7"}, request);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Reaction& reaction : *n.reactions)
    if (reaction.joint == "A0" || reaction.joint == "B0") sum += to_eigen(reaction.load.force);
  for (int i = 0; i < 3; ++i)
    sum -= masses[i] * (to_eigen(*n.points[static_cast<std::size_t>(i)].acceleration) + Eigen::Vector3d(0, 9.81, 0));
  EXPECT_LT(sum.norm(), 1e-10);
}

}  // namespace
}  // namespace kinemate
