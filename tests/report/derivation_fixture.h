// A derivation to print.
#pragma once

#include "model/fixture.h"
#include "report/derivation/derivation.h"

namespace kinemate {

class DerivationReportTest : public ModelTest {
 protected:
  static Model cart() {
    return machine(R"(
name: cart
parameters: {g: 9.81, m: , l: 0.4, M_0: }
inputs: [F]
gravity: [0, 0, -g]
bodies: {cart: {mass: M_0}, bob: {mass: m, center: [0, 0, -l]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: bob, coordinate: phi}
loads:
  motor: {type: joint, joint: rail, effort: F}
)");
  }
  static Derivation derived(const Model& model, const std::string& formalism, std::set<Section> sections = {}) {
    return derive(model, {.formalism = formalism, .sections = std::move(sections)}, [](const std::string&) {});
  }
  static std::set<Section> all_sections() {
    return {Section::kEquations, Section::kEnergies,  Section::kIntegrals, Section::kMetric,
            Section::kBodies,    Section::kReactions, Section::kMatrices};
  }
};

}  // namespace kinemate
