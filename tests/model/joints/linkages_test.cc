// Ready linkages against the same joints written by hand.
#include "model/joints/linkages.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "model/checks/check.h"
#include "model/fixture.h"
#include "model/topology/mobility.h"
#include "model/tree.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

const char* const kPlanarBodies = R"(
parameters: {a: 0.1, b: 0.5, c: 0.4, d: 0.7, e: 0.02, w: 0.3}
bodies: {base: {mass: 1}, one: {mass: 1}, two: {mass: 1}, three: {mass: 1}}
joints:
  turn: {type: revolute, axis: x, from: world, to: base, coordinate: theta}
)";

class LinkagesTest : public ModelTest {
 protected:
  static Model planar(const std::string& joints) { return machine(kPlanarBodies + joints); }

  // Without the joints that loose bodies get when they are read.
  static Model planar() {
    Model model = planar("");
    model.joints.resize(1);
    model.coordinates.resize(1);
    return model;
  }

  // A place on the base that is turned about x by the angle w.
  static Attachment tilted() {
    Attachment on;
    on.body = 1;
    on.position = parse_vector("1", "2", "3");
    on.rotation.sequence = {{unit<Expr>(0), parse("w")}};
    return on;
  }

  static FourBarLinkage four_bar() {
    FourBarLinkage linkage;
    linkage.on.body = 1;
    linkage.ground = parse("d");
    linkage.crank = {2, parse("a")};
    linkage.coupler = {3, parse("b")};
    linkage.rocker = {4, parse("c")};
    return linkage;
  }

  // The message, the model being as before.
  template <class Linkage, class Add>
  static std::string refusal(Add add, const Linkage& linkage) {
    Model model = planar();
    const std::string before = write_model(model);
    try {
      add(model, "arm", linkage);
    } catch (const Error& error) {
      EXPECT_EQ(write_model(model), before);
      return error.message;
    }
    return "";
  }
};

TEST_F(LinkagesTest, FourBarIsItsJoints) {
  Model model = planar();
  FourBarLinkage linkage = four_bar();
  add_four_bar(model, "arm", linkage);
  const char* const joints = R"(
  arm_A0: {type: revolute, axis: z, from: base, to: one, coordinate: arm_crank}
  arm_A:  {type: revolute, axis: z, from: {body: one, at: [a, 0, 0]}, to: two, coordinate: arm_coupler}
  arm_B:  {type: revolute, axis: z, from: {body: two, at: [b, 0, 0]}, to: {body: three, at: [c, 0, 0]}, coordinate: arm_pin, cut: true}
  arm_B0: {type: revolute, axis: z, from: {body: base, at: [d, 0, 0]}, to: three, coordinate: arm_rocker}
subsystems: {arm: {bodies: [one, two, three]}}
)";
  EXPECT_EQ(write_model(model), write_model(planar(joints)));
  EXPECT_TRUE(find_mistakes(model).empty());
  EXPECT_EQ(make_tree(model).secondary, std::vector<std::size_t>{3});
}

TEST_F(LinkagesTest, FourBarOnATurnedPlaceWithNamesOfItsOwn) {
  Model model = planar();
  FourBarLinkage linkage = four_bar();
  linkage.on = tilted();
  linkage.axis = -unit<Expr>(1);
  linkage.coordinates = {"phi", "alpha", "beta", "psi"};
  add_four_bar(model, "arm", linkage);
  const char* const joints = R"(
  arm_A0: {type: revolute, axis: -y, from: {body: base, at: [1, 2, 3], rotation: [[x, w]]}, to: one, coordinate: phi}
  arm_A:  {type: revolute, axis: -y, from: {body: one, at: [a, 0, 0]}, to: two, coordinate: alpha}
  arm_B:  {type: revolute, axis: -y, from: {body: two, at: [b, 0, 0]}, to: {body: three, at: [c, 0, 0]}, coordinate: beta, cut: true}
  arm_B0: {type: revolute, axis: -y, from: {body: base, at: [1 + d, 2, 3], rotation: [[x, w]]}, to: three, coordinate: psi}
subsystems: {arm: {bodies: [one, two, three]}}
)";
  EXPECT_EQ(write_model(model), write_model(planar(joints)));
}

TEST_F(LinkagesTest, ParallelogramIsAFourBar) {
  Model model = planar(), bars = planar();
  ParallelogramLinkage linkage;
  linkage.on = tilted();
  linkage.axis = unit<Expr>(1);
  linkage.ground = parse("d");
  linkage.length = parse("a");
  linkage.cranks = {2, 4};
  linkage.coupler = 3;
  add_parallelogram(model, "lift", linkage);
  FourBarLinkage equal = four_bar();
  equal.on = tilted();
  equal.axis = unit<Expr>(1);
  equal.coupler.length = parse("d");
  equal.rocker.length = parse("a");
  add_four_bar(bars, "lift", equal);
  EXPECT_EQ(write_model(model), write_model(bars));
}

// The offset is along axis × x of the turned place: for y that is −z, here [0, sin(w), −cos(w)] on the base.
TEST_F(LinkagesTest, SliderCrankIsItsJoints) {
  Model model = planar();
  SliderCrankLinkage linkage;
  linkage.on = tilted();
  linkage.axis = unit<Expr>(1);
  linkage.crank = {2, parse("a")};
  linkage.rod = {3, parse("b")};
  linkage.slider = 4;
  linkage.offset = parse("e");
  add_slider_crank(model, "engine", linkage);
  const char* const joints = R"(
  engine_crank: {type: revolute, axis: y, from: {body: base, at: [1, 2, 3], rotation: [[x, w]]}, to: one, coordinate: engine_crank}
  engine_pin:   {type: revolute, axis: y, from: {body: one, at: [a, 0, 0]}, to: two, coordinate: engine_rod}
  engine_wrist: {type: revolute, axis: y, from: {body: two, at: [b, 0, 0]}, to: three, coordinate: engine_wrist, cut: true}
  engine_guide: {type: prismatic, axis: x, from: {body: base, at: [1, 2 + e*sin(w), 3 - e*cos(w)], rotation: [[x, w]]}, to: three, coordinate: engine_slider}
subsystems: {engine: {bodies: [one, two, three]}}
)";
  EXPECT_EQ(write_model(model), write_model(planar(joints)));
}

TEST_F(LinkagesTest, CylinderIsItsJointsAndItsLoad) {
  Model model = planar();
  CylinderLinkage linkage;
  linkage.from.body = kWorld;
  linkage.from.position = parse_vector("0", "1", "0");
  linkage.to.body = 1;
  linkage.to.position = parse_vector("0", "b", "0");
  linkage.axis = unit<Expr>(1);
  linkage.barrel = 2;
  linkage.rod = 3;
  linkage.force = parse("p*a - d*jack_piston'");
  add_cylinder(model, "jack", linkage);
  const std::string joints = R"(
  jack_foot:   {type: revolute, axis: y, from: {body: world, at: [0, 1, 0]}, to: one, coordinate: jack_foot}
  jack_piston: {type: prismatic, axis: x, from: one, to: two, coordinate: jack_piston}
  jack_head:   {type: revolute, axis: y, from: two, to: {body: base, at: [0, b, 0]}, coordinate: jack_head, cut: true}
)";
  const std::string load = "loads: {jack_force: {type: joint, joint: jack_piston, effort: p*a - d*jack_piston'}}\n";
  std::string by_hand = joints + "  hold: {type: fixed, from: world, to: three}\n" + load;
  Joint hold;
  hold.name = "hold";
  hold.to.body = 4;
  model.joints.push_back(hold);
  EXPECT_TRUE(model.subsystems.empty());
  EXPECT_EQ(write_model(model), write_model(planar(by_hand)));
  linkage.force.reset();
  linkage.coordinates = {"u", "v", "w2"};
  Model silent = planar();
  add_cylinder(silent, "jack", linkage);
  EXPECT_TRUE(silent.loads.empty());
  EXPECT_NE(find_coordinate(silent, "v"), kNone);
}

DoubleWishboneLinkage wishbones() {
  DoubleWishboneLinkage linkage;
  linkage.on.position = parse_vector("0", "0", "1/10");
  linkage.lower = {1, parse_vector("2/10", "35/100", "15/100"), parse_vector("-2/10", "35/100", "15/100"),
                   parse_vector("1/100", "7/10", "14/100")};
  linkage.upper = {2, parse_vector("15/100", "42/100", "44/100"), parse_vector("-15/100", "43/100", "43/100"),
                   parse_vector("-2/100", "66/100", "46/100")};
  linkage.knuckle = 3;
  linkage.tie = 4;
  linkage.inner = parse_vector("12/100", "36/100", "2/10");
  linkage.outer = parse_vector("13/100", "69/100", "2/10");
  return linkage;
}

Model corner() { return machine("bodies: {lca: {mass: 1}, uca: {mass: 1}, upright: {mass: 1}, rod: {mass: 0}}"); }

// As read, but without the joints that loose bodies get.
Model without_joints(Model model) {
  model.joints.clear();
  model.coordinates.clear();
  return model;
}

TEST_F(LinkagesTest, DoubleWishboneIsItsJoints) {
  Model model = without_joints(corner());
  add_double_wishbone(model, "front", wishbones());
  const Model by_hand = machine(R"(
bodies: {lca: {mass: 1}, uca: {mass: 1}, upright: {mass: 1}, rod: {mass: 0}}
joints:
  front_lower: {type: revolute, axis: -x, from: {body: world, at: [0.2, 0.35, 0.25]}, to: {body: lca, at: [0.2, 0.35, 0.15]}, coordinate: front_lower}
  front_upper: {type: revolute, axis: [-0.3, 0.01, -0.01], from: {body: world, at: [0.15, 0.42, 0.54]}, to: {body: uca, at: [0.15, 0.42, 0.44]}, coordinate: front_upper}
  front_tie: {type: universal, axes: [z, x], from: {body: world, at: [0.12, 0.36, 0.3]}, to: {body: rod, at: [0.12, 0.36, 0.2]}, coordinates: [front_tie_z, front_tie_x]}
  front_lower_ball: {type: spherical, sequence: zxy, from: {body: lca, at: [0.01, 0.7, 0.14]}, to: {body: upright, at: [0.01, 0.7, 0.14]},
                     coordinates: [front_lower_ball_z, front_lower_ball_x, front_lower_ball_y]}
  front_upper_ball: {type: spherical, sequence: zxy, from: {body: uca, at: [-0.02, 0.66, 0.46]}, to: {body: upright, at: [-0.02, 0.66, 0.46]},
                     coordinates: [front_upper_ball_z, front_upper_ball_x, front_upper_ball_y], cut: true}
  front_tie_ball: {type: spherical, sequence: zxy, from: {body: rod, at: [0.13, 0.69, 0.2]}, to: {body: upright, at: [0.13, 0.69, 0.2]},
                   coordinates: [front_tie_ball_z, front_tie_ball_x, front_tie_ball_y], cut: true}
subsystems: {front: {bodies: [lca, uca, upright, rod]}}
)");
  EXPECT_EQ(write_model(model), write_model(by_hand));
}

// Closed where all coordinates are zero, and with one freedom.
TEST_F(LinkagesTest, DoubleWishboneHasTheStrokeOfTheWheel) {
  Model model = without_joints(corner());
  add_double_wishbone(model, "front", wishbones());
  EXPECT_TRUE(find_mistakes(model).empty());
  const Tree tree = make_tree(model);
  EXPECT_EQ(tree.secondary, (std::vector<std::size_t>{4, 5}));
  const Mobility mobility = compute_mobility(model, tree);
  EXPECT_TRUE(mobility.closed);
  EXPECT_EQ(mobility.freedoms, 1u);
  EXPECT_FALSE(mobility.is_singular());
}

// The rod is not left free to turn about itself, wherever it points; open lengths count as across the vehicle.
TEST_F(LinkagesTest, AxesOfTheTieRodAreThoseAcrossIt) {
  const std::pair<Vector, const char*> cases[] = {{parse_vector("1", "1/10", "2/10"), "front_tie_y"},
                                                  {parse_vector("1/10", "-1", "2/10"), "front_tie_z"},
                                                  {parse_vector("0", "1/10", "-2/10"), "front_tie_x"},
                                                  {parse_vector("u", "-w", "v"), "front_tie_z"},
                                                  {parse_vector("0", "0", "open_length"), "front_tie_x"}};
  for (const auto& [rod, first] : cases) {
    Model model = without_joints(corner());
    DoubleWishboneLinkage linkage = wishbones();
    linkage.outer = linkage.inner + rod;
    add_double_wishbone(model, "front", linkage);
    EXPECT_EQ(model.coordinates[model.joints[2].coordinates[0]].name, first);
  }
  Model model = without_joints(
      machine("parameters: {long: 3}\nbodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}}"));
  DoubleWishboneLinkage linkage = wishbones();
  linkage.outer = linkage.inner + parse_vector("long", "2", "0");
  add_double_wishbone(model, "front", linkage);
  EXPECT_EQ(model.coordinates[model.joints[2].coordinates[0]].name, "front_tie_y");
}

TEST_F(LinkagesTest, WrongPartsAreRefused) {
  FourBarLinkage same = four_bar();
  same.rocker.body = 2;
  EXPECT_EQ(refusal(add_four_bar, same), "body one is two parts of the linkage arm");
  FourBarLinkage world = four_bar();
  world.crank.body = kWorld;
  EXPECT_EQ(refusal(add_four_bar, world), "a part of the linkage arm is no body that moves");
  FourBarLinkage lost = four_bar();
  lost.crank.body = kNone;
  EXPECT_EQ(refusal(add_four_bar, lost), "a part of the linkage arm is no body that moves");
  FourBarLinkage along = four_bar();
  along.axis = unit<Expr>(0);
  EXPECT_EQ(refusal(add_four_bar, along), "the axis of the linkage arm is not perpendicular to x");
  FourBarLinkage three = four_bar();
  three.coordinates = {"u", "v", "w2"};
  EXPECT_EQ(refusal(add_four_bar, three), "the linkage arm has 4 coordinates, not 3");
  FourBarLinkage backwards = four_bar();
  backwards.coupler.length = parse("-3/2");
  EXPECT_EQ(refusal(add_four_bar, backwards), "a length of the linkage arm is -1.5: it is to be more than 0");
  DoubleWishboneLinkage point = wishbones();
  point.upper.rear = point.upper.front;
  EXPECT_EQ(refusal(add_double_wishbone, point),
            "front and rear of the upper wishbone fall together: there is no line through them");
  DoubleWishboneLinkage short_tie = wishbones();
  short_tie.outer = short_tie.inner;
  EXPECT_EQ(refusal(add_double_wishbone, short_tie),
            "the ends of the tie rod fall together: there is no line through them");
}

TEST_F(LinkagesTest, NamesOfCoordinatesCanStandInFormulas) {
  Model model = planar();
  add_four_bar(model, "left arm", four_bar());
  EXPECT_EQ(model.joints[1].name, "left arm_A0");
  EXPECT_NE(find_coordinate(model, "left_arm_crank"), kNone);
  EXPECT_TRUE(find_mistakes(model).empty());
}

}  // namespace
}  // namespace kinemate
