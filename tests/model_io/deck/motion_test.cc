#include "model_io/deck/motion.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

class DeckMotionTest : public DeckTest {
 protected:
  static Matrix rows(const char* a, const char* b, const char* c, const char* d, const char* e, const char* f,
                     const char* g, const char* h, const char* i) {
    return {{parse_vector(a, b, c), parse_vector(d, e, f), parse_vector(g, h, i)}};
  }
  static Joint motion(const Vector& position, const Rotation& rotation) {
    Joint joint;
    joint.type = JointType::kMotion;
    joint.position = position;
    joint.rotation = rotation;
    return joint;
  }
};

TEST_F(DeckMotionTest, RotationMatrices) {
  EXPECT_EQ(why_no_rotation(Matrix::identity()), "");
  EXPECT_EQ(why_no_rotation(rows("cos(a)", "sin(a)", "0", "-sin(a)", "cos(a)", "0", "0", "0", "1")), "");
  EXPECT_EQ(why_no_rotation(rows("sqrt(1-b^2)", "b", "0", "-b", "sqrt(1-b^2)", "0", "0", "0", "1")), "");
  EXPECT_EQ(why_no_rotation(rows("0.6", "0.8", "0", "-0.8", "0.6", "0", "0", "0", "1")), "");
  EXPECT_EQ(
      why_no_rotation(rows("0.7071067812", "0.7071067812", "0", "-0.7071067812", "0.7071067812", "0", "0", "0", "1")),
      "");
  EXPECT_EQ(why_no_rotation(rows("cos(a)", "sin(b)", "0", "-sin(a)", "cos(a)", "0", "0", "0", "1")),
            "its row 1 is not of length one");
  EXPECT_EQ(why_no_rotation(rows("cos(a)", "sin(a)", "0", "sin(a)", "cos(a)", "0", "0", "0", "1")),
            "its rows 1 and 2 are not perpendicular");
  EXPECT_EQ(why_no_rotation(rows("1", "0", "0", "0", "1", "0", "0", "0", "-1")), "it mirrors, its determinant is -1");
  EXPECT_EQ(why_no_rotation(rows("1", "0", "0", "0", "0.70", "0.71", "0", "-0.71", "0.70")),
            "its row 2 is not of length one");
}

TEST_F(DeckMotionTest, TurnsAreRecognised) {
  EXPECT_TRUE(recognise_rotation(Matrix::identity()).is_identity());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (const char* angle : {"q1", "-q1", "2*q1 - om*t", "f(t)"}) {
      const Matrix R = make_rotation(ElementaryRotation<Expr>{unit<Expr>(axis), parse(angle)});
      const Rotation found = recognise_rotation(R);
      ASSERT_EQ(found.sequence.size(), 1u) << angle;
      EXPECT_FALSE(found.matrix);
      EXPECT_EQ(found.to_matrix(), R);
      EXPECT_EQ(found.sequence[0].axis, unit<Expr>(axis));
    }
  }
  const Matrix two = make_rotation(ElementaryRotation<Expr>{unit<Expr>(0), parse("a")}) *
                     make_rotation(ElementaryRotation<Expr>{unit<Expr>(1), parse("b")});
  EXPECT_EQ(recognise_rotation(two).to_matrix(), two);
  EXPECT_TRUE(recognise_rotation(two).matrix);
}

// (41): x_L = x_K + c_K + z − R c_L, in axes of K
TEST_F(DeckMotionTest, PoseOfARelativeMotion) {
  DeckBody body;
  body.motion.rotation = make_rotation(ElementaryRotation<Expr>{unit<Expr>(2), parse("a")});
  body.motion.position = parse_vector("z1", "z2", "z3");
  body.on_reference = parse_vector("k1", "0", "0");
  body.on_body = parse_vector("0", "l", "0");
  const Pose<Expr> pose = joint_pose(body);
  EXPECT_EQ(pose.rotation, body.motion.rotation);
  EXPECT_TRUE(is_equal(pose.position, parse_vector("k1 + z1 + l*sin(a)", "z2 - l*cos(a)", "z3")));
}

TEST_F(DeckMotionTest, Constants) {
  EXPECT_TRUE(is_deck_constant(parse("A*B + F(C)")));
  EXPECT_FALSE(is_deck_constant(parse("A*q1")));
  EXPECT_FALSE(is_deck_constant(parse("F(t)")));
  EXPECT_FALSE(is_deck_constant(parse_vector("0", "q1'", "0")));
}

TEST_F(DeckMotionTest, TypesOfJoints) {
  const Expr q = parse("q1");
  const Vector constant = parse_vector("A", "0", "B");
  Joint joint = motion(constant, {{{unit<Expr>(1), q}}, {}});
  joint.from.position = parse_vector("1", "0", "0");
  recognise_type(joint, q);
  EXPECT_EQ(joint.type, JointType::kRevolute);
  EXPECT_EQ(joint.axes, std::vector<Vector>{unit<Expr>(1)});
  EXPECT_EQ(joint.from.position, parse_vector("A + 1", "0", "B"));
  EXPECT_EQ(joint.position, Vector{});
  EXPECT_TRUE(joint.rotation.is_identity());

  joint = motion({}, {{{unit<Expr>(2), -q}}, {}});
  recognise_type(joint, q);
  EXPECT_EQ(joint.axes, std::vector<Vector>{-unit<Expr>(2)});

  joint = motion(parse_vector("A", "B - q1", "0"), {});
  recognise_type(joint, q);
  EXPECT_EQ(joint.type, JointType::kPrismatic);
  EXPECT_EQ(joint.axes, std::vector<Vector>{-unit<Expr>(1)});
  EXPECT_EQ(joint.from.position, parse_vector("A", "B", "0"));

  joint = motion(constant, {});
  recognise_type(joint, std::nullopt);
  EXPECT_EQ(joint.type, JointType::kFixed);
  EXPECT_EQ(joint.from.position, constant);
}

TEST_F(DeckMotionTest, WhatIsNoPlainJointStaysAMotion) {
  const Expr q = parse("q1");
  auto type_of = [&](const Vector& position, const Rotation& rotation) {
    Joint joint = motion(position, rotation);
    recognise_type(joint, q);
    EXPECT_EQ(joint.position, position);
    return joint.type;
  };
  EXPECT_EQ(type_of({}, {{{unit<Expr>(2), parse("2*q1")}}, {}}), JointType::kMotion);
  EXPECT_EQ(type_of(parse_vector("q1", "0", "0"), {{{unit<Expr>(2), q}}, {}}), JointType::kMotion);
  EXPECT_EQ(type_of(parse_vector("q1", "q1", "0"), {}), JointType::kMotion);
  EXPECT_EQ(type_of(parse_vector("2*q1", "0", "0"), {}), JointType::kMotion);
  EXPECT_EQ(type_of(parse_vector("q1^2", "0", "0"), {}), JointType::kMotion);
  EXPECT_EQ(type_of(parse_vector("q1 + t", "0", "0"), {}), JointType::kMotion);
  EXPECT_EQ(type_of({}, {{}, Matrix::identity()}), JointType::kMotion);
}

}  // namespace
}  // namespace kinemate
