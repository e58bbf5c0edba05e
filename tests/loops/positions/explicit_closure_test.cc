#include "loops/positions/explicit_closure.h"

#include <fmt/format.h>

#include <numbers>

#include "expr/count.h"
#include "expr/graph.h"
#include "loops/loop_samples.h"
#include "loops/solved_machine.h"
#include "model_io/machine_file.h"

namespace kinemate {
namespace {

class ExplicitClosureTest : public ModelTest {};

Model example(const std::string& name) {
  return read_machine_file(KINEMATE_SOURCE "/examples/" + name + "/model.yaml").model;
}

std::string bodies(const std::string& names) {
  std::string text = "bodies: {";
  for (char name : names) text += fmt::format("{}: {{mass: 1}}, ", name);
  return text + "}\n";
}

// Ground d, crank a, coupler b, rocker c; the start on the side that `side` says.
std::string four_bar_text(double a, double b, double c, double d, double phi, int side) {
  const double x = d - a * std::cos(phi), y = -a * std::sin(phi), r = std::hypot(x, y);
  const double at_crank = std::acos((b * b + r * r - c * c) / (2 * b * r)),
               coupler = std::atan2(y, x) + side * at_crank;
  const double psi =
      std::atan2(a * std::sin(phi) + b * std::sin(coupler), a * std::cos(phi) + b * std::cos(coupler) - d);
  return fmt::format(
      "name: four-bar\nparameters: {{a: {}, b: {}, c: {}, d: {}}}\n{}"
      "joints:\n"
      "  A0: {{type: revolute, axis: z, from: world, to: a, coordinate: phi}}\n"
      "  A: {{type: revolute, axis: z, from: {{body: a, at: [a, 0, 0]}}, to: b, coordinate: alpha}}\n"
      "  B: {{type: revolute, axis: z, from: {{body: b, at: [b, 0, 0]}}, to: {{body: c, at: [c, 0, 0]}}, coordinate: "
      "beta}}\n"
      "  B0: {{type: revolute, axis: z, from: {{body: world, at: [d, 0, 0]}}, to: c, coordinate: psi}}\n"
      "initial: {{phi: {}, alpha: {}, psi: {}, beta: {}}}\n",
      a, b, c, d, bodies("abc"), phi, coupler - phi, psi, psi - coupler);
}

// Every body's frame somewhere else and turned, with the same joints at the same places: as formulas of angles, or as
// numbers of sixteen digits.
Model with_other_frames(Model model, std::mt19937_64& random, bool numbers) {
  std::uniform_int_distribution<int> tenth(-12, 12);
  const auto fraction = [&] { return Expr(Rational(tenth(random), 10)); };
  std::vector<Attachment> frames(model.bodies.size());
  for (Attachment& frame : frames) {
    frame.position = {fraction(), fraction(), fraction()};
    for (std::size_t axis : {std::size_t{0}, std::size_t{1}, std::size_t{2}})
      frame.rotation.sequence.push_back({unit<Expr>(axis), fraction()});
  }
  const auto numbers_of = [](const Matrix& m) {
    Matrix result;
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) result(i, j) = make_real(evaluate(m(i, j), {}));
    return result;
  };
  const auto move = [&](Attachment& attachment) {
    if (attachment.frame != kNone) return;
    const Attachment& frame = frames[attachment.body];
    Matrix rotation = frame.rotation.to_matrix();
    if (numbers) rotation = numbers_of(rotation);
    attachment.position = frame.position + rotation * attachment.position;
    if (numbers) {
      attachment.rotation = {{}, rotation * attachment.rotation.to_matrix()};
    } else {
      attachment.rotation.sequence.insert(attachment.rotation.sequence.begin(), frame.rotation.sequence.begin(),
                                          frame.rotation.sequence.end());
    }
  };
  for (Joint& joint : model.joints) {
    move(joint.from);
    move(joint.to);
  }
  for (NamedFrame& frame : model.frames) move(frame.attachment);
  return model;
}

Model with_joints_in_other_order(Model model, std::mt19937_64& random) {
  model.loads.clear();  // which count joints
  std::shuffle(model.joints.begin(), model.joints.end(), random);
  return model;
}

// Freudenstein: K1 cos ψ − K2 cos φ + K3 = cos(φ − ψ)
TEST_F(ExplicitClosureTest, FourBarsObeyFreudensteinOverFullTurnsOnBothBranches) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> length(0.8, 1.6);
  for (int round = 0; round < 12; ++round) {
    const double a = 0.3 * length(random), b = 1 + length(random), c = 1 + length(random);
    const double d = std::max(std::abs(b - c) + a, 0.6) + 0.4 * length(random);  // the crank can turn around
    const int side = round % 2 == 0 ? 1 : -1;
    const SolvedMachine machine_(machine(four_bar_text(a, b, c, d, 0.7 * round, side)), {"phi"});
    ASSERT_TRUE(machine_.closure().unsolved.empty());
    const Expr phi = parse("phi"), psi = parse("psi");
    double before = machine_.start().at(parse("alpha")) + 0.7 * round;
    for (int i = 0; i <= 400; ++i) {
      const double turn = 0.7 * round + i * std::numbers::pi / 100;
      const Values values = machine_.at({{phi, turn}});
      const double psi_value = values.at(psi);
      EXPECT_NEAR(d / a * std::cos(psi_value) - d / c * std::cos(turn) + (a * a - b * b + c * c + d * d) / (2 * a * c),
                  std::cos(turn - psi_value), 1e-11);
      EXPECT_LT(machine_.gap({{phi, turn}}), 1e-12);
      // the coupler swings, so that the joint at the crank turns back as often as the crank turns
      const double coupler = turn + values.at(parse("alpha"));
      EXPECT_LT(std::abs(std::remainder(coupler - before, 2 * std::numbers::pi)), 0.3);
      before = coupler;
    }
  }
}

TEST_F(ExplicitClosureTest, TheFourBarReadsAsInBooks) {
  const SolvedMachine four_bar(example("four_bar"), {"phi"});
  ASSERT_EQ(four_bar.closure().steps.size(), 2u);
  EXPECT_EQ(to_text(four_bar.closure().steps[0].coordinate), "psi");
  EXPECT_EQ(four_bar.closure().steps[0].meaning, "distance of A and B");
  EXPECT_LE(cost({&four_bar.closure().steps[0].formula, 1}), 80);
  EXPECT_EQ(to_text(four_bar.closure().steps[1].formula),
            "atan2(b*(c*sin(psi) - a*sin(phi)), b*(d + c*cos(psi) - a*cos(phi))) - phi");
  EXPECT_EQ(four_bar.closure().steps[1].meaning, "place of B");
}

TEST_F(ExplicitClosureTest, FramesAndOrderDoNotMatter) {
  std::mt19937_64 random(8);
  const struct {
    const char* name;
    std::vector<std::string> known;
    double range;
  } cases[] = {{"four_bar", {"phi"}, 7},
               {"four_bar", {"psi"}, 0.2},
               {"slider_crank", {"phi"}, 7},
               {"slider_crank", {"s"}, 0.04},
               {"spatial_slider_crank", {"theta"}, 7},
               {"four_bar_chain", {"phi0"}, 0.6}};
  for (const auto& [name, known, range] : cases) {
    for (int round = 0; round < random_cases(6); ++round) {
      Model model = with_joints_in_other_order(example(name), random);
      if (round > 0) model = with_other_frames(model, random, round % 2 == 0);
      SCOPED_TRACE(fmt::format("{} {} round {}", name, known[0], round));
      const SolvedMachine solved(model, known);
      solved.expect_solved(range, 12);
      // what the frames add to the formulas of parallel axes cancels
      double price = 0;
      for (const ClosureStep& step : solved.closure().steps) price += cost({&step.formula, 1});
      if (std::string(name) != "spatial_slider_crank") {
        EXPECT_LT(price, 400);
      }
    }
  }
}

// Heights of what rolls, however the shape is written, and geared angles.
TEST_F(ExplicitClosureTest, HolonomicConstraintsGiveFormulas) {
  for (const char* support : {"R*sqrt(nx^2 + nz^2)", "R*sqrt(1 - ny^2)", "R", "sqrt((R*nx)^2 + (2*R*ny)^2 + nz^2)"}) {
    const Model model = machine(fmt::format(R"(
parameters: {{R: 0.5}}
bodies: {{b: {{mass: 1}}}}
joints: {{j: {{type: free, sequence: zxy, from: world, to: b, coordinates: [x, y, z, a1, a2, a3]}}}}
constraints: {{c: {{type: rolling_body, point: b, support: "{}"}}}}
initial: {{a2: 0.4}}
)",
                                            support));
    const Tree tree = make_tree(model);
    const std::vector<Expr> known = {parse("x"), parse("y"), parse("a1"), parse("a2"), parse("a3")},
                            wanted = {parse("z")};
    const Values start = make_loop_samples(model, tree, {}).samples[0].values;
    const ExplicitClosure closure = find_explicit_closure(model, tree, known, wanted, start);
    ASSERT_EQ(closure.steps.size(), 1u) << support;
    for (Expr symbol : free_symbols(closure.steps[0].formula)) EXPECT_FALSE(symbol == parse("z")) << support;
    EXPECT_NEAR(evaluate(closure.steps[0].formula, start), start.at(parse("z")), 1e-12);
  }
}

TEST_F(ExplicitClosureTest, ParallelogramsPassTheirFlatPositions) {
  const std::string text = bodies("abc") + R"(
parameters: {a: 0.4, d: 1.1}
joints:
  A0: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  A: {type: revolute, axis: z, from: {body: a, at: [a, 0, 0]}, to: b, coordinate: alpha}
  B: {type: revolute, axis: z, from: {body: b, at: [d, 0, 0]}, to: {body: c, at: [a, 0, 0]}, coordinate: beta}
  B0: {type: revolute, axis: z, from: {body: world, at: [d, 0, 0]}, to: c, coordinate: psi}
)";
  // as itself, and crossed over, which is another motion through the same flat position
  const SolvedMachine plain(machine(text + "initial: {phi: 1, psi: 1, alpha: -1, beta: 1}\n"), {"phi"});
  EXPECT_EQ(to_text(plain.closure().steps[0].formula), "phi");
  for (double phi : {0.0, 0.5, std::numbers::pi, 3.5, 6.0}) EXPECT_LT(plain.gap({{parse("phi"), phi}}), 1e-12);
  const SolvedMachine crossed(machine(text + "initial: {phi: 1, psi: -1.2, alpha: -1.5, beta: -2}\n"), {"phi"});
  EXPECT_TRUE(crossed.closure().unsolved.empty());
  for (double phi : {0.1, 0.5, 3.0, 3.5, 6.0}) {
    EXPECT_LT(crossed.gap({{parse("phi"), phi}}), 1e-12) << phi;
    EXPECT_LT(std::sin(crossed.at({{parse("phi"), phi}}).at(parse("psi"))) * std::sin(phi), 0);
  }
}

TEST_F(ExplicitClosureTest, CylindersByLengthOrByAngle) {
  const std::string text = bodies("abc") + R"(
parameters: {h: 0.3, l: 1.2, e: 0.4, r: 0.7, k: 0.05}
joints:
  foot: {type: revolute, axis: y, from: {body: world, at: [0, 0, h]}, to: a, coordinate: q_foot}
  piston: {type: prismatic, axis: x, from: {body: a, at: [0, 0, k]}, to: b, coordinate: s}
  head: {type: revolute, axis: y, from: {body: b, at: [e, 0, 0]}, to: {body: c, at: [r, 0, 0]}, coordinate: q_head}
  arm: {type: revolute, axis: -y, from: {body: world, at: [l, 0, 0]}, to: c, coordinate: q_arm}
initial: {q_arm: 2, q_foot: -0.4, s: 0.6, q_head: -0.9}
)";
  SolvedMachine(machine(text), {"q_arm"}).expect_solved(0.5, 20);
  SolvedMachine(machine(text), {"s"}).expect_solved(0.2, 20);
  SolvedMachine(machine(text), {"q_foot"}).expect_solved(0.1, 20);
}

// A second loop hangs on the first: one on two neighbouring bars (Watt), one on coupler and ground (Stephenson).
const char* const kSixBars[] = {
    "  C: {type: revolute, axis: z, from: {body: c, at: [0.5, 0.3, 0]}, to: d, coordinate: q_c}\n"
    "  D: {type: revolute, axis: z, from: {body: d, at: [1, 0, 0]}, to: {body: e, at: [0.9, 0, 0]}, coordinate: q_d}\n"
    "  E: {type: revolute, axis: z, from: {body: world, at: [2.2, 0.1, 0]}, to: e, coordinate: q_e}\n",
    "  C: {type: revolute, axis: z, from: {body: b, at: [0.5, 0.3, 0]}, to: d, coordinate: q_c}\n"
    "  D: {type: revolute, axis: z, from: {body: d, at: [1, 0, 0]}, to: {body: e, at: [0.9, 0, 0]}, coordinate: q_d}\n"
    "  E: {type: revolute, axis: z, from: {body: world, at: [1.2, -0.3, 0]}, to: e, coordinate: q_e}\n"};

std::string six_bar(const std::string& second) {
  std::string text = four_bar_text(0.4, 1.1, 0.9, 1.2, 0.5, 1);
  text.replace(text.find("bodies: {"), 9, "bodies: {d: {mass: 1}, e: {mass: 1}, ");
  text.insert(text.find("initial:"), second);
  text.replace(text.find("initial: {"), 10, "initial: {q_e: 1.8, q_c: -1.5, q_d: 0.5, ");
  return text;
}

TEST_F(ExplicitClosureTest, SixBarsFromTheInputOfTheFourBar) {
  std::mt19937_64 random(4);
  for (const char* second : kSixBars) {
    const Model model = machine(six_bar(second));
    SolvedMachine(model, {"phi"}).expect_solved(0.3, 20);
    SolvedMachine(with_other_frames(model, random, false), {"phi"}).expect_solved(0.3, 5);
  }
}

// Cut so that no loop along the tree is a four-bar: the way around it is found, and the rocker's angle, which is no
// coordinate of the tree, leads on to the others.
TEST_F(ExplicitClosureTest, OtherWaysAroundThanAlongTheTree) {
  std::string text = six_bar(kSixBars[0]);
  for (const char* coordinate : {"coordinate: beta", "coordinate: psi"})
    text.insert(text.find(coordinate), "cut: true, ");
  const SolvedMachine watt(machine(text), {"phi"});
  watt.expect_solved(0.3, 20);
  ASSERT_EQ(watt.closure().steps.size(), 5u);
  EXPECT_EQ(watt.coordinates().size(), 5u);  // of the tree: psi is not among them
  EXPECT_TRUE(std::any_of(watt.closure().steps.begin(), watt.closure().steps.end(),
                          [](const ClosureStep& step) { return step.coordinate == parse("psi"); }));
}

// From the far end nothing is a formula: four unknown angles in each loop, five bars in the larger one.
TEST_F(ExplicitClosureTest, SaysWhatIsNotFound) {
  const SolvedMachine stephenson(machine(six_bar(kSixBars[1])), {"q_e"});
  EXPECT_EQ(stephenson.closure().steps.size(), 0u);
  EXPECT_EQ(stephenson.closure().unsolved.size() + 1, stephenson.coordinates().size());
  const SolvedMachine bricard(example("bricard"), {"q0"});
  EXPECT_EQ(bricard.closure().steps.size(), 0u);
  EXPECT_EQ(bricard.closure().unsolved.size(), 4u);
}

TEST_F(ExplicitClosureTest, MastExcavatorAndSqueezer) {
  SolvedMachine(example("concrete_pump_mast"), {"phi1", "phi2", "phi3", "phi4", "phi5"}).expect_solved(0.3, 10);
  SolvedMachine(example("concrete_pump_mast"), {"psi1", "psi2", "psi3", "psi4", "psi5"}).expect_solved(0.2, 10);
  SolvedMachine(example("excavator_arm"), {"q_swing", "q_boom", "q_stick", "q_bucket"}).expect_solved(0.2, 10);
  SolvedMachine(example("excavator_arm"), {"q_swing", "s_left", "s_stick", "s_bucket"}).expect_solved(0.1, 10);
  SolvedMachine(example("andrews_squeezer"), {"beta"}).expect_solved(7, 20);
}

TEST_F(ExplicitClosureTest, FiveBarsWithTwoInputs) {
  const std::string text = bodies("abcd") + R"(
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  B: {type: revolute, axis: z, from: {body: a, at: [1, 0, 0]}, to: b, coordinate: q2}
  C: {type: revolute, axis: z, from: {body: b, at: [1.2, 0, 0]}, to: {body: c, at: [1.1, 0, 0]}, coordinate: q3}
  D: {type: revolute, axis: z, from: {body: d, at: [0.8, 0, 0]}, to: c, coordinate: q4}
  E: {type: revolute, axis: z, from: {body: world, at: [1.5, 0, 0]}, to: d, coordinate: q5}
initial: {q1: 1.5, q2: -0.8, q5: 1.2, q4: 0.9}
)";
  SolvedMachine(machine(text), {"q1", "q5"}).expect_solved(0.3, 20);
  SolvedMachine(machine(text), {"q1", "q2"}).expect_solved(0.2, 20);
}

// Crank and rocker about skew axes, a rod between two ball joints that spins as it is told.
std::string rssr(const std::string& second_ball) {
  return bodies("abc") + R"(
parameters: {a: 0.3, c: 0.9, l: 1.4}
joints:
  crank: {type: revolute, axis: z, from: world, to: a, coordinate: q1}
  ball: {type: spherical, sequence: zyx, from: {body: a, at: [a, 0, 0]}, to: b, coordinates: [b1, b2, b3]}
  other: {type: spherical, cut: true, from: {body: b, at: [l, 0, 0]}, to: {body: c, at: [c, 0, 0]}, )" +
         second_ball + R"(}
  rocker: {type: revolute, axis: [0.6, 0.8, 0], from: {body: world, at: [1, 0.2, 0.4]}, to: c, coordinate: q2}
initial: {q1: 0.4, q2: 0.5, b1: 0.3, b2: -0.2, b3: 0.3}
)";
}

TEST_F(ExplicitClosureTest, RodsBetweenBallJoints) {
  for (const char* second :
       {"sequence: xyz, coordinates: [c1, c2, c3]", "sequence: euler_parameters, coordinates: [c0, c1, c2, c3]"}) {
    SolvedMachine(machine(rssr(second)), {"q1", "b3"}).expect_solved(2, 30);
    SolvedMachine(machine(rssr(second)), {"q2", "b3"}).expect_solved(0.1, 20);
  }
  std::mt19937_64 random(6);
  SolvedMachine(with_other_frames(machine(rssr("sequence: xyz, coordinates: [c1, c2, c3]")), random, true),
                {"q1", "b3"})
      .expect_solved(2, 10);
}

// tan β = tan α cos θ or tan α / cos θ, by the position of the cross
TEST_F(ExplicitClosureTest, CardanJointsTurnUnevenly) {
  const std::string text = bodies("abc") + R"(
parameters: {theta: 0.5}
joints:
  in: {type: revolute, axis: z, from: world, to: a, coordinate: alpha}
  cross: {type: universal, axes: [x, y], from: a, to: b, coordinates: [u, v]}
  coupling: {type: fixed, from: b, to: c}
  out: {type: revolute, axis: z, from: {body: world, rotation: [[x, theta]]}, to: c, coordinate: beta}
initial: {u: 0.5}
)";
  const SolvedMachine shaft(machine(text), {"alpha"});
  shaft.expect_solved(7, 20);
  for (double alpha : {0.3, 1.0, 2.0, 4.0}) {
    const double beta = shaft.at({{parse("alpha"), alpha}}).at(parse("beta"));
    const double even = std::tan(beta) * std::cos(0.5) / std::tan(alpha), odd = std::tan(beta) / std::tan(alpha);
    EXPECT_LT(std::min(std::abs(even - 1), std::abs(odd - std::cos(0.5))), 1e-12) << alpha;
  }
}

// A four-bar in which nothing is told twice: the coupler hangs in a ball joint and a joint that turns and shifts.
TEST_F(ExplicitClosureTest, LinesOfCylindricalJoints) {
  const std::string text = bodies("abc") + R"(
joints:
  A: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  B: {type: spherical, sequence: zyx, from: {body: a, at: [0.3, 0, 0.1]}, to: b, coordinates: [b1, b2, b3], cut: true}
  C: {type: cylindrical, axis: z, from: {body: c, at: [0.9, 0, 0]}, to: {body: b, at: [1, 0, 0]}, coordinates: [c1, c2]}
  D: {type: revolute, axis: z, from: {body: world, at: [1, 0.1, 0]}, to: c, coordinate: psi}
initial: {phi: 0.5, psi: 1.5, c1: -1}
)";
  SolvedMachine(machine(text), {"phi"}).expect_solved(7, 20);
}

TEST_F(ExplicitClosureTest, ShiftsAndOtherJoints) {
  // Scotch yoke: linear in both shifts
  SolvedMachine(machine(bodies("abc") + R"(
joints:
  crank: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  pin: {type: revolute, axis: z, from: {body: a, at: [0.2, 0, 0]}, to: b, coordinate: alpha}
  slot: {type: prismatic, axis: [0.6, 0.8, 0], from: c, to: b, coordinate: s1}
  track: {type: prismatic, axis: x, from: world, to: c, coordinate: s2}
initial: {phi: 0.5, alpha: -0.5, s1: 0.1, s2: 0.1}
)"),
                {"phi"})
      .expect_solved(7, 20);
  // a rod on a planar joint, and on a joint whose pose is given by formulas
  SolvedMachine(machine(bodies("ab") + R"(
joints:
  crank: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  pin: {type: revolute, axis: z, from: {body: a, at: [0.2, 0, 0]}, to: b, coordinate: alpha}
  table: {type: planar, axis: z, from: world, to: {body: b, at: [1, 0, 0]}, coordinates: [x, y, gamma]}
initial: {phi: 0.5, alpha: -0.5, x: 1.1, y: 0.1}
)"),
                {"phi", "y"})
      .expect_solved(0.3, 20);
  SolvedMachine(machine(bodies("ab") + R"(
parameters: {k: 0.3}
joints:
  crank: {type: revolute, axis: z, from: world, to: a, coordinate: phi}
  pin: {type: revolute, axis: z, from: {body: a, at: [0.2, 0, 0]}, to: b, coordinate: alpha}
  track: {type: motion, coordinates: [s, gamma], position: [2*s, s + 0.1, 0], rotation: [[z, k - gamma]],
          from: world, to: {body: b, at: [1, 0, 0]}}
initial: {phi: 0.5, alpha: -0.5, s: 0.5}
)"),
                {"phi"})
      .expect_solved(7, 20);
}

TEST_F(ExplicitClosureTest, DrivesStandInTheFormulas) {
  std::string text = four_bar_text(0.3, 1, 1, 1.2, 0, 1);
  text.replace(text.find("coordinate: phi"), 15, "coordinate: phi, drive: 2*t");
  text.erase(text.find("phi: 0, "), 8);
  const SolvedMachine driven(machine(text), {});
  ASSERT_EQ(driven.closure().steps.size(), 2u);
  for (const ClosureStep& step : driven.closure().steps) {
    for (Expr symbol : free_symbols(step.formula)) EXPECT_NE(to_text(symbol), "phi");
    EXPECT_NE(to_text(step.formula).find("(2*t)"), std::string::npos) << to_text(step.formula);
  }
  for (double t : {0.0, 0.4, 1.0, 2.5}) EXPECT_LT(driven.gap({{make_symbol("t"), t}}), 1e-12);
}

// The formulas hold for other lengths than those of the start.
TEST_F(ExplicitClosureTest, ParametersStaySymbols) {
  const SolvedMachine excavator(example("excavator_arm"), {"q_swing", "q_boom", "q_stick", "q_bucket"});
  const SolvedMachine four_bar(example("four_bar"), {"phi"});
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> share(0.95, 1.05);
  for (int i = 0; i < 10; ++i) {
    Values changes;
    for (const char* name : {"lb", "cx", "cz", "bx", "kr", "rx", "fx", "lr"})
      changes[parse(name)] = excavator.start().at(parse(name)) * share(random);
    EXPECT_LT(excavator.gap(changes), 1e-12);
    changes.clear();
    for (const char* name : {"a", "b", "c", "d"})
      changes[parse(name)] = four_bar.start().at(parse(name)) * share(random);
    EXPECT_LT(four_bar.gap(changes), 1e-12);
  }
}

// An angle that closes the loop is asked for too, and found without a value at the start.
TEST_F(ExplicitClosureTest, CoordinatesOfJointsThatCloseLoops) {
  const Model model = example("four_bar");
  const Tree tree = make_tree(model);
  ASSERT_EQ(model.joints[tree.secondary[0]].name, "B");
  const SolvedMachine four_bar(model, {"phi"});
  const Expr known[] = {parse("phi")}, wanted[] = {parse("beta"), parse("psi")};
  const ExplicitClosure closure = find_explicit_closure(model, tree, known, wanted, four_bar.start());
  EXPECT_TRUE(closure.unsolved.empty());
  Values values = four_bar.start();
  for (const ClosureStep& step : closure.steps) values[step.coordinate] = evaluate(step.formula, values);
  EXPECT_NEAR(values.at(parse("beta")), std::numbers::pi / 2, 1e-12);
  // and known ones
  const Expr from_beta[] = {parse("beta")}, others[] = {parse("phi"), parse("alpha"), parse("psi")};
  EXPECT_TRUE(find_explicit_closure(model, tree, from_beta, others, values).unsolved.empty());
}

TEST_F(ExplicitClosureTest, AlwaysTheSame) {
  const SolvedMachine first(example("excavator_arm"), {"q_swing", "s_left", "s_stick", "s_bucket"});
  const SolvedMachine second(example("excavator_arm"), {"q_swing", "s_left", "s_stick", "s_bucket"});
  ASSERT_EQ(first.closure().steps.size(), second.closure().steps.size());
  for (std::size_t i = 0; i < first.closure().steps.size(); ++i)
    EXPECT_EQ(to_text(first.closure().steps[i].formula), to_text(second.closure().steps[i].formula));
}

}  // namespace
}  // namespace kinemate
