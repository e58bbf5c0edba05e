// Written models read back to the same machine.
#include "model_io/write.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/random_machine.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class WriteTest : public ModelTest {};

TEST_F(WriteTest, EverythingReadsBack) {
  const Reading reading = read_machine_file(KINEMATE_SOURCE "/tests/model_io/good/everything.yaml");
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  const std::string once = write_model(reading.model);
  EXPECT_EQ(once, write_model(machine(once)));
  // every element is still there
  for (const char* part :
       {"g: {value: 30, unit: deg, remark: \"tilt, of the base\"}",
        "remark: \"on\"",
        "\"atan2(t, 2)\"",
        "j7:",
        "axis: x, form: double_cardan, length: a/2, coordinates: [v1, v2]}",
        "axis: [1/3, 2/3, 2/3], form: euler_parameters, coordinates: [es, ea, eb], speeds: [va, vb]}",
        "l11: {type: kinetic, energy: ",
        "l12:",
        "[shared, charge]",
        "c5:",
        "independent: [q6, charge]\n",
        "o3:",
        "body two:",
        "h:",
        "q1':",
        "shared",
        "speeds: [s1, s2]",
        "drift:",
        "locked_rates:",
        "axes: world",
        "fast: {set: {",
        "of: inertia",
        "l13: {type: friction, joint: j1, force: \"max(",
        "coefficient: mu, radius: ",
        "speed: 0.05}",
        "stiffness: k, damping: [d, 0, 2*d], torsional_stiffness: [c, c, 0]}",
        "l17:",
        "\"landing, hard\": {condition: ",
        "direction: falling, impact: ",
        "at: [a, 1/2, 2], set: {b: ",
        "contact: \"min(",
        "stop: true}"})
    EXPECT_NE(once.find(part), std::string::npos) << part << "\n" << once;
}

// Events and all keys of friction and bushings, field by field.
TEST_F(WriteTest, EventsAndTheirLoadsReadBack) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/tests/model_io/good/everything.yaml").model;
  const Model again = machine(write_model(model));
  ASSERT_EQ(again.events.size(), model.events.size());
  for (std::size_t i = 0; i < model.events.size(); ++i) {
    const Event &a = model.events[i], &b = again.events[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.condition, b.condition);
    EXPECT_EQ(a.direction, b.direction);
    EXPECT_EQ(a.times, b.times);
    EXPECT_EQ(a.stop, b.stop);
    EXPECT_EQ(a.set, b.set);
    EXPECT_EQ(a.impact, b.impact);
    EXPECT_EQ(a.contact, b.contact);
  }
  ASSERT_EQ(again.loads.size(), model.loads.size());
  for (std::size_t i = 12; i < model.loads.size(); ++i) {
    const LoadElement &a = model.loads[i], &b = again.loads[i];
    EXPECT_EQ(a.type, b.type);
    EXPECT_EQ(a.joint, b.joint);
    EXPECT_EQ(a.coordinate, b.coordinate);
    EXPECT_EQ(a.reaction, b.reaction);
    EXPECT_EQ(a.formula, b.formula);
    EXPECT_EQ(a.friction.coefficient, b.friction.coefficient);
    EXPECT_EQ(a.friction.radius, b.friction.radius);
    EXPECT_EQ(a.friction.normal, b.friction.normal);
    EXPECT_EQ(a.friction.speed, b.friction.speed);
    EXPECT_EQ(a.bushing.stiffness, b.bushing.stiffness);
    EXPECT_EQ(a.bushing.damping, b.bushing.damping);
    EXPECT_EQ(a.bushing.torsional_stiffness, b.bushing.torsional_stiffness);
    EXPECT_EQ(a.bushing.torsional_damping, b.bushing.torsional_damping);
  }
  std::vector<std::string> before, after;
  for (const Input& input : model.inputs) before.push_back(input.name);
  for (const Input& input : again.inputs) after.push_back(input.name);
  EXPECT_EQ(before, (std::vector<std::string>{"u", "v", "N_l14", "N_l15"}));
  EXPECT_EQ(after, before);
}

// Where --set has put a number in the place of the reaction force, the level is what is left.
TEST_F(WriteTest, ASetReactionForceIsAForce) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: revolute, axis: x, from: world, to: a, coordinate: q}}
loads: {brake: {type: friction, joint: j, coefficient: 1/5, radius: r}}
)");
  EXPECT_EQ(write_model(model).find("inputs:"), std::string::npos);
  const Model set = specialise(model, {{"N_brake = 30"}, std::nullopt});
  EXPECT_TRUE(set.inputs.empty());
  EXPECT_EQ(model.loads[0].reaction, 0u);
  EXPECT_EQ(set.loads[0].reaction, kNone);
  const Model again = machine(write_model(set));
  EXPECT_FALSE(again.loads[0].friction.coefficient);
  EXPECT_EQ(again.loads[0].formula, parse("6*r"));
}

TEST_F(WriteTest, TheMachineMovesTheSame) {
  std::mt19937_64 random(4);
  for (int round = 0; round < random_cases(50); ++round) {
    const Model model = machine(random_machine(random, 6));
    const Model again = machine(write_model(model));
    const Vector point = parse_vector("1", "2", "3");
    const std::size_t last = model.bodies.size() - 1;
    const PointMotion a = compute_point_motion(model, compute_kinematics(model), last, point);
    const PointMotion b = compute_point_motion(again, compute_kinematics(again), last, point);
    EXPECT_EQ(a.acceleration, b.acceleration);
    EXPECT_EQ(a.rotation, b.rotation);
  }
}

TEST_F(WriteTest, NamesThatYamlWouldMisread) {
  Model model;
  for (const char* name :
       {"yes", "null", "12", "- a", "#x", "a#b", "x: y", "{", "Größe", "tab\there", "a\nb", "'quoted'"}) {
    Body body;
    body.name = name;
    model.bodies.push_back(body);
  }
  const Reading reading = read_model(write_model(model), "m");
  ASSERT_EQ(reading.model.bodies.size(), model.bodies.size());
  for (std::size_t i = 1; i < model.bodies.size(); ++i) EXPECT_EQ(reading.model.bodies[i].name, model.bodies[i].name);
}

TEST_F(WriteTest, NamesOfAnyTextReadBack) {
  Model model;
  for (const std::string& name :
       {std::string("a\u0085b"), std::string("c\u2028d\u2029"), std::string("\uFEFFe\u00A0"), std::string(3000, 'x'),
        std::string("tab\tand \"quotes\" \\ \x01"), std::string("größe")}) {
    model.bodies.emplace_back();
    model.bodies.back().name = name;
    model.bodies.back().mass = 1;
    Joint joint;
    joint.name = name;
    joint.to.body = model.bodies.size() - 1;
    model.joints.push_back(joint);
  }
  const Model again = machine(write_model(model));
  ASSERT_EQ(again.bodies.size(), model.bodies.size());
  for (std::size_t i = 1; i < model.bodies.size(); ++i) {
    EXPECT_EQ(again.bodies[i].name, model.bodies[i].name);
    EXPECT_EQ(again.joints[i - 1].name, model.joints[i - 1].name);
  }
}

}  // namespace
}  // namespace kinemate
