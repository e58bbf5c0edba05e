// The homokinetic joint in its three forms, against each other and against joints bound by constraints.
#include <gtest/gtest.h>

#include "study/linear/linearisation.h"
#include "study/loops/fixture.h"
#include "study/programs/forward_dynamics.h"

namespace kinemate {
namespace {

// A shaft in a bearing and a second one behind the joint, bent and unbalanced. JOINT is what connects them.
std::string two_shafts(const std::string& bodies, const std::string& joint, const std::string& rest = "") {
  return R"(
name: two shafts
gravity: [0.5, -9.81, 1]
bodies:
  s1: {mass: 2, center: [0.02, 0, 0.3], inertia: {xx: 0.2, yy: 0.21, zz: 0.03}}
  s2: {mass: 1.5, center: [0.01, -0.03, 0.25], inertia: {xx: 0.11, yy: 0.1, zz: 0.02, xy: 0.003, yz: -0.005}}
)" + bodies +
         R"(
joints:
  bearing: {type: revolute, axis: z, from: world, to: s1, coordinate: phi}
)" + joint +
         rest + "outputs: {tip: {quantity: position, point: {body: s2, at: [0.1, 0.05, 0.6]}}}\n";
}

// The physical state: angles and rates of two Cardan joints in a row, and the turning of the first shaft.
struct ShaftState {
  double phi, alpha, beta, phi_rate, alpha_rate, beta_rate;

  // p_s, p_a, p_b: the joint's rotation by R(a, α) R(b, 2 β) R(a, α)
  std::array<double, 3> parameters() const {
    return {std::cos(alpha) * std::cos(beta), std::sin(alpha) * std::cos(beta), std::sin(beta)};
  }
  std::array<double, 3> parameter_rates() const {
    return {-std::sin(alpha) * std::cos(beta) * alpha_rate - std::cos(alpha) * std::sin(beta) * beta_rate,
            std::cos(alpha) * std::cos(beta) * alpha_rate - std::sin(alpha) * std::sin(beta) * beta_rate,
            std::cos(beta) * beta_rate};
  }
};

// One way to describe the machine, and the state in its words.
struct ShaftForm {
  std::string name, text;
  std::vector<std::string> (*state)(const ShaftState&);
};

std::vector<std::string> with_bearing(const ShaftState& s, std::vector<std::string> rest) {
  rest.push_back(fmt::format("phi = {:.17g}", s.phi));
  rest.push_back(fmt::format("phi' = {:.17g}", s.phi_rate));
  return rest;
}

std::vector<std::string> by_revolutes(const ShaftState& s) {
  return with_bearing(s, {fmt::format("q1 = {:.17g}", s.alpha), fmt::format("q2 = {:.17g}", 2 * s.beta),
                          fmt::format("q1' = {:.17g}", s.alpha_rate), fmt::format("q2' = {:.17g}", 2 * s.beta_rate)});
}

std::vector<std::string> by_double_cardan(const ShaftState& s) {
  return with_bearing(s, {fmt::format("q1 = {:.17g}", s.alpha), fmt::format("q2 = {:.17g}", s.beta),
                          fmt::format("q1' = {:.17g}", s.alpha_rate), fmt::format("q2' = {:.17g}", s.beta_rate)});
}

// ω in axes that follow the half of the rotation: by differentiating, s = 2 (ṗ_v − κ ṗ_s p_v)
std::vector<std::string> by_parameters(const ShaftState& s) {
  const auto p = s.parameters(), d = s.parameter_rates();
  const double kappa = 1 / (1 + p[0]);
  return with_bearing(
      s, {fmt::format("ps = {:.17g}", p[0]), fmt::format("pa = {:.17g}", p[1]), fmt::format("pb = {:.17g}", p[2]),
          fmt::format("wa_cv = {:.17g}", 2 * (d[1] - kappa * d[0] * p[1])),
          fmt::format("wb_cv = {:.17g}", 2 * (d[2] - kappa * d[0] * p[2]))});
}

// The ball turns about any axis: ω in axes of the second shaft, 2 p̄ ∘ ṗ
std::vector<std::string> by_ball(const ShaftState& s) {
  const auto p = s.parameters(), d = s.parameter_rates();
  const Vector3<double> w = angular_velocity<double>({p[0], {p[1], p[2], 0}}, {d[0], {d[1], d[2], 0}});
  return with_bearing(s, {fmt::format("p0 = {:.17g}", p[0]), fmt::format("p1 = {:.17g}", p[1]),
                          fmt::format("p2 = {:.17g}", p[2]), "p3 = 0", fmt::format("wx_cv = {:.17g}", w.x),
                          fmt::format("wy_cv = {:.17g}", w.y), fmt::format("wz_cv = {:.17g}", w.z)});
}

std::vector<std::string> by_two_universals(const ShaftState& s) {
  std::vector<std::string> texts;
  for (const char* joint : {"u", "v"}) {
    texts.push_back(fmt::format("{}1 = {:.17g}", joint, s.alpha));
    texts.push_back(fmt::format("{}2 = {:.17g}", joint, s.beta));
    texts.push_back(fmt::format("{}1' = {:.17g}", joint, s.alpha_rate));
    texts.push_back(fmt::format("{}2' = {:.17g}", joint, s.beta_rate));
  }
  return with_bearing(s, texts);
}

const std::string kPlaces = "from: {body: s1, at: [0, 0, 0.6]}, to: s2";

ShaftForm revolutes_form() {
  return {"revolutes",
          two_shafts("", "  cv: {type: constant_velocity, axis: z, coordinates: [q1, q2], " + kPlaces + "}\n"),
          by_revolutes};
}

ShaftForm double_cardan_form(double length) {
  return {"double_cardan",
          two_shafts("", fmt::format("  cv: {{type: constant_velocity, form: double_cardan, length: {}, axis: z, "
                                     "coordinates: [q1, q2], {}}}\n",
                                     length, kPlaces)),
          by_double_cardan};
}

ShaftForm parameters_form() {
  return {
      "euler_parameters",
      two_shafts("", "  cv: {type: constant_velocity, form: euler_parameters, axis: z, coordinates: [ps, pa, pb], " +
                         kPlaces + "}\n"),
      by_parameters};
}

ShaftForm bound_ball() {
  return {
      "spherical joint and a constraint",
      two_shafts(
          "", "  cv: {type: spherical, sequence: euler_parameters, coordinates: [p0, p1, p2, p3], " + kPlaces + "}\n",
          "constraints: {bend: {type: holonomic, equation: p3 = 0}}\n"),
      by_ball};
}

ShaftForm two_universals(double length) {
  return {"two universal joints and constraints",
          two_shafts("  middle: {mass: 0}\n",
                     fmt::format("  near: {{type: universal, axes: [x, y], coordinates: [u1, u2], from: {{body: s1, "
                                 "at: [0, 0, 0.6]}}, to: middle}}\n"
                                 "  far: {{type: universal, axes: [y, x], coordinates: [v2, v1], from: {{body: "
                                 "middle, at: [0, 0, {}]}}, to: s2}}\n",
                                 length),
                     "constraints:\n  outer: {type: holonomic, equation: u1 = v1}\n"
                     "  inner: {type: holonomic, equation: u2 = v2}\nindependent: [phi, u1, u2]\n"),
          by_two_universals};
}

class HomokineticMachines : public StudyTest {
 protected:
  // Accelerations of both shafts: of a point and angular, in one column.
  static Eigen::VectorXd accelerations(const ShaftForm& form, const ShaftState& state) {
    const Model model = machine(form.text);
    EvaluateRequest request;
    request.reactions = false;
    request.points = {{"one", {.body = 1}, parse_vector("0.1", "0.2", "0.3")},
                      {"two", {.body = 2}, parse_vector("0.1", "-0.2", "0.3")}};
    const StateNumbers numbers = evaluate_closed(model, form.state(state), request);
    Eigen::VectorXd result(12);
    for (std::size_t i = 0; i < 2; ++i)
      result.segment(static_cast<Eigen::Index>(6 * i), 6) << to_eigen(*numbers.points[i].acceleration),
          to_eigen(*numbers.points[i].angular_acceleration);
    return result;
  }

  static ShaftState random_shaft(std::mt19937_64& random, double bend) {
    std::uniform_real_distribution<double> number(-1, 1);
    return {3 * number(random), bend * number(random), bend * number(random),
            5 * number(random), 3 * number(random),    3 * number(random)};
  }

  static double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
    return (a - b).lpNorm<Eigen::Infinity>() / (1 + b.lpNorm<Eigen::Infinity>());
  }

  // The point of the second shaft over two seconds.
  static Eigen::MatrixXd tip_of(const ShaftForm& form, const ShaftState& state) {
    SimulationRequest request = until(2, 1e-11);
    request.every = 0.1;
    request.initial = given(form.state(state));
    const Recorded run = run_machine(machine(form.text), request);
    EXPECT_TRUE(run.report.status.good()) << form.name << ": " << run.report.status.message;
    EXPECT_TRUE(run.report.audit.energy) << form.name;
    EXPECT_GT(run.report.audit.largest_kinetic, 0.1) << form.name;
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << form.name;
    Eigen::MatrixXd tip(3, static_cast<Eigen::Index>(run.rows.size()));
    for (std::size_t i = 0; i < run.rows.size(); ++i)
      for (int k = 0; k < 3; ++k)
        tip(k, static_cast<Eigen::Index>(i)) = run.rows[i][run.column(fmt::format("tip_{}", "xyz"[k]))];
    return tip;
  }
};

TEST_F(HomokineticMachines, FormsHaveTheSameAccelerations) {
  std::mt19937_64 random(11);
  for (int round = 0; round < 8; ++round) {
    const ShaftState state = random_shaft(random, 1.2);
    const Eigen::VectorXd expected = accelerations(revolutes_form(), state);
    EXPECT_LT(distance(accelerations(double_cardan_form(0), state), expected), 1e-12) << round;
    EXPECT_LT(distance(accelerations(parameters_form(), state), expected), 1e-12) << round;
  }
}

TEST_F(HomokineticMachines, BoundJointsHaveTheSameAccelerations) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 4; ++round) {
    const ShaftState state = random_shaft(random, 0.6);
    const Eigen::VectorXd expected = accelerations(parameters_form(), state);
    EXPECT_LT(distance(accelerations(bound_ball(), state), expected), 1e-10) << round;
    EXPECT_LT(distance(accelerations(two_universals(0), state), expected), 1e-10) << round;
    const Eigen::VectorXd apart = accelerations(double_cardan_form(0.15), state);
    EXPECT_LT(distance(accelerations(two_universals(0.15), state), apart), 1e-10) << round;
    EXPECT_GT(distance(apart, expected), 1e-3) << round;
  }
}

// By recursions over links, which have formulas of their own for this joint; also from the other side, and oblique.
TEST_F(HomokineticMachines, RecursionsHaveTheSameAccelerations) {
  std::mt19937_64 random(13);
  for (const ShaftForm& form : {revolutes_form(), double_cardan_form(0.15), parameters_form()}) {
    for (const bool turned_round : {false, true}) {
      std::string text = form.text;
      if (turned_round) text.replace(text.find(kPlaces), kPlaces.size(), "to: {body: s1, at: [0, 0, 0.6]}, from: s2");
      const std::size_t axis = text.find("axis: z", text.find("cv:"));
      if (turned_round) text.replace(axis, 7, "axis: [2, 3, 6]");
      const Model model = machine(text);
      const Kinematics kinematics = compute_kinematics(model);
      const ShaftState shaft = random_shaft(random, 0.8);
      const State state = make_state(model, kinematics, given(form.state(shaft)));
      const StateNumbers expected = evaluate_state(model, kinematics, state);
      for (const auto means : {ForwardDynamics::Means::kProgram, ForwardDynamics::Means::kEngine}) {
        const ForwardDynamics dynamics(model, means);
        ForwardDynamics::Workspace workspace = dynamics.make_workspace();
        std::vector<double> inputs = {0};
        for (Expr q : compute_rates(kinematics).coordinates) inputs.push_back(state.values.at(q));
        for (Expr s : kinematics.speeds) inputs.push_back(state.values.at(s));
        ASSERT_EQ(inputs.size(), workspace.inputs().size());
        std::copy(inputs.begin(), inputs.end(), workspace.inputs().begin());
        dynamics.run(workspace);
        for (std::size_t i = 0; i < kinematics.speeds.size(); ++i) {
          const double wanted = (*expected.acceleration)[static_cast<Eigen::Index>(i)];
          EXPECT_NEAR(workspace.accelerations()[i], wanted, 1e-11 * (1 + std::abs(wanted)))
              << form.name << turned_round;
        }
      }
    }
  }
}

TEST_F(HomokineticMachines, FormsRunTheSameWay) {
  const ShaftState state{0.3, 0.2, -0.25, 6, 0.5, -0.3};
  const Eigen::MatrixXd expected = tip_of(parameters_form(), state);
  EXPECT_GT((expected.col(0) - expected.col(expected.cols() - 1)).norm(), 0.05);
  for (const ShaftForm& form : {revolutes_form(), double_cardan_form(0), bound_ball(), two_universals(0)})
    EXPECT_LT((tip_of(form, state) - expected).lpNorm<Eigen::Infinity>(), 1e-8) << form.name;
  EXPECT_LT((tip_of(two_universals(0.15), state) - tip_of(double_cardan_form(0.15), state)).lpNorm<Eigen::Infinity>(),
            1e-8);
}

// Through bends of π, where the angles are singular: the second shaft swings round the joint.
TEST_F(HomokineticMachines, EulerParametersRunThroughAnyBend) {
  ShaftForm form = parameters_form();
  const ShaftState state{0, 0.1, 0.2, 0, 12, 1};
  SimulationRequest request = until(0.5, 1e-11);
  request.initial = given(form.state(state));
  const Recorded run = run_machine(machine(form.text), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
  double least = 1, off = 0;
  for (const auto& row : run.rows) {
    const double ps = row[run.column("ps")], pa = row[run.column("pa")], pb = row[run.column("pb")];
    least = std::min(least, ps);
    off = std::max(off, std::abs(ps * ps + pa * pa + pb * pb - 1));
  }
  EXPECT_LT(least, -0.1);
  EXPECT_LT(off, 1e-9);
  EXPECT_EQ(run.header.columns[run.column("ps")].unit, "");
}

TEST_F(HomokineticMachines, AnglesAtABendOfPiAreRefused) {
  const Model model = machine(revolutes_form().text);
  const std::string why = refusal([&] { evaluate_at(model, {"q1 = 0.3", "q2 = pi"}); });
  EXPECT_TRUE(contains(why, "joint cv is in a singular position"));
  EXPECT_TRUE(contains(why, "its speed q1' does not move it"));
  EXPECT_TRUE(contains(why, "use `form: euler_parameters`"));
  evaluate_at(machine(parameters_form().text), {"ps = 0", "pa = 0.6", "pb = 0.8"});
}

// Both shafts in bearings: at a constant bend the second turns as fast as the first. The loop is closed by this joint
// or by a bearing.
// Euler parameters of a joint in a loop are in no state, or follow: nothing may be looked for where they are not.
TEST_F(HomokineticMachines, EulerParametersInLoopsLinearise) {
  for (const char* cut : {"true", "false"}) {
    const Model model = machine(fmt::format(R"(
name: bearings
bodies:
  a: {{mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}}}
  b: {{mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.1}}}}
joints:
  j1: {{type: revolute, axis: x, from: world, to: a, coordinate: q1}}
  j2: {{type: revolute, axis: x, from: {{body: world, rotation: [[y, 0.2]]}}, to: b, coordinate: q2}}
  j3: {{type: constant_velocity, form: euler_parameters, axis: x, cut: {}, from: a, to: b, coordinates: [ps, pa, pb]}}
loads: {{s: {{type: torsion, joint: j1, stiffness: 5, damping: 0.1}}}}
initial: {{ps: cos(0.1), pa: sin(0.1), q1: 0.5}}
independent: [q1]
)",
                                            cut));
    // both shafts turn together: 0.2 q'' + 0.1 q' + 5 q = 0
    LinearisationRequest request;
    request.formulas = false;
    const Linearisation linear = linearise_machine(model, request, [](const std::string&) {});
    ASSERT_TRUE(linear.modes);
    ASSERT_EQ(linear.modes->modes.size(), 1u) << cut;
    EXPECT_NEAR(linear.modes->modes[0].pole.value.real(), -0.25, 1e-9) << cut;
    EXPECT_NEAR(std::abs(linear.modes->modes[0].pole.value), 5, 1e-9) << cut;
    SimulationRequest run;
    run.end = 1;
    run.rtol = 1e-11, run.atol = 1e-13;
    const SimulationReport report = Simulation(model, run, [](const std::string&) {}).run({});
    EXPECT_TRUE(report.status.good()) << report.status.message;
  }
}

TEST_F(HomokineticMachines, ShaftsInBearingsTurnAtTheSameSpeed) {
  const auto text = [](const std::string& joint, double length, const std::string& cut) {
    const double half = 0.35;
    std::string result = fmt::format(R"(
name: bent shafts
bodies:
  s1: {{mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.2}}}}
  s2: {{mass: 1, inertia: {{xx: 0.1, yy: 0.1, zz: 0.2}}}}
joints:
  first: {{type: revolute, axis: z, from: world, to: s1, coordinate: phi}}
  second: {{type: revolute, axis: z, from: {{body: world, at: [0, {:.17g}, {:.17g}], rotation: [[x, {}]]}}, to: s2, coordinate: psi}}
  cv: {{from: s1, to: s2, {}}}
loads: {{motor: {{type: joint, joint: first, effort: 3}}}}
independent: [phi]
)",
                                     -length * std::sin(half), length * std::cos(half), 2 * half, joint);
    const std::size_t at = result.find(cut + ": {") + cut.size() + 3;
    return result.insert(at, "cut: true, ");
  };
  const std::string revolutes = "type: constant_velocity, axis: z, coordinates: [q1, q2]";
  const std::string cardan =
      "type: constant_velocity, form: double_cardan, length: LENGTH, axis: z, coordinates: [q1, q2]";
  const std::string parameters = "type: constant_velocity, form: euler_parameters, axis: z, coordinates: [ps, pa, pb]";
  for (const char* cut : {"cv", "second"}) {
    for (const auto& [kind, length] :
         {std::pair(revolutes, 0.0), std::pair(cardan, 0.0), std::pair(cardan, 0.2), std::pair(parameters, 0.0)}) {
      std::string joint = kind;
      if (const std::size_t at = joint.find("LENGTH"); at != std::string::npos)
        joint.replace(at, 6, fmt::format("{}", length));
      const Model model = machine(text(joint, length, cut));
      // the second shaft is found near where the first one is
      for (const double phi : {0.2, 0.9, -0.5}) {
        std::vector<std::string> start = {fmt::format("phi = {}", phi), "phi' = 2"};
        if (cut == std::string("cv")) start.push_back(fmt::format("psi = {}", phi));
        if (cut == std::string("second")) {  // the bend about x of the world, seen by the first shaft
          const double p = std::sin(0.35);
          if (kind == parameters) {
            start.push_back(fmt::format("ps = {:.17g}", std::cos(0.35)));
            start.push_back(fmt::format("pa = {:.17g}", p * std::cos(phi)));
            start.push_back(fmt::format("pb = {:.17g}", -p * std::sin(phi)));
          } else {
            const double beta = std::asin(-p * std::sin(phi)), alpha = std::asin(p * std::cos(phi) / std::cos(beta));
            start.push_back(fmt::format("q1 = {:.17g}", alpha));
            start.push_back(fmt::format("q2 = {:.17g}", kind == cardan ? beta : 2 * beta));
          }
        }
        const StateNumbers numbers = evaluate_closed(model, start, {.reactions = false});
        double psi_rate = 0;
        for (const NamedNumber& s : numbers.dependent)
          if (s.name == "psi'") psi_rate = s.value;
        EXPECT_NEAR(psi_rate, 2, 1e-11) << joint << ", cut at " << cut << ", phi = " << phi;
        EXPECT_NEAR(acceleration_of(numbers, "phi'"), 3 / (0.2 + 0.2), 1e-10) << joint << ", cut at " << cut;
        EXPECT_NEAR(acceleration_of(numbers, "psi'"), 3 / (0.2 + 0.2), 1e-10) << joint << ", cut at " << cut;
      }
    }
  }
}

}  // namespace
}  // namespace kinemate
