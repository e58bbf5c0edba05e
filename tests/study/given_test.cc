#include "study/given.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

const char* const kGivenMachine = R"(
parameters: {m: 1, k: }
inputs: [u]
bodies: {a: {mass: m}, b: {mass: undeclared}, c: {mass: 1}}
joints:
  first: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  ball: {type: spherical, sequence: euler_parameters, from: a, to: b, coordinates: [p0, p1, p2, p3]}
  shaft: {type: prismatic, axis: z, from: b, to: c, coordinate: gamma, drive: f(t)}
loads:
  push: {type: joint, joint: first, effort: w(t) + z, states: {z: -k*z + u}}
)";

class GivenTest : public StudyTest {
 protected:
  std::string refused(const std::string& text) {
    const Model model = machine(kGivenMachine);
    const GivenNames names = find_given_names(model, compute_kinematics(model));
    return refusal([&] { require_givable(names, given({text})[0]); });
  }
};

TEST_F(GivenTest, WhatMayBeGiven) {
  for (const char* text : {"t = 1", "m = 2", "k = m*pi", "undeclared = 1", "u = 1", "phi = pi/4", "phi' = 1", "p0 = 1",
                           "wx_ball = k", "z = 1", "f(t) = 1", "f'(t) = 0", "f''(t) = 0", "w(t) = undeclared"})
    EXPECT_EQ(refused(text), "nothing was refused") << text;
}

TEST_F(GivenTest, WhatIsRefused) {
  EXPECT_TRUE(contains(refused("phy = 1"), "there is no 'phy' in this machine [K113]\n  hint: did you mean phi?"));
  EXPECT_TRUE(contains(refused("phi'' = 1"), "phi'' is not part of a state"));
  EXPECT_TRUE(contains(refused("m' = 1"), "give m without a prime"));
  EXPECT_TRUE(contains(refused("gamma = 1"), "the coordinate gamma is driven"));
  EXPECT_TRUE(contains(refused("gamma' = 1"), "the coordinate gamma is driven"));
  EXPECT_TRUE(contains(refused("p2' = 1"), "the rate p2' follows from speeds"));
  EXPECT_TRUE(contains(refused("p2' = 1"), "give the speeds wx_ball, wy_ball, wz_ball instead"));
  EXPECT_TRUE(contains(refused("g(t) = 1"), "there is no unspecified function g"));
  EXPECT_TRUE(contains(refused("2*phi = 1"), "expected a name of the machine before '=', found '2*phi'"));
  EXPECT_TRUE(contains(refused("phi = gamma"), "the value of phi holds gamma, which is no parameter"));
  EXPECT_TRUE(contains(refused("phi = kk"), "did you mean k?"));
  EXPECT_TRUE(contains(refused("phi = w(1)"), "holds the unspecified function w(1)"));
}

}  // namespace
}  // namespace kinemate
