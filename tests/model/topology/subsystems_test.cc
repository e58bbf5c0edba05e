#include "model/topology/subsystems.h"

#include <algorithm>

#include "model/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class SubsystemsTest : public ModelTest {
 protected:
  static Model example(const std::string& name) {
    return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
  }

  // "name carrier: bodies; carried; loops; constraints", the bodies in alphabetical order.
  static std::vector<std::string> found_in(const Model& model) {
    std::vector<std::string> texts;
    for (const FoundSubsystem& found : find_subsystems(model, make_tree(model))) {
      std::string text = found.name.empty() ? "" : found.name + " ";
      text += "on " + model.bodies[found.carrier].name + ":";
      const auto add = [&](const std::vector<std::size_t>& indices, const auto& elements) {
        std::vector<std::string> names;
        for (std::size_t i : indices) names.push_back(elements[i].name);
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) text += " " + name;
      };
      add(found.bodies, model.bodies);
      text += ";";
      add(found.carried, model.bodies);
      text += ";";
      add(found.loops, model.joints);
      if (!found.constraints.empty()) text += ";";
      add(found.constraints, model.constraints);
      texts.push_back(text);
    }
    return texts;
  }
  using Texts = std::vector<std::string>;

  static constexpr const char* kArm = R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}, e: {mass: 1}}
joints:
  ja: {type: revolute, axis: z, from: world, to: a, coordinate: qa}
  jb: {type: revolute, axis: z, from: a, to: b, coordinate: qb}
  jc: {type: revolute, axis: z, from: b, to: c, coordinate: qc}
  jd: {type: revolute, axis: z, from: a, to: d, coordinate: qd}
  je: {type: revolute, axis: z, from: d, to: e, coordinate: qe}
)";
};

// Each four-bar of the mast hangs on the arm before it and carries the next one's arm and lever.
TEST_F(SubsystemsTest, TheMastHasFive) {
  const Model model = example("concrete_pump_mast");
  const Texts texts = found_in(model);
  ASSERT_EQ(texts.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    const std::string n = std::to_string(k + 1), next = std::to_string(k + 2);
    const std::string start = "on " + (k == 0 ? std::string("world") : "arm" + std::to_string(k)) + ": arm" + n +
                              " lever" + n + " rod" + n + ";" + (k == 4 ? "" : " arm" + next + " lever" + next) + ";";
    EXPECT_EQ(texts[k].substr(0, start.size()), start) << texts[k];
    const std::string loop = texts[k].substr(start.size());
    EXPECT_TRUE(loop == " pin" + n || loop == " knee" + n) << texts[k];
  }
}

// The boom with its two cylinders, the stick with its own, the bucket with all that turns it.
TEST_F(SubsystemsTest, TheExcavatorHasThree) {
  const Model model = example("excavator_arm");
  const std::vector<FoundSubsystem> found = find_subsystems(model, make_tree(model));
  ASSERT_EQ(found.size(), 3u);
  const char* const carriers[] = {"house", "boom", "stick"};
  const std::size_t bodies[] = {5, 3, 5}, loops[] = {2, 1, 2};
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(model.bodies[found[k].carrier].name, carriers[k]);
    EXPECT_EQ(found[k].bodies.size(), bodies[k]) << carriers[k];
    EXPECT_EQ(found[k].loops.size(), loops[k]) << carriers[k];
    EXPECT_TRUE(found[k].name.empty());
  }
}

TEST_F(SubsystemsTest, OneOfEachOfThese) {
  for (const char* name : {"four_bar", "slider_crank", "andrews_squeezer", "bricard", "spatial_slider_crank"}) {
    const Model model = example(name);
    const Tree tree = make_tree(model);
    const std::vector<FoundSubsystem> found = find_subsystems(model, tree);
    ASSERT_EQ(found.size(), 1u) << name;
    EXPECT_EQ(found[0].carrier, kWorld) << name;
    EXPECT_EQ(found[0].bodies.size(), model.bodies.size() - 1) << name;
    EXPECT_EQ(found[0].loops, tree.secondary) << name;
    EXPECT_TRUE(found[0].carried.empty()) << name;
  }
}

TEST_F(SubsystemsTest, TreesHaveNone) {
  EXPECT_TRUE(found_in(machine(kArm)).empty());
  EXPECT_TRUE(found_in(example("flyball_governor")).empty());
}

TEST_F(SubsystemsTest, DeclaredOnesHaveNames) {
  const std::string arm = kArm;
  EXPECT_EQ(found_in(machine(arm + "subsystems: {hand: {bodies: [c]}}\n")), (Texts{"hand on b: c;;"}));
  EXPECT_EQ(found_in(machine(arm + "subsystems: {fork: {bodies: [b, d]}}\n")), (Texts{"fork on a: b d; c e;"}));
  // the way between them belongs to it
  EXPECT_EQ(found_in(machine(arm + "subsystems: {tips: {bodies: [c, e]}}\n")), (Texts{"tips on a: b c d e;;"}));
  EXPECT_EQ(found_in(machine(arm + "subsystems: {one: {bodies: [a]}, two: {bodies: [b, c]}}\n")),
            (Texts{"one on world: a; b d;", "two on a: b c;;"}));
  EXPECT_EQ(found_in(machine(arm + "subsystems: {one: {bodies: [a, c]}, two: {bodies: [b]}}\n")),
            (Texts{"one + two on world: a b c; d;"}));
}

// One that has a body of each of two loops joins them.
TEST_F(SubsystemsTest, ADeclaredOneJoinsTwo) {
  Model model = example("concrete_pump_mast");
  model.subsystems = {{"knee", {find_body(model, "rod2"), find_body(model, "rod3")}}};
  const std::vector<FoundSubsystem> found = find_subsystems(model, make_tree(model));
  ASSERT_EQ(found.size(), 4u);
  EXPECT_EQ(found[1].name, "knee");
  EXPECT_EQ(model.bodies[found[1].carrier].name, "arm1");
  EXPECT_EQ(found[1].bodies.size(), 6u);
  EXPECT_EQ(found[1].loops.size(), 2u);
  EXPECT_EQ(found[1].carried.size(), 2u);
}

TEST_F(SubsystemsTest, ConstraintsBindWhatTheySpeakOf) {
  const std::string arm = kArm;
  EXPECT_EQ(found_in(machine(arm + "constraints: {gear: {type: holonomic, equation: qb + 2*qd = t}}\n")),
            (Texts{"on a: b d; c e;; gear"}));
  EXPECT_EQ(found_in(machine(arm + "constraints: {gear: {type: nonholonomic, equation: qa' - cos(qc)*qe' = 0}}\n")),
            (Texts{"on world: a b c d e;;; gear"}));
  EXPECT_EQ(found_in(machine(arm + "constraints: {held: {type: holonomic, equation: qc = sin(t)}}\n")),
            (Texts{"on b: c;;; held"}));
  EXPECT_EQ(found_in(machine(arm + "constraints: {blade: {type: skate, point: c, axis: x, plane: d}}\n")),
            (Texts{"on a: b c d; e;; blade"}));
  // of loops too: what a constraint says of the joint that closes binds all around
  EXPECT_EQ(found_in(machine(arm + R"(  tie: {cut: true, type: planar, axis: z, from: c, to: b, coordinates: [x, y, w]}
constraints: {along: {type: holonomic, equation: x = qe}}
)")),
            (Texts{"on a: b c d e;; tie; along"}));
}

TEST_F(SubsystemsTest, JointsThatShareACoordinateMoveTogether) {
  const std::string shared = R"(
coordinates: [phi, rest]
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}}
joints:
  ja: {type: revolute, axis: z, from: world, to: a, coordinate: qa}
  jb: {type: motion, from: a, to: b, coordinates: [phi], rotation: [[z, phi]]}
  jc: {type: motion, from: a, to: c, coordinates: [phi], rotation: [[x, -phi]]}
  jd: {type: motion, from: c, to: d, coordinates: [rest], rotation: [[x, rest]]}
)";
  EXPECT_EQ(found_in(machine(shared)), (Texts{"on a: b c; d;"}));
}

// Loops that have a body in common are one; loops one behind the other are not.
TEST_F(SubsystemsTest, LoopsThatShareABody) {
  const std::string arm = kArm;
  EXPECT_EQ(
      found_in(machine(arm + R"(  t1: {cut: true, type: planar, axis: z, from: c, to: d, coordinates: [x1, y1, w1]}
  t2: {cut: true, type: planar, axis: z, from: e, to: a, coordinates: [x2, y2, w2]}
)")),
      (Texts{"on a: b c d e;; t1 t2"}));
  EXPECT_EQ(
      found_in(machine(arm + R"(  t1: {cut: true, type: planar, axis: z, from: world, to: a, coordinates: [x1, y1, w1]}
  t2: {cut: true, type: planar, axis: z, from: e, to: a, coordinates: [x2, y2, w2]}
)")),
      (Texts{"on world: a; b d; t1", "on a: d e;; t2"}));
}

}  // namespace
}  // namespace kinemate
