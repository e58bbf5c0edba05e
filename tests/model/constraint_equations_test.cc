#include "model/constraint_equations.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class ConstraintEquationsTest : public ModelTest {
 protected:
  static ConstraintEquations equations_of(const Model& model) {
    return compute_constraint_equations(model, compute_kinematics(model), model.constraints[0]);
  }
  static Expr at(Expr e, std::initializer_list<std::pair<const char*, const char*>> values) {
    Substitution substitution;
    for (const auto& [name, value] : values) substitution.symbols.emplace(parse(name), parse(value));
    return substitute(e, substitution);
  }
};

const char* const kFree = R"(
bodies: {b: {mass: 1}}
joints: {j: {type: free, sequence: zxy, from: world, to: b, coordinates: [x, y, z, q1, q2, q3]}}
constraints:
)";

TEST_F(ConstraintEquationsTest, EquationsAsWritten) {
  const Model model = machine(std::string(kFree) +
                              "  a: {type: holonomic, equation: x^2 + y^2 = l^2}\n  b: {type: nonholonomic, equation: "
                              "\"x'*sin(q1) - y'*cos(q1)\"}\n");
  const Kinematics kinematics = compute_kinematics(model);
  EXPECT_EQ(compute_constraint_equations(model, kinematics, model.constraints[0]).holonomic[0],
            parse("x^2 + y^2 - l^2"));
  EXPECT_EQ(compute_constraint_equations(model, kinematics, model.constraints[1]).nonholonomic[0],
            parse("x'*sin(q1) - y'*cos(q1)"));
}

TEST_F(ConstraintEquationsTest, RollingDisc) {
  // yaw, lean, spin about z, x', y''; the disc's axis is y: height r cos(lean), no slip of the lowest point
  const Model model = machine(std::string(kFree) + "  roll: {type: rolling_disc, point: b, axis: y, radius: r}\n");
  const ConstraintEquations equations = equations_of(model);
  ASSERT_EQ(equations.holonomic.size(), 1u);
  ASSERT_EQ(equations.nonholonomic.size(), 2u);
  EXPECT_TRUE(is_zero(equations.holonomic[0] - parse("z - r*abs(cos(q2))")));
  // upright, along x: ẋ = r·spin, no side slip
  EXPECT_TRUE(is_zero(at(equations.nonholonomic[0], {{"q1", "0"}, {"q2", "0"}}) - parse("x' - r*q3'")));
  EXPECT_TRUE(is_zero(at(equations.nonholonomic[1], {{"q1", "0"}, {"q2", "0"}}) - parse("y' + r*q2'")));
  // the vertical slip is the rate of the height
  EXPECT_TRUE(is_zero(at(equations.nonholonomic[0], {{"q1", "pi/2"}, {"q2", "0"}}) - parse("x' - r*q2'")));
}

TEST_F(ConstraintEquationsTest, RollingSphere) {
  const Model model = machine(std::string(kFree) + "  roll: {type: rolling_sphere, point: b, radius: r}\n");
  const ConstraintEquations equations = equations_of(model);
  EXPECT_TRUE(is_zero(equations.holonomic[0] - parse("z - r")));
  const Kinematics kinematics = compute_kinematics(model);
  const Vector omega = kinematics.bodies[1].twist.angular;
  EXPECT_TRUE(is_zero(equations.nonholonomic[0] - (parse("x'") - parse("r") * omega.y)));
  EXPECT_TRUE(is_zero(equations.nonholonomic[1] - (parse("y'") + parse("r") * omega.x)));
}

TEST_F(ConstraintEquationsTest, RollingOnATurntable) {
  // the plane turns about z: a sphere that turns with it does not slip
  const Model model = machine(R"(
bodies: {table: {mass: 1}, ball: {mass: 1}}
joints:
  turn: {type: revolute, axis: z, from: world, to: table, coordinate: phi}
  air: {type: free, sequence: euler_parameters, from: world, to: ball, coordinates: [x, y, z, p0, p1, p2, p3], speeds: [wx, wy, wz]}
constraints:
  roll: {type: rolling_sphere, point: ball, radius: r, plane: table}
)");
  const ConstraintEquations equations = equations_of(model);
  for (Expr slip : equations.nonholonomic)
    EXPECT_TRUE(is_zero(at(slip, {{"x'", "-y*phi'"},
                                  {"y'", "x*phi'"},
                                  {"wx", "0"},
                                  {"wy", "0"},
                                  {"wz", "phi'"},
                                  {"p0", "1"},
                                  {"p1", "0"},
                                  {"p2", "0"},
                                  {"p3", "0"}})));
}

TEST_F(ConstraintEquationsTest, Skate) {
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: planar, axis: z, from: world, to: b, coordinates: [x, y, a]}}
constraints: {blade: {type: skate, point: {body: b, at: [c, 0, 0]}, axis: x}}
)");
  const ConstraintEquations equations = equations_of(model);
  EXPECT_TRUE(equations.holonomic.empty());
  ASSERT_EQ(equations.nonholonomic.size(), 1u);
  EXPECT_TRUE(is_zero(equations.nonholonomic[0] - parse("-x'*sin(a) + y'*cos(a) + c*a'")));
}

TEST_F(ConstraintEquationsTest, TiltedPlane) {
  const Model model = machine(
      std::string(kFree) +
      "  roll: {type: rolling_sphere, point: b, radius: r, plane: {body: world, at: [0, 0, h], rotation: [[x, s]]}}\n");
  EXPECT_TRUE(is_zero(equations_of(model).holonomic[0] - parse("-sin(s)*y + cos(s)*(z - h) - r")));
}

}  // namespace
}  // namespace kinemate
