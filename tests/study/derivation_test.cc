#include "study/derivation.h"

#include "expr/graph.h"
#include "formalism/formalisms.h"
#include "study/fixture.h"

namespace kinemate {
namespace {

class DerivationTest : public StudyTest {
 protected:
  static Derivation derive_example(const std::string& name, const DerivationRequest& request) {
    return derive(example(name), request, [](const std::string&) {});
  }
};

// Every formalism, every form: the same equations, by the zero test.
TEST_F(DerivationTest, FormsAndFormalismsAgree) {
  const Model model = example("lagr_pendulum");
  const Derivation kane = derive(model, {.form = Form::kRecursive}, [](const std::string&) {});
  for (const Formalism& formalism : formalisms())
    for (const Form form : {Form::kSimplified, Form::kExpanded, Form::kMultiangle, Form::kFactored}) {
      DerivationRequest request{.formalism = std::string(formalism.name), .sections = {Section::kEquations}};
      request.form = form;
      const Derivation other = derive(model, request, [](const std::string&) {});
      for (std::size_t i = 0; i < kane.equations.mass.size(); ++i)
        EXPECT_TRUE(is_zero(kane.equations.mass[i] - other.equations.mass[i])) << formalism.name << i;
      for (std::size_t i = 0; i < kane.equations.bias.size(); ++i) {
        EXPECT_TRUE(is_zero(kane.equations.bias[i] - other.equations.bias[i])) << formalism.name << i;
        EXPECT_TRUE(is_zero(kane.timed.p[i] - other.timed.p[i])) << formalism.name << i;
        EXPECT_TRUE(is_zero(kane.timed.h[i] - other.timed.h[i])) << formalism.name << i;
      }
    }
}

// The chosen speeds are in every part: the energy in them is constant along the motion they describe.
TEST_F(DerivationTest, SpeedsOfOnesOwnAreEverywhere) {
  const Model model = machine(R"(
gravity: [0, 0, -g]
bodies: {a: {mass: m, center: [0, 0, -l]}, b: {mass: m, center: [0, 0, -l]}}
joints:
  j: {type: revolute, axis: y, from: world, to: a, coordinate: q1}
  k: {type: revolute, axis: y, from: {body: a, at: [0, 0, -l]}, to: b, coordinate: q2}
)");
  const Derivation derivation = derive(
      model, {.sections = {Section::kEquations, Section::kEnergies, Section::kReactions}, .speeds = {"w = q1' + q2'"}},
      [](const std::string&) {});
  EXPECT_EQ(derivation.equations.speeds, (std::vector<Expr>{parse("w"), parse("q2'")}));
  EXPECT_TRUE(is_zero(derivation.rates.rates[0] - parse("w - q2'")));
  // T = ½ uᵀ M u
  Expr energy(0);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      energy += derivation.equations.mass_at(i, j) * derivation.equations.speeds[i] * derivation.equations.speeds[j];
  EXPECT_TRUE(is_zero(energy / Expr(2) - derivation.energies->kinetic));
  const std::vector<Expr> symbols = free_symbols(derivation.reactions[0].load.force.x);
  EXPECT_NE(std::find(symbols.begin(), symbols.end(), parse("w'")), symbols.end());
  EXPECT_EQ(std::find(symbols.begin(), symbols.end(), parse("q1''")), symbols.end());
}

TEST_F(DerivationTest, FurtherCoordinates) {
  const Model model = machine(R"(
coordinates: [x, q]
bodies: {ball: {mass: m}}
gravity: [0, 0, g]
joints: {fall: {type: prismatic, axis: z, from: world, to: ball, coordinate: x}}
loads:
  coil: {type: kinetic, energy: "L(x)*q'^2/2"}
  wire: {type: dissipation, function: R*q'^2/2}
  source: {type: potential, energy: -u(t)*q}
)");
  for (const Formalism& formalism : formalisms()) {
    const Derivation derivation =
        derive(model, {.formalism = std::string(formalism.name), .sections = {Section::kEquations}},
               [](const std::string&) {});
    const Equations& e = derivation.equations;
    ASSERT_EQ(e.speeds, (std::vector<Expr>{parse("x'"), parse("q'")})) << formalism.name;
    EXPECT_TRUE(is_zero(e.mass_at(0, 0) - parse("m")));
    EXPECT_TRUE(is_zero(e.mass_at(1, 0)));
    EXPECT_TRUE(is_zero(e.mass_at(1, 1) - parse("L(x)"))) << formalism.name;
    EXPECT_TRUE(is_zero(e.bias[0] - parse("-L'(x)*q'^2/2"))) << formalism.name;
    EXPECT_TRUE(is_zero(e.bias[1] - parse("L'(x)*x'*q'"))) << formalism.name;
    EXPECT_TRUE(is_zero(derivation.timed.p[0] - parse("-m*g")));
    EXPECT_TRUE(is_zero(derivation.timed.p[1] - parse("R*q'")));
    EXPECT_TRUE(is_zero(derivation.timed.h[1] - parse("u(t)")));
  }
}

// A momentum that holds a state of a load changes with it: d/dt (x' + z) = 0 with z' = -3 z.
TEST_F(DerivationTest, StatesInKineticEnergies) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}}
joints: {j: {type: prismatic, axis: y, from: world, to: a, coordinate: x}}
loads: {s: {type: kinetic, energy: z*x', states: {z: {rate: -3*z, initial: 1}}}}
)");
  for (const Formalism& formalism : formalisms()) {
    const Equations e = formalism.derive(model, compute_kinematics(model));
    EXPECT_TRUE(is_zero(e.bias[0] - parse("-3*z"))) << formalism.name;
    EXPECT_TRUE(is_zero(e.mass[0] - Expr(1))) << formalism.name;
  }
}

// A charge beside a nonholonomic joint concerns nobody.
TEST_F(DerivationTest, KineticTermsBesideNonholonomicJoints) {
  const Model model = machine(R"(
coordinates: [q]
bodies: {p: {mass: 2}}
joints:
  j: {type: custom, from: world, to: p, coordinates: [x, y, z], position: [x, y, z],
      free_directions: [[0, 0, 0, 1, 0, y], [0, 0, 0, 0, 1, 0]], speeds: [v, w]}
loads: {l: {type: kinetic, energy: q'^2/2 + q'^4/10}}
)");
  const Derivation derivation = derive(model, {.speeds = {"i = 2*q'"}}, [](const std::string&) {});
  EXPECT_TRUE(is_zero(derivation.equations.mass_at(0, 0) - parse("(1 + 6*(i/2)^2/5)/4")));
  // x' = v also moves z: x is cyclic in no sense, and no momentum is constant but the energy
  EXPECT_TRUE(std::find(derivation.integrals.cyclic.begin(), derivation.integrals.cyclic.end(), parse("x")) ==
              derivation.integrals.cyclic.end());
  for (const FirstIntegral& integral : derivation.integrals.integrals)
    EXPECT_FALSE(integral.kind == FirstIntegral::Kind::kMomentum && integral.coordinate == parse("x"));
}

TEST_F(DerivationTest, TheLoudspeakerByAllFormalisms) {
  const Model model = example("loudspeaker");
  const Kinematics kinematics = compute_kinematics(model);
  const Equations kane = find_formalism("kane").derive(model, kinematics);
  for (const Formalism& formalism : formalisms()) {
    const Equations other = formalism.derive(model, kinematics);
    for (std::size_t i = 0; i < kane.mass.size(); ++i) EXPECT_TRUE(is_zero(kane.mass[i] - other.mass[i])) << i;
    for (std::size_t i = 0; i < kane.bias.size(); ++i) {
      EXPECT_TRUE(is_zero(kane.bias[i] - other.bias[i])) << formalism.name << i;
      EXPECT_TRUE(is_zero(kane.forces[i] - other.forces[i])) << formalism.name << i;
    }
  }
}

// Coordinates that are more than speeds: Q is of the coordinates, as g is, and does the same work.
TEST_F(DerivationTest, ForcesOnCoordinates) {
  const Model model = machine(R"(
gravity: [1, 2, -9]
bodies: {a: {mass: 2, center: [0.1, 0.2, 0.3], inertia: {xx: 1, yy: 2, zz: 2}}}
joints: {j: {type: spherical, sequence: euler_parameters, from: world, to: a, coordinates: [p0, p1, p2, p3]}}
)");
  DerivationRequest request;
  request.formalism = "metric";
  request.form = Form::kRecursive;
  const Derivation derivation = derive(model, request, [](const std::string&) {});
  ASSERT_EQ(derivation.metric_forces.size(), 4u);
  Expr by_coordinates(0), by_speeds(0);
  for (std::size_t i = 0; i < 4; ++i) by_coordinates += derivation.metric_forces[i] * derivation.rates.rates[i];
  for (std::size_t k = 0; k < 3; ++k) by_speeds += derivation.equations.forces[k] * derivation.equations.speeds[k];
  const Kinematics kinematics = compute_kinematics(model);
  std::mt19937_64 random(4);
  const Values values = random_state(model, kinematics, random);
  EXPECT_NEAR(evaluate(by_coordinates, values), evaluate(by_speeds, values), 1e-12);
}

// What Roberson and Wittenburg's equations leave to the kinetic terms that were added is there.
TEST_F(DerivationTest, MatricesOfTheLoudspeaker) {
  const Model model = example("loudspeaker");
  const RobersonWittenburg parts = compute_roberson_wittenburg(model, compute_kinematics(model));
  EXPECT_TRUE(is_zero(parts.mass[0] - parse("L0/(1 + x/a)")));
  EXPECT_FALSE(is_zero(parts.added[0]));
}

TEST_F(DerivationTest, WhatMovesWithoutInertiaIsNamed) {
  const Derivation derivation = derive(machine(R"(
bodies: {a: {mass: 1}, b: {mass: 0}}
joints:
  j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  k: {type: revolute, axis: z, from: a, to: b, coordinate: q}
)"),
                                       {}, [](const std::string&) {});
  ASSERT_TRUE(derivation.singularity);
  EXPECT_NE(derivation.singularity->message.find("q'"), std::string::npos) << derivation.singularity->message;
}

// What follows is named, so that equations are short; sections of trees alone are refused.
TEST_F(DerivationTest, ClosedLoops) {
  const Derivation derivation = derive_example("four_bar", {});
  EXPECT_EQ(derivation.equations.speeds, std::vector<Expr>{make_symbol("phi", 1)});
  EXPECT_EQ(derivation.redundant.size(), 3u);
  EXPECT_TRUE(derivation.conditions.empty());  // all coordinates have formulas
  const auto has = [&](const char* name) {
    return std::any_of(derivation.steps.begin(), derivation.steps.end(),
                       [&](const RecursionStep& step) { return step.symbol.name() == name; });
  };
  for (const char* name : {"psi", "alpha", "beta", "Ic_psi", "xi_psi"}) EXPECT_TRUE(has(name)) << name;
  DerivationRequest metric;
  metric.sections = {Section::kMetric};
  EXPECT_NE(message_of([&] { derive_example("four_bar", metric); }).find("without closed loops"), std::string::npos);
}

}  // namespace
}  // namespace kinemate
