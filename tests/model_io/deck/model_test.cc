#include "model_io/deck/model.h"

#include "model/kinematics.h"
#include "model_io/deck_fixture.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

class DeckModelTest : public DeckTest {};

TEST_F(DeckModelTest, BodiesHaveMassAndBinetsTensor) {
  const Model model = deck_system(slider("0")).model;
  ASSERT_EQ(model.bodies.size(), 2u);
  EXPECT_EQ(model.bodies[1].name, "body1");
  EXPECT_EQ(model.bodies[1].mass, parse("M1"));
  EXPECT_EQ(model.bodies[1].inertia.xx, parse("TH_1_2_2 + TH_1_3_3"));
  EXPECT_EQ(model.bodies[1].inertia.xy, parse("-TH_1_1_2"));
  EXPECT_TRUE(model.loads.empty());  // a force of zero is none
  EXPECT_FALSE(model.base);
}

TEST_F(DeckModelTest, PlainJointsAreRecognised) {
  const Model model = deck_system(fmt::format(R"(1 3 2 '1'B {0}{1}
0 {0} '0' '-Q(1)' '0' {1}{1} '0'B
1 '1' '0' '0' '0' 'COS(Q(2))' 'SIN(Q(2))' '0' '-SIN(Q(2))' 'COS(Q(2))' {1} 'A' '0' '0' '0' 'R' '0' '0'B
2 {0} '0' '0' 'H' {1}{1} '0'B
0 0 0 0)",
                                              kDeckAxes, kDeckZero))
                          .model;
  ASSERT_EQ(model.joints.size(), 3u);
  EXPECT_EQ(model.joints[0].type, JointType::kPrismatic);
  EXPECT_EQ(model.joints[0].axes[0], -unit<Expr>(1));
  EXPECT_EQ(model.joints[1].type, JointType::kRevolute);
  EXPECT_EQ(model.joints[1].from.position, parse_vector("A", "0", "0"));
  EXPECT_EQ(model.joints[1].to.position, parse_vector("0", "R", "0"));
  EXPECT_EQ(model.joints[2].type, JointType::kFixed);
  EXPECT_EQ(model.joints[2].from.position, parse_vector("0", "0", "H"));
  EXPECT_EQ(model.listed_coordinates, 0u);
}

// A coordinate of several bodies belongs to the machine, and they move as formulas say.
TEST_F(DeckModelTest, SharedCoordinates) {
  const Model model =
      deck_system(fmt::format("1 3 2 '1'B {0}{1} 0 {0} 'Q(2)' '0' '0' {1}{1} '0'B 0 {0} 'Q(1)' '0' '0' {1}{1} '0'B "
                              "0 {0} '0' '3*Q(2)' '0' {1}{1} '0'B 0 0 0 0",
                              kDeckAxes, kDeckZero))
          .model;
  EXPECT_EQ(model.listed_coordinates, 2u);
  EXPECT_EQ(shared_coordinates(model), std::vector<std::size_t>{1});
  ASSERT_EQ(model.coordinates.size(), 2u);
  EXPECT_EQ(model.coordinates[0].name, "q1");
  EXPECT_EQ(model.coordinates[1].name, "q2");
  EXPECT_EQ(model.joints[0].type, JointType::kMotion);
  EXPECT_EQ(model.joints[1].type, JointType::kPrismatic);
  EXPECT_EQ(model.joints[1].coordinates, std::vector<std::size_t>{0});
}

// The order of Q(1), Q(2), Q(3) is theirs, not that of the bodies.
TEST_F(DeckModelTest, CoordinatesKeepTheirNumbers) {
  const Model model =
      deck_system(fmt::format("1 3 3 '1'B {0}{1} 0 {0} 'Q(3)' '0' '0' {1}{1} '0'B 1 {0} 'Q(1)' '0' '0' {1}{1} '0'B "
                              "2 {0} '0' 'Q(2)' '0' {1}{1} '0'B 0 0 0 0",
                              kDeckAxes, kDeckZero))
          .model;
  ASSERT_EQ(model.coordinates.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(model.coordinates[i].name, fmt::format("q{}", i + 1));
  EXPECT_TRUE(shared_coordinates(model).empty());
  for (const Joint& joint : model.joints) EXPECT_EQ(joint.type, JointType::kPrismatic);
  const std::vector<Expr> speeds = {parse("q1'"), parse("q2'"), parse("q3'")};
  EXPECT_EQ(compute_kinematics(model).speeds, speeds);
  Model again = read_model(write_model(model), "deck").model;
  EXPECT_EQ(compute_kinematics(again).speeds, speeds);
}

TEST_F(DeckModelTest, JointPointsThatMoveArePartsOfTheMotion) {
  const Model model = deck_system(fmt::format("1 1 1 '1'B {0}{1} 0 {0} {1} 'Q(1)' 'A' '0' '0' '0' 'Q(0)' '0'B 0 0 0 0",
                                              kDeckAxes, kDeckZero))
                          .model;
  EXPECT_EQ(model.joints[0].from.position, Vector{});
  EXPECT_TRUE(is_equal(model.joints[0].position, parse_vector("q1", "A", "-t")));
}

TEST_F(DeckModelTest, EveryCoordinateMovesABody) {
  EXPECT_EQ(mistakes_of(one_body(kDeckAxes, "'Q(1)' '0' '0'", "'0'B 0 0 0 0", 3)),
            "1:5: F says that there are 3 coordinates, but no body moves with Q(2), Q(3)\n");
  EXPECT_EQ(
      mistakes_of(one_body(kDeckAxes, "'Q(1)' '0' '0'", "'0'B 0 0 0 0", 2'000'000'000)),
      "1:5: F says that there are 2000000000 coordinates, but no body moves with Q(2), Q(3), Q(4), Q(5), Q(6), ...\n");
  EXPECT_NE(mistakes_of(one_body(kDeckAxes, "'Q(1)+Q(2)' '0' '0'", "'0'B 0 0 0 0", 2))
                .find("the coordinates of body 1 do not move it independently of each other"),
            std::string::npos);
}

// A body whose motion takes more coordinates than it has directions hangs on another body.
TEST_F(DeckModelTest, OtherReferences) {
  const Model model =
      deck_system(fmt::format("1 2 2 '0'B {0}{1} {0} 'Q(1)' '0' '0' '0'B {0} 'Q(1)+Q(2)' '0' '0' '0'B 0 0 0 0",
                              kDeckAxes, kDeckZero))
          .model;
  EXPECT_EQ(model.joints[1].from.body, 1u);
  EXPECT_EQ(model.joints[1].coordinates.size(), 1u);
  EXPECT_EQ(model.joints[1].type, JointType::kPrismatic);
}

TEST_F(DeckModelTest, Body0IsTheBaseOfRelativeMotions) {
  const std::string turn = "'COS(PH.(Q(0)))' 'SIN(PH.(Q(0)))' '0' '-SIN(PH.(Q(0)))' 'COS(PH.(Q(0)))' '0' '0' '0' '1' ";
  const Model model =
      deck_system(fmt::format("1 1 1 '1'B {2} 'V*Q(0)' '0' '0' 0 {0} 'Q(1)' '0' '0' {1}{1} '1'B 'A' 'B' "
                              "'D' '0' 'T' '0' 0 0 0 0",
                              kDeckAxes, kDeckZero, turn))
          .model;
  ASSERT_TRUE(model.base);
  EXPECT_EQ(model.base->position, parse_vector("V*t", "0", "0"));
  ASSERT_EQ(model.base->rotation.sequence.size(), 1u);
  EXPECT_EQ(model.base->rotation.sequence[0].angle, parse("PH(t)"));
  // inertial axes are not those of the world
  ASSERT_EQ(model.loads.size(), 2u);
  EXPECT_TRUE(
      is_equal(model.loads[0].vector, parse_vector("A*cos(PH(t)) + B*sin(PH(t))", "B*cos(PH(t)) - A*sin(PH(t))", "D")));
  EXPECT_TRUE(is_equal(model.loads[1].vector, parse_vector("T*sin(PH(t))", "T*cos(PH(t))", "0")));
}

TEST_F(DeckModelTest, Body0IsABodyBesideAbsoluteMotions) {
  auto text = [](const char* springs) {
    return fmt::format("1 1 1 '0'B {0} 'V*Q(0)' '0' '0' {0} 'Q(1)' '0' '0' '1'B 'A' '0' '0' {1} 0 {2} 0 0", kDeckAxes,
                       kDeckZero, springs);
  };
  const Model alone = deck_system(text("0")).model;  // nothing hangs on body 0
  EXPECT_FALSE(alone.base);
  EXPECT_EQ(alone.bodies.size(), 2u);
  const Model model = deck_system(text("1 1 0 '0'B '0'B")).model;
  EXPECT_FALSE(model.base);
  ASSERT_EQ(model.bodies.size(), 3u);
  EXPECT_EQ(model.bodies[2].name, "body0");
  EXPECT_TRUE(model.bodies[2].mass.is_zero());
  EXPECT_EQ(model.loads[1].points[1].body, 2u);
  EXPECT_EQ(model.loads[0].vector, parse_vector("A", "0", "0"));
}

TEST_F(DeckModelTest, SpringsAndDampers) {
  const Model model = deck_system(one_body(kDeckAxes, "'Q(1)' '0' '0'", R"('0'B
1 1 0 '1'B 'XD(1,0,1), A, K(1,0), KA*Q(0)'
3
1 0 '0'B '0'B
0 1 '0'B '1'B 'C(0,1), CB*Q(1)**2'
1 0 '1'B '1'B 'XF(1,0,1), Q(0)' 'LA0(1,0), 0'
0 0)"))
                          .model;
  ASSERT_EQ(model.loads.size(), 4u);
  EXPECT_EQ(model.loads[0].name, "damper1");
  EXPECT_EQ(model.loads[0].type, LoadType::kVectorDamper);
  EXPECT_EQ(model.loads[0].damping, parse("KA*t"));
  EXPECT_EQ(model.loads[0].points[0].position, parse_vector("A", "XD_1_0_2", "XD_1_0_3"));
  EXPECT_EQ(model.loads[1].name, "spring1");
  EXPECT_EQ(model.loads[1].type, LoadType::kSpring);
  EXPECT_EQ(model.loads[1].stiffness, parse("C_1_0"));
  EXPECT_EQ(model.loads[1].rest, parse("LA0_1_0"));
  EXPECT_EQ(model.loads[2].type, LoadType::kPotential);  // constants that move
  EXPECT_EQ(model.loads[3].type, LoadType::kPotential);  // points that move
  EXPECT_EQ(model.loads[3].name, "spring3");
}

TEST_F(DeckModelTest, ParametersAreThoseThatStandSomewhere) {
  const Model model =
      deck_system(one_body(kDeckAxes, "'Q(1)' '0' 'H'",
                           "'0'B 0 1 1 0 '1'B '1'B 'XF(1,0,1), 0, XF(1,0,2), 0, XF(1,0,3), 0, XF(0,1,1), "
                           "0, XF(0,1,2), 0, XF(0,1,3), 0' 'C(1,0), CA' 0 0"))
          .model;
  std::vector<std::string> names;
  for (const Parameter& parameter : model.parameters)
    if (!parameter.name.starts_with("TH")) names.push_back(parameter.name);
  EXPECT_EQ(names, (std::vector<std::string>{"M1", "H", "LA0_1_0", "CA"}));
}

// Names of functions that the language of models would take for slips of the pen are declared.
TEST_F(DeckModelTest, FunctionsNearBuiltInOnes) {
  EXPECT_EQ(deck_system(slider("ABS.(Q(0)) + FU.(Q(1))")).model.functions, std::vector<std::string>{"ABS"});
}

}  // namespace
}  // namespace kinemate
