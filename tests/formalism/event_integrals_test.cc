#include "formalism/event_integrals.h"

#include "formalism/fixture.h"
#include "formalism/methods/kane.h"

namespace kinemate {
namespace {

class EventIntegralsTest : public ModelTest {
 protected:
  // m for the momentum, e for the energy; upper case where events change it.
  static std::string constants(const std::string& events) {
    const Model model = machine(R"(
parameters: {m: 1, M: 2, k: 3}
bodies: {a: {mass: M}, b: {mass: m}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  post: {type: prismatic, axis: z, from: a, to: b, coordinate: z}
loads: {s: {type: torsion, joint: post, stiffness: k}}
)" + events);
    const Kinematics kinematics = compute_kinematics(model);
    std::string found;
    for (const FirstIntegral& one :
         find_integrals(model, kinematics, derive_by_kane(model, kinematics), compute_energies(model, kinematics))
             .integrals) {
      const bool momentum = one.kind == FirstIntegral::Kind::kMomentum;
      found += only_between_events(model, one) ? (momentum ? "M" : "E") : (momentum ? "m" : "e");
    }
    return found;
  }
};

TEST_F(EventIntegralsTest, WhatEventsChange) {
  EXPECT_EQ(constants(""), "me");
  EXPECT_EQ(constants("when: {e: {at: 1, set: {k: 5}}}\n"), "mE");
  EXPECT_EQ(constants("when: {e: {at: 1, set: {m: 5}}}\n"), "ME");
  EXPECT_EQ(constants("when: {e: {condition: z + 1, direction: falling, impact: 1/2}}\n"), "mE");
  EXPECT_EQ(constants("when: {e: {condition: z + 1, direction: falling, impact: 1}}\n"), "me");
  EXPECT_EQ(constants("when: {e: {condition: z + 1, direction: falling, contact: 0}}\n"), "mE");
  EXPECT_EQ(constants("when: {e: {condition: z + x + 1, direction: falling, impact: 1}}\n"), "e");
  EXPECT_EQ(constants("when: {e: {condition: z + sin(t), direction: falling, impact: 1}}\n"), "mE");
  EXPECT_EQ(constants("when: {e: {at: 1, stop: true}}\n"), "me");
}

}  // namespace
}  // namespace kinemate
