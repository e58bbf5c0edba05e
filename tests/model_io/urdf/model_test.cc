// Robots as machines: what is welded, what floats, names, mimicry, damping; and the whole against plain matrices.
#include "model_io/urdf/model.h"

#include "model_io/random_robot.h"
#include "model_io/urdf_fixture.h"

namespace kinemate {
namespace {

class UrdfModelTest : public UrdfTest {
 protected:
  static UrdfOptions floating() {
    UrdfOptions options;
    options.floating = true;
    return options;
  }
  static std::vector<std::string> names(const auto& elements) {
    std::vector<std::string> result;
    for (const auto& element : elements) result.push_back(element.name);
    return result;
  }
  using Names = std::vector<std::string>;
};

const std::string kArm =
    robot_text(link_text("base") + "<link name='flange'/>" + link_text("upper") + link_text("tool") +
               joint_text("weld", "fixed", "base", "flange", "<origin xyz='0 0 0.5'/>") +
               joint_text("hinge", "revolute", "flange", "upper", "<origin xyz='0.1 0 0'/>") +
               joint_text("grip", "fixed", "upper", "tool", "<origin xyz='0 0 2'/>"));

TEST_F(UrdfModelTest, AWeldedRootIsTheWorld) {
  const Reading reading = read_urdf(kArm, "m");
  const Model& model = reading.model;
  EXPECT_EQ(names(model.bodies), (Names{"world", "upper"}));
  EXPECT_EQ(names(model.frames), (Names{"base", "flange", "tool"}));
  EXPECT_EQ(model.frames[0].attachment.body, kWorld);
  EXPECT_EQ(model.frames[1].attachment.position, parse_vector("0", "0", "0.5"));
  EXPECT_EQ(model.frames[2].attachment.body, 1u);
  ASSERT_EQ(names(model.joints), Names{"hinge"});
  EXPECT_EQ(model.joints[0].from.body, kWorld);
  EXPECT_EQ(model.joints[0].from.position, parse_vector("0.1", "0", "0.5"));
  EXPECT_EQ(names(model.coordinates), Names{"hinge"});
  EXPECT_EQ(model.bodies[1].mass, Expr(2));
  EXPECT_EQ(model.bodies[1].center, parse_vector("0", "0", "1"));
  EXPECT_EQ(messages(reading.remarks),
            "gravity is not part of URDF: taken as [0, 0, -g] with g = 9.81\n"
            "one link with inertia is welded to the world: its inertia has no effect\n");
  EXPECT_TRUE(reading.doubts.empty());
}

TEST_F(UrdfModelTest, AFloatingRootIsABody) {
  const Reading reading = read_urdf(kArm, "m", floating());
  const Model& model = reading.model;
  EXPECT_EQ(names(model.bodies), (Names{"world", "base", "upper"}));
  EXPECT_EQ(names(model.frames), (Names{"flange", "tool"}));
  EXPECT_EQ(names(model.joints), (Names{"base_free", "hinge"}));
  EXPECT_EQ(names(model.coordinates),
            (Names{"base_x", "base_y", "base_z", "base_p0", "base_p1", "base_p2", "base_p3", "hinge"}));
  EXPECT_EQ(model.joints[0].type, JointType::kFree);
  EXPECT_TRUE(model.joints[0].euler_parameters);
  EXPECT_EQ(model.joints[1].from.body, 1u);
  EXPECT_EQ(messages(reading.remarks), "gravity is not part of URDF: taken as [0, 0, -g] with g = 9.81\n");
}

TEST_F(UrdfModelTest, ALinkCalledWorldIsTheWorld) {
  const std::string text = robot_text("<link name='world'/>" + link_text("base") + link_text("arm") +
                                      joint_text("w", "fixed", "world", "base", "<origin xyz='1 2 3' rpy='0 0 0.5'/>") +
                                      joint_text("j", "revolute", "base", "arm"));
  const Model welded = robot_machine(text);
  EXPECT_EQ(names(welded.bodies), (Names{"world", "arm"}));
  EXPECT_EQ(names(welded.frames), Names{"base"});
  EXPECT_EQ(welded.joints[0].from.position, parse_vector("1", "2", "3"));
  // floating, the body is that of the base, with its frame
  const Model free = robot_machine(text, floating());
  EXPECT_EQ(names(free.bodies), (Names{"world", "base", "arm"}));
  EXPECT_EQ(names(free.frames), Names{"world_link"});
  EXPECT_EQ(free.joints[0].name, "base_free");
  EXPECT_EQ(free.joints[1].from.position, Vector{});
  EXPECT_TRUE(free.bodies[1].center == Vector{});
  const Vector& back = free.frames[0].attachment.position;
  EXPECT_NEAR(back.x.real(), -(std::cos(0.5) + 2 * std::sin(0.5)), 1e-15);
  EXPECT_NEAR(back.z.real(), -3, 1e-15);
  const Model alone = robot_machine(robot_text(link_text("world")), floating());
  EXPECT_EQ(names(alone.bodies), (Names{"world", "world_link"}));
}

TEST_F(UrdfModelTest, EveryTypeOfJoint) {
  const Model model = robot_machine(
      robot_text(link_text("a") + link_text("b") + link_text("c") + link_text("d") + link_text("e") + link_text("f") +
                 joint_text("j1", "revolute", "a", "b") + joint_text("j2", "continuous", "b", "c") +
                 joint_text("j3", "prismatic", "c", "d", "<axis xyz='0 3 4'/>") +
                 joint_text("j4", "planar", "d", "e", "<axis xyz='0 0 1'/>") + joint_text("j5", "floating", "e", "f")));
  const JointType types[] = {JointType::kRevolute, JointType::kRevolute, JointType::kPrismatic, JointType::kPlanar,
                             JointType::kFree};
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(model.joints[i].type, types[i]) << i;
  EXPECT_EQ(model.joints[0].axes, std::vector<Vector>{unit<Expr>(0)});
  EXPECT_EQ(model.joints[2].axes, (std::vector<Vector>{parse_vector("0", "3/5", "4/5")}));
  EXPECT_EQ(names(model.coordinates), (Names{"j1", "j2", "j3", "j4_x", "j4_y", "j4_angle", "j5_x", "j5_y", "j5_z",
                                             "j5_p0", "j5_p1", "j5_p2", "j5_p3"}));
  EXPECT_TRUE(model.joints[4].axes.empty());
}

TEST_F(UrdfModelTest, NamesThatModelsCannotHave) {
  const Reading reading = read_urdf(
      robot_text(link_text("r::base") + link_text("r__base") + link_text("body") + link_text("x") + link_text("y") +
                 joint_text("left-knee", "revolute", "r::base", "r__base") +
                 joint_text("left_knee", "revolute", "r__base", "body") + joint_text("g", "revolute", "body", "x") +
                 joint_text("wx_left_knee_free", "floating", "x", "y")),
      "m");
  ASSERT_TRUE(reading.mistakes.empty()) << messages(reading.mistakes);
  EXPECT_EQ(names(reading.model.bodies), (Names{"world", "r__base", "body_link", "x", "y"}));
  EXPECT_EQ(names(reading.model.frames), Names{"r__base_2"});
  EXPECT_EQ(reading.model.coordinates[0].name, "left_knee");
  EXPECT_EQ(reading.model.coordinates[1].name, "left_knee_2");
  EXPECT_EQ(reading.model.coordinates[2].name, "g");
  EXPECT_EQ(reading.model.parameters[0].name, "g_2");
  EXPECT_EQ(messages(reading.remarks),
            "gravity is not part of URDF: taken as [0, 0, -g_2] with g_2 = 9.81\n"
            "one link with inertia is welded to the world: its inertia has no effect\n"
            "link r::base is called r__base_2 here\nlink body is called body_link here\n"
            "coordinates have names that formulas can hold: left-knee is left_knee, left_knee is left_knee_2\n");
}

TEST_F(UrdfModelTest, SpeedsHaveNamesOfTheirOwn) {
  const Reading reading =
      read_urdf(robot_text(link_text("a") + link_text("b") + link_text("c") + link_text("d") +
                           joint_text("f-1", "floating", "a", "b") + joint_text("f_1", "floating", "b", "c") +
                           joint_text("wx_f_1", "revolute", "c", "d")),
                "m");
  EXPECT_TRUE(reading.mistakes.empty()) << messages(reading.mistakes);
  EXPECT_TRUE(reading.model.joints[0].speeds.empty());
  EXPECT_EQ(reading.model.joints[1].speeds, (Names{"wx_f_1_2", "wy_f_1_2", "wz_f_1_2"}));
}

TEST_F(UrdfModelTest, Mimicry) {
  const std::string text =
      robot_text(link_text("a") + link_text("b") + link_text("c") + joint_text("j", "prismatic", "a", "b") +
                 joint_text("k", "prismatic", "a", "c", "<mimic joint='j' multiplier='-2' offset='0.1'/>"));
  const Model model = robot_machine(text);
  ASSERT_EQ(names(model.constraints), Names{"k_mimic"});
  EXPECT_EQ(model.constraints[0].type, ConstraintType::kHolonomic);
  EXPECT_TRUE(is_zero(model.constraints[0].equation - parse("k - (-2*j + 0.1)")));
  UrdfOptions ignore;
  ignore.ignore_mimic = true;
  const Reading reading = read_urdf(text, "m", ignore);
  EXPECT_TRUE(reading.model.constraints.empty());
  EXPECT_NE(messages(reading.remarks).find("<mimic> is ignored as asked (once)\n"), std::string::npos);
}

TEST_F(UrdfModelTest, Damping) {
  const std::string text =
      robot_text(link_text("a") + link_text("b") + link_text("c") + link_text("d") + link_text("e") +
                 joint_text("j", "revolute", "a", "b", "<dynamics damping='0.3'/>") +
                 joint_text("k", "floating", "b", "c", "<dynamics damping='1'/>") +
                 joint_text("l", "fixed", "c", "d", "<dynamics damping='1'/>") +
                 joint_text("m", "prismatic", "d", "e", "<dynamics damping='0'/>"));
  const Reading reading = read_urdf(text, "m");
  const Model& model = reading.model;
  ASSERT_EQ(names(model.loads), Names{"j_damping"});
  EXPECT_EQ(model.loads[0].type, LoadType::kTorsion);
  EXPECT_EQ(model.coordinates[model.loads[0].coordinate].name, "j");
  EXPECT_EQ(model.loads[0].damping, parse("0.3"));
  EXPECT_TRUE(model.loads[0].stiffness.is_zero());
  EXPECT_EQ(
      messages(reading.doubts),
      "damping of joints with several coordinates is not used (once)\ndamping of fixed joints is not used (once)\n");
  UrdfOptions ignore;
  ignore.ignore_damping = true;
  EXPECT_TRUE(robot_machine(text, ignore).loads.empty());
}

TEST_F(UrdfModelTest, MasslessAndUnphysicalBodiesAreDoubtful) {
  const Reading reading = read_urdf(
      robot_text("<link name='a'/><link name='b'/>" + link_text("c") +
                 "<link name='d'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='5' ixy='0' ixz='0' iyz='0'/>"
                 "</inertial></link><link name='e'/>" +
                 joint_text("j", "revolute", "a", "b") + joint_text("k", "revolute", "b", "c") +
                 joint_text("l", "revolute", "c", "d") + joint_text("m", "fixed", "d", "e")),
      "m");
  EXPECT_TRUE(reading.mistakes.empty());
  ASSERT_EQ(reading.doubts.size(), 2u);
  EXPECT_EQ(reading.doubts[0].message, "link b has no inertia");
  EXPECT_EQ(reading.doubts[1].message.substr(0, 36), "no body has the inertia given for d:");
  EXPECT_EQ(reading.doubts[1].place->excerpt.substr(static_cast<std::size_t>(reading.doubts[1].place->caret), 2), "d'");
  for (const Body& body : reading.model.bodies) EXPECT_EQ(body.unphysical, body.name == "d") << body.name;
}

TEST_F(UrdfModelTest, ARobotThatDoesNotMoveIsDoubtful) {
  const Reading reading = read_urdf(robot_text(link_text("a")), "m");
  EXPECT_TRUE(reading.mistakes.empty());
  EXPECT_EQ(messages(reading.doubts), "nothing moves: all links are welded to the world\n");
}

TEST_F(UrdfModelTest, Gravity) {
  const Model model = robot_machine(kArm);
  EXPECT_EQ(model.gravity, parse_vector("0", "0", "-g"));
  ASSERT_EQ(model.parameters.size(), 1u);
  EXPECT_EQ(model.parameters[0].value, parse("9.81"));
}

// Every link of random robots is where plain matrices say, and the mass of all bodies is spread as that of all links.
TEST_F(UrdfModelTest, RandomRobotsAgainstPlainMatrices) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 24; ++round) {
    const bool quarter_turns = round % 3 == 0;
    const UrdfOptions options = round % 2 == 0 ? UrdfOptions{} : floating();
    const std::vector<RandomLink> links = random_links(random, 9, quarter_turns);
    const Model model = robot_machine(random_order_text(links, random), options);
    std::vector<double> turned(links.size());
    Values values;
    for (const Coordinate& coordinate : model.coordinates)
      values[make_symbol(coordinate.name)] = coordinate.name == "link0_p0" ? 1 : 0;
    for (std::size_t i = 1; i < links.size(); ++i) {
      turned[i] = std::uniform_real_distribution<double>(-3, 3)(random);
      if (!links[i].fixed) values[make_symbol(fmt::format("joint{}", i))] = turned[i];
    }
    const std::vector<Pose<double>> expected = link_poses(links, turned);
    const auto poses = number_poses(model, values);
    ASSERT_EQ(poses.size(), links.size());
    Moments of_links, of_bodies;
    std::vector<bool> welded(links.size(), false);
    for (std::size_t i = 0; i < links.size(); ++i) {
      expect_near(poses.at(links[i].name), expected[i], 1e-14, links[i].name);
      welded[i] = i == 0 || (links[i].fixed && welded[links[i].parent]);
      if (welded[i] && !options.floating) continue;
      const Matrix3<double> axes = expected[i].rotation * to_matrix(rpy_rows(links[i].rpy));
      of_links.add(links[i].mass, expected[i].at(links[i].center), axes * tensor_of(links[i]) * transpose(axes));
    }
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
      const Body& body = model.bodies[i];
      const Pose<double>& pose = poses.at(body.name);
      const Symmetric3<double> tensor{body.inertia.xx.real(), body.inertia.yy.real(), body.inertia.zz.real(),
                                      body.inertia.xy.real(), body.inertia.xz.real(), body.inertia.yz.real()};
      of_bodies.add(body.mass.real(), pose.at({body.center.x.real(), body.center.y.real(), body.center.z.real()}),
                    pose.rotation * tensor.matrix() * transpose(pose.rotation));
    }
    EXPECT_NEAR(of_links.mass, of_bodies.mass, 1e-14);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(of_links.first[i], of_bodies.first[i], 1e-13);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(of_links.second(i, j), of_bodies.second(i, j), 5e-13);
    }
  }
}

// The first moment of each body by itself, so that nothing is merged to the wrong one.
TEST_F(UrdfModelTest, EachBodyHasTheMassOfItsLinks) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 20; ++round) {
    const std::vector<RandomLink> links = random_links(random, 12, false);
    const Model model = robot_machine(random_order_text(links, random), floating());
    std::vector<std::size_t> top(links.size());
    std::map<std::string, double> masses;
    for (std::size_t i = 0; i < links.size(); ++i) {
      top[i] = i > 0 && links[i].fixed ? top[links[i].parent] : i;
      masses[links[top[i]].name] += links[i].mass;
    }
    ASSERT_EQ(model.bodies.size(), masses.size() + 1);
    for (std::size_t i = 1; i < model.bodies.size(); ++i)
      EXPECT_NEAR(model.bodies[i].mass.real(), masses.at(model.bodies[i].name), 1e-14);
  }
}

TEST_F(UrdfModelTest, TheWorldNeedNotBeDeclared) {
  const std::string arm = link_text("base") + link_text("arm") + joint_text("j", "revolute", "base", "arm");
  const std::string text = robot_text(arm + joint_text("stand", "fixed", "world", "base", "<origin xyz='0 0 2'/>"));
  const Model welded = robot_machine(text);
  ASSERT_EQ(welded.bodies.size(), 2u);
  EXPECT_EQ(welded.joints[0].from.position, parse_vector("0", "0", "2"));
  EXPECT_NE(messages(read_urdf(text, "r").remarks).find("there is no link world: taken for the world itself"),
            std::string::npos);
  const Model floating = robot_machine(text, {.floating = true});
  ASSERT_EQ(floating.bodies.size(), 3u);
  EXPECT_EQ(floating.bodies[1].name, "base");
  EXPECT_EQ(floating.joints.size(), 2u);
}

TEST_F(UrdfModelTest, WhatFloatsOnTheWorldDoesSoOnce) {
  const std::string text = robot_text(link_text("base") + joint_text("float", "floating", "world", "base"));
  EXPECT_EQ(robot_machine(text).joints.size(), 1u);
  EXPECT_EQ(robot_machine(text, {.floating = true}).joints.size(), 1u);
  EXPECT_EQ(messages(read_urdf(text, "r", {.floating = true}).doubts),
            "the root link is the world itself and does not float\n");
}

TEST_F(UrdfModelTest, MimicsBeginWhereTheyFollow) {
  const Model model = robot_machine(robot_text(
      link_text("base") + link_text("a") + link_text("b") + link_text("c") + joint_text("j", "revolute", "base", "a") +
      joint_text("k", "revolute", "a", "b", "<mimic joint='j' multiplier='2' offset='0.1'/>") +
      joint_text("l", "revolute", "b", "c", "<mimic joint='k' multiplier='3'/>")));
  EXPECT_EQ(initial_value(model, parse("k")), parse("0.1"));
  EXPECT_EQ(initial_value(model, parse("l")), parse("0.3"));
}

}  // namespace
}  // namespace kinemate
