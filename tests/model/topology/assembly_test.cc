#include "model/topology/assembly.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/topology/random_closed.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

class AssemblyTest : public ModelTest {
 protected:
  // A closed configuration somewhere, by steps along motions from the one that is found first.
  static VectorXd somewhere(const Walker& walker, std::mt19937_64& random) {
    const Assembly start = assemble(walker, initial_placement(walker));
    EXPECT_TRUE(start.closed);
    VectorXd at = start.result.x;
    for (int i = 0; i < 8; ++i) {
      const Walker::Step step = walker.step(at, random);
      if (step.end == Walker::Step::End::kMoved) at = step.to;
    }
    return at;
  }

  // As many coordinates as there are degrees of freedom, or fewer, that can be chosen freely there.
  static std::vector<bool> some_independent(const Walker& walker, const VectorXd& at, std::mt19937_64& random) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < walker.movable().size(); ++i) order.push_back(i);
    std::shuffle(order.begin(), order.end(), random);
    std::vector<bool> chosen(order.size(), false);
    for (std::size_t i : order) {
      chosen[i] = true;
      if (!walker.are_independent(at, chosen)) chosen[i] = false;
    }
    for (std::size_t i : order)
      if (chosen[i] && random() % 4 == 0 && std::count(chosen.begin(), chosen.end(), true) > 1) chosen[i] = false;
    return chosen;
  }

  static Placement given_there(const Walker& walker, const VectorXd& at, const std::vector<bool>& chosen) {
    Placement placement = initial_placement(walker);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!chosen[i]) continue;
      placement.wanted[static_cast<Index>(i)] = at[static_cast<Index>(i)];
      placement.firmness[i] = Firmness::kGiven;
    }
    return placement;
  }

  static std::vector<Model> random_machines(std::mt19937_64& random, int of_each) {
    std::vector<Model> machines;
    const auto add = [&](const std::string& name, const std::string& text) {
      machines.push_back(machine(text));
      machines.back().name = name;
    };
    for (int i = 0; i < of_each; ++i) {
      for (int bars = 3; bars <= 6; ++bars) add(fmt::format("{} bars", bars + 1), random_planar_loops(random, bars, 0));
      add("two loops", random_planar_loops(random, 4, 1));
      add("four loops", random_planar_loops(random, 5, 3));
      add("spatial loop", random_spatial_loop(random, 5 + i % 3));
      add("platform", random_platform(random));
    }
    return machines;
  }
};

// What is given of a closed configuration stays to the last digits, and the loops close, whatever else is known.
TEST_F(AssemblyTest, GivenValuesStay) {
  std::mt19937_64 random(21);
  int tried = 0, stayed = 0;
  for (const Model& model : random_machines(random, 6)) {
    SCOPED_TRACE(model.name);
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    for (int trial = 0; trial < 3; ++trial) {
      const VectorXd at = somewhere(walker, random);
      const std::vector<bool> chosen = some_independent(walker, at, random);
      const Assembly made = assemble(walker, given_there(walker, at, chosen));
      ASSERT_TRUE(made.closed);
      EXPECT_LT(walker.closure().residual(made.result.x).lpNorm<Eigen::Infinity>(), 1e-10);
      double moved = 0;
      for (std::size_t i = 0; i < chosen.size(); ++i)
        if (chosen[i])
          moved = std::max(moved, std::abs(made.result.x[static_cast<Index>(i)] - at[static_cast<Index>(i)]));
      ++tried;
      stayed += moved < 1e-10 ? 1 : 0;
    }
  }
  RecordProperty("stayed", stayed);
  EXPECT_GE(stayed, tried * 99 / 100) << stayed << " of " << tried;
}

// A whole closed configuration is taken as it is, wherever the file's values are.
TEST_F(AssemblyTest, WholeConfigurationsAreTakenAsTheyAre) {
  std::mt19937_64 random(22);
  for (const Model& model : random_machines(random, 3)) {
    SCOPED_TRACE(model.name);
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    const VectorXd at = somewhere(walker, random);
    const Assembly made = assemble(walker, given_there(walker, at, std::vector<bool>(walker.movable().size(), true)));
    ASSERT_TRUE(made.closed);
    EXPECT_LT((made.result.x - at).lpNorm<Eigen::Infinity>(), 1e-10);
  }
}

// Given values that contradict each other move least: not further than to the closed configuration they come from.
TEST_F(AssemblyTest, ContradictingValuesMoveLeast) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<double> off(-0.02, 0.02);
  for (const Model& model : random_machines(random, 3)) {
    SCOPED_TRACE(model.name);
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    const VectorXd at = somewhere(walker, random);
    VectorXd wanted = at;
    for (Index i = 0; i < wanted.size(); ++i) wanted[i] += walker.units()[i] * off(random);
    const Assembly made =
        assemble(walker, given_there(walker, wanted, std::vector<bool>(walker.movable().size(), true)));
    ASSERT_TRUE(made.closed);
    const auto way = [&](const VectorXd& q) { return (q - wanted).cwiseQuotient(walker.units()).norm(); };
    EXPECT_LE(way(made.result.x), way(at) * (1 + 1e-9));
    for (int i = 0; i < 5; ++i) {  // and no configuration beside it is nearer
      VectorXd beside = made.result.x;
      for (Index k = 0; k < beside.size(); ++k) beside[k] += walker.units()[k] * off(random) / 20;
      const NewtonResult closed = walker.close(beside);
      ASSERT_TRUE(walker.is_closed(closed));
      EXPECT_LE(way(made.result.x), way(closed.x) * (1 + 1e-9));
    }
  }
}

// Values that are a little wrong tell how the machine is assembled, though nothing is known of the others.
TEST_F(AssemblyTest, RoughValuesMoveLittle) {
  std::mt19937_64 random(26);
  std::uniform_real_distribution<double> off(-0.01, 0.01);
  int tried = 0, little = 0;
  for (const Model& model : random_machines(random, 5)) {
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    const VectorXd at = somewhere(walker, random);
    std::vector<bool> chosen = some_independent(walker, at, random);
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = chosen[i] || random() % 3 == 0;
    VectorXd wanted = at;
    for (Index i = 0; i < wanted.size(); ++i) wanted[i] += walker.units()[i] * off(random);
    const Assembly made = assemble(walker, given_there(walker, wanted, chosen));
    ASSERT_TRUE(made.closed) << model.name;
    double moved = 0, least = 0;
    for (Index i = 0; i < wanted.size(); ++i) {
      if (!chosen[static_cast<std::size_t>(i)]) continue;
      moved += std::pow((made.result.x[i] - wanted[i]) / walker.units()[i], 2);
      least += std::pow((at[i] - wanted[i]) / walker.units()[i], 2);
    }
    ++tried;
    little += std::sqrt(moved) <= 1.01 * std::sqrt(least) + 1e-9 ? 1 : 0;
  }
  EXPECT_GE(little, tried * 95 / 100) << little << " of " << tried;
}

TEST_F(AssemblyTest, AScissorLiftStands) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, s: {mass: 1}}
joints:
  left: {type: revolute, axis: z, from: world, to: a, coordinate: alpha}
  slide: {type: prismatic, axis: x, from: world, to: s, coordinate: x}
  foot: {type: revolute, axis: z, from: s, to: b, coordinate: beta}
  cross: {type: revolute, axis: z, from: {body: a, at: [0.5, 0, 0]}, to: {body: b, at: [0.5, 0, 0]}, coordinate: c, cut: true}
initial: {alpha: 0.5, beta: 2.6}
)");
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  Placement placement = initial_placement(walker);
  for (Firmness& firmness : placement.firmness)
    if (firmness == Firmness::kInitial) firmness = Firmness::kGiven;
  const Assembly made = assemble(walker, placement);
  ASSERT_TRUE(made.closed);
  for (std::size_t i = 0; i < placement.firmness.size(); ++i)
    if (walker.closure().coordinates()[i] == make_symbol("x")) {
      EXPECT_NEAR(made.result.x[static_cast<Index>(i)], 0.88, 0.03);  // not folded
    }
}

// From nothing at all.
TEST_F(AssemblyTest, MachinesWithoutInitialValuesAreAssembled) {
  std::mt19937_64 random(24);
  int tried = 0, closed = 0;
  for (const Model& model : random_machines(random, 10)) {
    const Tree tree = make_tree(model);
    const Walker walker(model, tree, choose_numbers(model, 0));
    ++tried;
    closed += assemble(walker, initial_placement(walker)).closed ? 1 : 0;
  }
  EXPECT_GE(closed, tried * 99 / 100) << closed << " of " << tried;
}

TEST_F(AssemblyTest, TheSameEveryTime) {
  std::mt19937_64 random(25);
  const Model model = machine(random_planar_loops(random, 5, 3));
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  EXPECT_EQ(assemble(walker, initial_placement(walker)).result.x, assemble(walker, initial_placement(walker)).result.x);
}

// Welds close a loop whole: half a turn away their axes agree, too.
TEST_F(AssemblyTest, LoopsThatAWeldClosesAreNotTurnedOver) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, d: {mass: 1}, e: {mass: 1}, f: {mass: 1}}
joints:
  m1: {type: revolute, axis: z, from: {body: world, at: [-0.15, 0, 0]}, to: a, coordinate: q1}
  f1: {type: revolute, axis: z, from: {body: a, at: [0.6, 0, 0]}, to: b, coordinate: q2}
  g1: {type: revolute, axis: z, from: {body: b, at: [0.5, 0, 0]}, to: c, coordinate: q3}
  m2: {type: revolute, axis: z, from: {body: world, at: [0.15, 0, 0]}, to: d, coordinate: p1}
  f2: {type: revolute, axis: z, from: {body: d, at: [0.4, 0, 0]}, to: e, coordinate: p2}
  g2: {type: revolute, axis: z, from: {body: e, at: [0.5, 0, 0]}, to: f, coordinate: p3}
  weld: {type: fixed, from: {body: f, rotation: [[z, 3]]}, to: c, cut: true}
)");
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  const NewtonResult closed = walker.close(walker.start());
  EXPECT_TRUE(walker.is_closed(closed)) << closed.reason;
}

// Arms that are rounded zeros are no measure of lengths.
TEST_F(AssemblyTest, ErrorsOfMachinesWithoutArmsAreInMetres) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  A: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  B: {type: prismatic, axis: y, from: world, to: b, coordinate: y}
  C: {type: spherical, sequence: xyz, from: {body: a, at: [1e-17, 0, 0.3]}, to: {body: b, at: [0, 2e-17, 0]},
      coordinates: [u, v, w], cut: true}
)");
  Model flat = model;
  flat.joints[2].from.position.z = Expr(0);
  const Tree tree = make_tree(flat);
  const Walker walker(flat, tree, choose_numbers(flat, 0));
  EXPECT_EQ(walker.closure().length(), 1);
  const Walker open(model, tree, choose_numbers(model, 0));
  const Assembly made = assemble(open, initial_placement(open));
  EXPECT_FALSE(made.closed);
  const std::vector<ClosureError> errors = closure_errors(open.closure(), made.result.x);
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_NEAR(errors[0].distance, 0.3, 1e-9);
  EXPECT_EQ(describe(model, errors), "joint C 0.3 m");
}

TEST_F(AssemblyTest, SaysWhichLoopsStayOpenByHowMuch) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}, c: {mass: 1}, s: {mass: 1}}
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1, 0, 0]}, to: {body: world, at: [2.5, 0, 0]}, coordinate: q3, cut: true}
  D: {type: prismatic, axis: x, from: world, to: c, coordinate: x}
  E: {type: fixed, from: {body: world, rotation: [[z, 0.25]]}, to: c, cut: true}
constraints: {gear: {type: holonomic, equation: x^2 + 4 = 0}}
)");
  const Tree tree = make_tree(model);
  const Walker walker(model, tree, choose_numbers(model, 0));
  const Assembly made = assemble(walker, initial_placement(walker));
  ASSERT_FALSE(made.closed);
  const std::vector<ClosureError> errors = closure_errors(walker.closure(), made.result.x);
  ASSERT_EQ(errors.size(), 3u);
  for (const ClosureError& error : errors) {
    if (error.owner.joint == kNone) {
      EXPECT_NEAR(error.residual, 4, 0.1);
    } else if (model.joints[error.owner.joint].name == "C") {
      EXPECT_NEAR(error.distance, 0.5, 0.05);
    } else {
      EXPECT_NEAR(error.angle, 0.25, 0.01);
    }
  }
  const std::string text = describe(model, errors);
  EXPECT_NE(text.find("joint C 0.5"), std::string::npos) << text;
  EXPECT_NE(text.find("constraint gear 4"), std::string::npos) << text;
}

}  // namespace
}  // namespace kinemate
