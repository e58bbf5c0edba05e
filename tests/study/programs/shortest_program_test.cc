#include "study/programs/shortest_program.h"

#include <fmt/format.h>

#include <cmath>

#include "formalism/fixture.h"
#include "model/fixture.h"
#include "model/specialise.h"
#include "model_io/machine_file.h"
#include "program/interpret.h"
#include "program/routine.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class ShortestProgramTest : public ModelTest {};

TEST_F(ShortestProgramTest, PendulumIsASineAndTwoProducts) {
  const Model model = machine(R"(name: pendulum
gravity: [0, 0, -10]
bodies: {rod: {mass: 2, center: [0, 0, -4]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {brake: {type: joint, joint: hinge, effort: -phi'}}
)");
  const Optimized shortest = make_shortest_program(model, {.purpose = Purpose::kForward}, keep_quiet).optimized;
  EXPECT_EQ(shortest.passes[0].pass, "as derived");
  EXPECT_LE(shortest.passes.back().count.total(), 5);
  EXPECT_EQ(shortest.passes.back().count.divisions, 0);
  const std::vector<double> inputs = {0, 0.3, 2};
  EXPECT_NEAR(run_once(Routine(shortest.program, 1, interpret), inputs)[0], -2.5 * std::sin(0.3) - 2.0 / 32, 1e-14);
}

TEST_F(ShortestProgramTest, SimplifiesFirstWhereThatIsShorter) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/flyball_governor/model.yaml").model;
  std::vector<std::string> parameters;
  for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name);
  const ProgramRequest request{.purpose = Purpose::kForward, .parameters = parameters};
  const Optimized shortest = make_shortest_program(model, request, keep_quiet).optimized;
  ASSERT_GT(shortest.passes.size(), 2u);
  EXPECT_EQ(shortest.passes[0].pass, "as derived");
  EXPECT_EQ(shortest.passes[1].pass, "simplified");
  const Optimized derived = optimize(make_machine_program(model, request, keep_quiet));
  EXPECT_LT(1.3 * shortest.passes.back().cost, derived.passes.back().cost);
}

TEST_F(ShortestProgramTest, NeverLongerThanAsDerived) {
  for (const char* name : {"cart_pendulums", "planar_pendulum", "flyball_governor"}) {
    const Model model = read_machine_file(std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml").model;
    std::vector<std::string> parameters;
    for (const Parameter& parameter : model.parameters) parameters.push_back(parameter.name);
    const ProgramRequest request{.purpose = Purpose::kOde, .parameters = parameters};
    const Optimized derived = optimize(make_machine_program(model, request, keep_quiet));
    EXPECT_LE(make_shortest_program(model, request, keep_quiet).optimized.passes.back().cost,
              derived.passes.back().cost);
  }
}

Algorithm by(Recursion recursion) { return {Algorithm::Kind::kRecursion, recursion}; }

// The default against every other algorithm that can do the same.
void expect_unbeaten(const Model& model, Purpose purpose) {
  std::vector<Algorithm> others = {{Algorithm::Kind::kFastest}, {Algorithm::Kind::kEquations}, {Algorithm::Kind::kSubsystems}};
  for (const RecursionName& row : kRecursions) others.push_back(by(row.recursion));
  const Optimized own = make_shortest_program(model, {.purpose = purpose, .algorithm = {Algorithm::Kind::kShortest}}).optimized;
  for (const Algorithm& algorithm : others) {
    try {
      const ShortestProgram other = make_shortest_program(model, {.purpose = purpose, .algorithm = algorithm});
      EXPECT_LE(own.passes.back().cost, other.optimized.passes.back().cost) << other.way;
    } catch (const Error&) {  // it cannot
    }
  }
}

TEST_F(ShortestProgramTest, NoOtherAlgorithmBeatsTheDefault) {
  for (const char* name : {"cart_pendulums", "planar_pendulum", "four_bar", "slider_crank", "rotor",
                           "puma_560", "tumbling_body", "spinning_top", "disc_guided_mass"}) {
    SCOPED_TRACE(name);
    const std::string file = std::string(KINEMATE_SOURCE "/examples/") + name + "/model.yaml";
    Model model = specialise(read_machine_file(file).model, {{}, std::vector<std::string>{}});
    for (Parameter& parameter : model.parameters)
      if (!parameter.value) parameter.value = Expr(Rational(3, 4));
    for (Purpose purpose : {Purpose::kForward, Purpose::kMass, Purpose::kInverse}) expect_unbeaten(model, purpose);
  }
}

TEST_F(ShortestProgramTest, NoOtherAlgorithmBeatsTheDefaultAtRandom) {
  std::mt19937_64 random(13);
  for (int round = 0; round < random_cases(12); ++round) {
    SCOPED_TRACE(round);
    const Model model = random_massive_machine(random, 2);
    try {
      make_shortest_program(model, {.purpose = Purpose::kForward, .algorithm = {Algorithm::Kind::kShortest}});
    } catch (const Error&) {  // it does not move, or something meets no inertia
      continue;
    }
    expect_unbeaten(model, Purpose::kForward);
  }
}

// Links on a chain that hangs on rods: every loop shares bodies with the next.
Model hanging_chain(int links, int rods) {
  const int sag = links / rods;
  std::string bodies = "bodies:\n", joints = "joints:\n", initial = "initial: {";
  for (int i = 1; i <= links; ++i) {
    bodies += fmt::format("  l{}: {{mass: 1, center: [0.5, 0, 0], inertia: {{yy: 1/12, zz: 1/12}}}}\n", i);
    const std::string from = i == 1 ? "world" : fmt::format("{{body: l{}, at: [1, 0, 0]}}", i - 1);
    joints += fmt::format("  j{0}: {{type: revolute, axis: y, from: {1}, to: l{0}, coordinate: q{0}}}\n", i, from);
    const double bend = 0.4;  // down at the first link of a sag, up at its last
    const double slope = (i - 1) % sag == 0 && i > 1 ? -bend * (sag - 1) : i == 1 ? bend * (sag - 1) / 2 : bend;
    initial += fmt::format("q{}: {:.17g}, ", i, i == 1 ? slope : -slope);
  }
  for (int k = 1; k <= rods; ++k) {
    double span = 0;
    for (int i = 0; i < sag; ++i) span += std::cos(0.4 * (i - (sag - 1) / 2.0));
    bodies += fmt::format("  r{}: {{mass: 0.5, center: [0, 0, -0.5], inertia: {{xx: 0.04, yy: 0.04}}}}\n", k);
    joints += fmt::format("  t{0}: {{type: revolute, axis: y, from: {{body: world, at: [{1:.17g}, 0, 1]}}, to: r{0}, coordinate: a{0}}}\n",
                          k, k * span);
    joints += fmt::format("  e{0}: {{type: revolute, axis: y, from: {{body: l{1}, at: [1, 0, 0]}}, to: {{body: r{0}, at: [0, 0, -1]}}, coordinate: b{0}}}\n",
                          k, k * sag);
    initial += fmt::format("a{}: 0, ", k);
  }
  return machine("gravity: [0, 0, -9.81]\n" + bodies + joints + initial + "b1: 0}\n");
}

TEST_F(ShortestProgramTest, LoopsThatShareBodiesGoByTheirLoads) {
  expect_unbeaten(hanging_chain(6, 2), Purpose::kForward);
  const Model model = hanging_chain(12, 4);
  const ShortestProgram own = make_shortest_program(model, {.purpose = Purpose::kForward, .algorithm = {Algorithm::Kind::kShortest}});
  for (Recursion recursion : {Recursion::kArticulated, Recursion::kComposite})
    EXPECT_LE(own.optimized.passes.back().cost,
              make_shortest_program(model, {.purpose = Purpose::kForward, .algorithm = by(recursion)}).optimized.passes.back().cost);
}

// Derivatives of equations are as long as the equations: those of the recursion are the shorter ones of an arm.
TEST_F(ShortestProgramTest, DerivativesOfTheShorterEquations) {
  const Model model = read_machine_file(KINEMATE_SOURCE "/examples/puma_560/model.yaml").model;
  const auto cost_by = [&](const char* formalism, Algorithm::Kind kind) {
    ProgramRequest request{.purpose = Purpose::kJacobian, .formalism = formalism};
    request.algorithm.kind = kind;
    return make_shortest_program(model, request).optimized.passes.back().cost;
  };
  const double own = cost_by("kane", Algorithm::Kind::kShortest);
  EXPECT_LE(own, cost_by("kane", Algorithm::Kind::kEquations));
  EXPECT_LE(own, cost_by("recursion", Algorithm::Kind::kEquations));
}

}  // namespace
}  // namespace kinemate
