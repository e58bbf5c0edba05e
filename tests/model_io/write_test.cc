// Written models read back to the same machine.
#include "model_io/write.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/random_machine.h"
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
  for (const char* part : {"g: {value: 30, unit: deg, remark: \"tilt, of the base\"}", "remark: \"on\"",
                           "\"atan2(t, 2)\"", "j7:", "l11: {type: kinetic, energy: ", "l12:", "[shared, charge]",
                           "c5:", "o3:", "body two:", "h:", "q1':", "shared", "speeds: [s1, s2]",
                           "drift:", "locked_rates:", "axes: world", "fast: {set: {", "of: inertia"})
    EXPECT_NE(once.find(part), std::string::npos) << part << "\n" << once;
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
