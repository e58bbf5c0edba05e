// What is written is read back, flattened and solved as any other list of equations, and compared with Kane's
// equations.
#include "report/elements/modelica_elements.h"
#include "dense.h"

#include <Eigen/LU>

#include "flat/numeric_solve.h"
#include "flat/solve.h"
#include "formalism/fixture.h"
#include "formalism/links/links.h"
#include "formalism/methods/kane.h"
#include "model_io/machine_file.h"
#include "model_io/modelica/modelica.h"

namespace kinemate {
namespace {

class ModelicaElementsTest : public ModelTest {};

Model example_model(const std::string& name) {
  return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
}

FlatSystem read_back(const std::string& text) {
  const FlatReading reading = read_modelica(text, "elements.mo");
  for (const Error& mistake : reading.mistakes) ADD_FAILURE() << render(mistake);
  return reading.system;
}

// q' of the machine is q_dot in Modelica.
Expr modelica_symbol(Expr symbol) {
  static const char* const kSuffixes[] = {"", "_dot", "_ddot"};
  return make_symbol(std::string(symbol.name()) + kSuffixes[symbol.primes()]);
}

// The machine's state as values of what the list takes for known.
Values known_values(const FlatSystem& system, const Values& state) {
  Values values = values_of_known(system);
  std::unordered_map<Expr, double> by_name;
  for (const auto& [symbol, value] : state)
    if (symbol.kind() == Kind::kSymbol && symbol.primes() < 3) by_name.emplace(modelica_symbol(symbol), value);
  by_name.emplace(make_symbol("time"), state.at(make_symbol("t")));
  for (const FlatKnown& known : system.known) {
    const auto found = by_name.find(known.symbol);
    if (found == by_name.end() && !values.contains(known.symbol)) ADD_FAILURE() << to_text(known.symbol);
    if (found != by_name.end()) values[known.symbol] = found->second;
  }
  return values;
}

// Values of all unknowns, by the formulas of solve_flat.
std::unordered_map<Expr, double> solve(const FlatSystem& system, const Values& known) {
  std::unordered_map<Expr, double> by_symbol;
  try {
    const std::vector<double> values = evaluate(solve_flat(system).values, known);
    for (std::size_t i = 0; i < values.size(); ++i) by_symbol[system.unknowns[i].symbol] = values[i];
  } catch (const FlatMistakes& mistakes) {
    for (const Error& error : mistakes.errors) ADD_FAILURE() << render(error);
  }
  return by_symbol;
}

struct Expected {
  Kinematics kinematics;
  Values state;
  Eigen::VectorXd accelerations;
  double tolerance;
};

// By Kane's equations at a state at random; none where some motion meets no inertia.
std::optional<Expected> by_kane(const Model& model, std::mt19937_64& random) {
  Expected expected{compute_kinematics(model), {}, {}, 0};
  const Kinematics& kinematics = expected.kinematics;
  if (kinematics.speeds.empty() || find_obstacle(model, kinematics)) return std::nullopt;
  expected.state = random_state(model, kinematics, random);
  const NumericEquations kane = numbers(derive_by_kane(model, kinematics), expected.state);
  const double condition = 1 / dense::rcond(kane.mass);
  if (condition > 1e6) return std::nullopt;
  expected.accelerations = dense::solve(kane.mass, kane.forces - kane.bias);
  expected.tolerance = (1e-14 * condition + 1e-12) * (largest(expected.accelerations) + 1);
  return expected;
}

void expect_accelerations(const Expected& expected, const std::unordered_map<Expr, double>& found) {
  const std::vector<Expr>& speeds = expected.kinematics.speeds;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const Expr rate = make_symbol(modelica_symbol(speeds[i]).name(), 1);
    ASSERT_TRUE(found.contains(rate)) << to_text(rate);
    EXPECT_NEAR(found.at(rate), expected.accelerations[static_cast<Eigen::Index>(i)], expected.tolerance)
        << to_text(rate);
  }
}

bool expect_kane(const Model& model, std::mt19937_64& random) {
  const std::optional<Expected> expected = by_kane(model, random);
  if (!expected) return false;
  const FlatSystem system = read_back(write_modelica_elements(model));
  expect_accelerations(*expected, solve(system, known_values(system, expected->state)));
  return true;
}

TEST_F(ModelicaElementsTest, AgreeWithKaneOnRandomTrees) {
  std::mt19937_64 random(71);
  int tried = 0;
  for (int round = 0; round < random_cases(30); ++round) {
    SCOPED_TRACE(round);
    tried += expect_kane(random_massive_machine(random, 5), random) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(3 * tried, random_cases(30));
}

TEST_F(ModelicaElementsTest, AgreeWithKaneOnTheExamples) {
  std::mt19937_64 random(72);
  for (const char* name : {"disc_guided_mass", "cart_pendulums", "planar_pendulum", "puma_560", "quadruped"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(expect_kane(example_model(name), random));
  }
}

// A base that moves, a ball joint, a slider and two branches, a state of a load; names that Modelica reserves, or that
// elements use themselves.
const char* const kBranched = R"(name: branched
parameters: {m: 2, end: 0.3, W: 5, c: 7}
inputs: [R11]
gravity: [0, 0, -9.81]
base: {position: [sin(t), 0, t^2], rotation: [[z, t]]}
bodies:
  hub: {mass: m, center: [0, 0, -1/5], inertia: {xx: 1, yy: 2, zz: 3/2, xy: 1/9}}
  arm: {mass: 1, center: [end, 0, 0], inertia: {xx: 1/5, yy: 2/5, zz: 2/5}}
  Machine: {mass: 3, center: [0, 1/7, 0], inertia: {xx: 1/3, yy: 1/4, zz: 1/5}}
joints:
  ball: {type: spherical, sequence: euler_parameters, from: world, to: hub, coordinates: [p0, p1, p2, p3]}
  hinge: {type: revolute, axis: [3, 0, 4], from: {body: hub, at: [end, 0, 0]}, to: arm, coordinate: primary}
  rail: {type: prismatic, axis: y, from: {body: hub, at: [0, 0, 1]}, to: Machine, coordinate: x1}
loads:
  motor: {type: joint, joint: hinge, effort: R11 - W*primary' + z, states: {z: primary - z}}
  spring: {type: spring, between: [{body: arm, at: [1, 0, 0]}, {body: Machine, at: [0, 0, 1]}], stiffness: c, length: 1/2}
initial: {p0: 1, x1: 1/3}
)";

TEST_F(ModelicaElementsTest, NamesThatAreTaken) {
  std::mt19937_64 random(73);
  const Model model = machine(kBranched);
  const std::optional<Expected> expected = by_kane(model, random);
  ASSERT_TRUE(expected);
  const std::string text = write_modelica_elements(model);
  EXPECT_NE(text.find("Real x1(start = 1/3);"), std::string::npos) << text;
  Values state = expected->state;  // interfaces are called primary, so the coordinate cannot be
  state[make_symbol("primary_2")] = state.at(make_symbol("primary"));
  const FlatSystem system = read_back(text);
  const auto found = solve(system, known_values(system, state));
  expect_accelerations(*expected, found);
  EXPECT_NEAR(found.at(make_symbol("z", 1)), state.at(make_symbol("primary")) - state.at(make_symbol("z")), 1e-14);
}

// Two bodies of five, on one that carries them, with others behind each, and a spring that leads out.
const char* const kChain = R"(name: chain
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, center: [1/10, 0, 0], inertia: {xx: 1/10, yy: 1/5, zz: 1/5}}
  b: {mass: 2, center: [0, 1/10, 0], inertia: {xx: 1/3, yy: 1/4, zz: 1/5}}
  c: {mass: 3/2, center: [0, 0, 1/5], inertia: {xx: 1/4, yy: 1/3, zz: 1/7}}
  d: {mass: 1/2, center: [1/5, 0, 0], inertia: {xx: 1/9, yy: 1/8, zz: 1/7}}
  e: {mass: 1, center: [0, 1/7, 0], inertia: {xx: 1/5, yy: 1/9, zz: 1/6}}
joints:
  ja: {type: revolute, axis: y, from: world, to: a, coordinate: qa}
  jb: {type: revolute, axis: x, from: {body: a, at: [1/2, 0, 0]}, to: b, coordinate: qb}
  jc: {type: prismatic, axis: [3, 0, 4], from: b, to: c, coordinate: qc}
  jd: {type: revolute, axis: z, from: {body: c, at: [0, 1/5, 0]}, to: d, coordinate: qd}
  je: {type: revolute, axis: y, from: {body: b, at: [0, 0, -1/3]}, to: e, coordinate: qe}
loads:
  spring: {type: spring, between: [{body: a, at: [0, 0, 1]}, {body: c, at: [1, 0, 0]}], stiffness: 20, length: 1/2}
)";

const char* const kSurrounding = R"(
model Surrounding
  Real qa, qa_dot, qd, qd_dot, qe, qe_dot;
  chain_elements.World world;
  chain_elements.Body_a a(qa = qa, qb = part.qb, qc = part.qc, qa_dot = qa_dot);
  part_elements.Subsystem part;
  chain_elements.Body_d d(qd = qd, qd_dot = qd_dot);
  chain_elements.Body_e e(qe = qe, qe_dot = qe_dot);
equation
  connect(world.secondary, a.primary);
  connect(a.secondary, part.primary);
  connect(part.secondary_b, e.primary);
  connect(part.secondary_c, d.primary);
  der(qa) = qa_dot; der(qa_dot) = a.qa_ddot;
  der(qd) = qd_dot; der(qd_dot) = d.qd_ddot;
  der(qe) = qe_dot; der(qe_dot) = e.qe_ddot;
end Surrounding;
)";

TEST_F(ModelicaElementsTest, ASubsystemInOtherSurroundings) {
  std::mt19937_64 random(74);
  const Model model = machine(kChain);
  Model named = model;
  named.name = "part";
  const std::optional<Expected> expected = by_kane(model, random);
  ASSERT_TRUE(expected);
  const FlatSystem system =
      read_back(write_modelica_elements(model) + write_modelica_elements(named, {"b", "c"}) + kSurrounding);
  Values state = expected->state;
  for (const char* name : {"qb", "qc"}) {
    state[make_symbol("part." + std::string(name))] = state.at(make_symbol(name));
    state[make_symbol("part." + std::string(name), 1)] = state.at(make_symbol(name, 1));
  }
  auto found = solve(system, known_values(system, state));
  for (const char* name : {"qb_dot", "qc_dot"})
    found[make_symbol(name, 1)] = found.at(make_symbol("part." + std::string(name), 1));
  expect_accelerations(*expected, found);
}

// A pendulum without its world, hung on a ceiling that is written by hand; at its end a point mass, likewise.
const char* const kByHand = R"(
model Ceiling
  rod_elements.Interface f;
equation
  f.R11 = 1; f.R12 = 0; f.R13 = 0; f.R21 = 0; f.R22 = 1; f.R23 = 0; f.R31 = 0; f.R32 = 0; f.R33 = 1;
  f.r1 = 0; f.r2 = 0; f.r3 = 0;
  f.y1 = 0; f.y2 = 0; f.y3 = 0; f.y4 = 0; f.y5 = 0; f.y6 = 0;
  f.x1 = 0; f.x2 = 0; f.x3 = 0; f.x4 = 0; f.x5 = 0; f.x6 = 9.81;
end Ceiling;
model Point "at -l of the rod's z axis, which is y of its interface"
  rod_elements.Interface f;
  parameter Real m, l;
equation
  f.M11 = m*l^2; f.M12 = 0; f.M13 = 0; f.M14 = 0; f.M15 = 0; f.M16 = -m*l;
  f.M22 = 0; f.M23 = 0; f.M24 = 0; f.M25 = 0; f.M26 = 0;
  f.M33 = m*l^2; f.M34 = m*l; f.M35 = 0; f.M36 = 0;
  f.M44 = m; f.M45 = 0; f.M46 = 0; f.M55 = m; f.M56 = 0; f.M66 = m;
  f.l1 = 0; f.l2 = 0; f.l3 = 0; f.l4 = 0; f.l5 = -m*l*f.y3^2; f.l6 = 0;
end Point;
model Surrounding
  Ceiling ceiling;
  rod_elements.Subsystem rod;
  Point point(m = 4, l = 3);
equation
  connect(ceiling.f, rod.primary);
  connect(rod.secondary_rod, point.f);
end Surrounding;
)";

TEST_F(ModelicaElementsTest, ASubsystemBetweenElementsThatAreWrittenByHand) {
  const Model model = machine(R"(name: rod
parameters: {m: 2, l: 3}
bodies: {rod: {mass: m, center: [0, 0, -l/2], inertia: {xx: m*l^2/12, yy: m*l^2/12}}, tip: {mass: 1}}
joints:
  hinge: {type: revolute, axis: x, from: world, to: rod, coordinate: phi}
  end: {type: fixed, from: {body: rod, at: [0, 0, -l]}, to: tip}
)");
  const std::string text = write_modelica_elements(model, {"rod"});
  EXPECT_NE(text.find("    Interface primary \"on the world\";\n"), std::string::npos) << text;
  EXPECT_NE(text.find("    Interface secondary_rod \"on body rod, x along [0, 1, 0], y along [0, 0, 1], z along "
                      "[1, 0, 0] of the body\";\n"),
            std::string::npos)
      << text;
  const FlatSystem system = read_back(text + kByHand);
  Values known = values_of_known(system);
  known[make_symbol("rod.phi")] = 0.7;
  known[make_symbol("rod.phi_dot")] = 2;
  const double m = 2, M = 4, l = 3, g = 9.81;
  EXPECT_NEAR(solve(system, known).at(make_symbol("rod.phi_dot", 1)),
              -(m * l / 2 + M * l) * g * std::sin(0.7) / (m * l * l / 3 + M * l * l), 1e-13);
}

TEST_F(ModelicaElementsTest, WhatHasNoElements) {
  struct Case {
    const char* machine;
    std::vector<std::string> bodies;
    const char *message, *hint;
  };
  const char* const two =
      "bodies: {rod: {mass: 1}, bob: {mass: 1}}\njoints:\n"
      "  a: {type: prismatic, axis: x, from: world, to: rod, coordinate: x}\n"
      "  b: {type: prismatic, axis: y, from: world, to: bob, coordinate: y}\n";
  const Case cases[] = {
      {two, {"rodd"}, "there is no body 'rodd'", "did you mean rod?"},
      {two, {"world"}, "there is no body 'world'", ""},
      {two,
       {"rod", "bob"},
       "the bodies rod and bob do not hang together",
       "a subsystem has one joint that leads into it"},
      {"bodies: {rod: {mass: 1}}\njoints:\n  a: {type: prismatic, axis: x, from: world, to: rod, coordinate: x}\n"
       "loads: {wind: {type: force, point: rod, vector: [w(t), 0, 0], axes: world}}\n",
       {},
       "w(t) is an unspecified function, which Modelica has not",
       "say what it is: --set \"w($1) = ...\""},
      {"bodies: {rod: {mass: 0}}\njoints:\n  a: {type: prismatic, axis: x, from: world, to: rod, coordinate: x}\n",
       {"rod"},
       "the motion x' of body rod meets no inertia",
       "give mass or inertia to the body or to those that it carries"},
      {"bodies: {rod: {mass: 1}}\ncoordinates: [y]\njoints:\n"
       "  a: {type: prismatic, axis: x, from: world, to: rod, coordinate: x}\n"
       "loads: {coil: {type: kinetic, energy: y'^2}}\n",
       {},
       "the machine has no elements in connector form: ",
       ""},
  };
  for (const Case& c : cases) {
    try {
      write_modelica_elements(machine(c.machine), c.bodies);
      ADD_FAILURE() << c.message;
    } catch (const Error& error) {
      EXPECT_TRUE(error.message.starts_with(c.message)) << error.message;
      EXPECT_EQ(error.hint, c.hint) << c.message;
    }
  }
  // all of a machine is looked at together, in its words
  EXPECT_THROW(
      write_modelica_elements(machine(
          "bodies: {rod: {mass: 0}}\njoints:\n  a: {type: prismatic, axis: x, from: world, to: rod, coordinate: x}\n")),
      Error);
}

TEST_F(ModelicaElementsTest, TheSameMachineGivesTheSameText) {
  std::string texts[2];
  for (std::string& text : texts) {
    Pool pool;
    const PoolScope scope(pool);
    text = write_modelica_elements(machine(kBranched));
  }
  EXPECT_EQ(texts[0], texts[1]);
}

}  // namespace
}  // namespace kinemate
