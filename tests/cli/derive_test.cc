#include <nlohmann/json.hpp>

#include "cli/command.h"

namespace kinemate {
namespace {

const char* const kDerivePendulum = R"(name: pendulum
parameters: {g: 9.81, m: 2, l: 0.5, k: }
gravity: [0, 0, -g]
bodies: {rod: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: rod, coordinate: phi}}
loads: {spring: {type: torsion, joint: hinge, stiffness: k}, wind: {type: joint, joint: hinge, effort: w(t)}}
)";

std::string example(const std::string& name) { return KINEMATE_SOURCE "/examples/" + name + "/model.yaml"; }

TEST(DeriveVerb, PrintsEquations) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  const Outcome outcome = run("derive " + path + " --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("  M(1,1) = l^2*m\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  p(1) = k*phi + g*l*m*sin(phi)\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("  h(1) = w(t)\n"), std::string::npos) << outcome.out;
}

TEST(DeriveVerb, SaysWhatItDoes) {
  const Outcome outcome = run("derive " + file_with("pendulum.yaml", kDerivePendulum));
  EXPECT_NE(outcome.out.find("Kane's equations in 1 speed ..."), std::string::npos) << outcome.out;
}

TEST(DeriveVerb, SetAndKeep) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  EXPECT_NE(run("derive " + path + " --quiet --set k=0 --set 'w(t)=0'").out.find("  p(1) = g*l*m*sin(phi)\n"),
            std::string::npos);
  EXPECT_NE(run("derive " + path + " --quiet --keep g").out.find("  p(1) = g*sin(phi) + k*phi\n"), std::string::npos);
  EXPECT_NE(run("derive " + path + " --quiet --keep none").out.find("  p(1) = 9.81*sin(phi) + k*phi\n"),
            std::string::npos);
}

TEST(DeriveVerb, AllFormalismsAndForms) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  for (const char* by : {"kane", "lagrange", "jacobian", "newton-euler", "dalembert", "joint-loads"}) {
    const Outcome outcome = run("derive " + path + " --quiet --show equations --by " + std::string(by));
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("M(1,1) = l^2*m\n"), std::string::npos) << outcome.out;
  }
  EXPECT_NE(run("derive " + path + " --quiet --by metric").out.find("g(1,1) = l^2*m\n"), std::string::npos);
  EXPECT_NE(run("derive " + path + " --quiet --by roberson-wittenburg").out.find("R4(1) y = -l^2*m\n"),
            std::string::npos);
  for (const char* form : {"simplified", "expanded", "multiangle", "factored", "recursive"})
    EXPECT_EQ(run("derive " + path + " --show all --form " + std::string(form)).code, 0) << form;
}

TEST(DeriveVerb, ReferencePoints) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  const std::string center = run("derive " + path + " --quiet --by newton-euler --about center").out;
  EXPECT_NE(center.find("moments about [0, 0, -l] in axes of the body"), std::string::npos) << center;
  const std::string tip = run("derive " + path + " --quiet --by newton-euler --about rod:0,0,-2*l").out;
  EXPECT_NE(tip.find("moments about [0, 0, -2*l] in axes of the body"), std::string::npos) << tip;
  EXPECT_NE(tip.find("M(1,1) = l^2*m\n"), std::string::npos) << tip;
}

TEST(DeriveVerb, Speeds) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  const std::string text = run("derive " + path + " --quiet --speeds \"u = l*phi'\"").out;
  EXPECT_NE(text.find("  phi' = u/l\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  M(1,1) = m\n"), std::string::npos) << text;
}

TEST(DeriveVerb, JsonLatexAndFiles) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum),
                    to = testing::TempDir() + "kinemate_derived.json";
  const Outcome outcome = run("derive " + path + " --quiet --json");
  ASSERT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["mass"][0][0], "l^2*m");
  EXPECT_EQ(run("derive " + path + " --quiet --json -o " + to).out, "");
  std::ifstream file(to);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), outcome.out);
  EXPECT_NE(run("derive " + path + " --quiet --format latex").out.find("\\end{document}"), std::string::npos);
}

// SymPy reads the formulas and gets the same equations by its own derivation.
TEST(DeriveVerb, SymPyAgrees) {
  const std::string source = KINEMATE_SOURCE, to = testing::TempDir() + "kinemate_for_sympy.json";
  const std::string generated = testing::TempDir() + "kinemate_generated.yaml";
  auto shell = [](const std::string& line) { return std::system(line.c_str()); };
  for (const auto& [machine, arguments] : {std::pair{"cart/2", "cart 2"}, {"keppler/2", "keppler 2"}, {"cardan", ""}}) {
    std::string model = source + "/bench/machines/" + machine + ".yaml";
    if (*arguments != '\0') {
      ASSERT_EQ(shell(source + "/bench/machines/generate " + arguments + " > " + generated), 0);
      model = generated;
    }
    ASSERT_EQ(run("derive " + model + " --show all --json --quiet -o " + to).code, 0);
    EXPECT_EQ(shell("/usr/bin/python3 -B " + source + "/tests/cli/equations_sympy.py " + to + " " + machine), 0)
        << machine;
  }
}

std::string deck(const std::string& name) { return KINEMATE_SOURCE "/examples/" + name + ".lagr"; }

TEST(DeriveVerb, SpecialCases) {
  const std::string path = example("lagr_pendulum"), show = " --by metric --show metric --quiet";
  const Outcome all = run("derive " + path + show + " --cases");
  EXPECT_EQ(all.code, 0) << all.out;
  EXPECT_NE(all.out.find("  g(3,3) = m3\n    b: 0\n"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("note: case b: the mass matrix is singular"), std::string::npos) << all.out;
  const Outcome own = run("derive " + path + show + " --case 'light of inertia: m2 = 0, m3 = 0' --case a --apart");
  EXPECT_EQ(own.code, 0) << own.out;
  EXPECT_NE(own.out.find("\ncase light, of the inertia: m2 = 0, m3 = 0\n"), std::string::npos) << own.out;
  EXPECT_NE(own.out.find("\ncase a: c10 = 0, fu(t) = 0 (without spring 1)\n"), std::string::npos) << own.out;
  EXPECT_EQ(nlohmann::json::parse(run("derive " + path + " --cases --json 2>/dev/null").out)["cases"].size(), 2u);
  expect_error("derive " + path + " --case c", 2, "there are: a, b");
  expect_error("derive " + path + " --case a --cases", 2, "a stands there twice");
  expect_error("derive " + path + " --case 'x: mm = 1'", 2, "case x: mm = 1: the machine has no parameter");
  expect_error("derive " + example("puma_560") + " --cases", 2, "the machine has no cases");
}

// The worked example of Habelt 1978, section 6.2: general results, then the specifications, one after another.
TEST(DeriveVerb, Decks) {
  const Outcome outcome = run("derive " + deck("lagr_pendulum/model") + " --quiet --echo");
  EXPECT_EQ(outcome.code, 0);
  std::size_t at = 0;
  for (const char* part :
       {"input\n  * The pendulum of Habelt 1978", "  'FU.(Q(0))' '0' '0'\n", "Lagrange's equations by the metric\n",
        "  g(0,0) = FU'(t)^2*(M1 + M2 + M3)\n", "  Q(1) = C_1_0*(LA0_1_0*sign(XF_1_0_1 + q1) - XF_1_0_1 - q1)\n",
        "case inertia1, of the inertia: M1 = 0, TH_3_1_1 = 0", "  g(1,1) = M2 + M3\n", "case inertia3",
        "  g(1,1) = M2\n", "case forces2, of the forces: ", "  Q(2) = -GE*M2*R*sin(q2)\n"}) {
    at = outcome.out.find(part, at);
    ASSERT_NE(at, std::string::npos) << part << "\n" << outcome.out;
  }
  EXPECT_EQ(outcome.out.find("Q(1)", at), std::string::npos);  // zeros are not printed
  const Outcome two = run("derive " + deck("lagr_decks/two_systems") + " --quiet");
  EXPECT_NE(two.out.find("two_systems_2: "), std::string::npos) << two.out;
  EXPECT_EQ(run("derive " + deck("lagr_decks/two_systems") + " --quiet --system 2").out.find("two_systems_1"),
            std::string::npos);
  expect_error("derive " + deck("lagr_decks/two_systems") + " --system 3", 2, "the deck has 2 systems");
  expect_error("derive " + deck("lagr_decks/two_systems") + " --json", 2, "choose one with --system 1");
  expect_error("check " + deck("lagr_decks/two_systems"), 2, "the deck has 2 systems");
  expect_error("derive " + example("puma_560") + " --system 1", 2, "--system is for decks");
}

TEST(DeriveVerb, WrongDecks) {
  const std::string head = "1\n1 1 '1'B\n'1' '0' '0' '0' '1' '0' '0' '0' '1'\n'0' '0' '0'\n";
  const auto wrong = [&](const std::string& text, const std::string& part) {
    const std::string path = file_with("wrong.lagr", text);
    expect_error("derive " + path, 1, part);
    expect_error("derive " + path, 1, "wrong.lagr:");
  };
  wrong("1\n1 1 '1'B\n'1' '0'", "entry");                                              // early end
  wrong("1\n1 1 '1'B\n'1' '0' '0", "apostrophe");                                      // never closed
  wrong("1\n1 1 '2'B\n", "'2'B");                                                      // bad bit string
  wrong(head + "1\n", "body");                                                         // K >= L
  wrong(head + "0 '1' '0' '0' '0' '1' '0' '0' '0' '1' 'SINN(Q(1))' '0' '0'", "SINN");  // unknown name
  wrong(head + "0 '1' '0' '0' '0' '1' '0' '0' '0' '1' 'RHO*Q(1)' '0' '0'", "RHO");     // reserved
  wrong("x\n", "");
}

TEST(DeriveVerb, ClassesOfForces) {
  const Outcome outcome = run("derive " + example("lagr_pendulum") + " --show forces --quiet");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  for (const char* part :
       {"there is a potential", "there is a dissipation function", "  D = k23*(q3^2*q2'^2 + q3'^2)/2\n",
        "conservative forces: -dV/dq\n  Q(1) = ", "dissipative forces: -dD/dq'\n  Q(2) = -k23*q3^2*q2'\n"})
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  const std::string follower = file_with("follower.yaml", R"(
bodies: {a: {mass: 1}, b: {mass: 1, center: [1, 0, 0]}}
joints:
  j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  k: {type: revolute, axis: z, from: a, to: b, coordinate: q}
loads: {jet: {type: force, point: {body: b, at: [1, 0, 0]}, vector: [0, F, 0], axes: body}}
)");
  const Outcome none = run("derive " + follower + " --show forces --quiet");
  EXPECT_NE(none.out.find("there is no potential"), std::string::npos) << none.out;
  EXPECT_NE(none.out.find("circulatory forces"), std::string::npos) << none.out;
  EXPECT_TRUE(nlohmann::json::parse(run("derive " + follower + " --show forces --json --quiet").out)
                  .contains("forces_by_class"));
}

TEST(DeriveVerb, WrongArguments) {
  const std::string path = file_with("pendulum.yaml", kDerivePendulum);
  expect_error("derive " + path + " --by lagrang", 2, "did you mean lagrange?");
  expect_error("derive " + path + " --form short", 2, "short");
  expect_error("derive " + path + " --show everything", 2, "everything");
  expect_error("derive " + path + " --set kk=0", 2, "--set kk");
  expect_error("derive " + path + " --set phi=0", 2, "phi is a coordinate");
  expect_error("derive " + path + " --set k", 2, "--set k: no assignment");
  expect_error("derive " + path + " --set k=1/0", 2, "zero");
  expect_error("derive " + path + " --set m=-1", 2, "negative");
  expect_error("derive " + path + " --keep x", 2, "--keep");
  expect_error("derive " + path + " --speeds 'u = phi'", 2, "depends on the speeds before it");
  expect_error("derive " + path + " --by newton-euler --about ro", 2, "did you mean rod?");
  expect_error("derive " + path + " --by newton-euler --about world:1,0,0", 2, "the world has no equations");
  expect_error("derive " + path + " --about center", 2, "--about is of newton-euler, not of kane");
  expect_error("derive " + path + " --by metric --speeds \"u = phi'\"", 2, "the metric is of the coordinates");
  expect_error("derive " + path + " --speeds \"u = phi' + z'\"", 2, "z' is no speed");
  expect_error("derive " + path + " --speeds \"u = L*phi'\"", 2, "L is no speed, coordinate or parameter");
  expect_error("derive " + path + " -o /nowhere/x", 4, "/nowhere");
}

// Joints with any name, and names that the machine has itself.
TEST(DeriveVerb, NamesOfCuts) {
  const Outcome outcome = run("derive " + file_with("names.yaml", R"(
parameters: {my_rail_fx: 1}
bodies: {a: {mass: my_rail_fx}}
joints: {my rail: {type: prismatic, axis: x, from: world, to: a, coordinate: x}}
)") + " --quiet --by newton-euler");
  EXPECT_NE(outcome.out.find("force x: my_rail_fx*x'' = my_rail_fx_2\n"), std::string::npos) << outcome.out;
}

TEST(DeriveVerb, StatesOfLoads) {
  const Outcome outcome = run("derive " + file_with("states.yaml", R"(
bodies: {a: {mass: m}}
joints: {rail: {type: prismatic, axis: x, from: world, to: a, coordinate: x}}
loads: {motor: {type: joint, joint: rail, effort: kt*i, states: {i: {rate: (u - R*i - kt*x')/L}}}}
)") + " --quiet");
  EXPECT_NE(outcome.out.find("rates of the states of loads\n  i' = "), std::string::npos) << outcome.out;
}

TEST(DeriveVerb, NothingIsCalledConstantThatIsNot) {
  const auto derive = [](const std::string& effort, const std::string& more) {
    const Outcome outcome = run("derive " +
                                file_with("pushed.yaml",
                                          "bodies: {b: {mass: m}}\njoints: {rail: {type: "
                                          "prismatic, axis: x, from: world, to: b, "
                                          "coordinate: x}}\nloads: {F: {type: joint, "
                                          "joint: rail, effort: \"" +
                                              effort + "\"}}\n" + more) +
                                " --quiet --show integrals");
    EXPECT_EQ(outcome.code, 0) << outcome.out;
    return outcome.out;
  };
  const std::string pulse = derive("if(t > 5 and t < 5.1, 100, 0)", "");
  EXPECT_NE(pulse.find("cyclic (ignorable) coordinate x: absent from T, V and forces\n"), std::string::npos) << pulse;
  EXPECT_EQ(pulse.find("momentum"), std::string::npos) << pulse;
  EXPECT_EQ(pulse.find("energy"), std::string::npos) << pulse;
  const std::string spring = derive("-k*x - d*x'", "");
  EXPECT_EQ(spring.find("cyclic"), std::string::npos) << spring;
  const std::string set = derive("0*t", "parameters: {m: 1}\nwhen: {load: {at: 1, set: {m: 2}}}\n");
  EXPECT_NE(set.find("constant from one event to the next\n  momentum of x = m*x'\n"), std::string::npos) << set;
  // a force of 0 that an event makes another one
  const Outcome chosen = run("derive " + file_with("later.yaml", R"(
parameters: {F0: 0}
bodies: {b: {mass: 1}}
joints: {rail: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {F: {type: joint, joint: rail, effort: F0}}
when: {push: {at: 2, set: {F0: 100}}}
)") + " --quiet --show integrals --set F0=0");
  EXPECT_EQ(chosen.out.find("momentum"), std::string::npos) << chosen.out;
  EXPECT_NE(chosen.out.find("note: F0 stays a symbol"), std::string::npos) << chosen.out;
}

TEST(DeriveVerb, MasslessBodies) {
  const Outcome outcome = run("derive " + file_with("massless.yaml", R"(
bodies: {a: {mass: 1}, b: {mass: 0}}
joints:
  j: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  k: {type: revolute, axis: z, from: a, to: b, coordinate: q}
)") + " --quiet");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("note: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("q'"), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace kinemate
