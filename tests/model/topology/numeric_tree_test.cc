#include "model/topology/numeric_tree.h"

#include "expr/normal/sample_functions.h"
#include "model/fixture.h"
#include "model/random_machine.h"

namespace kinemate {
namespace {

class NumericTreeTest : public ModelTest {};

Vector3<double> numbers(const Vector& v, const Values& values) {
  return {evaluate(v.x, values), evaluate(v.y, values), evaluate(v.z, values)};
}

void expect_near(const Vector3<double>& a, const Vector3<double>& b, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

// Poses against the formulas of the kinematics; directions against their Jacobians.
TEST_F(NumericTreeTest, AgreesWithTheFormulasOnRandomMachines) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    Model model = machine(random_machine(random, 6));
    model.base.reset();
    for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
    const Tree tree = make_tree(model);
    const Kinematics kinematics = compute_kinematics(model);
    const Numbers constants = choose_numbers(model, 1);
    const NumericTree numeric(model, tree, {}, constants.values);
    std::uniform_real_distribution<double> number(-1, 1);
    Values values = constants.values;
    for (Expr s : numeric.speeds()) values[s] = 0;
    for (Expr q : numeric.coordinates()) values[q] = number(random);
    normalise_euler_parameters(model, values);
    Eigen::VectorXd q(static_cast<Eigen::Index>(numeric.coordinates().size()));
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = values.at(numeric.coordinates()[static_cast<std::size_t>(i)]);
    const Configuration at = numeric.at(q);
    for (std::size_t body = 1; body < model.bodies.size(); ++body) {
      const Pose<Expr>& pose = kinematics.bodies[body].pose;
      expect_near(at.bodies[body].position, numbers(pose.position, values), 1e-12);
      for (std::size_t i = 0; i < 3; ++i)
        expect_near(at.bodies[body].rotation.rows[i], numbers(pose.rotation.rows[i], values), 1e-12);
    }
    for (std::size_t i = 0; i < tree.joints.size(); ++i) {
      // the column of the body's own joint in its Jacobian
      const std::size_t body = tree.joints[i].child;
      const PointMotion motion = compute_point_motion(model, kinematics, body, {});
      for (std::size_t k = 0; k < at.joints[i].by_speed.size(); ++k) {
        const Expr s = numeric.speeds()[numeric.speed_columns()[i][k]];
        const auto column =
            static_cast<std::size_t>(std::find(motion.speeds.begin(), motion.speeds.end(), s) - motion.speeds.begin());
        ASSERT_LT(column, motion.speeds.size());
        const Twist<double> twist =
            move(at.axes[i] * at.joints[i].by_speed[k], at.bodies[body].position - at.origin[i]);
        expect_near(twist.linear, numbers(motion.J_T[column], values), 1e-12);
        expect_near(twist.angular, numbers(motion.J_R[column], values), 1e-12);
      }
    }
  }
}

TEST_F(NumericTreeTest, DerivativesByCoordinatesAreThoseOfThePose) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 40; ++round) {
    Model model = machine(random_machine(random, 1));
    model.base.reset();
    for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
    const Tree tree = make_tree(model);
    const NumericTree numeric(model, tree, {}, choose_numbers(model, 1).values);
    std::uniform_real_distribution<double> number(-1, 1);
    Values values;
    for (Expr q : numeric.coordinates()) values[q] = number(random);
    normalise_euler_parameters(model, values);
    Eigen::VectorXd q(static_cast<Eigen::Index>(numeric.coordinates().size()));
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] = values.at(numeric.coordinates()[static_cast<std::size_t>(i)]);
    const Configuration at = numeric.at(q);
    // Euler parameters leave their sphere by differences: only what stays on it is a turn
    const bool euler = model.joints[0].euler_parameters;
    for (Eigen::Index i = 0; i < q.size(); ++i) {
      if (euler && i + 4 >= q.size()) continue;
      const double h = 1e-6;
      Eigen::VectorXd more = q, less = q;
      more[i] += h, less[i] -= h;
      const JointNumbers a = numeric.at(more).joints[0], b = numeric.at(less).joints[0];
      const Twist<double>& twist = at.joints[0].by_coordinate[static_cast<std::size_t>(i)];
      expect_near(twist.linear, (a.pose.position - b.pose.position) * (0.5 / h), 1e-8);
      const Matrix3<double> rate = (a.pose.rotation - b.pose.rotation) * (0.5 / h);
      expect_near(twist.angular, vect(rate * transpose(at.joints[0].pose.rotation)), 1e-8);
    }
  }
}

TEST_F(NumericTreeTest, OpenParametersAreRandomAndNamed) {
  const Model model = machine(R"(
parameters: {a: , b: 2*a, c: 3}
bodies: {x: {mass: a*b*c*m}}
joints: {j: {type: revolute, axis: x, from: {body: world, at: [b, d, 0]}, to: x, coordinate: q}}
)");
  const Numbers one = choose_numbers(model, 1), same = choose_numbers(model, 1), other = choose_numbers(model, 2);
  EXPECT_EQ(one.at_random, (std::vector<std::string>{"a", "d"}));
  EXPECT_EQ(one.values.at(parse("a")), same.values.at(parse("a")));
  EXPECT_NE(one.values.at(parse("a")), other.values.at(parse("a")));
  EXPECT_EQ(one.values.at(parse("b")), 2 * one.values.at(parse("a")));
  EXPECT_EQ(one.values.at(parse("c")), 3);
}

}  // namespace
}  // namespace kinemate
