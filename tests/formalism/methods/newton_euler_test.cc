#include "formalism/methods/newton_euler.h"

#include "formalism/fixture.h"
#include "formalism/methods/joint_loads.h"
#include "formalism/methods/kane.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class NewtonEulerTest : public ModelTest {};

// Whatever point each body's moments are taken about, the equations of motion are the same.
TEST_F(NewtonEulerTest, AnyReferencePoint) {
  std::mt19937_64 random(5);
  for (int round = 0; round < random_cases(20); ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    const Values values = random_state(model, kinematics, random);
    std::vector<Vector> anywhere = origins_of_bodies(model);
    for (Vector& point : anywhere)
      point = {Rational(static_cast<long>(random() % 9) - 4, 3), Rational(1, 2), Rational(-1, 5)};
    const NumericEquations kane = numbers(derive_by_kane(model, kinematics), values);
    expect_same(kane, numbers(derive_by_newton_euler(model, kinematics, anywhere), values), 1e-11);
    expect_same(kane, numbers(derive_by_newton_euler(model, kinematics, centers_of_mass(model)), values), 1e-12);
  }
}

// The loads of the joints, found from the leaves, solve each body's own equations.
TEST_F(NewtonEulerTest, LoadsOfTheJointsFulfilTheEquationsOfTheBodies) {
  std::mt19937_64 random(6);
  for (int round = 0; round < random_cases(20); ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    Values values = random_state(model, kinematics, random);
    for (Expr a : accelerations_of(kinematics.speeds))
      values[a] = std::uniform_real_distribution<double>(-1, 1)(random);
    Substitution loads;
    for (const JointLoad& load : compute_joint_loads(model, kinematics)) {
      const std::string& name = model.joints[load.joint].name;
      for (std::size_t d = 0; d < 3; ++d) {
        loads.symbols.emplace(make_symbol(name + "_f" + "xyz"[d]), load.load.force[d]);
        loads.symbols.emplace(make_symbol(name + "_m" + "xyz"[d]), load.load.torque[d]);
      }
    }
    std::vector<Expr> residuals;
    for (const BodyEquation& body : compute_body_equations(model, kinematics, centers_of_mass(model))) {
      Vector force = body.momentum_rate - body.force, torque = body.spin_rate - body.torque;
      for (const CutLoad& cut : body.cuts) {
        force -= cut.load.force;
        torque -= cut.load.torque;
      }
      residuals.insert(residuals.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
    }
    for (double residual : evaluate(with_sample_functions(substitute(residuals, loads)), values))
      EXPECT_NEAR(residual, 0, 1e-9) << round;
  }
}

// Pietruszka 2014, (2.79): rod 1 of the Cardan double pendulum about its pivot.
TEST_F(NewtonEulerTest, RodOfTheCardanDoublePendulum) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/cardan_double_pendulum/model.yaml").model;
  const std::vector<BodyEquation> bodies =
      compute_body_equations(model, compute_kinematics(model), origins_of_bodies(model));
  ASSERT_EQ(bodies.size(), 2u);
  const BodyEquation& rod = bodies[0];
  EXPECT_TRUE(is_zero(rod.spin_rate.x - parse("(I1 + m1*l1^2/4)*alpha1''")));
  EXPECT_TRUE(is_zero(rod.torque.x - parse("-m1*g*l1/2*sin(alpha1)")));
  ASSERT_EQ(rod.cuts.size(), 2u);
  EXPECT_FALSE(rod.cuts[0].reaction);
  EXPECT_TRUE(rod.cuts[1].reaction);
  EXPECT_TRUE(is_zero(rod.cuts[0].load.torque.x - parse("pivot_mx")));
  // about x the Cardan joint turns freely, so that its torque is 0 and (2.79) has none
  EXPECT_TRUE(
      is_zero(rod.cuts[1].load.torque.x - parse("l1*(cos(alpha1)*cardan_fy + sin(alpha1)*cardan_fz) - cardan_mx")));
}

}  // namespace
}  // namespace kinemate
