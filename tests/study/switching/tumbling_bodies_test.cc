// Bodies that turn through the locks of their angles, against the same by Euler parameters, which have none.
#include <gtest/gtest.h>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

Vector3d axis_of_letter(char letter) { return Vector3d::Unit(letter - 'x'); }

/// Turns about axes of the frame turned so far.
struct TurnsInRow {
  std::string sequence;

  Matrix3d turn(std::size_t i, double angle) const {
    return Eigen::AngleAxisd(angle, axis_of_letter(sequence[i])).toRotationMatrix();
  }
  Matrix3d rotation(const Vector3d& angles) const {
    return turn(0, angles[0]) * turn(1, angles[1]) * turn(2, angles[2]);
  }
  /// In axes of the body.
  Vector3d angular_velocity(const Vector3d& angles, const Vector3d& rates) const {
    const Matrix3d third = turn(2, angles[2]), both = turn(1, angles[1]) * third;
    return both.transpose() * axis_of_letter(sequence[0]) * rates[0] +
           third.transpose() * axis_of_letter(sequence[1]) * rates[1] + axis_of_letter(sequence[2]) * rates[2];
  }
  /// sin² of the angle between the first and the last axis: 0 at the lock.
  double quality(double middle) const {
    return std::pow(sequence[0] == sequence[2] ? std::sin(middle) : std::cos(middle), 2);
  }
};

Vector3d three_of(const Recorded& run, std::size_t row, const std::array<std::string, 3>& names) {
  Vector3d result;
  for (int i = 0; i < 3; ++i) result[i] = run.rows[row][run.column(names[static_cast<std::size_t>(i)])];
  return result;
}

class TumblingBodies : public StudyTest {
 protected:
  struct Start {
    Vector3d angles, rates;
  };

  /// `more` are initial values besides.
  static std::string by_angles(const std::string& text, const TurnsInRow& turns, const Start& start,
                               const std::string& more = "") {
    const Vector3d &q = start.angles, &s = start.rates;
    return with_sequence(text, turns.sequence, "al, be, ga") +
           fmt::format(
               "initial: {{{}al: {:.17g}, be: {:.17g}, ga: {:.17g}, al': {:.17g}, be': {:.17g}, ga': {:.17g}}}\n", more,
               q[0], q[1], q[2], s[0], s[1], s[2]);
  }

  static std::string by_parameters(const std::string& text, const TurnsInRow& turns, const Start& start,
                                   const std::string& more = "") {
    const Eigen::Quaterniond p(turns.rotation(start.angles));
    const Vector3d w = turns.angular_velocity(start.angles, start.rates);
    return with_sequence(text, "euler_parameters", "p0, p1, p2, p3") +
           fmt::format(
               "initial: {{{}p0: {:.17g}, p1: {:.17g}, p2: {:.17g}, p3: {:.17g}, wx_ball: {:.17g}, wy_ball: "
               "{:.17g}, wz_ball: {:.17g}}}\n",
               more, p.w(), p.x(), p.y(), p.z(), w[0], w[1], w[2]);
  }

  static SimulationRequest until_with(SimulationRequest request, double rtol) {
    request.rtol = rtol;
    request.atol = rtol / 100;
    request.method = IntegrationMethod::kDop853;
    return request;
  }

  struct Distance {
    double rotation = 0, velocity = 0;  ///< the latter in parts of the largest
  };

  /// Both runs have the same times.
  static Distance compare(const Recorded& angles, const TurnsInRow& turns, const Recorded& parameters) {
    Distance distance;
    double fastest = 0;
    EXPECT_EQ(angles.rows.size(), parameters.rows.size());
    for (std::size_t i = 0; i < std::min(angles.rows.size(), parameters.rows.size()); ++i) {
      const Vector3d q = three_of(angles, i, {"al", "be", "ga"}), s = three_of(angles, i, {"al'", "be'", "ga'"});
      const Vector3d v = three_of(parameters, i, {"p1", "p2", "p3"});
      const Eigen::Quaterniond p(parameters.rows[i][parameters.column("p0")], v[0], v[1], v[2]);
      const Vector3d w = three_of(parameters, i, {"wx_ball", "wy_ball", "wz_ball"});
      fastest = std::max(fastest, w.norm());
      const double turned = (turns.rotation(q) - p.toRotationMatrix()).norm();
      distance.rotation = std::isnan(turned) ? INFINITY : std::max(distance.rotation, turned);
      if (turns.quality(q[1]) < 1e-3) continue;  // rates grow without bound at the lock
      const double faster = (turns.angular_velocity(q, s) - w).norm();
      distance.velocity = std::isnan(faster) ? INFINITY : std::max(distance.velocity, faster);
    }
    distance.velocity /= fastest;
    return distance;
  }

  /// Angles go on as their rates say, but near the lock; so they do not jump by turns.
  static void expect_smooth_angles(const Recorded& run, const TurnsInRow& turns) {
    std::size_t seen = 0;
    for (std::size_t i = 1; i < run.rows.size(); ++i) {
      const Vector3d before = three_of(run, i - 1, {"al", "be", "ga"}), after = three_of(run, i, {"al", "be", "ga"});
      if (turns.quality(before[1]) < 0.2 || turns.quality(after[1]) < 0.2) continue;
      const Vector3d mean = (three_of(run, i - 1, {"al'", "be'", "ga'"}) + three_of(run, i, {"al'", "be'", "ga'"})) / 2;
      const double dt = run.rows[i][0] - run.rows[i - 1][0];
      ASSERT_LT((after - before - dt * mean).norm(), 0.1 * dt * (1 + mean.norm())) << "t = " << run.rows[i][0];
      ++seen;
    }
    EXPECT_GT(seen, run.rows.size() / 3);
  }
};

const char* const kFreeBody = R"(
name: tumbling body
bodies: {box: {mass: 2, inertia: {xx: 0.2, yy: 0.31, zz: 0.4}}}
joints:
  ball: {type: free, sequence: SEQUENCE, from: world, to: box, coordinates: [x, y, z, COORDINATES]}
)";

// The same with one point held, turned by a load that is fixed to it.
const char* const kTurnedBody = R"(
name: turned body
bodies: {box: {mass: 2, inertia: {xx: 0.2, yy: 0.31, zz: 0.4}}}
joints:
  ball: {type: spherical, sequence: SEQUENCE, from: world, to: box, coordinates: [COORDINATES]}
loads:
  spin: {type: torque, body: box, vector: [0, 0.1, 0.2*sin(t)], axes: body}
)";

// A body that hangs by one point aside of its centre, in gravity, and is turned by a load that is fixed to it.
const char* const kHangingBody = R"(
name: hanging body
gravity: [0, 0, -9.81]
bodies: {box: {mass: 2, center: [0.1, 0.2, -0.3], inertia: {xx: 0.2, yy: 0.31, zz: 0.4, xy: 0.02}}}
joints:
  ball: {type: spherical, sequence: SEQUENCE, from: world, to: box, coordinates: [COORDINATES]}
loads:
  spin: {type: torque, body: box, vector: [0, 0.1, 0.2*sin(t)], axes: body}
)";

TEST_F(TumblingBodies, HundredSecondsAgainstEulerParameters) {
  for (const char* sequence : {"xyz", "zxz"}) {
    const TurnsInRow turns{sequence};
    const Start start{{0.3, 0.4, 0.1}, {1, 3, 0.4}};
    SimulationRequest request = until(100, 1e-12);
    request.every = 0.05;
    request.method = IntegrationMethod::kAdams;
    const Recorded run = run_machine(machine(by_angles(kFreeBody, turns, start)), request);
    ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
    const Recorded exact = run_machine(machine(by_parameters(kFreeBody, turns, start)), until_with(request, 1e-13));
    const Distance distance = compare(run, turns, exact);
    EXPECT_LT(distance.rotation, 1e-7) << sequence;
    EXPECT_LT(distance.velocity, 1e-7) << sequence;
    EXPECT_GT(run.report.switches.size(), 20u) << sequence;
    for (const CoordinateSwitch& change : run.report.switches) {
      EXPECT_EQ(change.order_before, change.order_after) << "t = " << change.time;
      EXPECT_GT(change.after, 0.5) << "t = " << change.time;
    }
    ASSERT_TRUE(run.report.audit.energy);
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << sequence;
    expect_smooth_angles(run, turns);
    // the angular momentum, in axes of the world
    const Matrix3d inertia = Vector3d(0.2, 0.31, 0.4).asDiagonal();
    const Vector3d first = turns.rotation(start.angles) * inertia * turns.angular_velocity(start.angles, start.rates);
    double largest = 0;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
      const Vector3d q = three_of(run, i, {"al", "be", "ga"}), s = three_of(run, i, {"al'", "be'", "ga'"});
      if (turns.quality(q[1]) < 1e-3) continue;
      largest = std::max(largest, (turns.rotation(q) * inertia * turns.angular_velocity(q, s) - first).norm());
    }
    EXPECT_LT(largest, 1e-8 * first.norm()) << sequence;
  }
}

TEST_F(TumblingBodies, AllSequences) {
  std::vector<std::string> sequences;
  for (char a : {'x', 'y', 'z'})
    for (char b : {'x', 'y', 'z'})
      for (char c : {'x', 'y', 'z'})
        if (a != b && b != c) sequences.push_back({a, b, c});
  ASSERT_EQ(sequences.size(), 12u);
  std::size_t switches = 0;
  for (const std::string& sequence : sequences) {
    const TurnsInRow turns{sequence};
    const Start start{{0.3, 0.9, -2}, {1, 2.5, -0.4}};
    SimulationRequest request = until(6, 1e-11);
    request.method = IntegrationMethod::kAdams;
    const Recorded run = run_machine(machine(by_angles(kTurnedBody, turns, start)), request);
    ASSERT_TRUE(run.report.status.good()) << sequence << ": " << run.report.status.message;
    const Recorded exact = run_machine(machine(by_parameters(kTurnedBody, turns, start)), until_with(request, 1e-13));
    const Distance distance = compare(run, turns, exact);
    EXPECT_LT(distance.rotation, 1e-7) << sequence;
    EXPECT_LT(distance.velocity, 1e-7) << sequence;
    expect_smooth_angles(run, turns);
    switches += run.report.switches.size();
  }
  EXPECT_GE(switches, 12u);
}

TEST_F(TumblingBodies, AllMethods) {
  const TurnsInRow turns{"xyz"};
  const Start start{{0.3, 0.4, 0.1}, {1, 3, 0.4}};
  const Recorded exact = run_machine(machine(by_parameters(kHangingBody, turns, start)), until_with(until(6), 1e-13));
  for (IntegrationMethod method : {IntegrationMethod::kAuto, IntegrationMethod::kDopri5, IntegrationMethod::kCvode,
                                   IntegrationMethod::kRk4, IntegrationMethod::kAdams}) {
    SimulationRequest request = until(6, 1e-11);
    request.method = method;
    if (method == IntegrationMethod::kRk4) request.step = 1e-3;
    for (Switching switching : {Switching::kCarryOver, Switching::kRestart}) {
      if (switching == Switching::kRestart && method != IntegrationMethod::kAdams) continue;
      request.switching = switching;
      const Recorded run = run_machine(machine(by_angles(kHangingBody, turns, start)), request);
      ASSERT_TRUE(run.report.status.good()) << method_name(method) << ": " << run.report.status.message;
      EXPECT_LT(compare(run, turns, exact).rotation, 1e-6) << method_name(method);
      EXPECT_GE(run.report.switches.size(), 1u) << method_name(method);
    }
  }
}

// Turns about y alone: the middle angle goes straight through the lock, and the rotation is known.
TEST_F(TumblingBodies, StraightThroughTheLock) {
  const TurnsInRow turns{"xyz"};
  SimulationRequest request = until(10, 1e-11);
  request.every = 0.013;
  request.largest_step = 0.05;  // nothing but the locks would make it short
  const Recorded run = run_machine(machine(by_angles(kFreeBody, turns, {{0, 0, 0}, {0, 3, 0}})), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  double largest = 0;
  for (std::size_t i = 0; i < run.rows.size(); ++i) {
    const Matrix3d exact = Eigen::AngleAxisd(3 * run.rows[i][0], Vector3d::UnitY()).toRotationMatrix();
    const double off = (turns.rotation(three_of(run, i, {"al", "be", "ga"})) - exact).norm();
    largest = std::isnan(off) ? INFINITY : std::max(largest, off);
  }
  EXPECT_LT(largest, 1e-7);
  EXPECT_GE(run.report.switches.size(), 9u);
}

// The same in a machine with a constraint: coordinates of the constraint change, and angles do.
TEST_F(TumblingBodies, OnASphere) {
  for (const char* sequence : {"zxz", "xyz"}) {
    const TurnsInRow turns{sequence};
    const Start start{{0.3, 0.4, 0.1}, {1, 3, 0.4}};
    SimulationRequest request = until(10, 1e-11);
    const std::string place = "x: 0.6, y: 0, z: -0.8, x': 2.4, y': 2, z': 1.8, ";
    request.method = IntegrationMethod::kAdams;
    const Recorded run = run_machine(machine(by_angles(kTurningOnASphere, turns, start, place)), request);
    ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
    const Recorded exact =
        run_machine(machine(by_parameters(kTurningOnASphere, turns, start, place)), until_with(request, 1e-13));
    ASSERT_TRUE(exact.report.status.good()) << exact.report.status.message;
    ASSERT_EQ(exact.rows.size(), run.rows.size());
    EXPECT_LT(compare(run, turns, exact).rotation, 1e-7) << sequence;
    std::size_t of_angles = 0, of_place = 0;
    for (const CoordinateSwitch& change : run.report.switches) {
      const bool has_z = change.to.find('z') != std::string::npos, had_z = change.from.find('z') != std::string::npos;
      if ((change.to.find("al_2") == std::string::npos) != (change.from.find("al_2") == std::string::npos)) ++of_angles;
      if (has_z != had_z) ++of_place;
      EXPECT_EQ(change.order_before, change.order_after);
    }
    EXPECT_GE(of_angles, 3u) << sequence;
    EXPECT_GE(of_place, 3u) << sequence;
    double largest = 0, gap = 0;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
      const Vector3d r = three_of(run, i, {"x", "y", "z"});
      largest = std::max(largest, (r - three_of(exact, i, {"x", "y", "z"})).norm());
      gap = std::max(gap, std::abs(r.squaredNorm() - 1));
    }
    EXPECT_LT(largest, 1e-6) << sequence;
    EXPECT_LT(gap, 1e-11) << sequence;
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << sequence;
  }
}

// Two bodies on balls, one after the other: each changes its angles when it must.
TEST_F(TumblingBodies, ChainOfTwo) {
  const std::string text = R"(
name: two bodies
gravity: [0, 0, -9.81]
bodies:
  upper: {mass: 1, center: [0, 0, -0.5], inertia: {xx: 0.1, yy: 0.12, zz: 0.02}}
  lower: {mass: 1, center: [0.1, 0, -0.5], inertia: {xx: 0.1, yy: 0.12, zz: 0.05}}
joints:
  one: {type: spherical, sequence: FIRST, from: world, to: upper, coordinates: [FIRSTS]}
  two: {type: spherical, sequence: SECOND, from: {body: upper, at: [0, 0, -1]}, to: lower, coordinates: [SECONDS]}
outputs:
  tip: {quantity: position, point: {body: lower, at: [0.2, 0.3, -1]}}
  speed: {quantity: velocity, point: {body: lower, at: [0.2, 0.3, -1]}}
)";
  auto filled = [&](const std::vector<std::pair<std::string, std::string>>& words) {
    std::string result = text;
    for (const auto& [word, put] : words) result.replace(result.find(word), word.size(), put);
    return result;
  };
  const TurnsInRow first{"xyz"}, second{"zyx"};
  const std::string angles =
      filled({{"FIRSTS", "a1, a2, a3"}, {"FIRST", "xyz"}, {"SECONDS", "b1, b2, b3"}, {"SECOND", "zyx"}}) +
      "initial: {a1: 0.2, a2: 0.1, a3: 0, a1': 2, a2': 5, a3': 1, b1: 0.1, b2: 0, b3: 0.2, b1': 1, b2': -6, b3': 0}\n";
  const Eigen::Quaterniond p(first.rotation({0.2, 0.1, 0})), r(second.rotation({0.1, 0, 0.2}));
  const Vector3d w = first.angular_velocity({0.2, 0.1, 0}, {2, 5, 1}),
                 v = second.angular_velocity({0.1, 0, 0.2}, {1, -6, 0});
  const std::string parameters =
      filled({{"FIRSTS", "p0, p1, p2, p3"},
              {"FIRST", "euler_parameters"},
              {"SECONDS", "r0, r1, r2, r3"},
              {"SECOND", "euler_parameters"}}) +
      fmt::format(
          "initial: {{p0: {:.17g}, p1: {:.17g}, p2: {:.17g}, p3: {:.17g}, r0: {:.17g}, r1: {:.17g}, "
          "r2: {:.17g}, r3: {:.17g}, wx_one: {:.17g}, wy_one: {:.17g}, wz_one: {:.17g}, wx_two: {:.17g}, "
          "wy_two: {:.17g}, wz_two: {:.17g}}}\n",
          p.w(), p.x(), p.y(), p.z(), r.w(), r.x(), r.y(), r.z(), w[0], w[1], w[2], v[0], v[1], v[2]);
  SimulationRequest request = until(4, 1e-12);
  const Recorded run = run_machine(machine(angles), request);
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  const Recorded exact = run_machine(machine(parameters), until_with(request, 1e-13));
  double largest = 0;
  for (std::size_t i = 0; i < run.rows.size(); ++i)
    for (const char* name : {"tip_x", "tip_y", "tip_z", "speed_x", "speed_y", "speed_z"})
      largest = std::max(largest, std::abs(run.rows[i][run.column(name)] - exact.rows[i][exact.column(name)]));
  EXPECT_LT(largest, 1e-6);
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
  EXPECT_GE(run.report.switches.size(), 2u);
}

// A top that starts upright, where its Euler angles have no rates: other angles from the start, and rows without gaps.
TEST_F(TumblingBodies, StartsInTheLock) {
  const Model top = machine(R"(
name: top
gravity: [0, 0, -9.81]
bodies: {top: {mass: 1, center: [0, 0, 0.2], inertia: {xx: 0.05, yy: 0.05, zz: 0.02}}}
joints: {ball: {type: spherical, sequence: zxz, from: world, to: top, coordinates: [a, b, c]}}
initial: {b': 0.3, c': 5}
)");
  const Recorded run = run_machine(top, until(2, 1e-10));
  ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
  ASSERT_FALSE(run.report.switches.empty());
  EXPECT_EQ(run.report.switches[0].time, 0);
  for (const std::vector<double>& row : run.rows)
    for (double number : row) ASSERT_TRUE(std::isfinite(number));
  EXPECT_EQ(run.rows[0][run.column("b'")], 0.3);
  EXPECT_EQ(run.rows[0][run.column("c'")], 5);
  EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic);
}

}  // namespace
}  // namespace kinemate
