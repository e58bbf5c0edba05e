#include "model/model.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class ModelStructTest : public ModelTest {};

TEST_F(ModelStructTest, FramesOnFramesLeadToTheBody) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
frames:
  inner: {frame: outer, at: [1, 0, 0], rotation: [[x, beta]]}
  outer: {body: a, at: [0, 0, h], rotation: [[z, alpha]]}
)");
  const Attachment on_inner{kWorld, 0, parse_vector("0", "2", "0"), {}, false};
  EXPECT_EQ(body_of(model, on_inner), find_body(model, "a"));
  const Pose<Expr> pose = pose_on_body(model, on_inner);
  EXPECT_TRUE(is_equal(pose.position, parse_vector("cos(alpha) - 2*sin(alpha)*cos(beta)",
                                                   "sin(alpha) + 2*cos(alpha)*cos(beta)", "h + 2*sin(beta)")));
  EXPECT_TRUE(
      is_equal(pose.rotation.column(2), parse_vector("sin(alpha)*sin(beta)", "-cos(alpha)*sin(beta)", "cos(beta)")));
}

TEST_F(ModelStructTest, WorldAxesTakeOnlyThePointFromFrames) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
frames: {f: {body: a, at: [0, 0, h], rotation: [[z, alpha]]}}
)");
  const Pose<Expr> pose = pose_on_body(model, {kWorld, 0, parse_vector("1", "0", "0"), {}, true});
  EXPECT_TRUE(is_equal(pose.position, parse_vector("cos(alpha)", "sin(alpha)", "h")));
  EXPECT_EQ(pose.rotation, Matrix::identity());
}

TEST_F(ModelStructTest, InertiaAboutTheOriginOfTheBody) {
  const Model model = machine("bodies: {a: {mass: m, center: [0, 0, l], inertia: {xx: A, yy: B, zz: C}}}");
  const RigidInertia<Expr> inertia = inertia_of(model.bodies[1]);
  EXPECT_TRUE(is_zero(inertia.tensor.xx - parse("A + m*l^2")));
  EXPECT_TRUE(is_zero(inertia.tensor.zz - parse("C")));
  EXPECT_TRUE(is_zero(inertia.moment.z - parse("m*l")));
}

TEST_F(ModelStructTest, InitialValues) {
  const char* const text = "type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3]";
  Model model = joint_machine(text);
  EXPECT_EQ(initial_value(model, parse("p0")), Expr(1));
  EXPECT_EQ(initial_value(model, parse("p2")), Expr(0));
  model.initial = {{parse("p2"), Expr(-1)}};
  EXPECT_EQ(initial_value(model, parse("p0")), Expr(0));
  EXPECT_EQ(initial_value(model, parse("p2")), Expr(-1));
}

TEST_F(ModelStructTest, ParametersThatEventsSet) {
  Model model;
  EXPECT_TRUE(event_parameters(model).empty());
  model.events.resize(3);
  model.events[0].set = {{"k", Expr(1)}, {"b", Expr(2)}};
  model.events[2].set = {{"a", Expr(1)}, {"k", Expr(3)}};
  EXPECT_EQ(event_parameters(model), (std::vector<std::string>{"k", "b", "a"}));
}

TEST_F(ModelStructTest, CoordinatesOfNoJoint) {
  const Model model = machine(R"(
coordinates: [charge, x, flux]
bodies: {a: {mass: 1}}
joints: {j: {type: motion, from: world, to: a, coordinates: [x, y], position: [x, y, 0]}}
loads: {l: {type: potential, energy: charge^2 + flux^2}}
)");
  EXPECT_EQ(further_coordinates(model), (std::vector<std::size_t>{0, 2}));
  EXPECT_TRUE(further_coordinates(joint_machine("type: revolute, axis: x, coordinate: q")).empty());
}

TEST_F(ModelStructTest, FindsByName) {
  const Model model = joint_machine("type: revolute, axis: x, coordinate: q");
  EXPECT_EQ(find_body(model, "world"), kWorld);
  EXPECT_EQ(find_body(model, "b"), 2u);
  EXPECT_EQ(find_body(model, "nobody"), kNone);
  EXPECT_EQ(find_coordinate(model, "q"), 0u);
}

}  // namespace
}  // namespace kinemate
