// Kinematics against derivatives of position and orientation, against printed formulas, and under changes that leave
// the motion alone.
#include "model/kinematics.h"

#include <gtest/gtest.h>

#include "model/fixture.h"
#include "model/random_machine.h"

namespace kinemate {
namespace {

class KinematicsTest : public ModelTest {
 protected:
  static PointMotion motion_of(const Model& model, const char* body, const Vector& point = {}) {
    return compute_point_motion(model, compute_kinematics(model), find_body(model, body), point);
  }

  // v = ṙ, ω̃ = ṘRᵀ, a = v̇, α = ω̇, J = ∂v/∂s, and v = J s + v̄, by formulas
  static void expect_consistent(const Model& model, const char* body, const Vector& point) {
    const Kinematics kinematics = compute_kinematics(model);
    const PointMotion m = compute_point_motion(model, kinematics, find_body(model, body), point);
    const Seeds& seeds = kinematics.time_derivative;
    EXPECT_TRUE(is_equal(along(seeds, m.position), m.velocity));
    EXPECT_TRUE(is_equal(vect(along(seeds, m.rotation) * transpose(m.rotation)), m.angular_velocity));
    EXPECT_TRUE(is_equal(along(seeds, m.velocity), m.acceleration));
    EXPECT_TRUE(is_equal(along(seeds, m.angular_velocity), m.angular_acceleration));
    Vector velocity = m.drift, turning = m.angular_drift;
    for (std::size_t i = 0; i < m.speeds.size(); ++i) {
      const Expr s = m.speeds[i];
      EXPECT_TRUE(is_equal(map_vector(m.velocity, [&](Expr e) { return differentiate(e, s); }), m.J_T[i]))
          << to_text(s);
      EXPECT_TRUE(is_equal(map_vector(m.angular_velocity, [&](Expr e) { return differentiate(e, s); }), m.J_R[i]))
          << to_text(s);
      velocity += m.J_T[i] * s;
      turning += m.J_R[i] * s;
    }
    EXPECT_TRUE(is_equal(velocity, m.velocity));
    EXPECT_TRUE(is_equal(turning, m.angular_velocity));
  }
};

TEST_F(KinematicsTest, RotorWithTiltedDisc) {
  // source B, section 2.3.1.2: r = Tγᵀ Tαᵀ [0, e, 0], v = Ω̃ r, a = Ω̃ Ω̃ r, γ = Ωt
  const Model model = machine(R"(
bodies: {disc: {mass: m}}
joints: {shaft: {type: revolute, axis: z, from: world, to: {body: disc, rotation: [[x, -alpha]]}, coordinate: gamma, drive: Omega*t}}
)");
  const PointMotion m = motion_of(model, "disc", parse_vector("0", "e", "0"));
  EXPECT_TRUE(
      is_equal(m.position, parse_vector("-e*sin(Omega*t)*cos(alpha)", "e*cos(Omega*t)*cos(alpha)", "e*sin(alpha)")));
  EXPECT_TRUE(
      is_equal(m.velocity, parse_vector("-e*Omega*cos(Omega*t)*cos(alpha)", "-e*Omega*sin(Omega*t)*cos(alpha)", "0")));
  EXPECT_TRUE(is_equal(m.acceleration,
                       parse_vector("e*Omega^2*sin(Omega*t)*cos(alpha)", "-e*Omega^2*cos(Omega*t)*cos(alpha)", "0")));
  EXPECT_TRUE(is_equal(m.angular_velocity, parse_vector("0", "0", "Omega")));
  EXPECT_TRUE(m.speeds.empty());
  EXPECT_TRUE(is_equal(m.drift, m.velocity));
}

TEST_F(KinematicsTest, CardanAnglesAsPrinted) {
  // source B (2.16) and (2.24)
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: spherical, sequence: xyz, from: world, to: b, coordinates: [alpha, beta, gamma]}}
)");
  const PointMotion m = motion_of(model, "b");
  const Matrix printed{
      {parse_vector("cos(beta)*cos(gamma)", "-cos(beta)*sin(gamma)", "sin(beta)"),
       parse_vector("cos(alpha)*sin(gamma) + sin(alpha)*sin(beta)*cos(gamma)",
                    "cos(alpha)*cos(gamma) - sin(alpha)*sin(beta)*sin(gamma)", "-sin(alpha)*cos(beta)"),
       parse_vector("sin(alpha)*sin(gamma) - cos(alpha)*sin(beta)*cos(gamma)",
                    "sin(alpha)*cos(gamma) + cos(alpha)*sin(beta)*sin(gamma)", "cos(alpha)*cos(beta)")}};
  EXPECT_TRUE(is_equal(m.rotation, printed));
  EXPECT_TRUE(is_equal(m.angular_velocity,
                       parse_vector("alpha' + sin(beta)*gamma'", "cos(alpha)*beta' - sin(alpha)*cos(beta)*gamma'",
                                    "sin(alpha)*beta' + cos(alpha)*cos(beta)*gamma'")));
  // in axes of the body, (2.23)
  const PointMotion in_body = in_axes(m, m.rotation);
  EXPECT_TRUE(is_equal(in_body.angular_velocity,
                       parse_vector("cos(beta)*cos(gamma)*alpha' + sin(gamma)*beta'",
                                    "-cos(beta)*sin(gamma)*alpha' + cos(gamma)*beta'", "sin(beta)*alpha' + gamma'")));
}

const char* const kCardanPendulum = R"(
bodies: {rod1: {mass: m1}, rod2: {mass: m2}}
joints:
  pivot: {type: revolute, axis: x, from: world, to: rod1, coordinate: alpha1}
  cardan: {type: motion, from: {body: rod1, at: [0, 0, l1], axes: world}, to: rod2, coordinates: [alpha2, beta2], rotation: [[x, alpha2], [y, beta2]]}
)";

TEST_F(KinematicsTest, CardanDoublePendulumDoesNotInheritOrientation) {
  // source B (2.50)-(2.60), with ω_z = β̇₂ sin α₂ in (2.58)
  const Model model = machine(kCardanPendulum);
  const PointMotion q1 = motion_of(model, "rod1", parse_vector("0", "0", "l1"));
  EXPECT_TRUE(is_equal(q1.position, parse_vector("0", "-l1*sin(alpha1)", "l1*cos(alpha1)")));
  EXPECT_TRUE(is_equal(q1.angular_velocity, parse_vector("alpha1'", "0", "0")));
  const PointMotion q2 = motion_of(model, "rod2", parse_vector("0", "0", "l2"));
  EXPECT_TRUE(is_equal(q2.position, parse_vector("l2*sin(beta2)", "-l1*sin(alpha1) - l2*sin(alpha2)*cos(beta2)",
                                                 "l1*cos(alpha1) + l2*cos(alpha2)*cos(beta2)")));
  EXPECT_TRUE(is_equal(q2.angular_velocity, parse_vector("alpha2'", "cos(alpha2)*beta2'", "sin(alpha2)*beta2'")));
  ASSERT_EQ(q2.speeds.size(), 3u);
  EXPECT_EQ(to_text(q2.speeds[0]), "alpha1'");
  EXPECT_TRUE(is_equal(q2.J_R[0], {}));  // rod 1 does not turn rod 2
  EXPECT_TRUE(is_equal(q2.J_T[0], parse_vector("0", "-l1*cos(alpha1)", "-l1*sin(alpha1)")));
  expect_consistent(model, "rod2", parse_vector("a", "b", "l2"));
}

TEST_F(KinematicsTest, SlidingOnATurningArmHasCoriolisAcceleration) {
  const Model model = machine(R"(
bodies: {arm: {mass: 1}, slider: {mass: 1}}
joints:
  turn: {type: revolute, axis: z, from: world, to: arm, coordinate: phi}
  slide: {type: prismatic, axis: x, from: arm, to: slider, coordinate: r}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const std::size_t slider = find_body(model, "slider");
  const PointMotion m =
      in_axes(compute_point_motion(model, kinematics, slider, {}), kinematics.bodies[slider].pose.rotation);
  EXPECT_TRUE(is_equal(m.acceleration, parse_vector("r'' - r*phi'^2", "r*phi'' + 2*r'*phi'", "0")));
  EXPECT_TRUE(is_equal(m.bias, parse_vector("-r*phi'^2", "2*r'*phi'", "0")));
}

TEST_F(KinematicsTest, MovingBase) {
  const Model model = machine(R"(
base: {position: [u(t), 0, b*t^2], rotation: [[z, w*t], [x, f(t)]]}
bodies: {arm: {mass: 1}, rod: {mass: 1}, free: {mass: 1}}
joints:
  turn: {type: revolute, axis: y, from: {body: world, at: [a, 0, 0]}, to: arm, coordinate: phi}
  tip: {type: motion, from: {body: arm, at: [0, 0, l], axes: world}, to: rod, coordinates: [psi], rotation: [[x, psi]], position: [0, psi, 0]}
  air: {type: free, sequence: xyz, from: world, to: free, coordinates: [x, y, z, a1, a2, a3]}
)");
  expect_consistent(model, "world", parse_vector("1", "2", "3"));
  expect_consistent(model, "arm", parse_vector("0", "0", "l"));
  expect_consistent(model, "rod", parse_vector("c", "0", "d"));
  expect_consistent(model, "free", parse_vector("0", "d", "0"));
}

TEST_F(KinematicsTest, BaseGivenByAMatrix) {
  const Model model = machine(R"(
base: {rotation: [[cos(w*t), -sin(w*t), 0], [sin(w*t), cos(w*t), 0], [0, 0, 1]]}
bodies: {b: {mass: 1}}
joints: {slide: {type: prismatic, axis: x, from: world, to: b, coordinate: r}}
)");
  expect_consistent(model, "b", {});
}

TEST_F(KinematicsTest, FramesOnBothSidesOfAJoint) {
  const Model model = machine(R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
frames: {hook: {body: a, at: [0, h, 0], rotation: [[z, c]]}}
joints:
  first: {type: spherical, sequence: zyx, from: {body: world, at: [0, 0, 1]}, to: {body: a, at: [d, 0, 0], rotation: [[x, e]]}, coordinates: [q1, q2, q3]}
  second: {type: screw, axis: [0, 3, 4], pitch: p, from: {frame: hook, at: [0, 0, g]}, to: {body: b, at: [0, k, 0]}, coordinate: q4}
)");
  expect_consistent(model, "b", parse_vector("1", "0", "l"));
}

TEST_F(KinematicsTest, SharedCoordinatesServeSeveralPoses) {
  // a rod and its mirror image, both by one angle, and a third body hanging on the second
  const Model model = machine(R"(
bodies: {left: {mass: 1}, right: {mass: 1}, hand: {mass: 1}}
coordinates: [phi]
joints:
  l: {type: motion, from: world, to: left, coordinates: [phi], rotation: [[z, phi]]}
  r: {type: motion, from: world, to: right, coordinates: [phi], rotation: [[z, -phi]], position: [cos(phi), 0, 0]}
  h: {type: motion, from: {body: right, at: [1, 0, 0]}, to: hand, coordinates: [phi], rotation: [[z, 2*phi]]}
)");
  expect_consistent(model, "left", parse_vector("1", "0", "0"));
  expect_consistent(model, "hand", parse_vector("1", "0", "0"));
  EXPECT_EQ(motion_of(model, "hand").speeds.size(), 1u);
}

TEST_F(KinematicsTest, CoordinatesOfNoJointMoveByThemselves) {
  const Model model = machine(R"(
coordinates: [charge, x, flux]
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: motion, from: world, to: a, coordinates: [x], position: [x, 0, 0]}
  k: {type: revolute, axis: x, from: a, to: b, coordinate: phi}
  loop: {type: revolute, axis: x, from: world, to: b, coordinate: psi}
loads:
  coil: {type: kinetic, energy: charge'^2 + flux'^2}
)");
  const Kinematics kinematics = compute_kinematics(model);
  EXPECT_EQ(kinematics.further, (std::vector<Expr>{parse("charge"), parse("flux")}));
  ASSERT_EQ(kinematics.speeds.size(), 4u);  // the listed ones, then those of joints
  const char* const order[] = {"charge'", "x'", "flux'"};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(kinematics.speeds[i], parse(order[i]));
  EXPECT_EQ(kinematics.loop_speeds.size(), 1u);
  EXPECT_EQ(differentiate_time(kinematics, parse("charge^2")), parse("2*charge*charge'"));
  EXPECT_EQ(differentiate_time(kinematics, parse("flux'")), parse("flux''"));
  for (Expr s : motion_of(model, "b").speeds) EXPECT_NE(s, parse("charge'"));
}

TEST_F(KinematicsTest, UnspecifiedFunctionsDrivesAndStates) {
  const Model model = machine(R"(
inputs: [u]
bodies: {b: {mass: 1}}
joints: {j: {type: cylindrical, axis: z, from: world, to: b, coordinates: [phi, s], drive: {phi: F(t)}}}
loads: {motor: {type: joint, joint: j, effort: k*i, states: {i: u - R*i - s'}}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const PointMotion m = compute_point_motion(model, kinematics, 1, parse_vector("r", "0", "0"));
  EXPECT_TRUE(is_equal(m.velocity, parse_vector("-r*sin(F(t))*F'(t)", "r*cos(F(t))*F'(t)", "s'")));
  EXPECT_TRUE(is_equal(m.angular_acceleration, parse_vector("0", "0", "F''(t)")));
  EXPECT_EQ(differentiate_time(kinematics, parse("i*u")), parse("u*(u - R*i - s') + i*u'"));
}

TEST_F(KinematicsTest, EulerParametersMove) {
  const Model model = machine(R"(
bodies: {b: {mass: 1}}
joints: {j: {type: free, sequence: euler_parameters, from: world, to: b, coordinates: [x, y, z, p0, p1, p2, p3], speeds: [wx, wy, wz]}}
)");
  const Kinematics kinematics = compute_kinematics(model);
  const PointMotion m = compute_point_motion(model, kinematics, 1, parse_vector("a", "b", "c"));
  const Substitution on_sphere = unit_euler_parameters("p0", "p1", "p2", "p3");
  auto on = [&](const Vector& v) { return map_vector(v, [&](Expr e) { return substitute(e, on_sphere); }); };
  const Seeds& seeds = kinematics.time_derivative;
  EXPECT_TRUE(is_equal(on(along(seeds, m.position)), on(m.velocity)));
  EXPECT_TRUE(is_equal(on(along(seeds, m.velocity)), on(m.acceleration)));
  // ω in axes of the body is the speeds
  EXPECT_TRUE(is_equal(on(in_axes(m, m.rotation).angular_velocity), parse_vector("wx", "wy", "wz")));
  ASSERT_EQ(m.speeds.size(), 6u);
  EXPECT_EQ(to_text(m.speeds[0]), "x'");
  EXPECT_EQ(to_text(m.speeds[5]), "wz");
}

TEST_F(KinematicsTest, BodyWithoutAWayToTheWorldIsNamed) {
  Model model = machine("bodies: {lost: {mass: 1}}");
  model.joints.clear();  // the free one that every loose part gets
  EXPECT_EQ(message_of([&] { motion_of(model, "lost"); }), "body lost is not connected to the world by joints");
}

// Reversing a joint, moving a frame, renaming

TEST_F(KinematicsTest, ReversedJointMovesBackwards) {
  for (const char* joint :
       {"type: revolute, axis: [0, 3, 4], coordinate: q", "type: prismatic, axis: y, coordinate: q",
        "type: screw, axis: x, pitch: h, coordinate: q", "type: cylindrical, axis: z, coordinates: [q, r]"}) {
    const std::string frames[2] = {"{body: a, at: [1, 2, 0], rotation: [[x, c]]}", "{body: b, at: [0, d, 0]}"};
    auto built = [&](bool swapped) {
      return machine(
          "bodies: {a: {mass: 1}, b: {mass: 1}}\njoints:\n  base: {type: revolute, axis: z, from: world, to: a, "
          "coordinate: p}\n  j: {from: " +
          frames[swapped ? 1 : 0] + ", to: " + frames[swapped ? 0 : 1] + ", " + joint + "}\n");
    };
    const PointMotion there = motion_of(built(false), "b", parse_vector("0", "0", "1"));
    const PointMotion back = motion_of(built(true), "b", parse_vector("0", "0", "1"));
    Substitution minus;
    for (const char* name : {"q", "q'", "q''", "r", "r'", "r''"}) minus.symbols.emplace(parse(name), -parse(name));
    auto turned = [&](const Vector& v) { return map_vector(v, [&](Expr e) { return substitute(e, minus); }); };
    EXPECT_TRUE(is_equal(turned(back.position), there.position)) << joint;
    EXPECT_TRUE(is_equal(turned(back.velocity), there.velocity)) << joint;
    EXPECT_TRUE(is_equal(turned(back.acceleration), there.acceleration)) << joint;
    EXPECT_TRUE(is_equal(turned(back.angular_acceleration), there.angular_acceleration)) << joint;
  }
}

TEST_F(KinematicsTest, MovingTheBodyFrameLeavesTheMotionAlone) {
  // the same machine with the frame of `a` shifted and turned: attachments and the point move with it
  const char* const first = R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
joints:
  j: {type: universal, axes: [x, y], from: world, to: a, coordinates: [q1, q2]}
  k: {type: revolute, axis: z, from: {body: a, at: [0, 0, 1]}, to: b, coordinate: q3}
)";
  const char* const moved = R"(
bodies: {a: {mass: 1}, b: {mass: 1}}
frames: {old: {body: a, at: [5, h, 0], rotation: [[y, c]]}}
joints:
  j: {type: universal, axes: [x, y], from: world, to: old, coordinates: [q1, q2]}
  k: {type: revolute, axis: z, from: {frame: old, at: [0, 0, 1]}, to: b, coordinate: q3}
)";
  const PointMotion one = motion_of(machine(first), "b", parse_vector("0", "2", "0"));
  const PointMotion two = motion_of(machine(moved), "b", parse_vector("0", "2", "0"));
  EXPECT_TRUE(is_equal(one.position, two.position));
  EXPECT_TRUE(is_equal(one.acceleration, two.acceleration));
  EXPECT_TRUE(is_equal(one.J_T[1], two.J_T[1]));
}

TEST_F(KinematicsTest, RenamingRenames) {
  std::string text = kCardanPendulum;
  const PointMotion one = motion_of(machine(text), "rod2", parse_vector("0", "0", "l2"));
  auto replace_all = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replace_all("rod2", "aaa"), replace_all("rod1", "zzz"), replace_all("alpha2", "u"), replace_all("cardan", "a joint");
  const PointMotion two = motion_of(machine(text), "aaa", parse_vector("0", "0", "l2"));
  Substitution names;
  for (int primes = 0; primes < 3; ++primes)
    names.symbols.emplace(make_symbol("u", primes), make_symbol("alpha2", primes));
  EXPECT_TRUE(is_equal(map_vector(two.acceleration, [&](Expr e) { return substitute(e, names); }), one.acceleration));
}

// Random trees of all joints, at random states

TEST_F(KinematicsTest, RandomTreesMoveAsTheirPositionsSay) {
  std::mt19937_64 random(20261116);
  for (int round = 0; round < random_cases(150); ++round) {
    Pool pool;
    const PoolScope scope(pool);
    const std::string text = random_machine(random, 5);
    const Model model = machine(text);
    const Kinematics kinematics = compute_kinematics(model);
    const PointMotion m =
        compute_point_motion(model, kinematics, model.bodies.size() - 1, parse_vector("3/10", "-1/5", "2/5"));
    const Seeds& seeds = kinematics.time_derivative;
    const Matrix turning = along(seeds, m.rotation) * transpose(m.rotation);
    std::vector<Expr> pairs;
    auto pair = [&](const Vector& a, const Vector& b) {
      for (std::size_t i = 0; i < 3; ++i) pairs.insert(pairs.end(), {a[i], b[i]});
    };
    pair(along(seeds, m.position), m.velocity);
    pair(vect(turning), m.angular_velocity);
    pair(along(seeds, m.velocity), m.acceleration);
    pair(along(seeds, m.angular_velocity), m.angular_acceleration);
    for (std::size_t i = 0; i < m.speeds.size(); ++i) {
      pair(map_vector(m.velocity, [&](Expr e) { return differentiate(e, m.speeds[i]); }), m.J_T[i]);
      pair(map_vector(m.angular_velocity, [&](Expr e) { return differentiate(e, m.speeds[i]); }), m.J_R[i]);
    }
    Values values = random_values(pairs, random);
    normalise_euler_parameters(model, values);
    const std::vector<double> numbers = evaluate(pairs, values);
    double scale = 1;
    for (double number : numbers) scale = std::max(scale, std::abs(number));
    for (std::size_t i = 0; i < numbers.size(); i += 2)
      ASSERT_NEAR(numbers[i], numbers[i + 1], 1e-11 * scale) << "pair " << i / 2 << "\n" << text;
  }
}

TEST_F(KinematicsTest, GrowsInProportionToTheChain) {
  auto nodes = [](int n) {
    Pool pool;
    const PoolScope scope(pool);
    std::string bodies = "bodies:\n", joints = "joints:\n";
    for (int i = 1; i <= n; ++i) {
      bodies += "  b" + std::to_string(i) + ": {mass: 1}\n";
      joints += "  j" + std::to_string(i) + ": {type: revolute, axis: " + (i % 2 == 0 ? "x" : "y") +
                ", from: {body: " + (i == 1 ? "world" : "b" + std::to_string(i - 1)) + ", at: [0, 0, 1]}, to: b" +
                std::to_string(i) + ", coordinate: q" + std::to_string(i) + "}\n";
    }
    const Model model = machine(bodies + joints);
    const std::size_t before = pool.node_count();
    compute_point_motion(model, compute_kinematics(model), static_cast<std::size_t>(n), {});
    return static_cast<double>(pool.node_count() - before);
  };
  EXPECT_LT(nodes(200), 2.2 * nodes(100));
}

}  // namespace
}  // namespace kinemate
