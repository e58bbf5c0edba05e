#include "formalism/formalisms.h"

#include "base/error.h"
#include "formalism/fixture.h"
#include "model/checks/check.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class FormalismsTest : public ModelTest {
 protected:
  // A bushing from the first body to the last or to the world, and friction on an angle or shift: with a level of its
  // own, or pressed by the joint.
  static void add_bushing_and_friction(Model& model, std::mt19937_64& random) {
    auto number = [&] { return Expr(Rational(static_cast<long>(random() % 9) + 1, 5)); };
    auto vector = [&] { return Vector{number(), number(), number()}; };
    const bool equal = random() % 2 == 0;
    LoadElement mount;
    mount.name = "mount";
    mount.type = LoadType::kBushing;
    mount.points.resize(2);
    mount.points[0] = {1, kNone, vector(), {{{unit<Expr>(random() % 3), number()}}, std::nullopt}, false};
    mount.points[1] = {model.bodies.size() > 2 ? model.bodies.size() - 1 : kWorld, kNone, vector(), {}, false};
    const Expr c = number();
    mount.bushing = {vector(), vector(), equal ? Vector{c, c, c} : vector(), vector()};
    model.loads.push_back(mount);
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      const Joint& joint = model.joints[j];
      if (joint.coordinates.empty() || joint.euler_parameters || model.coordinates[joint.coordinates[0]].drive)
        continue;
      LoadElement brake;
      brake.name = "brake";
      brake.type = LoadType::kFriction;
      brake.coordinate = joint.coordinates[0];
      brake.formula = make_symbol("t") * make_symbol("t") + number();
      brake.friction.speed = number();
      if (equal) {
        brake.friction = {number(), number(), make_symbol("N_brake"), number()};
        brake.reaction = j;
        model.inputs.push_back({"N_brake", "", "", true});
      }
      model.loads.push_back(brake);
      break;
    }
    for (const Finding& mistake : find_mistakes(model)) ADD_FAILURE() << mistake.message;
  }
};

TEST_F(FormalismsTest, HaveNames) {
  EXPECT_EQ(find_formalism("kane").name, "kane");
  EXPECT_THROW(find_formalism("lagrang"), Error);
}

// Every joint kind, branches, moving bases, drives, springs, dampers, load states: M, k, τ and its conservative part.
TEST_F(FormalismsTest, AgreeOnRandomTrees) {
  std::mt19937_64 random(77);
  for (int round = 0; round < random_cases(200); ++round) {
    const Model model = random_massive_machine(random, 4);
    const Kinematics kinematics = compute_kinematics(model);
    const Values values = random_state(model, kinematics, random);
    const NumericEquations kane = numbers(find_formalism("kane").derive(model, kinematics), values);
    for (const Formalism& formalism : formalisms()) {
      SCOPED_TRACE(std::string(formalism.name) + " " + std::to_string(round));
      expect_same(kane, numbers(formalism.derive(model, kinematics), values), 1e-12);
    }
    if (HasFailure()) return;
  }
}

// Loads that have a potential only now and then, on one body, between two, and on a speed.
TEST_F(FormalismsTest, AgreeOnBushingsAndFriction) {
  std::mt19937_64 random(78);
  int rubbed = 0;
  for (int round = 0; round < random_cases(60); ++round) {
    Model model = random_massive_machine(random, 4);
    model.loads.clear();
    add_bushing_and_friction(model, random);
    rubbed += model.inputs.empty() ? 0 : 1;
    const Kinematics kinematics = compute_kinematics(model);
    Values values = random_state(model, kinematics, random);
    values[make_symbol("N_brake")] = 3;
    const NumericEquations kane = numbers(find_formalism("kane").derive(model, kinematics), values);
    EXPECT_TRUE(kane.forces.size() == 0 || largest(kane.forces) > 0);
    for (const Formalism& formalism : formalisms()) {
      SCOPED_TRACE(std::string(formalism.name) + " " + std::to_string(round));
      expect_same(kane, numbers(formalism.derive(model, kinematics), values), 1e-12);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(rubbed, random_cases(60) / 12);
}

// The shipped trees, as formulas: the differences are zero by the zero test.
TEST_F(FormalismsTest, AgreeExactlyOnTheExamples) {
  const std::vector<const char*> names = {"cardan_double_pendulum", "disc_guided_mass", "lagr_pendulum",   "rotor",
                                          "cart_pendulums",         "planar_pendulum",  "spatial_pendulum"};
  for (const char* name : std::span(names).first(case_size(names.size(), 3))) {
    const Model model = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model;
    const Kinematics kinematics = compute_kinematics(model);
    const Equations kane = find_formalism("kane").derive(model, kinematics);
    for (const Formalism& formalism : formalisms()) {
      SCOPED_TRACE(std::string(name) + " " + std::string(formalism.name));
      const Equations other = formalism.derive(model, kinematics);
      for (std::size_t i = 0; i < kane.mass.size(); ++i) EXPECT_TRUE(is_zero(kane.mass[i] - other.mass[i])) << i;
      for (std::size_t i = 0; i < kane.bias.size(); ++i) {
        EXPECT_TRUE(is_zero(kane.bias[i] - other.bias[i])) << i;
        EXPECT_TRUE(is_zero(kane.forces[i] - other.forces[i])) << i;
        EXPECT_TRUE(is_zero(kane.conservative[i] - other.conservative[i])) << i;
      }
    }
  }
}

// The larger ones, in numbers: robots, and one that moves freely by Euler parameters.
TEST_F(FormalismsTest, AgreeOnTheLargerExamples) {
  for (const char* name : {"flyball_governor", "puma_560", "quadruped"}) {
    const Model model = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model;
    const Kinematics kinematics = compute_kinematics(model);
    std::mt19937_64 random(9);
    const Values values = random_state(model, kinematics, random);
    const NumericEquations kane = numbers(find_formalism("kane").derive(model, kinematics), values);
    for (const Formalism& formalism : formalisms()) {
      SCOPED_TRACE(std::string(name) + " " + std::string(formalism.name));
      expect_same(kane, numbers(formalism.derive(model, kinematics), values), 1e-12);
    }
  }
}

}  // namespace
}  // namespace kinemate
