#include "study/reduction/reduction.h"

#include <cmath>
#include <numbers>

#include "formalism/methods/kane.h"
#include "study/reduction/acceleration_bound.h"
#include "study/reduction/reduction_samples.h"
#include "study/reduction_fixture.h"

namespace kinemate {
namespace {

constexpr Of kAll[] = {Of::kRows, Of::kMatrices, Of::kEnergies};

class ReductionTest : public StudyTest {
 protected:
  static ReductionCase pendulum(const std::string& effort, const std::vector<std::string>& box) {
    return reduction_case(machine("name: pendulum\nbodies: {rod: {mass: 2, center: [0, 0, -1]}}\n"
                                  "joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: q}}\n"
                                  "loads: {motor: {type: joint, joint: hinge, effort: \"" +
                                  effort + "\"}}\n"),
                          box_of(box));
  }
  static ReductionCase puma() {
    ReductionCase one = reduction_case(with_numbers(example("puma_560")), {});
    complete_ranges(one);
    return one;
  }
  // What is known of the errors is true at 100,000 states, and of the size of what is seen there: at least a `share` of
  // it. Of many thousand dropped terms, most cancel each other at any state.
  static AccelerationBound expect_bounds(const Reducible& reducible, const ReducedEquations& reduced, double slack,
                                         double share = 0.01) {
    const auto states = static_cast<std::size_t>(random_cases(100'000));
    const SampledErrors sampled = sample_errors(reducible, reduced, states);
    const AccelerationBound bound = bound_accelerations(reducible, reduced);
    EXPECT_EQ(sampled.states, states);
    double largest_force = 0, largest_loss = 0;
    for (std::size_t i = 0; i < sampled.mass.size(); ++i)
      EXPECT_LE(sampled.mass[i], reduced.mass_loss[i] * (1 + 1e-12) + slack);
    for (std::size_t i = 0; i < sampled.forces.size(); ++i) {
      EXPECT_LE(sampled.forces[i], reduced.force_loss[i] * (1 + 1e-12) + slack);
      EXPECT_LE(sampled.acceleration[i], bound.error[i] * (1 + 1e-12) + 1e-9 * sampled.scale[i]);
      largest_force = std::max(largest_force, sampled.forces[i]);
      largest_loss = std::max(largest_loss, reduced.force_loss[i]);
    }
    EXPECT_GE(largest_force, largest_loss * share);
    EXPECT_TRUE(bound.definite != AccelerationBound::Definite::kProven || sampled.lost == 0);
    return bound;
  }
  // Large enough for what doubles lose of terms of this size.
  static double rounding(const Reducible& reducible) {
    double largest = 1;
    for (const HarmonicEntry& entry : reducible.entries())
      for (const double size : entry.sizes) largest = std::max(largest, size * std::max(1.0, entry.factor_size));
    return 1e-12 * largest;
  }
};

TEST_F(ReductionTest, NothingIsDroppedAtZero) {
  for (const ReductionCase& one : tree_examples()) {
    for (const Of of : kAll) {
      const Reducible reducible = one.reducible(of);
      const ReducedEquations reduced = reducible.reduce(largest_threshold(0));
      EXPECT_EQ(reduced.terms, reducible.term_count()) << one.name;
      EXPECT_EQ(reduced.equations.mass, one.equations.mass) << one.name;
      EXPECT_EQ(reduced.equations.bias, one.equations.bias) << one.name;
      EXPECT_EQ(reduced.equations.forces, one.equations.forces) << one.name;
      EXPECT_EQ(reduced.equations.conservative, one.equations.conservative) << one.name;
      for (const double loss : reduced.mass_loss) EXPECT_EQ(loss, 0);
      for (const double loss : reduced.force_loss) EXPECT_EQ(loss, 0);
    }
  }
}

// Of every example, of rows, matrices and energies.
TEST_F(ReductionTest, BoundsHoldAtRandomStates) {
  std::size_t reduced_ones = 0;
  std::vector<std::string> without_bound;
  for (const ReductionCase& one : tree_examples()) {
    const double slack = rounding(one.reducible());
    for (const Of of : kAll) {
      SCOPED_TRACE(one.name + " " + std::to_string(static_cast<int>(of)));
      const Reducible reducible = one.reducible(of);
      ASSERT_TRUE(reducible.missing().empty()) << to_text(reducible.missing()[0]);
      const ReducedEquations reduced = reducible.reduce(largest_threshold(0.1));
      if (reduced.terms == reducible.term_count()) {  // the same equations
        EXPECT_EQ(rows_of(reduced.equations), rows_of(one.equations));
        continue;
      }
      ++reduced_ones;
      const AccelerationBound bound = expect_bounds(reducible, reduced, slack);
      if (!std::isfinite(bound.error[0]) && (without_bound.empty() || without_bound.back() != one.name))
        without_bound.push_back(one.name);
    }
  }
  EXPECT_GE(reduced_ones, 20u);
  EXPECT_EQ(without_bound, std::vector<std::string>{});
}

// Some hundred thousand terms.
TEST_F(ReductionTest, BoundsHoldAtRandomStatesOfALargeExample) {
  const ReductionCase one = large_example("quadruped");
  const Reducible reducible = one.reducible();
  ASSERT_TRUE(reducible.missing().empty());
  const ReducedEquations reduced = reducible.reduce(largest_threshold(0.1));
  EXPECT_LT(reduced.terms, reducible.term_count() / 2);
  expect_bounds(reducible, reduced, rounding(reducible), 1e-4);
}

TEST_F(ReductionTest, NoEntryVanishes) {
  using Kind = Threshold::Kind;
  for (const ReductionCase& one : {puma(), pendulum("sin(q) + cos(3*q)/9 + q'*cos(2*q)", {"q' = -1 .. 1"})})
    for (const Of of : kAll)
      for (const bool whole : {false, true}) {
        const Reducible reducible = one.reducible(of, whole);
        for (const Threshold& threshold : {Threshold{Kind::kLargest, 1, 0}, Threshold{Kind::kLargest, 0.5, 0},
                                           Threshold{Kind::kMean, 0, 0}, Threshold{Kind::kMixed, 1, 0.1}}) {
          const Dropped dropped = find_weak_terms(reducible.forms(), reducible.entries(), threshold);
          for (const HarmonicEntry& entry : reducible.entries()) {
            if (!entry.beside.empty()) continue;  // weighed with others of its row, it may
            const EntryLoss loss = loss_of(entry, dropped, threshold);
            EXPECT_LT(loss.dropped, loss.terms) << one.name << " " << reducible.describe(entry);
          }
        }
      }
}

TEST_F(ReductionTest, NestedAndSpelledOutAreTheSame) {
  std::mt19937_64 random(11);
  const ReductionCase one = puma();
  for (const Of of : kAll) {
    const Reducible reducible = one.reducible(of);
    for (const double mu : {0.0, 0.1}) {
      const ReducedEquations reduced = reducible.reduce(largest_threshold(mu));
      const Equations nested = reducible.nest(reduced), spelled_out = reducible.spell_out(reduced);
      for (int k = 0; k < 5; ++k) {
        const Values values = random_values(rows_of(one.equations), random);
        const NumericEquations expected = numbers(reduced.equations, values);
        expect_same(numbers(nested, values), expected, 1e-12);
        expect_same(numbers(spelled_out, values), expected, 1e-12);
      }
    }
  }
}

TEST_F(ReductionTest, LossesByHand) {
  const ReductionCase one = pendulum("3*sin(q) + sin(2*q)/10 + q'*(cos(q) + cos(3*q)/50)", {"q' = -4 .. 1"});
  const Reducible reducible = one.reducible();
  const ReducedEquations reduced = reducible.reduce(largest_threshold(0.05));
  EXPECT_TRUE(is_zero(reduced.equations.forces[0] - parse("3*sin(q) + q'*cos(q)")));
  EXPECT_NEAR(reduced.force_loss[0], 0.1 + 4.0 / 50, 1e-10);
  EXPECT_EQ(reduced.mass_loss[0], 0);
  EXPECT_EQ(reduced.terms + 2, reducible.term_count());
}

TEST_F(ReductionTest, WholeRowsWeighSpeedsByTheirRange) {
  const ReductionCase one = pendulum("3*sin(q) + q'*cos(q)", {"q' = -0.1 .. 0.1"});
  EXPECT_EQ(one.reducible(Of::kRows, false).reduce(largest_threshold(0.5)).terms, 3u);
  const ReducedEquations reduced = one.reducible(Of::kRows, true).reduce(largest_threshold(0.5));
  EXPECT_TRUE(is_zero(reduced.equations.forces[0] - parse("3*sin(q)")));
  EXPECT_NEAR(reduced.force_loss[0], 0.1, 1e-10);
}

// One turn for what stands in angles alone, unless the user says otherwise.
TEST_F(ReductionTest, BoxOfFreeAngles) {
  const Expr q = parse("q");
  EXPECT_NEAR(pendulum("sin(q)", {}).reducible().box().at(q).high, std::numbers::pi, 1e-12);
  EXPECT_NEAR(pendulum("sin(q/2) + sin(q/3)", {}).reducible().box().at(q).low, -6 * std::numbers::pi, 1e-12);
  EXPECT_EQ(pendulum("sin(q)", {"q = 0 .. 1"}).reducible().box().at(q), (Range{0, 1}));
  EXPECT_EQ(message_of([] { pendulum("sin(q) + q", {}).reducible(); }),
            "terms cannot be weighed: there is no range for q");
}

TEST_F(ReductionTest, BoxOfEulerParameters) {
  const ReductionCase one = reduction_case(machine(R"(
bodies: {top: {mass: 1, center: [0, 0, 1], inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {ball: {type: spherical, sequence: euler_parameters, from: world, to: top, coordinates: [p0, p1, p2, p3]}}
gravity: [0, 0, -10]
)"),
                                           {});
  const Reducible reducible = one.reducible();
  for (const char* name : {"p0", "p1", "p2", "p3"}) EXPECT_EQ(reducible.box().at(parse(name)), (Range{-1, 1}));
}

TEST_F(ReductionTest, MissingRangesAreNamed) {
  const ReductionCase one = pendulum("sin(q) + q'*cos(q)/8 + w(t)", {"q' = -1 .. 1"});
  const Reducible reducible = one.reducible();
  std::vector<std::string> names;
  for (Expr leaf : reducible.missing()) names.push_back(to_text(leaf));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"w(t)"}));
}

TEST_F(ReductionTest, OpenParameters) {
  const ReductionCase one = pendulum("c*sin(q) + d", {});
  EXPECT_EQ(message_of([&] { one.reducible(); }), "parameters without a value: c, d");
}

TEST_F(ReductionTest, EntriesAreDescribed) {
  const Reducible reducible = pendulum("3*sin(q) + q'*cos(q)", {"q' = -1 .. 1"}).reducible();
  std::vector<std::string> names;
  for (const HarmonicEntry& entry : reducible.entries()) names.push_back(reducible.describe(entry));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"M(1, 1)", "tau(1)", "tau(1) at q'"}));
}

// M = 1 + r² + 2 r: by how much it changes with r at the most, seen from its terms.
TEST_F(ReductionTest, InfluenceOfCoordinates) {
  const ReductionCase one = reduction_case(machine(R"(
bodies: {arm: {mass: 1, center: [1, 0, 0]}, load: {mass: 1, center: [0, 1, 0]}}
joints:
  pivot: {type: revolute, axis: z, from: world, to: arm, coordinate: a}
  elbow: {type: revolute, axis: z, from: {body: arm, at: [2, 0, 0]}, to: load, coordinate: b}
)"),
                                           box_of({"a' = -1 .. 1", "b' = -1 .. 1"}));
  const Reducible reducible = one.reducible();
  EXPECT_EQ(reducible.influence(parse("a")), 0);
  EXPECT_NEAR(reducible.influence(parse("b")), 4 + 2, 1e-10);  // M(1, 1) has 4·sin(b), M(2, 1) has 2·sin(b)
}

TEST_F(ReductionTest, LargestTermsOfMComeBackFirst) {
  const Reducible reducible = puma().reducible();
  const Dropped weak = find_weak_terms(reducible.forms(), reducible.entries(), largest_threshold(0.2));
  const auto lost_of_mass = [&](const Dropped& dropped) {
    std::vector<double> sizes;
    for (const HarmonicEntry& entry : reducible.entries())
      for (std::size_t i = 0; i < entry.terms.size(); ++i)
        if (entry.formula < reducible.exact().mass.size() && dropped[entry.formula][entry.terms[i]])
          sizes.push_back(entry.sizes[i]);
    std::sort(sizes.begin(), sizes.end());
    return sizes;
  };
  std::vector<double> before = lost_of_mass(weak);
  const std::vector<double> after = lost_of_mass(reducible.restore(weak, 3));
  ASSERT_GT(before.size(), 3u);
  before.resize(before.size() - 3);
  EXPECT_EQ(after, before);
  EXPECT_TRUE(lost_of_mass(reducible.restore(weak, 100'000)).empty());
  EXPECT_EQ(reducible.reduce(reducible.restore(weak, 3)).terms, reducible.reduce(weak).terms + 3);
}

// M and k of a free body do not depend on its attitude: nine terms, once p0^2 + p1^2 + p2^2 + p3^2 = 1 is used.
TEST_F(ReductionTest, EulerParametersHaveNormOne) {
  const Model model = machine(R"(
name: box
bodies: {box: {mass: 1, inertia: {xx: 1, yy: 2, zz: 2.5}}}
joints: {air: {type: free, sequence: euler_parameters, from: world, to: box, coordinates: [x, y, z, p0, p1, p2, p3]}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  ReductionRequest request;
  for (Expr speed : kinematics.speeds) request.box.emplace(speed, Range{-1, 1});
  const Reducible reducible(model, kinematics, derive_by_kane(model, kinematics), request);
  EXPECT_EQ(reducible.term_count(), 9u);
  EXPECT_TRUE(reducible.missing().empty());
}

}  // namespace
}  // namespace kinemate
