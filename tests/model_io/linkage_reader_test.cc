// Ready linkages of files, against those made without a file; where they are wrong, what is not told besides.
#include "model_io/linkage_reader.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/joints/linkages.h"
#include "model_io/machine_file.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

class LinkageReaderTest : public ModelTest {
 protected:
  static Model every_linkage() {
    const Reading reading = read_machine_file(KINEMATE_SOURCE "/tests/model_io/good/linkages.yaml");
    for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
    return reading.model;
  }

  // The joints of a linkage as text, and its subsystem.
  static std::string made_of(const Model& model, const std::string& name) {
    Model part = model;
    part.loads.clear();
    part.initial.clear();
    part.outputs.clear();
    part.independent.clear();
    std::erase_if(part.joints, [&](const Joint& joint) { return !joint.name.starts_with(name + "_"); });
    std::erase_if(part.subsystems, [&](const Subsystem& subsystem) { return subsystem.name != name; });
    return write_model(part);
  }

  // What the file has for a linkage, and what `add` makes of the same machine.
  template <class Linkage, class Add>
  static void expect_same(const Model& read, const std::string& name, Add add, const Linkage& linkage) {
    Model made = read;
    made.joints.clear();
    made.subsystems.clear();
    made.loads.clear();
    add(made, name, linkage);
    EXPECT_EQ(made_of(read, name), made_of(made, name));
  }
};

TEST_F(LinkageReaderTest, FieldsMeanWhatTheyMeanWithoutAFile) {
  const Model model = every_linkage();
  auto body = [&](const char* name) { return find_body(model, name); };
  Attachment stand;
  stand.frame = 0;

  FourBarLinkage bars;
  bars.on = stand;
  bars.ground = parse("d");
  bars.crank = {body("crank"), parse("a")};
  bars.coupler = {body("coupler"), parse("b")};
  bars.rocker = {body("rocker"), parse("9/20")};
  bars.coordinates = {"q1", "q2", "q3", "q4"};
  expect_same(model, "bars", add_four_bar, bars);

  ParallelogramLinkage lift;
  lift.on = stand;
  lift.on.position = unit<Expr>(0);
  lift.axis = -unit<Expr>(1);
  lift.ground = parse("d");
  lift.length = parse("a");
  lift.cranks = {body("left"), body("right")};
  lift.coupler = body("table");
  expect_same(model, "lift", add_parallelogram, lift);

  SliderCrankLinkage engine;
  engine.axis = parse_vector("0", "3/5", "4/5");
  engine.crank = {body("disc"), parse("r")};
  engine.rod = {body("rod"), parse("2*r + a")};
  engine.slider = body("piston");
  engine.offset = parse("r/10");
  expect_same(model, "engine", add_slider_crank, engine);

  CylinderLinkage jack;
  jack.from.position = parse_vector("1/2", "0", "-1");
  jack.to.body = body("boom");
  jack.to.position = parse_vector("1", "0", "-1/10");
  jack.axis = -unit<Expr>(1);
  jack.barrel = body("barrel");
  jack.rod = body("plunger");
  jack.coordinates = {"tilt", "foot", "head"};
  expect_same(model, "hydraulic jack", add_cylinder, jack);
  ASSERT_EQ(model.loads.size(), 3u);
  EXPECT_EQ(model.loads[0].name, "hydraulic jack_force");
  EXPECT_EQ(model.joints[model.loads[0].joint].name, "hydraulic jack_piston");
  EXPECT_EQ(model.loads[0].efforts, std::vector{parse("p*u - 20*foot'")});

  DoubleWishboneLinkage front;
  front.on.position = parse_vector("2", "0", "0");
  front.lower = {body("lca"), parse_vector("0.2", "0.35", "0.15"), parse_vector("-0.2", "0.35", "0.15"),
                 parse_vector("0.01", "0.7", "0.14")};
  front.upper = {body("uca"), parse_vector("0.15", "0.42", "0.44"), parse_vector("-0.15", "0.43", "0.43"),
                 parse_vector("-0.02", "0.66", "0.46")};
  front.knuckle = body("upright");
  front.tie = body("tie");
  front.inner = parse_vector("0.12", "0.36", "0.2");
  front.outer = parse_vector("0.13", "0.69", "0.2");
  expect_same(model, "front", add_double_wishbone, front);
}

TEST_F(LinkageReaderTest, SubsystemsAreThoseOfTheFileInItsOrder) {
  const Model model = every_linkage();
  std::vector<std::string> names;
  for (const Subsystem& subsystem : model.subsystems) names.push_back(subsystem.name);
  EXPECT_EQ(names, (std::vector<std::string>{"bars", "lift", "engine", "front", "leg"}));
  EXPECT_EQ(model.subsystems[4].bodies, (std::vector{find_body(model, "upper"), find_body(model, "lower, leg")}));
  EXPECT_EQ(model.subsystems[0].bodies,
            (std::vector{find_body(model, "crank"), find_body(model, "coupler"), find_body(model, "rocker")}));
}

// What linkages make can be named by loads, hints, initial values and outputs.
TEST_F(LinkageReaderTest, OthersReferToWhatTheyMake) {
  const Model model = every_linkage();
  EXPECT_EQ(model.joints[model.loads[1].joint].name, "bars_A0");
  EXPECT_EQ(model.coordinates[model.loads[2].coordinate].name, "engine_crank");
  EXPECT_EQ(model.independent, (std::vector{parse("engine_crank'"), parse("lift_crank'")}));
}

TEST_F(LinkageReaderTest, WrittenModelsHaveTheirJoints) {
  const Model model = every_linkage();
  const std::string once = write_model(model);
  EXPECT_EQ(once.find("four_bar"), std::string::npos);
  EXPECT_NE(once.find("  leg: {bodies: [upper, \"lower, leg\"]}\n"), std::string::npos) << once;
  EXPECT_NE(once.find("  front: {bodies: [lca, uca, upright, tie]}\n"), std::string::npos) << once;
  const Model again = machine(once);
  EXPECT_EQ(write_model(again), once);
  ASSERT_EQ(again.subsystems.size(), model.subsystems.size());
  for (std::size_t i = 0; i < model.subsystems.size(); ++i) {
    EXPECT_EQ(again.subsystems[i].name, model.subsystems[i].name);
    EXPECT_EQ(again.subsystems[i].bodies, model.subsystems[i].bodies);
  }
  EXPECT_EQ(again.joints.size(), model.joints.size());
  EXPECT_EQ(again.coordinates.size(), model.coordinates.size());
}

// Of a wrong linkage nothing is made, and what names its parts is not told to be wrong.
TEST_F(LinkageReaderTest, ConsequencesAreNotTold) {
  const Reading reading = read_model(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}}
subsystems:
  arm: {type: slider_crank, on: world, crank: {body: a, length: 1}, rod: {body: bb, length: 2}, slider: c, coordinates: [p, q, r, s]}
  left arm: {type: slider_crank, on: world, axis: x, crank: {body: a, length: 1}, rod: {body: b, length: 2}, slider: c}
loads:
  one: {type: joint, joint: arm_crank, effort: -p'}
  two: {type: torsion, coordinate: s, stiffness: 1}
  three: {type: joint, joint: left arm_crank, effort: -left_arm_crank'}
initial: {p: 1, s': 2, left_arm_rod: 3}
independent: [p, left_arm_slider]
)",
                                     "m");
  ASSERT_EQ(reading.mistakes.size(), 2u);
  EXPECT_EQ(reading.mistakes[0].message, "there is no body 'bb'");
  EXPECT_EQ(reading.mistakes[0].place->line, 4);
  EXPECT_EQ(reading.mistakes[1].message, "the axis of a linkage is perpendicular to x: its bars lie along x");
  EXPECT_EQ(reading.mistakes[1].place->line, 5);
  EXPECT_TRUE(reading.model.subsystems.empty());
}

// A remark on a joint of a linkage stands at its entry.
TEST_F(LinkageReaderTest, RemarksStandAtTheEntry) {
  const Reading reading = read_model(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, load: {mass: 1}}
subsystems:
  jack: {type: cylinder, from: world, to: load, barrel: a, rod: b}
)",
                                     "m");
  ASSERT_TRUE(reading.mistakes.empty());
  ASSERT_EQ(reading.remarks.size(), 1u);
  EXPECT_EQ(reading.remarks[0].message, "joint jack_head is not cut: no other way leads to body load");
  EXPECT_EQ(reading.remarks[0].place->line, 4);
  EXPECT_EQ(reading.remarks[0].place->column, 3);
}

}  // namespace
}  // namespace kinemate
