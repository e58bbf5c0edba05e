#include "formalism/methods/roberson_wittenburg.h"

#include "expr/graph.h"
#include "formalism/fixture.h"

namespace kinemate {
namespace {

class RobersonWittenburgTest : public ModelTest {};

const char* const kTwoRods = R"(
gravity: [0, 0, -g]
base: {position: [x(t), 0, z(t)], rotation: [[y, a(t)], [x, b(t)]]}
bodies: {one: {mass: m, center: [0, 0, -c], inertia: {xx: A, yy: B, zz: C}},
         two: {mass: m, center: [0, 0, -c], inertia: {xx: A, yy: B, zz: C}}}
joints:
  j: {type: revolute, axis: y, from: world, to: one, coordinate: q1}
  k: {type: revolute, axis: x, from: {body: one, at: [0, 0, -l]}, to: two, coordinate: q2}
)";

// The matrices are those of the machine alone: no speeds, no time, nothing of the base.
TEST_F(RobersonWittenburgTest, MatricesDependOnCoordinatesAlone) {
  const Model model = machine(kTwoRods);
  const RobersonWittenburg parts = compute_roberson_wittenburg(model, compute_kinematics(model));
  std::vector<Expr> all = parts.mass;
  for (std::size_t i = 0; i < 2; ++i) {
    all.insert(all.end(), parts.R1[i].begin(), parts.R1[i].end());
    for (const Vector& v : parts.R2[i]) all.insert(all.end(), {v.x, v.y, v.z});
    for (const Vector& v : parts.R5[i]) all.insert(all.end(), {v.x, v.y, v.z});
    for (const Vector& v : parts.R6[i]) all.insert(all.end(), {v.x, v.y, v.z});
    const Symmetric3<Expr>& R3 = parts.R3[i];
    all.insert(all.end(), {R3.xx, R3.yy, R3.zz, R3.xy, R3.xz, R3.yz});
    all.insert(all.end(), {parts.R4[i].x, parts.R4[i].y, parts.R4[i].z});
  }
  for (Expr symbol : free_symbols(all)) {
    EXPECT_EQ(symbol.primes(), 0) << symbol.name();
    EXPECT_NE(symbol.name(), "t");
  }
  EXPECT_TRUE(unspecified_calls(all).empty());
  // nothing moves by itself: column 0 is empty
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(is_zero(parts.R1[i][Equations::place(0, 0)]));
    EXPECT_TRUE(is_zero(parts.R1[i][Equations::place(2, 0)]));
  }
}

// The first rod alone: a plane pendulum on a base that turns about y with ω and climbs.
TEST_F(RobersonWittenburgTest, APendulum) {
  const Model model = machine(R"(
base: {position: [x(t), 0, z(t)], rotation: [[y, a(t)]]}
bodies: {one: {mass: m, center: [0, 0, -c], inertia: {xx: A, yy: B, zz: C}}}
joints: {j: {type: revolute, axis: y, from: world, to: one, coordinate: q}}
)");
  const RobersonWittenburg parts = compute_roberson_wittenburg(model, compute_kinematics(model));
  EXPECT_TRUE(is_zero(parts.mass[0] - parse("m*c^2 + B")));
  EXPECT_TRUE(is_zero(parts.R4[0].y - parse("-(m*c^2 + B)")));
  EXPECT_TRUE(is_zero(parts.R5[0][1].x - parse("-c*cos(q)")));
  EXPECT_TRUE(is_zero(parts.R5[0][1].z - parse("c*sin(q)")));
  EXPECT_TRUE(is_zero(parts.R6[0][1].y - Expr(1)));
  EXPECT_TRUE(is_zero(parts.R3[0].xz - parse("-(m*c^2 + A - C)*cos(2*q)/2")));
  EXPECT_TRUE(is_zero(parts.angular_velocity.y - parse("a'(t)")));
  EXPECT_TRUE(is_zero(parts.acceleration.x - parse("cos(a(t))*x''(t) - sin(a(t))*z''(t)")));
}

}  // namespace
}  // namespace kinemate
