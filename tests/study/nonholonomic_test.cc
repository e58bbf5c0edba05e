// Machines that roll and skate, against closed forms and published numbers.
#include <gtest/gtest.h>

#include <cmath>

#include "dense.h"
#include "expr/normal/zero_test.h"
#include "study/derivation.h"
#include "study/linear/linearisation.h"
#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class Nonholonomic : public StudyTest {
 protected:

  static LinearSystem linear_at(const Model& model, const std::vector<std::string>& at) {
    LinearisationRequest request;
    request.reference.at = given(at);
    request.formulas = false;
    Linearisation found = linearise_machine(model, request, keep_quiet);
    return *found.numbers;
  }
};

Eigen::Index place_of(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

// Lean-frame speeds: cases of the literature, as formulas with all parameters open.
TEST_F(Nonholonomic, RollingDiscAsFormulas) {
  const Model model = machine(R"(
name: disc
parameters: {g: , m: , r: }
gravity: [0, 0, -g]
bodies: {disc: {mass: m, inertia: {xx: m*r^2/4, yy: m*r^2/2, zz: m*r^2/4}}}
joints: {motion: {type: free, sequence: zxy, from: world, to: disc, coordinates: [x, y, z, q1, q2, q3]}}
constraints: {ground: {type: rolling_disc, point: disc, axis: y, radius: r}}
)");
  for (const char* by : {"kane", "lagrange", "multipliers", "newton-euler", "joint-loads"}) {
    DerivationRequest request;
    request.formalism = by;
    request.sections = {Section::kEquations};
    request.speeds = {"u1 = q2'", "u2 = q3' + q1'*sin(q2)", "u3 = q1'*cos(q2)"};
    const Derivation found = derive(model, request, keep_quiet);
    const Equations& e = found.equations;
    const char* expected[] = {"(6*u2*u3*r - u3^2*r*tan(q2) + 4*g*sin(q2))/(5*r)", "-2*u1*u3/3",
                              "u1*(-2*u2 + u3*tan(q2))"};
    for (std::size_t i = 0; i < 3; ++i) {
      Expr gap = e.bias[i] - e.forces[i];
      for (std::size_t j = 0; j < 3; ++j) gap += e.mass_at(i, j) * parse(expected[j]);
      EXPECT_TRUE(test_zero(gap).zero) << by << " " << i;
    }
    EXPECT_EQ(found.ignorable, (std::vector<Expr>{parse("x"), parse("y"), parse("q1"), parse("q3")}));
  }
}

TEST_F(Nonholonomic, RollingDiscBalancesAbove) {
  Model model = machine(R"(
name: disc
gravity: [0, 0, -1]
bodies: {disc: {mass: 1, inertia: {xx: 1/4, yy: 1/2, zz: 1/4}}}
joints: {motion: {type: free, sequence: zxy, from: world, to: disc, coordinates: [x, y, z, yaw, lean, spin]}}
constraints: {ground: {type: rolling_disc, point: disc, axis: y, radius: 1}}
initial: {z: 1}
independent: [yaw, lean, spin]
)");
  const auto largest = [&](double speed) {
    const LinearSystem system = linear_at(model, {fmt::format("spin' = {:.17g}", speed)});
    return dense::eigenvalues(system.A).real().maxCoeff();
  };
  EXPECT_GT(largest(1 / std::sqrt(3.0) - 1e-6), 1e-4);
  EXPECT_LT(largest(1 / std::sqrt(3.0) + 1e-6), 1e-6);
}

// Down a slope of angle s: g sin(s)/(1 + I/(m r²)).
TEST_F(Nonholonomic, DownASlope) {
  const double drop = 9.81 * std::sin(0.3);
  const auto sphere = evaluate_closed(machine(R"(
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 2, inertia: {xx: 0.2, yy: 0.2, zz: 0.2}}}
frames: {slope: {body: world, rotation: [[y, 0.3]]}}
joints: {air: {type: free, sequence: xyz, from: {frame: slope}, to: ball, coordinates: [x, y, z, a, b, c]}}
constraints: {ground: {type: rolling_sphere, point: ball, radius: 0.5, plane: {frame: slope}}}
initial: {z: 0.5}
)"),
                                      {});
  EXPECT_NEAR(acceleration_of(sphere, "x'"), drop * 5 / 7, 1e-12);
  for (const auto& [inertia, share] : {std::pair{0.25, 2.0 / 3}, std::pair{0.5, 0.5}}) {  // cylinder, hoop
    const auto wheel = evaluate_closed(machine(fmt::format(R"(
gravity: [0, 0, -9.81]
bodies: {{wheel: {{mass: 2, inertia: {{xx: {0}, yy: {0}, zz: {0}}}}}}}
frames: {{slope: {{body: world, rotation: [[y, 0.3]]}}}}
joints: {{across: {{type: planar, axis: y, from: {{frame: slope}}, to: wheel, coordinates: [z, x, a]}}}}
constraints: {{ground: {{type: rolling_disc, point: wheel, axis: y, radius: 0.5, plane: {{frame: slope}}}}}}
initial: {{z: 0.5}}
)",
                                                           inertia)),
                                       {});
    const double x = std::abs(acceleration_of(wheel, "x'")), z = std::abs(acceleration_of(wheel, "z'"));
    EXPECT_NEAR(std::max(x, z), drop * share, 1e-12);
    EXPECT_NEAR(std::min(x, z), 0, 1e-12);
  }
}

// A ball on a table that turns steadily goes round in a circle, at 2/7 of its speed; in inertial space.
TEST_F(Nonholonomic, BallOnATurntable) {
  const Model model = machine(R"(
gravity: [0, 0, -9.81]
bodies: {table: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}, ball: {mass: 2, inertia: {xx: 0.2, yy: 0.2, zz: 0.2}}}
joints:
  turn: {type: revolute, axis: z, from: world, to: table, coordinate: phi, drive: 3*t}
  air: {type: free, sequence: euler_parameters, from: world, to: ball, coordinates: [x, y, z, p0, p1, p2, p3], speeds: [wx, wy, wz]}
constraints: {contact: {type: rolling_sphere, point: ball, radius: 0.5, plane: table}}
initial: {x: 1, z: 0.5, "x'": 0.4, "y'": -0.3}
)");
  const double period = 2 * std::numbers::pi / (3 * 2.0 / 7);
  const Recorded run = run_machine(model, until(period));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  EXPECT_NEAR(run.at_end("x"), 1, 1e-8);
  EXPECT_NEAR(run.at_end("y"), 0, 1e-8);
  EXPECT_NEAR(run.at_end("x'"), 0.4, 1e-8);
  const Recorded half = run_machine(model, until(period / 2));
  EXPECT_NEAR(half.at_end("x'"), -0.4, 1e-8);
  EXPECT_NEAR(half.at_end("y'"), 0.3, 1e-8);
}

// Chaplygin's sleigh: with u along the blade and the rate w, u' = a w², (J + m a²) w' = -m a u w (S. A. Chaplygin
// 1911); u² + (a² + J/m) w² is constant, and w = w0/cosh(...) from u = 0.
TEST_F(Nonholonomic, ChaplyginsSleigh) {
  const double m = 2, J = 0.3, a = 0.4, w0 = 1.5;
  const Model model = machine(R"(
bodies: {sleigh: {mass: 2, center: [0.4, 0, 0], inertia: {xx: 0.3, yy: 0.3, zz: 0.3}}}
joints: {ice: {type: planar, axis: z, from: world, to: sleigh, coordinates: [x, y, a]}}
constraints: {blade: {type: skate, point: sleigh, axis: x}}
initial: {a: 0.3, "a'": 1.5}
)");
  SimulationRequest request = until(4);
  request.every = 0.5;
  const Recorded run = run_machine(model, request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  const double k = std::sqrt(a * a + J / m), rate = m * a * w0 * k / (J + m * a * a) / 1;
  for (const auto& row : run.rows) {
    const double t = row[run.column("t")];
    EXPECT_NEAR(row[run.column("a'")], w0 / std::cosh(rate * t), 1e-8);
    const double u = std::hypot(row[run.column("x'")], row[run.column("y'")]);
    EXPECT_NEAR(u, w0 * k * std::tanh(rate * t), 1e-8);
  }
}

// The two-wheeled car of Kane and Levinson ("Dynamics: theory and applications", 1985, problem set 3): u forward, w
// turning, centre of mass a before the axle, wheels b beside it: (m + 2 mw + 2 J/R²) u' = m a w² + F,
// (I + m a² + 2 mw b² + 2 K + 2 J b²/R²) w' = -m a u w.
TEST_F(Nonholonomic, TwoWheeledCar) {
  const double m = 50, a = 0.3, I = 4, mw = 3, J = 0.2, K = 0.12, R = 0.4, b = 0.6, F = 7;
  const Model model = machine(R"(
gravity: [0, 0, -9.81]
bodies:
  car: {mass: 50, center: [0.3, 0, 0.1], inertia: {xx: 4, yy: 4, zz: 4}}
  left: &wheel {mass: 3, inertia: {xx: 0.12, yy: 0.2, zz: 0.12}}
  right: *wheel
joints:
  ground: {type: planar, axis: z, from: {body: world, at: [0, 0, 0.4]}, to: car, coordinates: [x, y, yaw]}
  axle1: {type: revolute, axis: y, from: {body: car, at: [0, 0.6, 0]}, to: left, coordinate: p1}
  axle2: {type: revolute, axis: y, from: {body: car, at: [0, -0.6, 0]}, to: right, coordinate: p2}
constraints:
  left_contact: {type: rolling_disc, point: left, axis: y, radius: 0.4}
  right_contact: {type: rolling_disc, point: right, axis: y, radius: 0.4}
loads: {push: {type: force, point: car, vector: [7, 0, 0], axes: car}}
independent: [p1, p2]
)");
  const double u = 2, w = 0.7;
  const auto numbers = evaluate_closed(model, {fmt::format("p1' = {:.17g}", (u - b * w) / R),
                                               fmt::format("p2' = {:.17g}", (u + b * w) / R), "yaw = 0.4"});
  const double du = R * (acceleration_of(numbers, "p1'") + acceleration_of(numbers, "p2'")) / 2;
  EXPECT_NEAR(du, (m * a * w * w + F) / (m + 2 * mw + 2 * J / R / R), 1e-12);
  EXPECT_NEAR(acceleration_of(numbers, "yaw'"),
              -m * a * u * w / (I + m * a * a + 2 * mw * b * b + 2 * K + 2 * J * b * b / R / R), 1e-12);
  // the ground carries nothing along the plane but what both contacts have together, and gravity by the joint
  double side = 0;
  for (const Reaction& reaction : *numbers.reactions)
    if (reaction.joint.ends_with("_contact"))
      side += reaction.load.force.x * -std::sin(0.4) + reaction.load.force.y * std::cos(0.4);
  // the two say the same of gliding sideways: how they share it is a choice, and named
  for (const char* contact : {"left_contact (", "right_contact ("})
    EXPECT_TRUE(std::any_of(numbers.undetermined.begin(), numbers.undetermined.end(),
                            [&](const std::string& text) { return text.starts_with(contact); }));
  EXPECT_NEAR(side, m * (u * w + a * acceleration_of(numbers, "yaw'")) + 2 * mw * u * w, 1e-10);
}

TEST_F(Nonholonomic, Refusals) {
  const std::string plane = R"(
bodies: {a: {mass: 1, inertia: {xx: 1, yy: 1, zz: 1}}}
joints: {p: {type: planar, axis: z, from: world, to: a, coordinates: [x, y, q]}}
constraints:
  one: {type: nonholonomic, equation: "x' = 2*y'"}
)";
  // one that follows is left out and named
  const Derivation same =
      derive(machine(plane + "  two: {type: nonholonomic, equation: \"2*x' - 4*y' = 0\"}\n"), {}, keep_quiet);
  EXPECT_EQ(same.redundant, std::vector<std::string>{"constraint two"});
  EXPECT_EQ(same.equations.speeds.size(), 2u);
  try {
    derive(machine(plane + "  two: {type: nonholonomic, equation: \"x' = 2*y' + 1\"}\n"), {}, keep_quiet);
    ADD_FAILURE() << "they contradict each other";
  } catch (const Error& error) {
    EXPECT_NE(error.message.find("contradicts others"), std::string::npos) << error.message;
  }
  EXPECT_THROW(Simulation(machine(plane + "  two: {type: nonholonomic, equation: \"y' = 0\"}\n  three: {type: "
                                          "nonholonomic, equation: \"q' = 0\"}\n"),
                          until(1), keep_quiet),
               Error);
}

// Meijaard, Papadopoulos, Ruina, Schwab 2007.
class Whipple : public Nonholonomic {
 protected:
  static Model bicycle() { return example("whipple_bicycle"); }
  static LinearSystem at_speed(double v) { return linear_at(bicycle(), {fmt::format("thetaR' = {:.17g}", -v / 0.3)}); }
  // of roll and steer
  static Eigen::Matrix2d part(const LinearSystem& system, const Eigen::MatrixXd& of, bool by_coordinates) {
    std::vector<std::string> names;
    for (const Deviation& one : system.deviations) names.push_back(one.name);
    Eigen::Matrix2d found;
    const char* const pair[] = {"roll", "steer"};
    for (Eigen::Index i = 0; i < 2; ++i)
      for (Eigen::Index j = 0; j < 2; ++j)
        found(i, j) =
            of(place_of(system.speeds, std::string(pair[i]) + "'"),
               by_coordinates ? place_of(names, pair[j]) : place_of(system.speeds, std::string(pair[j]) + "'"));
    return found;
  }
  static Eigen::Matrix2d matrix(double a, double b, double c, double d) {
    return (Eigen::Matrix2d() << a, b, c, d).finished();
  }
  const Eigen::Matrix2d M = matrix(80.81722, 2.3194133220870913, 2.3194133220870913, 0.29784188199685553);
  const Eigen::Matrix2d C1 = matrix(0, 33.866413914924944, -0.85035641456978437, 1.6854039739755967);
  const Eigen::Matrix2d K0 = matrix(-80.95, -2.5995168524987164, -2.5995168524987164, -0.80329488458617688);
  const Eigen::Matrix2d K2 = matrix(0, 76.597345895732222, 0, 2.6543152379460403);
};

TEST_F(Whipple, LinearMatricesAndPoles) {
  for (double v = 0; v <= 10; v += 1) {
    const LinearSystem system = at_speed(v);
    const Eigen::Matrix2d K = 9.81 * K0 + v * v * K2;
    EXPECT_LT((part(system, system.M, false) - M).lpNorm<Eigen::Infinity>(), 1e-12 * M.norm()) << v;
    EXPECT_LT((part(system, system.P, false) - v * C1).lpNorm<Eigen::Infinity>(), 1e-12 * std::max(1.0, v * C1.norm()));
    EXPECT_LT((part(system, system.Q, true) - K).lpNorm<Eigen::Infinity>(), 1e-12 * K.norm());
    Eigen::Matrix4d A = Eigen::Matrix4d::Zero();
    A.topRightCorner<2, 2>().setIdentity();
    A.bottomLeftCorner<2, 2>() = -M.inverse() * K;
    A.bottomRightCorner<2, 2>() = -M.inverse() * v * C1;
    const Eigen::VectorXcd expected = dense::eigenvalues(A), found = dense::eigenvalues(system.A);
    for (Eigen::Index i = 0; i < 4; ++i)
      EXPECT_LT((found.array() - expected[i]).abs().minCoeff(), 1e-11 * std::max(1.0, std::abs(expected[i]))) << v;
  }
  const Eigen::VectorXcd at_five = dense::eigenvalues(at_speed(5).A);
  for (const std::complex<double> pole :
       {std::complex<double>(-14.078389692798247), {-0.32286642900408708}, {-0.77534188219584193, 4.4648677137882251}})
    EXPECT_LT((at_five.array() - pole).abs().minCoeff(), 1e-12 * std::abs(pole));
}

// Weave: a pair of poles crosses the axis; capsize: a real pole does, where the stiffness is singular.
TEST_F(Whipple, BalancesByItselfBetween) {
  const auto weave = [&](double v) {
    double largest = -1e9;
    for (const std::complex<double>& pole : dense::eigenvalues(at_speed(v).A))
      if (std::abs(pole.imag()) > 1e-3) largest = std::max(largest, pole.real());
    return largest;
  };
  const auto capsize = [&](double v) {
    const LinearSystem system = at_speed(v);
    return part(system, system.Q, true).determinant();
  };
  const auto root = [](const auto& function, double a, double b) {  // by secants
    double at_a = function(a), at_b = function(b);
    for (int i = 0; i < 8 && std::abs(b - a) > 1e-13; ++i) {
      const double next = b - at_b * (b - a) / (at_b - at_a);
      a = b, at_a = at_b, b = next, at_b = function(b);
    }
    return b;
  };
  EXPECT_NEAR(root(weave, 4.25, 4.3), 4.292382536341104, 1e-12 * 4.3);
  EXPECT_NEAR(root(capsize, 6, 6.05), 6.024262015388359, 1e-12 * 6);
  EXPECT_GT(weave(4.25), 0);
  EXPECT_LT(weave(4.35), 0);
}

// Pushed at 5 m/s it swings, with the front wheel on the ground all the time: energy is kept, and other independent
// speeds give the same motion.
TEST_F(Whipple, RidesFreely) {
  std::optional<Recorded> first;
  for (const char* speeds : {"", "roll, steer, thetaF", "roll, yaw, thetaR"}) {
    Model model = bicycle();
    for (InitialValue& value : model.initial)
      if (value.symbol == parse("x'")) value.value = parse("5");
    model.initial.push_back({parse("roll'"), parse("0.5")});
    model.independent.clear();
    for (const std::string& name : std::vector<std::string>(*speeds == '\0' ? 0 : 1, speeds)) {
      std::string rest = name;
      for (std::size_t comma = 0; comma != std::string::npos;
           rest = comma == std::string::npos ? "" : rest.substr(comma + 2)) {
        comma = rest.find(", ");
        model.independent.push_back(make_symbol(rest.substr(0, comma), 1));
      }
    }
    SimulationRequest request = until(2, 1e-10);
    request.every = 0.25;
    const Recorded run = run_machine(model, request);
    ASSERT_TRUE(run.report.status.good()) << speeds << ": " << run.report.status.message;
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << speeds;
    if (!first) first = run;
    for (const char* name : {"roll", "steer", "yaw", "x", "y", "pitch"})
      for (std::size_t i = 0; i < run.rows.size(); ++i)
        EXPECT_NEAR(run.rows[i][run.column(name)], first->rows[i][first->column(name)], 1e-6) << speeds << " " << name;
  }
}

}  // namespace
}  // namespace kinemate
