#include "analysis/force_classes.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"
#include "expr/random_formula.h"

namespace kinemate {
namespace {

using enum ForceClass;

class ForceClassesTest : public ExprTest {
 protected:
  ForceClasses classify(const std::vector<const char*>& texts, const std::vector<std::string>& inputs = {}) {
    GeneralizedForces given{{}, {}, {}, inputs};
    for (std::size_t i = 0; i < texts.size(); ++i) {
      given.forces.push_back(parse(texts[i]));
      given.coordinates.push_back(make_symbol("q" + std::to_string(i + 1)));
      given.speeds.push_back(make_symbol("q" + std::to_string(i + 1), 1));
    }
    const ForceClasses classes = classify_forces(given);
    check(given, classes);
    return classes;
  }

  // The parts sum up to the forces, V and D belong to theirs, and gyroscopic ones take no power.
  void check(const GeneralizedForces& given, const ForceClasses& classes) {
    Expr power;
    for (std::size_t i = 0; i < given.forces.size(); ++i) {
      Expr sum;
      for (const ForceClass part : classes.of_component(i)) sum += classes.of(part)[i];
      EXPECT_TRUE(test_zero_almost_everywhere(sum - given.forces[i]).zero) << to_text(given.forces[i]);
      power += classes.of(kGyroscopic)[i] * given.speeds[i];
      if (classes.position.function) {
        const Expr slope = differentiate(*classes.position.function, given.coordinates[i]);
        EXPECT_TRUE(test_zero_almost_everywhere(slope + classes.of(kConservative)[i]).zero);
      }
      if (classes.velocity.function) {
        const Expr slope = differentiate(*classes.velocity.function, given.speeds[i]);
        EXPECT_TRUE(test_zero_almost_everywhere(slope + classes.of(kDissipative)[i]).zero);
      }
    }
    EXPECT_TRUE(test_zero_almost_everywhere(power).zero);
  }

  void expect_equal(const std::optional<Expr>& found, const char* expected) {
    ASSERT_TRUE(found);
    EXPECT_TRUE(test_zero_almost_everywhere(*found - parse(expected)).zero)
        << to_text(*found) << " is not " << expected;
  }
};

using Classes = std::vector<ForceClass>;

TEST_F(ForceClassesTest, ThreeForcesOfHabelt) {
  const ForceClasses classes =
      classify({"-c*((q1 + x) - l*sign(q1 + x))", "-g*(m2*R + m3*(R - q3))*sin(q2) - k*q3^2*q2'",
                "c2*(x2 - q3 - l2) - g*m3*cos(q2) - k*q3'"});
  EXPECT_EQ(classes.of_component(0), Classes{kConservative});
  EXPECT_EQ(classes.of_component(1), (Classes{kConservative, kDissipative}));
  EXPECT_EQ(classes.of_component(2), (Classes{kConservative, kDissipative}));
  expect_equal(classes.position.function,
               "c*(q1^2/2 + q1*x - l*abs(q1 + x)) - g*(m2*R + m3*(R - q3))*cos(q2) + c2*(q3^2/2 - (x2 - l2)*q3)");
  expect_equal(classes.velocity.function, "k*(q3^2*q2'^2 + q3'^2)/2");
}

TEST_F(ForceClassesTest, LinearForcesSplitAsTheirMatrices) {
  const ForceClasses classes =
      classify({"-k11*q1 - k12*q2 - d11*q1' - d12*q2'", "-k21*q1 - k22*q2 - d21*q1' - d22*q2'"});
  expect_equal(classes.of(kConservative)[0], "-k11*q1 - (k12 + k21)/2*q2");
  expect_equal(classes.of(kCirculatory)[0], "-(k12 - k21)/2*q2");
  expect_equal(classes.of(kCirculatory)[1], "(k12 - k21)/2*q1");
  expect_equal(classes.of(kDissipative)[1], "-(d12 + d21)/2*q1' - d22*q2'");
  expect_equal(classes.of(kGyroscopic)[0], "-(d12 - d21)/2*q2'");
  expect_equal(classes.velocity.function, "d11*q1'^2/2 + (d12 + d21)/2*q1'*q2' + d22*q2'^2/2");
}

TEST_F(ForceClassesTest, FollowerForcesAreCirculatory) {  // Ziegler's double pendulum
  const ForceClasses classes = classify({"P*l*sin(q1 - q2) - 2*c*q1 + c*q2", "c*q1 - c*q2"});
  EXPECT_EQ(classes.of_component(0), (Classes{kConservative, kCirculatory}));
  const ForceClasses linear = classify({"P*l*(q1 - q2)", "0"});
  expect_equal(linear.of(kCirculatory)[0], "-P*l*q2/2");
  expect_equal(linear.of(kCirculatory)[1], "P*l*q1/2");
}

TEST_F(ForceClassesTest, RotorsAreGyroscopic) {
  const ForceClasses classes = classify({"-J*w*cos(q1)*q2' - d*q1'", "J*w*cos(q1)*q1' - d*q2'"});
  expect_equal(classes.of(kGyroscopic)[0], "-J*w*cos(q1)*q2'");
  expect_equal(classes.of(kDissipative)[1], "-d*q2'");
  const ForceClasses coriolis = classify({"b*sin(q1)*q2'^2", "-b*sin(q1)*q1'*q2'"});
  EXPECT_EQ(coriolis.of_component(0), Classes{kGyroscopic});
  expect_equal(coriolis.velocity.function, "0");
}

TEST_F(ForceClassesTest, FrictionIsDissipative) {
  const ForceClasses classes = classify(
      {"-d*q1'^3 - m*sign(q1')", "-m*q2'/sqrt(q2'^2 + q3'^2)", "-m*q3'/sqrt(q2'^2 + q3'^2)", "-d*tanh(q4'/v)"});
  expect_equal(classes.velocity.function, "d*q1'^4/4 + m*abs(q1') + m*sqrt(q2'^2 + q3'^2) + d*v*log(cosh(q4'/v))");
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(classes.of_component(i), Classes{kDissipative});
}

TEST_F(ForceClassesTest, TimeAndInputsAreParted) {
  const ForceClasses classes = classify({"-k*(q1 - a*sin(w*t)) - d*(q1' - u')", "f(t)*q1 + q2*u - q2"}, {"u"});
  expect_equal(classes.of(kTime)[0], "k*a*sin(w*t) + d*u'");
  expect_equal(classes.of(kTime)[1], "f(t)*q1 + q2*u");
  expect_equal(classes.position.function, "k*q1^2/2 + q2^2/2");
  EXPECT_EQ(classes.of_component(0), (Classes{kConservative, kDissipative, kTime}));
}

TEST_F(ForceClassesTest, WhatHasNoFormulaIsSaidToBeUnsplit) {
  const ForceClasses classes = classify({"exp(-q1^2)*q2^2 - q1'", "q1 + exp(-q1'^2)*q2'^2"});
  EXPECT_EQ(classes.of_component(0), (Classes{kPositionUnsplit, kVelocityUnsplit}));
  EXPECT_EQ(describe(kPositionUnsplit), "position-dependent, not split");
}

TEST_F(ForceClassesTest, RandomForcesNeitherHangNorCrash) {
  for (int k = 0; k < random_cases(30); ++k) {
    RandomTrees random(static_cast<unsigned>(k));
    const std::vector<Expr> coordinates = {x_, y_}, speeds = {make_symbol("x", 1), make_symbol("x", 2)};
    try {
      const std::vector<Expr> forces = {build(random.make(1 + k % 4)), build(random.make(1 + k % 3))};
      const GeneralizedForces given{forces, coordinates, speeds, {"q1"}};
      const ForceClasses classes = classify_forces(given);
      for (std::size_t i = 0; i < 2; ++i) {
        Expr sum;
        for (const ForceClass part : classes.of_component(i)) sum += classes.of(part)[i];
        const ZeroTest test = test_zero_almost_everywhere(sum - forces[i]);
        EXPECT_TRUE(test.zero || test.method == ZeroTest::Method::kUndecided) << to_text(forces[i]);
      }
    } catch (const Error&) {  // the force has no value
    }
  }
}

}  // namespace
}  // namespace kinemate
