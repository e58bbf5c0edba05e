#include "study/linear/linearisation.h"

#include <gtest/gtest.h>

#include <numbers>

#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class LinearisationTest : public StudyTest {};

TEST_F(LinearisationTest, ResponseOfAnOscillator) {
  const Model model = machine(R"(
name: oscillator
inputs: [F]
bodies: {b: {mass: 2}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {s: {type: torsion, joint: j, stiffness: 50, damping: 3}, push: {type: joint, joint: j, effort: F}}
)");
  LinearisationRequest request;
  request.response = true;
  request.outputs = {{"x", parse("x")}, {"a", parse("x''")}};
  request.frequencies = read_variation("f = 0.1 .. 10 : 7 log");
  const ResponseTable response = *linearise_at(model, {}, request).response;
  ASSERT_EQ(response.channels.size(), 2u);
  for (std::size_t i = 0; i < response.frequencies.size(); ++i) {
    const double w = 2 * std::numbers::pi * response.frequencies[i];
    const std::complex<double> x = 1.0 / std::complex<double>(50 - 2 * w * w, 3 * w);
    EXPECT_LT(std::abs(response.channels[0].values[i] - x), 1e-12);
    EXPECT_LT(std::abs(response.channels[1].values[i] + w * w * x), 1e-12);
  }
  request.frequencies.reset();
  EXPECT_GE(linearise_at(model, {}, request).response->frequencies.size(), 100u);
}

TEST_F(LinearisationTest, InputsAreChosen) {
  LinearisationRequest request;
  request.inputs = {"phi2", "F"};
  const Linearisation linear = linearise_at(example("cart_pendulums"), {"phi1 = 0"}, request);
  EXPECT_EQ(linear.numbers->inputs, (std::vector<std::string>{"effort on phi2'", "F"}));
  EXPECT_TRUE(is_near(linear.numbers->F, (Eigen::MatrixXd(3, 2) << 0, 1, 0, 0, 1, 0).finished(), 0));
  EXPECT_EQ(linear.formulas->F.at(2, 0), Expr(1));
  EXPECT_EQ(linear.formulas->inputs, linear.numbers->inputs);
  request.inputs = {"G"};
  EXPECT_TRUE(contains(refusal([&] { linearise_at(example("cart_pendulums"), {"phi1 = 0"}, request); }),
                       "'G' is neither an input"));
}

TEST_F(LinearisationTest, WhatNeedsNumbersSaysSo) {
  LinearisationRequest request;
  request.response = true;
  EXPECT_TRUE(contains(refusal([&] { linearise_at(machine(kCardanPendulum), {}, request); }), "without a value"));
  EXPECT_TRUE(contains(refusal([&] { linearise_at(machine(kTop), {}, request); }), "--input"));
  request.reference.about = ReferenceRequest::About::kMotion;
  EXPECT_TRUE(contains(refusal([&] { linearise_at(machine(kTop), {}, request); }), "--along"));
  EXPECT_TRUE(contains(refusal([&] { list_values(read_variation("k = 1 .. 2")); }), "k = 1 .. 2 : 50"));
}

TEST_F(LinearisationTest, LargeMachinesHaveNumbersOnly) {
  std::string text = "name: chain\ngravity: [0, 0, -10]\nbodies:\n", joints = "joints:\n", last = "world";
  for (int i = 0; i < 9; ++i) {
    const std::string body = "b" + std::to_string(i);
    text += "  " + body + ": {mass: 1, center: [0, 0, -1]}\n";
    joints +=
        "  j" + body + ": {type: revolute, axis: x, from: " + last + ", to: " + body + ", coordinate: q" + body + "}\n";
    last = "{body: " + body + ", at: [0, 0, -1]}";
  }
  const Linearisation linear = linearise_at(machine(text + joints), {});
  EXPECT_TRUE(linear.numbers);
  EXPECT_FALSE(linear.formulas);
  EXPECT_EQ(linear.notes.size(), 1u);
}

}  // namespace
}  // namespace kinemate
