#include "study/linear/linear_reference.h"

#include <gtest/gtest.h>

#include "expr/text/print.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class LinearReferenceTest : public StudyTest {
 protected:
  static std::vector<std::string> kept(const Linearisation& linear) {
    std::vector<std::string> result;
    for (const NamedFormula& one : linear.formulas->reference.kept)
      result.push_back(one.name + " = " + to_text(one.formula));
    return result;
  }
};

const char* const kHangingMass = R"(
name: hanging
parameters: {g: 9.81, m: 2, k: 50, l0: 1}
gravity: [0, 0, -g]
bodies: {b: {mass: m}}
joints: {j: {type: prismatic, axis: z, from: world, to: b, coordinate: z}}
loads: {s: {type: torsion, joint: j, stiffness: k, angle: -l0}}
)";

TEST_F(LinearReferenceTest, LinearEquationsAreSolvedAsFormulas) {
  const Linearisation linear = linearise_at(machine(kHangingMass), {});
  EXPECT_EQ(kept(linear), std::vector<std::string>{"z = (-g*m - k*l0)/k"});
  EXPECT_NEAR(linear.numbers->reference.q[0], -1 - 9.81 * 2 / 50, 1e-14);
}

TEST_F(LinearReferenceTest, RoundNumbersThatHoldForAllParametersArePutIn) {
  Model model = machine(kTop);
  const Linearisation linear = linearise_at(model, {});
  EXPECT_TRUE(kept(linear).empty());
  EXPECT_EQ(linear.formulas->reference.values.at(parse("a")), Expr(0));
  LinearisationRequest near;
  near.reference.near = given({"a = 3"});
  const Linearisation hanging = linearise_at(model, {}, near);
  EXPECT_EQ(hanging.formulas->reference.values.at(parse("a")), parse("pi"));
}

TEST_F(LinearReferenceTest, OtherNumbersStandBeside) {
  const Linearisation linear = linearise_at(machine(kBeadOnHoop), {});
  ASSERT_EQ(linear.formulas->reference.kept.size(), 1u);
  EXPECT_EQ(linear.formulas->reference.kept[0].name, "theta");
  EXPECT_TRUE(linear.formulas->reference.kept[0].formula.is_number());
}

TEST_F(LinearReferenceTest, WhatIsNoEquilibriumIsRefusedAndOffered) {
  const std::string refused = refusal([] { linearise_at(machine(kHangingMass), {"z = -1"}); });
  EXPECT_TRUE(contains(refused, "the reference is no equilibrium; what remains: the force on z' -19.62"));
  EXPECT_TRUE(contains(refused, "--residual"));
  LinearisationRequest request;
  request.reference.residual = true;
  const Linearisation linear = linearise_at(machine(kHangingMass), {"z = -1"}, request);
  EXPECT_NEAR(linear.numbers->residual[0], 19.62, 1e-12);
  Model open = machine(kHangingMass);
  for (Parameter& parameter : open.parameters) parameter.value.reset();
  EXPECT_TRUE(contains(refusal([&] { linearise_at(open, {"z = -l0"}); }), "what remains: the force on z' -g*m"));
  EXPECT_EQ(kept(linearise_at(open, {"z = -l0 - g*m/k"})), std::vector<std::string>{"z = -l0 - g*m/k"});
}

TEST_F(LinearReferenceTest, AMotionAtAMoment) {
  LinearisationRequest request;
  request.reference.about = ReferenceRequest::About::kMotion;
  request.reference.along = given({"phi = 2*sin(3*t)"});
  const Linearisation linear = linearise_at(machine(kConicalPendulum), {"t = 0.4", "theta = 0.2"}, request);
  const MachinePoint& point = linear.numbers->reference;
  EXPECT_NEAR(point.q[0], 2 * std::sin(1.2), 1e-14);
  EXPECT_NEAR(point.s[0], 6 * std::cos(1.2), 1e-14);
  EXPECT_NEAR(point.a[0], -18 * std::sin(1.2), 1e-13);
  EXPECT_EQ(point.q[1], 0.2);
  EXPECT_TRUE(contains(refusal([&] {
                         request.reference.along = given({"phy = t"});
                         linearise_at(machine(kConicalPendulum), {}, request);
                       }),
                       "did you mean phi?"));
}

TEST_F(LinearReferenceTest, AStateHasItsAccelerations) {
  LinearisationRequest request;
  request.reference.about = ReferenceRequest::About::kState;
  const Linearisation linear = linearise_at(machine(kConicalPendulum), {"theta = 0.2", "phi' = 1"}, request);
  EXPECT_NEAR(linear.numbers->reference.a[1], std::sin(0.2) * std::cos(0.2) - 9.81 / 0.7 * std::sin(0.2), 1e-12);
  EXPECT_NEAR(linear.numbers->residual.norm(), 0, 1e-12);
  EXPECT_EQ(linear.formulas->residual, std::vector<Expr>(2, Expr(0)));
  EXPECT_TRUE(linear.numbers->timed);  // theta moves on
}

TEST_F(LinearReferenceTest, ParametersMayBeGivenWithTheReference) {
  const Linearisation linear = linearise_at(machine(kHangingMass), {"k = 100", "m = 2*l0"});
  EXPECT_NEAR(linear.numbers->reference.q[0], -1 - 9.81 * 2 / 100, 1e-14);
  EXPECT_NEAR(linear.numbers->Q(0, 0), 100, 0);
}

TEST_F(LinearReferenceTest, NewNamesAreParameters) {
  const Linearisation linear = linearise_at(machine(kConicalPendulum), {"theta = a", "phi' = sqrt(g/(L*cos(a)))"});
  EXPECT_EQ(kept(linear), (std::vector<std::string>{"theta = a", "phi' = sqrt(g/(L*cos(a)))"}));
  EXPECT_FALSE(linear.numbers);
  ASSERT_EQ(linear.notes.size(), 2u);
  EXPECT_TRUE(contains(linear.notes[0], "a is new"));
}

TEST_F(LinearReferenceTest, WrongNamesAreRefusedEvenWhereNumbersAreNotNeeded) {
  EXPECT_TRUE(contains(refusal([] { linearise_at(machine(kHangingMass), {"zz = 1"}); }), "zz"));
  LinearisationRequest request;
  request.reference.near = given({"zz = 1"});
  EXPECT_TRUE(contains(refusal([&] { linearise_at(machine(kHangingMass), {}, request); }), "zz"));
  EXPECT_TRUE(contains(refusal([] { linearise_at(machine(kConicalPendulum), {"theta = 1/phi'"}); }), "phi'"));
}

}  // namespace
}  // namespace kinemate
