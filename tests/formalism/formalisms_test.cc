#include "formalism/formalisms.h"

#include "base/error.h"
#include "formalism/fixture.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class FormalismsTest : public ModelTest {};

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

// The shipped trees, as formulas: the differences are zero by the zero test.
TEST_F(FormalismsTest, AgreeExactlyOnTheExamples) {
  for (const char* name : {"cardan_double_pendulum", "disc_guided_mass", "lagr_pendulum", "rotor", "cart_pendulums",
                           "planar_pendulum", "spatial_pendulum"}) {
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
