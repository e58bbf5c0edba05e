// A machine with values put in against the same file written with these values, and every choice that cannot be.
#include "model/specialise.h"

#include <gtest/gtest.h>

#include <regex>

#include "model/fixture.h"
#include "model/formulas.h"
#include "model_io/write.h"

namespace kinemate {
namespace {

class SpecialiseTest : public ModelTest {
 protected:
  // Formulas of every kind, with symbols of a letter and a number.
  static constexpr const char* kAll = R"(
parameters: {P: p1, Q: P + 1}
gravity: [g1, g2, g3]
base: {position: [b1, b2, b3], rotation: [[z, b4]]}
bodies: {a: {mass: a1, center: [a2, a3, a4], inertia: {xx: a5, yy: a6, zz: a7, xy: a8, xz: a9, yz: a10}}, b: {mass: 1}, c: {mass: 1}}
frames: {f: {body: a, at: [f1, f2, f3], rotation: [[cos(f4), -sin(f4), 0], [sin(f4), cos(f4), 0], [0, 0, 1]]}}
joints:
  j: {type: screw, axis: [0, 0, 1], pitch: j1, from: {body: world, at: [j2, 0, 0], rotation: [[x, j3]]}, to: {body: a, at: [0, j4, 0]}, coordinate: q}
  k: {type: custom, from: a, to: b, coordinates: [x], position: [x + k2, 0, 0], free_directions: [[0, 0, 0, k3, 0, 0]], drift: [0, 0, 0, k4, 0, 0]}
  m: {type: custom, from: world, to: b, coordinates: [y], position: [0, y, 0], rotation: [[x, k5*t]], locked_directions: [[m1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 1]], locked_rates: [m1*k5, 0, 0, 0, 0]}
  d: {type: revolute, axis: x, from: a, to: c, coordinate: e, drive: d1*t}
loads:
  l1: {type: force, point: f, vector: [l1, l2, l3]}
  l2: {type: joint, joint: j, effort: l4, states: {z: l5}}
  l3: {type: spring, between: [f, {body: world, at: [l6, 0, 0]}], stiffness: l7, length: l8}
  l4: {type: torsion, joint: j, stiffness: l9, angle: l10, damping: l11}
  l5: {type: line, between: [f, world], distance: D, force: l12*D}
  l6: {type: potential, energy: l13*q}
  l7: {type: dissipation, function: l14*q'^2}
  l8: {type: kinetic, energy: l15*q'^2}
  l9: {type: friction, joint: j, coefficient: l16, radius: l17, speed: l18}
  l10: {type: friction, coordinate: x, force: l19}
  l11: {type: bushing, between: [f, world], stiffness: [l20, l21, l22], damping: l23, torsional_stiffness: l24, torsional_damping: [0, 0, l25]}
constraints:
  c1: {type: holonomic, equation: c1*q}
  c2: {type: rolling_disc, point: {body: a, at: [c2, 0, 0]}, axis: [0, 0, 1], radius: c3, plane: {body: world, at: [c4, 0, 0]}}
  c3: {type: nonholonomic, equation: c5*q'}
independent: [x]
initial: {q: i1, z: i2}
outputs: {o: o1, r: {quantity: position, point: {body: a, at: [o2, 0, 0]}}}
when:
  e1: {condition: w1*q, direction: rising, impact: w2/99, set: {P: w3}}
  e2: {condition: q' - w4, direction: falling, stop: true}
  e3: {at: [w5, w6], stop: true}
  e4: {condition: q - w7, direction: rising, contact: w8/99}
)";

  static Model small() {
    return machine(R"(
parameters: {m: 2, l: 0.5, J: m*l^2, k: , zero: 0}
inputs: [u]
bodies: {rod: {mass: m, inertia: {xx: J, yy: J}}}
joints: {hinge: {type: revolute, axis: x, from: world, to: {body: rod, at: [0, 0, l]}, coordinate: phi}}
loads:
  motor: {type: joint, joint: hinge, effort: "u + k*w(t) - d*phi'/m + v(t, phi) + i", states: {i: u - i}}
  rope: {type: line, between: [world, {body: rod, at: [0, 1, 0]}], distance: D, force: c/l*D}
initial: {phi: l}
)");
  }

  static Model small_with(std::vector<std::string> set) { return specialise(small(), {std::move(set), std::nullopt}); }

  // message | hint
  static std::string refusal(const ParameterChoice& choice, const Model& model = small()) {
    try {
      specialise(model, choice);
      return "";
    } catch (const Error& error) {
      return error.message + " | " + error.hint;
    }
  }
  static std::string refusal_of(const char* set) { return refusal({{set}, std::nullopt}); }

  static std::string names_of(const Model& model) {
    std::string text;
    for (const Parameter& p : model.parameters) text += p.name + (p.value ? "=" + to_text(*p.value) : "") + " ";
    return text;
  }
};

TEST_F(SpecialiseTest, EveryFormulaIsReplaced) {
  // the same machine from a file in which numbers stand in the place of the names
  const Model model = machine(kAll);
  ParameterChoice choice;
  std::string text = kAll;
  int number = 0;
  for (const std::string& name : undeclared_parameters(model)) {
    const bool moment = name == "a5" || name == "a6" || name == "a7";
    const bool product = name == "a8" || name == "a9" || name == "a10";
    const std::string value = moment ? "7" : product ? "1/3" : std::to_string(++number + 10) + "/7";
    choice.set.push_back(name + " = " + value);
    text = std::regex_replace(text, std::regex("([^A-Za-z0-9_])" + name + "(?![A-Za-z0-9_:])"), "$01" + value);
  }
  EXPECT_GT(choice.set.size(), 50u);
  const Model result = specialise(model, choice);
  EXPECT_EQ(write_model(result), write_model(machine(text)));
  EXPECT_TRUE(undeclared_parameters(result).empty());
  EXPECT_EQ(undeclared_parameters(model).size(), choice.set.size()) << "the model itself stays as it is";
}

TEST_F(SpecialiseTest, NothingChosenChangesNothing) {
  EXPECT_EQ(write_model(specialise(small(), {})), write_model(small()));
}

TEST_F(SpecialiseTest, SetParametersVanish) {
  const Model model = small_with({"m = 3*l", "d = 0", "c = 2*e"});
  EXPECT_EQ(names_of(model), "l=1/2 J=3*l^3 k zero=0 ");
  EXPECT_EQ(model.bodies[1].mass, parse("3*l"));
  EXPECT_TRUE(is_zero(model.loads[0].efforts[0] - parse("u + k*w(t) + v(t, phi) + i")));
  EXPECT_TRUE(is_zero(model.loads[1].formula - parse("2*e*D/l")));
  EXPECT_TRUE(is_zero(parameter_values(model).at(parse("J")) - parse("3/8")));
}

TEST_F(SpecialiseTest, RightSidesMayHoldWhatIsSetElsewhere) {
  const Model model = small_with({"k = 2*m", "m = l + 1", "d = w(k)", "w(x) = x*m"});
  EXPECT_TRUE(is_zero(model.bodies[1].mass - parse("l + 1")));
  // w(2*m) = 2*m^2 with m = l + 1
  EXPECT_TRUE(
      is_zero(model.loads[0].efforts[0] - parse("u + 2*(l + 1)*t*(l + 1) - 2*(l + 1)^2*phi'/(l + 1) + v(t, phi) + i")));
}

TEST_F(SpecialiseTest, InputsAndFunctionsOfTime) {
  const Model model = small_with({"u = k*sin(t)", "w(t) = t^2", "v($1, $2) = $2 - $1"});
  EXPECT_TRUE(model.inputs.empty());
  EXPECT_TRUE(is_zero(model.loads[0].efforts[0] - parse("k*sin(t) + k*t^2 - d*phi'/m + phi - t + i")));
  EXPECT_EQ(model.loads[0].states[0].rate, parse("k*sin(t) - i"));
}

TEST_F(SpecialiseTest, AxesOfJointsAndTurns) {
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: revolute, axis: [a, b, 0], from: {body: world, rotation: [[[0, a, b], 1]]}, to: b, coordinate: q}}
)");
  const Model result = specialise(model, {{"a = 0", "b = 2"}, std::nullopt});
  EXPECT_EQ(result.joints[0].axes[0], unit<Expr>(1));
  EXPECT_EQ(result.joints[0].from.rotation.sequence[0].axis, unit<Expr>(2));
  EXPECT_EQ(refusal({{"a = 0", "b = 0"}, std::nullopt}, model).substr(0, 44),
            "--set a = 0, b = 0: joint j, from: division ");
}

TEST_F(SpecialiseTest, KeptParametersStayAndOthersFollowThem) {
  Model model = specialise(small(), {{}, std::vector<std::string>{"m"}});
  EXPECT_EQ(names_of(model), "m=2 k ");
  EXPECT_TRUE(is_zero(model.bodies[1].inertia.xx - parse("m/4")));  // J = m*l^2 follows m
  EXPECT_EQ(model.initial[0].value, parse("1/2"));
  model = specialise(small(), {{}, std::vector<std::string>{}});
  EXPECT_EQ(names_of(model), "k ");
  EXPECT_EQ(model.bodies[1].inertia.xx, parse("1/2"));
  model = specialise(small(), {{}, std::vector<std::string>{"J", "k", "d"}});
  EXPECT_EQ(names_of(model), "J=1/2 k ");
  EXPECT_EQ(model.bodies[1].inertia.xx, parse("J"));
}

TEST_F(SpecialiseTest, SetComesBeforeKeep) {
  const Model model = specialise(small(), {{"l = 3*k"}, std::vector<std::string>{"J"}});
  EXPECT_EQ(names_of(model), "J=18*k^2 k ");
  EXPECT_TRUE(is_zero(model.initial[0].value - parse("3*k")));
}

// What events set is no constant: it stays a symbol, and what is chosen is its value at the start.
TEST_F(SpecialiseTest, ParametersThatEventsSetStay) {
  const Model model = machine(R"(
parameters: {m: 2, k: 100, k2: 2*k, F: k2 + m}
bodies: {a: {mass: m}}
joints: {j: {type: prismatic, axis: z, from: world, to: a, coordinate: z}}
loads: {l: {type: joint, joint: j, effort: F - k2*z + d}}
when:
  switch: {at: m, set: {k: k*m, d: 3*k2}}
  limit: {condition: z - m, stop: true}
)");
  const Model folded = specialise(model, {{}, std::vector<std::string>{}});
  EXPECT_EQ(names_of(folded), "k=100 ");
  EXPECT_TRUE(is_zero(folded.loads[0].efforts[0] - parse("2*k + 2 - 2*k*z + d")));
  EXPECT_EQ(folded.events[0].times[0], Expr(2));
  EXPECT_EQ(folded.events[0].set[0].second, parse("2*k"));
  EXPECT_EQ(folded.events[0].set[1].second, parse("6*k"));
  EXPECT_EQ(folded.events[1].condition, parse("z - 2"));
  const Model set = specialise(model, {{"k = 3*m", "d = 7", "F = 5*k"}, std::vector<std::string>{}});
  EXPECT_EQ(names_of(set), "k=6 d=7 ");
  EXPECT_TRUE(is_zero(set.loads[0].efforts[0] - parse("5*k - 2*k*z + d")));
  EXPECT_EQ(names_of(specialise(model, {{"k = 1"}, std::nullopt})), "m=2 k=1 k2=2*k F=k2 + m ");
  EXPECT_EQ(refusal({{"k = 3*m", "m = 5*k"}, std::nullopt}, model),
            "parameter k: the values of parameters run in a circle: k, k2, F | the model file is right; this comes "
            "from --set "
            "k = 3*m, m = 5*k");
}

TEST_F(SpecialiseTest, WhatMovesIsNotSet) {
  EXPECT_EQ(refusal_of("phi = 0"),
            "--set phi = 0: phi is a coordinate: it changes while the machine moves | to hold a coordinate, give it a "
            "drive in the model file");
  EXPECT_EQ(refusal_of("phi' = 0"),
            "--set phi' = 0: phi' is the rate of a coordinate: it changes while the machine moves | to hold a "
            "coordinate, give it a drive in the model file");
  EXPECT_EQ(refusal_of("i = 0"), "--set i = 0: i is a state of a load: it changes while the machine moves | ");
  EXPECT_EQ(refusal_of("t = 0"), "--set t = 0: t is the time: it changes while the machine moves | ");
  EXPECT_EQ(refusal_of("D = 1"), "--set D = 1: D is the distance of load rope: it changes while the machine moves | ");
  EXPECT_EQ(refusal({{"s1_j = 0"}, std::nullopt}, machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: custom, from: world, to: b, coordinates: [x], position: [x, 0, 0], free_directions: [[0, 0, 0, 1, 0, 0]]}}
)")),
            "--set s1_j = 0: s1_j is a speed: it changes while the machine moves | ");
}

TEST_F(SpecialiseTest, UnknownNamesAreRefused) {
  EXPECT_EQ(refusal_of("zerro = 1"),
            "--set zerro = 1: the machine has no parameter, input or function zerro | did you mean zero?");
  EXPECT_EQ(refusal_of("mass = 1"),
            "--set mass = 1: the machine has no parameter, input or function mass | there are: J, c, d, k, l, m, u, v, "
            "w, zero");
  EXPECT_EQ(refusal_of("w = 1"), "--set w = 1: w is a function | write w(t) = formula");
  EXPECT_EQ(refusal_of("m(t) = 1"), "--set m(t) = 1: m is no function | write m = formula");
  EXPECT_EQ(refusal_of("force(t) = 1"),
            "--set force(t) = 1: the machine has no function force | there are: J, c, d, k, l, m, u, v, w, zero");
  EXPECT_EQ(refusal_of("m' = 1"), "--set m' = 1: m has no derivative | write m = formula");
  EXPECT_EQ(refusal_of("w(t, x) = 1"),
            "--set w(t, x) = 1: load motor, effort: w is given with 2 arguments, but stands in the formula with 1 | ");
}

TEST_F(SpecialiseTest, RightSidesAreChecked) {
  EXPECT_EQ(refusal_of("m = 2*phi"),
            "--set m = 2*phi: phi is a coordinate | m is a parameter: only parameters may stand on its right side");
  EXPECT_EQ(refusal_of("m = t"),
            "--set m = t: t is the time | m is a parameter: only parameters may stand on its right side");
  EXPECT_EQ(refusal_of("w(t) = phi'"),
            "--set w(t) = phi': phi' is the rate of a coordinate | only parameters and the time t may stand on the "
            "right");
  EXPECT_EQ(refusal_of("m = u"),
            "--set m = u: u is an input | m is a parameter: only parameters may stand on its "
            "right side");
  EXPECT_EQ(refusal_of("u = i"),
            "--set u = i: i is a state of a load | only parameters and the time t may stand on "
            "the right");
  EXPECT_EQ(refusal_of("w($1) = $2"),
            "--set w($1) = $2: $2 is an argument that is not on the left | only parameters "
            "and the time t may stand on the right");
  EXPECT_EQ(refusal_of("m = l'").substr(0, 31), "--set m = l': l' is a derivativ");
  EXPECT_EQ(refusal_of("u = t"), "");
  EXPECT_EQ(refusal_of("u = w(2*t)"), "");
}

TEST_F(SpecialiseTest, NoAssignmentIsRefusedWithItsPlace) {
  EXPECT_EQ(refusal_of("m"), "--set m: no assignment | write name=formula");
  try {
    small_with({"m = 2*(l"});
    FAIL();
  } catch (const Error& error) {
    ASSERT_TRUE(error.place.has_value());
    EXPECT_EQ(error.place->source, "--set");
    EXPECT_EQ(error.place->column, 9);
  }
}

TEST_F(SpecialiseTest, TwiceAndInACircle) {
  EXPECT_EQ(refusal({{"m = 1", "m = 2"}, std::nullopt}), "--set m = 2: m is set twice | ");
  EXPECT_EQ(refusal({{"m = 2*l", "k = 1", "l = m"}, std::nullopt}),
            "--set runs in a circle: m, l | one of them must be given by something that is not set");
  EXPECT_EQ(refusal({{"m = m + 1"}, std::nullopt}).substr(0, 26), "--set runs in a circle: m ");
  EXPECT_EQ(refusal({{"w(t) = v(t, t)", "v(x, y) = w(x)"}, std::nullopt}).substr(0, 28),
            "--set runs in a circle: w, v");
  // through the value that the file gives: J = m*l^2
  const std::string circle =
      "the values of parameters run in a circle: J | the model file is right; this comes from --set m = J";
  EXPECT_EQ(refusal({{"m = J"}, std::nullopt}), "parameter J: " + circle);
  EXPECT_EQ(refusal({{"m = J"}, std::vector<std::string>{}}), circle);
}

TEST_F(SpecialiseTest, DivisionByZeroNamesTheAssignment) {
  EXPECT_EQ(refusal({{"c = 1", "m = 0"}, std::nullopt}), "--set m = 0: load motor, effort: division by zero | ");
  EXPECT_EQ(refusal({{"c = 1/d", "d = 0"}, std::nullopt}), "--set c = 1/d: division by zero | ");
}

TEST_F(SpecialiseTest, MistakesOfTheResult) {
  EXPECT_EQ(refusal_of("m = -1"),
            "body rod, mass: the mass of body rod is -1: negative | the model file is right; this comes from --set m = "
            "-1");
  // mistakes that the model has already are not the choice's
  Model heavy = small();
  heavy.bodies[1].inertia.yy = Expr(-1);
  EXPECT_EQ(refusal({{"k = 1"}, std::nullopt}, heavy), "");
}

TEST_F(SpecialiseTest, SpringsMayBeSetToZero) {
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: revolute, axis: x, from: world, to: b, coordinate: q}}
loads: {s: {type: torsion, joint: j, stiffness: k}}
)");
  EXPECT_TRUE(specialise(model, {{"k = 0"}, std::nullopt}).loads[0].stiffness.is_zero());
}

TEST_F(SpecialiseTest, KeepNamesParameters) {
  EXPECT_EQ(refusal({{}, std::vector<std::string>{"zeero"}}),
            "--keep: the machine has no parameter zeero | did you mean zero?");
  EXPECT_EQ(refusal({{}, std::vector<std::string>{"phi"}}),
            "--keep: the machine has no parameter phi | there are: J, c, d, k, l, m, zero");
  EXPECT_EQ(refusal({{"m = 1"}, std::vector<std::string>{"m"}}), "--keep: m cannot stay, it is set by --set m = 1 | ");
}

}  // namespace
}  // namespace kinemate
