// Friction that cannot act as it says.
#include "model/checks/friction_check.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class FrictionCheckTest : public ModelTest {
 protected:
  static std::vector<Error> mistakes_of(const std::string& load, const std::string& name = "brake") {
    return read_model(R"(
parameters: {mu: 0.1, low: -1}
coordinates: [charge, s]
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}, e: {mass: 1}, f: {mass: 1}}
joints:
  hinge: {type: revolute, axis: x, from: world, to: a, coordinate: q}
  rail: {type: prismatic, axis: x, from: world, to: b, coordinate: x}
  tube: {type: cylindrical, axis: x, from: world, to: c, coordinates: [phi, z]}
  ball: {type: spherical, sequence: euler_parameters, from: world, to: d, coordinates: [p0, p1, p2, p3]}
  shaft: {type: revolute, axis: x, from: world, to: e, coordinate: w, drive: 3*t}
  plate: {type: planar, axis: z, from: e, to: f, coordinates: [u, v, psi]}
loads:
  coil: {type: kinetic, energy: charge'^2 + s'^2}
  )" + name + ": {type: friction, " +
                          load + "}\n",
                      "m")
        .mistakes;
  }

  static std::string mistake_in(const std::string& load, const std::string& name = "brake") {
    const std::vector<Error> mistakes = mistakes_of(load, name);
    if (mistakes.size() > 1) ADD_FAILURE() << load << ": " << mistakes[0].message << "; " << mistakes[1].message;
    return mistakes.empty() ? "" : mistakes[0].message;
  }
};

TEST_F(FrictionCheckTest, RightOnesAreRead) {
  for (const char* load : {"joint: hinge, force: 3", "joint: rail, coefficient: mu", "coordinate: z, coefficient: mu",
                           "coordinate: phi, coefficient: mu, radius: 0.02", "coordinate: charge, force: 1",
                           "coordinate: v, coefficient: 0", "joint: hinge, force: \"max(q, 0)*exp(-q'^2)\", speed: mu"})
    EXPECT_EQ(mistake_in(load), "") << load;
}

TEST_F(FrictionCheckTest, WrongOnesAreRefused) {
  const std::pair<const char*, const char*> cases[] = {
      {"force: 3", "a friction load needs a joint with one coordinate, or a coordinate"},
      {"joint: hinge, coordinate: q, force: 3", "a friction load acts on a joint or on a coordinate, not on both"},
      {"joint: hinge", "load brake has neither force nor coefficient"},
      {"joint: hinge, force: 1, coefficient: 1, radius: 1",
       "load brake has force and coefficient: one of them is enough"},
      {"joint: hinge, force: 1, radius: 1",
       "radius belongs to coefficient; force is in N*m already where the joint turns"},
      {"joint: tube, force: 1", "joint tube moves in 2 directions, and friction brakes one"},
      {"joint: ball, force: 1", "joint ball moves in 3 directions, and friction brakes one"},
      {"joint: shaft, force: 1", "joint shaft has no motion of its own that friction could brake"},
      {"coordinate: w, force: 1", "w is driven: friction changes nothing"},
      {"coordinate: p2, force: 1", "p2 is an Euler parameter: friction is of angles and shifts"},
      {"joint: hinge, force: 1, speed: 0", "the speed of load brake is 0: it must be positive"},
      {"joint: hinge, force: low", "the force of load brake is -1: friction would drive"},
      {"joint: rail, coefficient: low", "the coefficient of load brake is -1: friction would drive"},
      {"joint: hinge, coefficient: mu", "joint hinge turns: the friction of load brake needs a radius"},
      {"coordinate: phi, coefficient: mu", "joint tube turns: the friction of load brake needs a radius"},
      {"coordinate: psi, coefficient: mu", "joint plate turns: the friction of load brake needs a radius"},
      {"coordinate: charge, coefficient: mu",
       "charge is a coordinate of no single joint: which reaction force presses?"},
      {"joint: hinge, force: q''", "q'' is the acceleration of a coordinate; accelerations may not stand here"},
      {"joint: hinge, force: 1, speed: q", "q is a coordinate; only parameters and the time t may stand here"},
  };
  for (const auto& [load, expected] : cases) EXPECT_EQ(mistake_in(load), expected) << load;
}

TEST_F(FrictionCheckTest, TheReactionForceNeedsAName) {
  EXPECT_EQ(mistake_in("joint: rail, coefficient: mu", "my brake"),
            "the reaction force of this load would be called 'N_my brake': formulas could not refer to it");
  EXPECT_EQ(mistakes_of("joint: rail, coefficient: mu", "my brake")[0].hint,
            "give the load a name of letters, digits and underscores");
  EXPECT_EQ(mistake_in("joint: rail, force: mu", "my brake"), "");
  EXPECT_EQ(mistake_in("joint: rail, coefficient: mu, states: {N_brake: 1}"),
            "N_brake is the name of a reaction force and of a state");
}

}  // namespace
}  // namespace kinemate
