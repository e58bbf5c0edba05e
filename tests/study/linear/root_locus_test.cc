#include "study/linear/root_locus.h"

#include <gtest/gtest.h>

#include "model/specialise.h"
#include "study/linear/fixture.h"

namespace kinemate {
namespace {

class RootLocusTest : public StudyTest {
 protected:
  static MachineLocus locus_of(const Model& model, const std::string& vary, const std::vector<std::string>& at = {}) {
    LinearisationRequest request;
    request.vary = read_variation(vary);
    request.formulas = false;
    return *linearise_at(model, at, request).locus;
  }
};

// Source B: the disc with a guided mass is stable for k > m Ω², though its equilibrium goes to infinity there.
TEST_F(RootLocusTest, BoundaryOfTheGuidedMass) {
  for (const char* vary : {"k = [200, 150, 100, 70, 40, 20]", "k = 20 .. 200 : 31"}) {
    const MachineLocus locus = locus_of(example("disc_guided_mass"), vary);
    ASSERT_EQ(locus.boundaries.size(), 1u);
    EXPECT_NEAR(locus.boundaries[0].value, 0.5 * 100, 1e-7);
    EXPECT_EQ(locus.boundaries[0].loses, vary[4] == '[');
    for (const LocusPoint& point : locus.points) {
      if (point.value == 50) continue;  // there is none
      ASSERT_TRUE(point.reference) << point.value << point.reason;
      EXPECT_NEAR(point.reference->q[1], (point.value * 0.15 - 0.1 * 50) / (point.value - 50), 1e-9);
    }
  }
}

// With L0 = a it stays at R = a.
TEST_F(RootLocusTest, SharpBoundaryOfTheGuidedMass) {
  const MachineLocus locus = locus_of(specialise(example("disc_guided_mass"), {{"L0 = a"}, {}}), "k = 20 .. 200 : 31");
  ASSERT_EQ(locus.boundaries.size(), 1u);
  EXPECT_NEAR(locus.boundaries[0].value, 50, 1e-9);
}

TEST_F(RootLocusTest, BeadLeavesTheBottom) {
  const MachineLocus locus = locus_of(machine(kBeadOnHoop), "Omega = 1 .. 10 : 19", {});
  for (const LocusPoint& point : locus.points) ASSERT_TRUE(point.reference);
  Model at_bottom = machine(kBeadOnHoop);
  at_bottom.initial.clear();
  const MachineLocus bottom = locus_of(at_bottom, "Omega = 1 .. 10 : 19");
  ASSERT_EQ(bottom.boundaries.size(), 1u);
  EXPECT_NEAR(bottom.boundaries[0].value, std::sqrt(9.81 / 0.5), 1e-9);
  EXPECT_TRUE(bottom.boundaries[0].loses);
}

TEST_F(RootLocusTest, SleepingTopFallsAsleep) {
  const double limit = std::sqrt(4 * 0.005 * 0.4 * 9.81 * 0.1) / 0.002;
  Model model = machine(kTop);
  model.parameters.push_back({.name = "spin", .value = parse("10")});
  // the spin as a parameter: a shaft of the world turns with it
  model.base = machine(
                   "name: b\nparameters: {spin: 1}\nbase: {rotation: [[z, spin*t]]}\nbodies: {b: {mass: 1}}\n"
                   "joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n")
                   .base;
  const MachineLocus locus = locus_of(model, "spin = 40 .. 160 : 25");
  ASSERT_EQ(locus.boundaries.size(), 1u);
  EXPECT_NEAR(locus.boundaries[0].value, limit, 1e-6);
}

// Branches are joined by nearness: an oscillator that becomes overdamped.
TEST_F(RootLocusTest, BranchesOfAnOscillator) {
  const Model model = machine(R"(
name: oscillator
parameters: {d: 1}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {s: {type: torsion, joint: j, stiffness: 1, damping: d}}
)");
  const MachineLocus locus = locus_of(model, "d = 0.5 .. 4 : 36");
  ASSERT_EQ(locus.branches.size(), 2u);
  EXPECT_TRUE(locus.boundaries.empty());
  for (std::size_t i = 0; i < locus.points.size(); ++i) {
    const std::complex<double> root = std::sqrt(std::complex<double>(std::pow(locus.points[i].value, 2) / 4 - 1));
    for (const auto& branch : locus.branches) {
      const double d = locus.points[i].value;
      EXPECT_LT(std::min(std::abs(branch[i] + d / 2 - root), std::abs(branch[i] + d / 2 + root)), 1e-7);
    }
    EXPECT_NEAR((locus.branches[0][i] + locus.branches[1][i]).real(), -locus.points[i].value, 1e-7);
  }
}

TEST_F(RootLocusTest, WhereNoEquilibriumIsThereIsAReason) {
  const Model model = machine(R"(
name: fold
parameters: {c: 1}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: c - x^2 - x'}}
initial: {x: 1}
)");
  const MachineLocus locus = locus_of(model, "c = [1, 0.5, -1]");
  ASSERT_EQ(locus.points.size(), 3u);
  EXPECT_NEAR(locus.points[1].reference->q[0], std::sqrt(0.5), 1e-12);
  EXPECT_FALSE(locus.points[2].reference);
  EXPECT_TRUE(contains(locus.points[2].reason, "no equilibrium was found"));
}

}  // namespace
}  // namespace kinemate
