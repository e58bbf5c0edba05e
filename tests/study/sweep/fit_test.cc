#include "study/sweep/fit.h"

#include <gtest/gtest.h>

#include "study/sweep/fixture.h"

namespace kinemate {
namespace {

const char* const kDoublePendulum = R"(
name: double-pendulum
parameters: {m1: 1, m2: 0.7, l1: 1, l2: 0.8, g: 9.81, d: 0.05}
gravity: [0, 0, -g]
bodies:
  upper: {mass: m1, center: [0, 0, -l1]}
  lower: {mass: m2, center: [0, 0, -l2]}
joints:
  top: {type: revolute, axis: y, from: world, to: upper, coordinate: q1}
  elbow: {type: revolute, axis: y, from: {body: upper, at: [0, 0, -l1]}, to: lower, coordinate: q2}
loads:
  damping: {type: joint, joint: elbow, effort: -d*q2'}
initial: {q1: 1, q2: 0.4}
)";

class FitTest : public StudyTest {
 protected:
  // What this machine does, with noise of a known deviation.
  static Measurements measure(const Model& model, double deviation, std::uint64_t seed) {
    SimulationRequest request = until(4, 1e-11);
    request.every = 0.02;
    const Recorded run = run_machine(model, request);
    Measurements measured;
    measured.names = {"q1", "q2"};
    measured.deviations = {1, 1};
    std::mt19937_64 random(seed);
    std::normal_distribution<double> noise(0, deviation);
    for (const std::vector<double>& row : run.rows) {
      measured.times.push_back(row[0]);
      for (const char* name : {"q1", "q2"}) measured.values.push_back(row[run.column(name)] + noise(random));
    }
    return measured;
  }

  static FitRequest request(const Measurements& measured, std::vector<FitParameter> parameters) {
    FitRequest request;
    request.simulation = until(4, 1e-9);
    request.parameters = std::move(parameters);
    request.measured = measured;
    request.formulas = {parse("q1"), parse("q2")};
    return request;
  }
  static FitResult fit(const Model& model, const FitRequest& request) {
    return fit_parameters(
        model, request, [](const std::string&) {}, {}, nullptr);
  }
};

TEST_F(FitTest, ParametersOfADoublePendulumFromNoisyData) {
  const Model model = machine(kDoublePendulum);
  const double none = std::numeric_limits<double>::infinity();
  const std::vector<FitParameter> parameters = {
      {"m2", 1.0, 0.1, 5}, {"l2", 0.7, 0.2, 3}, {"d", 0.1, 0, none}, {"q1", 0.9, -none, none}};
  const std::vector<double> truth = {0.7, 0.8, 0.05, 1};
  int inside = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const FitResult result = fit(model, request(measure(model, 0.01, seed), parameters));
    ASSERT_TRUE(result.found.converged) << result.found.reason;
    EXPECT_NEAR(result.rms[0], 0.01, 0.002);
    EXPECT_NEAR(result.rms[1], 0.01, 0.002);
    EXPECT_GT(result.start_rms[0], 0.05);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      EXPECT_LT(result.found.confidence[i], 0.1 * truth[i] + 0.02);
      EXPECT_NEAR(result.found.values[i], truth[i], 2 * result.found.confidence[i]) << parameters[i].name;
      inside += std::abs(result.found.values[i] - truth[i]) <= result.found.confidence[i] ? 1 : 0;
      ++all;
    }
  }
  EXPECT_GE(inside, all - 4);  // 95 % of twenty
}

TEST_F(FitTest, WithoutNoiseAllDigits) {
  const Model model = machine(kDoublePendulum);
  const FitResult result = fit(model, request(measure(model, 0, 1), {{"l2", 0.75, 0.2, 3}, {"d", 0.06, 0, 1}}));
  EXPECT_NEAR(result.found.values[0], 0.8, 1e-7);
  EXPECT_NEAR(result.found.values[1], 0.05, 1e-7);
  EXPECT_NEAR(result.fitted[2], result.fitted[2], 1e-7);
}

// Without damping only the ratio of the masses matters.
TEST_F(FitTest, WhatDataDoNotDetermineIsNamed) {
  Model model = machine(kDoublePendulum);
  for (Parameter& parameter : model.parameters)
    if (parameter.name == "d") parameter.value = Expr(0);
  const FitResult result = fit(model, request(measure(model, 0.01, 1), {{"m1", 1.2, 0.1, 9}, {"m2", 0.7, 0.1, 9}}));
  EXPECT_EQ(result.found.undetermined, (std::vector<std::size_t>{0, 1}));
}

TEST_F(FitTest, Tables) {
  const Measurements measured = to_measurements({{"x", "t"}, {5, 0, 6, 0.5}}, "data.csv");
  EXPECT_EQ(measured.times, (std::vector<double>{0, 0.5}));
  EXPECT_EQ(measured.values, (std::vector<double>{5, 6}));
  EXPECT_TRUE(contains(refusal([] { to_measurements({{"x"}, {5}}, "data.csv"); }), "no column t"));
  EXPECT_TRUE(contains(refusal([] { to_measurements({{"t"}, {5}}, "data.csv"); }), "no column beside t"));
  EXPECT_TRUE(contains(refusal([] { to_measurements({{"t", "x"}, {1, 0, 1, 0}}, "data.csv"); }), "follows after"));
}

TEST_F(FitTest, Refusals) {
  const Model model = machine(kDoublePendulum);
  Measurements early = measure(model, 0, 1);
  early.times[0] = -1;
  EXPECT_TRUE(contains(refusal([&] { fit(model, request(early, {{"l2", 0.7, 0.2, 3}})); }), "before the start"));
  EXPECT_TRUE(contains(refusal([&] { fit(model, request(measure(model, 0, 1), {{"l3", 0.7, 0.2, 3}})); }), "l3"));
}

}  // namespace
}  // namespace kinemate
