#include "loops/positions/elementary_motions.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class ElementaryMotionsTest : public ModelTest {};

Pose<Expr> pose_of(const std::vector<ElementaryMotion>& motions) {
  Pose<Expr> pose;
  for (const ElementaryMotion& motion : motions) {
    pose = compose(pose, Pose<Expr>{motion.pose.rotation, motion.pose.position});
    // turns and shifts are what their axes say
    if (motion.kind == MotionKind::kTurn) {
      EXPECT_EQ(motion.coordinates.size(), 1u);
      const Matrix turn = make_rotation(ElementaryRotation<Expr>{motion.axis, motion.coordinates[0]});
      EXPECT_TRUE(is_equal(motion.pose.rotation, turn));
    } else if (motion.kind == MotionKind::kShift) {
      EXPECT_TRUE(is_equal(motion.pose.position, motion.axis * motion.coordinates[0]));
    }
  }
  return pose;
}

std::string kinds_of(const std::vector<ElementaryMotion>& motions) {
  std::string kinds;
  for (const ElementaryMotion& motion : motions) kinds += "ftsbo"[static_cast<int>(motion.kind)];
  return kinds.substr(1, kinds.size() - 2);  // between the attachments
}

// Every joint moves as its own relation says, from both sides.
TEST_F(ElementaryMotionsTest, TogetherTheyAreTheJoint) {
  const struct {
    const char* joint;
    const char* kinds;
  } cases[] = {{"type: fixed", ""},
               {"type: revolute, axis: [2, 3, 6], coordinate: q1", "t"},
               {"type: prismatic, axis: -y, coordinate: q1", "s"},
               {"type: screw, axis: x, pitch: h, coordinate: q1", "ts"},
               {"type: screw, axis: x, pitch: 0, coordinate: q1", "t"},
               {"type: cylindrical, axis: z, coordinates: [q1, q2]", "ts"},
               {"type: universal, axes: [x, [0, 3, 4]], coordinates: [q1, q2]", "tt"},
               {"type: planar, axis: y, coordinates: [q1, q2, q3]", "sst"},
               {"type: spherical, sequence: zyx, coordinates: [q1, q2, q3]", "ttt"},
               {"type: spherical, sequence: euler_parameters, coordinates: [q0, q1, q2, q3]", "b"},
               {"type: free, sequence: xyz, coordinates: [q1, q2, q3, q4, q5, q6]", "sssttt"},
               {"type: free, sequence: euler_parameters, coordinates: [q1, q2, q3, p0, p1, p2, p3]", "sssb"},
               {"type: constant_velocity, axis: z, coordinates: [q1, q2]", "ttt"},
               {"type: constant_velocity, form: double_cardan, length: h, axis: -x, coordinates: [q1, q2]", "ttftt"},
               {"type: constant_velocity, form: euler_parameters, axis: z, coordinates: [q0, q1, q2]", "o"},
               {"type: motion, coordinates: [q1, q2], position: [2*q1 + h, 0, t], rotation: [[z, h - q2]]", "fsft"},
               {"type: motion, coordinates: [q1], position: [q1^2, 0, 0]", "o"},
               {"type: motion, coordinates: [q1], position: [0, 0, 0], rotation: [[z, 2*q1]]", "o"},
               {"type: motion, coordinates: [q1, q2], position: [q1, 0, 0], rotation: [[z, q1 + q2]]", "o"}};
  for (const auto& [joint, kinds] : cases) {
    const Model model = machine(
        "parameters: {h: 0.2}\nbodies: {a: {mass: 1}, b: {mass: 1}}\njoints:\n  j: {from: {body: a, at: [1, 2, h], "
        "rotation: [[x, h]]}, to: {body: b, at: [0, h, 1], rotation: [[y, 1]]}, " +
        std::string(joint) + "}\n");
    const std::vector<ElementaryMotion> motions = make_elementary_motions(model, 0);
    EXPECT_EQ(kinds_of(motions), kinds) << joint;
    const Pose<Expr> expected =
        compose(compose(pose_on_body(model, model.joints[0].from), make_relation(model, model.joints[0]).pose),
                inverse(pose_on_body(model, model.joints[0].to)));
    const Pose<Expr> pose = pose_of(motions), back = pose_of(reverse(motions));
    EXPECT_TRUE(is_equal(pose.position, expected.position)) << joint;
    EXPECT_TRUE(is_equal(pose.rotation, expected.rotation)) << joint;
    if (model.joints[0].euler_parameters) continue;  // the inverse of their matrix is so for a norm of one only
    EXPECT_TRUE(is_equal(back.position, inverse(expected).position)) << joint;
    EXPECT_TRUE(is_equal(back.rotation, inverse(expected).rotation)) << joint;
  }
}

}  // namespace
}  // namespace kinemate
