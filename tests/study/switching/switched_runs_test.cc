// Runs that change their independent coordinates, against the same machines in coordinates that need no change.
#include <gtest/gtest.h>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class SwitchedRuns : public StudyTest {
 protected:
  static void expect_good(const Recorded& run, const std::string& what) {
    EXPECT_TRUE(run.report.status.good()) << what << ": " << run.report.status.message;
  }

  static void expect_kept_orders(const Recorded& run, const std::string& what) {
    for (const CoordinateSwitch& change : run.report.switches) {
      EXPECT_GT(change.order_before, 0u) << what << ", t = " << change.time;
      EXPECT_EQ(change.order_before, change.order_after) << what << ", t = " << change.time;
      EXPECT_GT(change.after, change.before) << what << ", t = " << change.time;
    }
  }

  static void expect_kept_energy(const Recorded& run, const std::string& what) {
    ASSERT_TRUE(run.report.audit.energy) << what;
    EXPECT_LT(run.report.audit.energy_drift, 1e-8 * run.report.audit.largest_kinetic) << what;
  }

  /// How far a run of the pendulum in x and y is from one by its angle, at the same times; speeds in parts of the
  /// largest.
  static double distance(const Recorded& cartesian, const Recorded& angle, double speed) {
    EXPECT_EQ(cartesian.rows.size(), angle.rows.size());
    double largest = 0;
    for (std::size_t i = 0; i < std::min(cartesian.rows.size(), angle.rows.size()); ++i) {
      const std::vector<double>& row = cartesian.rows[i];
      const double phi = angle.rows[i][angle.column("phi")], rate = angle.rows[i][angle.column("phi'")];
      const double off[] = {row[cartesian.column("x")] - std::sin(phi), row[cartesian.column("y")] + std::cos(phi),
                            (row[cartesian.column("x'")] - rate * std::cos(phi)) / speed,
                            (row[cartesian.column("y'")] - rate * std::sin(phi)) / speed};
      for (double one : off) largest = std::isnan(one) ? INFINITY : std::max(largest, std::abs(one));
    }
    return largest;
  }
};

TEST_F(SwitchedRuns, CartesianPendulumTurnsFiftyTimes) {
  for (const auto& [speed, rtol, allowed] :
       {std::tuple{7.0, 1e-12, 5e-7}, std::tuple{10.0, 1e-12, 3e-7}, std::tuple{10.0, 1e-8, 3e-3}}) {
    const std::string what = fmt::format("x' = {}, rtol {}", speed, rtol);
    SimulationRequest request = until(speed == 7 ? 70 : 42, rtol);
    request.method = IntegrationMethod::kAdams;
    request.every = -1;  // so that rows stand right before and after each change
    const Recorded run = run_machine(machine(cartesian_pendulum(speed)), request);
    expect_good(run, what);
    SimulationRequest same_times = until(request.end, 1e-13);
    same_times.method = IntegrationMethod::kDop853;
    for (const std::vector<double>& row : run.rows) same_times.times.push_back(row[0]);
    const Recorded angle = run_machine(machine(angle_pendulum(speed)), same_times);
    EXPECT_LT(distance(run, angle, speed), allowed) << what;
    const double turns = angle.at_end("phi") / (2 * std::numbers::pi);
    EXPECT_GT(turns, 50) << what;
    EXPECT_NEAR(static_cast<double>(run.report.switches.size()), 4 * turns, 2) << what;
    for (const std::vector<double>& row : run.rows) {
      const double x = row[run.column("x")], y = row[run.column("y")];
      ASSERT_NEAR(x * x + y * y, 1, 1e-12) << what << ", t = " << row[0];
      ASSERT_NEAR(x * row[run.column("x'")] + y * row[run.column("y'")], 0, 1e-11 * speed) << what;
    }
    expect_kept_orders(run, what);
    if (rtol < 1e-10) expect_kept_energy(run, what);
  }
}

TEST_F(SwitchedRuns, TransferHalvesTheCalls) {
  for (double rtol : {1e-8, 1e-10}) {
    SimulationRequest request = until(42, rtol);
    request.method = IntegrationMethod::kAdams;
    const Recorded carried = run_machine(machine(cartesian_pendulum(10)), request);
    request.switching = Switching::kRestart;
    const Recorded restarted = run_machine(machine(cartesian_pendulum(10)), request);
    expect_good(carried, "carried over");
    expect_good(restarted, "restarted");
    EXPECT_GT(carried.report.switches.size(), 195u);
    EXPECT_LE(2 * carried.report.statistics.rhs_calls, restarted.report.statistics.rhs_calls) << rtol;
    EXPECT_LT(largest_difference(carried, restarted), 3e5 * rtol);
  }
}

TEST_F(SwitchedRuns, AllMethodsFollowThePendulum) {
  SimulationRequest exact = until(4, 1e-13);
  exact.method = IntegrationMethod::kDop853;
  const Recorded angle = run_machine(machine(angle_pendulum(10)), exact);
  for (IntegrationMethod method : {IntegrationMethod::kAuto, IntegrationMethod::kDopri5, IntegrationMethod::kDop853,
                                   IntegrationMethod::kAdams, IntegrationMethod::kCvode, IntegrationMethod::kRk4}) {
    SimulationRequest request = until(4, 1e-11);
    request.method = method;
    if (method == IntegrationMethod::kRk4) request.step = 2e-4;
    const Recorded run = run_machine(machine(cartesian_pendulum(10)), request);
    const std::string name(method_name(method));
    expect_good(run, name);
    EXPECT_LT(distance(run, angle, 10), method == IntegrationMethod::kCvode ? 1e-6 : 1e-8) << name;
    EXPECT_NEAR(static_cast<double>(run.report.switches.size()), 4 * angle.at_end("phi") / (2 * std::numbers::pi), 2)
        << name;
  }
}

TEST_F(SwitchedRuns, PendulumThatSwingsToAndFro) {
  SimulationRequest request = until(20, 1e-11);
  const Recorded run = run_machine(machine(cartesian_pendulum(6)), request);
  const Recorded angle = run_machine(machine(angle_pendulum(6)), until(20, 1e-13));
  expect_good(run, "x' = 6");
  EXPECT_LT(distance(run, angle, 6), 2e-7);
  EXPECT_LT(std::abs(angle.at_end("phi")), std::numbers::pi);
}

// Where the coordinates of the file are poor from the start, others are taken there already.
TEST_F(SwitchedRuns, StartsInOtherCoordinates) {
  const double y = -1e-3, x = std::sqrt(1 - y * y);
  std::string text = cartesian_pendulum(0, "independent: [x]\n");
  const std::string initial = "initial: {x: 0, y: -1, x': 0}";
  ASSERT_NE(text.find(initial), std::string::npos);
  text.replace(text.find(initial), initial.size(),
               fmt::format("initial: {{x: {:.17g}, y: {}, x': {:.17g}, y': {:.17g}}}", x, y, -8 * y, 8 * x));
  const Recorded run = run_machine(machine(text), until(4, 1e-11));
  SimulationRequest request = until(4, 1e-13);
  request.initial = given({fmt::format("phi = {:.17g}", std::atan2(x, -y)), "phi' = 8"});
  const Recorded angle = run_machine(machine(angle_pendulum(0)), request);
  expect_good(run, "start");
  EXPECT_LT(distance(run, angle, 8), 1e-7);
  ASSERT_GE(run.report.switches.size(), 10u);
  EXPECT_EQ(run.report.switches[0].time, 0);
  EXPECT_EQ(run.report.switches[0].from, "x");
  EXPECT_EQ(run.report.switches[0].to, "y");
}

TEST_F(SwitchedRuns, CrankRockerByItsRocker) {
  for (const auto& [branch, speed] : {std::pair{1, 25.0}, std::pair{-1, 25.0}, std::pair{1, -25.0}}) {
    SimulationRequest request = until(18, 1e-11);
    request.method = IntegrationMethod::kAdams;
    request.initial = given({fmt::format("phi' = {}", speed)});
    const std::string what = fmt::format("branch {}, phi' = {}", branch, speed);
    const Recorded by_crank = run_machine(machine(four_bar_text(kCrankRocker, 1, branch, "independent: [phi]\n")),
                                          without_switching(request));
    const Recorded run = run_machine(machine(four_bar_text(kCrankRocker, 1, branch, "independent: [psi]\n")), request);
    expect_good(run, what);
    EXPECT_GT(std::abs(by_crank.at_end("phi")), 100 * std::numbers::pi) << what;
    EXPECT_LT(largest_difference(run, by_crank), 3e-6) << what;
    EXPECT_GE(run.report.switches.size(), 1u) << what;
    expect_kept_orders(run, what);
    expect_kept_energy(run, what);
  }
}

TEST_F(SwitchedRuns, DoubleCrankByAnyAngle) {
  for (const auto& [independent, speed, cut] :
       {std::tuple{"alpha", 12.0, "B"}, std::tuple{"beta", 12.0, "A"}, std::tuple{"psi", 12.0, ""},
        std::tuple{"alpha", -12.0, ""}, std::tuple{"beta", -12.0, "B0"}}) {
    SimulationRequest request = until(40, 1e-11);
    request.method = IntegrationMethod::kAdams;
    request.initial = given({fmt::format("phi' = {}", speed)});
    const std::string what = fmt::format("{}, cut at {}, phi' = {}", independent, cut, speed);
    const Recorded by_crank =
        run_machine(machine(four_bar_text(kTwoCranks, 0.3, 1, "independent: [phi]\n")), without_switching(request));
    FourBarDress dress;
    dress.cut = cut;
    const Recorded run = run_machine(
        machine(four_bar_text(kTwoCranks, 0.3, 1, fmt::format("independent: [{}]\n", independent), dress)), request);
    expect_good(run, what);
    EXPECT_GT(std::abs(by_crank.at_end("phi")), 100 * std::numbers::pi) << what;
    EXPECT_LT(largest_difference(run, by_crank), 1e-6) << what;
    if (independent != std::string("psi")) {
      EXPECT_GE(run.report.switches.size(), 1u) << what;
    }
    expect_kept_orders(run, what);
    expect_kept_energy(run, what);
  }
}

TEST_F(SwitchedRuns, BackwardsInTime) {
  SimulationRequest request = until(0, 1e-11);
  request.start = 5;
  request.initial = given({"phi' = 25"});
  for (IntegrationMethod method : {IntegrationMethod::kAdams, IntegrationMethod::kDop853}) {
    request.method = method;
    const Recorded by_crank =
        run_machine(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n")), without_switching(request));
    const Recorded run = run_machine(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [psi]\n")), request);
    expect_good(run, std::string(method_name(method)));
    EXPECT_GE(run.report.switches.size(), 1u);
    EXPECT_LT(run.at_end("phi"), -20);
    EXPECT_LT(largest_difference(run, by_crank), 1e-7);
  }
  const Recorded angle = run_machine(machine(angle_pendulum(10)), [] {
    SimulationRequest back = until(0, 1e-13);
    back.start = 5;
    return back;
  }());
  request.initial.clear();
  const Recorded pendulum = run_machine(machine(cartesian_pendulum(10)), request);
  EXPECT_LT(distance(pendulum, angle, 10), 1e-8);
  EXPECT_GE(pendulum.report.switches.size(), 20u);
}

// What acts on a machine does so whatever its coordinates are: damping, a motor with its current, what events set and
// throw back, inputs.
TEST_F(SwitchedRuns, LoadsAndEventsDoNotNoticeTheChange) {
  const std::string motor = R"(
parameters: {c: 0.02, kt: 0.5, R: 2, Li: 0.05, u0: 12}
loads:
  damper: {type: joint, joint: B0, effort: -c*psi'}
  motor: {type: joint, joint: A0, effort: kt*i, states: {i: {rate: (u0 - R*i - kt*phi')/Li, initial: 0.5}}}
when:
  less: {at: 2, set: {u0: 8, c: 0.05}}
  more: {condition: phi - 60, direction: rising, set: {u0: 14}}
)";
  const std::string stopper = "when: {stopper: {condition: phi - 8.5, direction: rising, contact: 0.6}}\n";
  for (const auto& [more, end] : {std::pair{motor, 6.0}, std::pair{stopper, 3.0}}) {
    SimulationRequest request = until(end, 1e-11);
    request.initial = given({"phi' = 15"});
    request.record.accelerations = true;
    request.record.energies = true;
    for (IntegrationMethod method : {IntegrationMethod::kAdams, IntegrationMethod::kDop853}) {
      request.method = method;
      const Recorded by_crank = run_machine(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n" + more)),
                                            without_switching(request));
      const Recorded run =
          run_machine(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [psi]\n" + more)), request);
      expect_good(by_crank, more);
      expect_good(run, more);
      EXPECT_LT(largest_difference(run, by_crank), 1e-6) << more;
      EXPECT_GE(run.report.events.size(), 1u) << more;
      EXPECT_EQ(run.report.events.size(), by_crank.report.events.size()) << more;
      EXPECT_GE(run.report.switches.size(), 1u) << more;
    }
  }
}

TEST_F(SwitchedRuns, WallsThrowBack) {
  for (const char* event : {"impact: 0.8", "contact: 0.3", "contact: 0"}) {
    const std::string in_x = fmt::format("when: {{wall: {{condition: y - 0.6, direction: rising, {}}}}}\n", event);
    const std::string in_phi =
        fmt::format("when: {{wall: {{condition: -cos(phi) - 0.6, direction: rising, {}}}}}\n", event);
    SimulationRequest request = until(4, 1e-11);
    const Recorded run = run_machine(machine(cartesian_pendulum(7, in_x)), request);
    const Recorded angle = run_machine(machine(angle_pendulum(7) + in_phi), request);
    expect_good(run, event);
    expect_good(angle, event);
    EXPECT_LT(distance(run, angle, 7), 1e-7) << event;
    EXPECT_GE(run.report.switches.size(), 2u) << event;
    EXPECT_EQ(run.report.events.size(), angle.report.events.size()) << event;
    EXPECT_GE(run.report.events.size(), 1u) << event;
  }
}

// A spherical pendulum falls on a floor and slides on it, round and round: against the same by two angles.
TEST_F(SwitchedRuns, ContactsHoldOverTheChange) {
  const std::string cartesian = R"(
name: on a floor
gravity: [0, 0, -9.81]
bodies: {a: {mass: 0}, b: {mass: 0}, bob: {mass: 1}}
joints:
  a: {type: prismatic, axis: x, from: world, to: a, coordinate: x}
  b: {type: prismatic, axis: y, from: a, to: b, coordinate: y}
  c: {type: prismatic, axis: z, from: b, to: bob, coordinate: z}
constraints: {rod: {type: holonomic, equation: x^2 + y^2 + z^2 = 1}}
when: {floor: {condition: z + 0.6, direction: falling, contact: 0}}
initial: {x: sqrt(3)/2, y: 0, z: -1/2, x': 0, y': 2, z': 0}
)";
  const std::string angles = R"(
name: on a floor
gravity: [0, 0, -9.81]
bodies: {carrier: {mass: 0}, bob: {mass: 1, center: [0, 0, -1]}}
joints:
  a: {type: revolute, axis: z, from: world, to: carrier, coordinate: psi}
  b: {type: revolute, axis: y, from: carrier, to: bob, coordinate: th}
when: {floor: {condition: 0.6 - cos(th), direction: falling, contact: 0}}
outputs: {at: {quantity: position, point: {body: bob, at: [0, 0, -1]}}}
initial: {th: -pi/3, psi': 4/sqrt(3)}
)";
  for (IntegrationMethod method : {IntegrationMethod::kAdams, IntegrationMethod::kDop853}) {
    SimulationRequest request = until(10, 1e-11);
    request.method = method;
    const Recorded run = run_machine(machine(cartesian), request);
    expect_good(run, "floor");
    const Recorded exact = run_machine(machine(angles), request);
    double largest = 0;
    for (std::size_t i = 0; i < run.rows.size(); ++i)
      for (const char* axis : {"x", "y", "z"})
        largest = std::max(
            largest, std::abs(run.rows[i][run.column(axis)] - exact.rows[i][exact.column(std::string("at_") + axis)]));
    EXPECT_LT(largest, 1e-6);
    EXPECT_NEAR(run.at_end("z"), -0.6, 1e-9);
    EXPECT_EQ(run.report.events.size(), exact.report.events.size());
    std::size_t sliding = 0;
    for (const CoordinateSwitch& change : run.report.switches)
      if (change.time > 1) ++sliding;
    EXPECT_GE(sliding, 4u);
  }
}

// All cranks of the chain are parallel: 3 cranks about their pins and 2 couplers that move as their tips,
// 3 m L² φ'' = -3.5 m g L cos φ.
TEST_F(SwitchedRuns, FourBarChainGoesThroughItsFlatPosition) {
  SimulationRequest request = until(10, 1e-11);
  request.method = IntegrationMethod::kAdams;
  request.every = 0.01;
  const Recorded run = run_machine(example("four_bar_chain"), request);
  expect_good(run, "chain");
  expect_kept_energy(run, "chain");
  double phi = std::numbers::pi / 2, rate = -1;
  const double h = 1e-4;
  auto slope = [](double angle) { return -3.5 / 3 * 9.81 * std::cos(angle); };
  std::size_t flat = 0;
  double largest = 0;
  for (std::size_t row = 0; row < run.rows.size(); ++row) {
    for (const char* crank : {"phi0", "phi1", "phi2"})
      largest = std::max(largest, std::abs(run.rows[row][run.column(crank)] - phi));
    largest = std::max(largest, std::abs(run.rows[row][run.column("phi1'")] - rate));
    const double before = phi;
    for (int i = 0; i < 100; ++i) {
      const double k1 = slope(phi), l1 = rate, k2 = slope(phi + h / 2 * l1), l2 = rate + h / 2 * k1;
      const double k3 = slope(phi + h / 2 * l2), l3 = rate + h / 2 * k2, k4 = slope(phi + h * l3), l4 = rate + h * k3;
      phi += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
      rate += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    if (std::floor(before / std::numbers::pi) != std::floor(phi / std::numbers::pi)) ++flat;
  }
  EXPECT_LT(largest, 3e-7);
  EXPECT_GT(flat, 8u);
}

TEST_F(SwitchedRuns, FourBarChainByOtherCoordinates) {
  const Recorded usual = run_machine(example("four_bar_chain"), until(3, 1e-11));
  for (const char* speed : {"alpha1'", "phi2'", "alpha2'", "phi1'"}) {
    Model model = example("four_bar_chain");
    model.independent = {parse(speed)};
    const Recorded run = run_machine(model, until(3, 1e-11));
    expect_good(run, speed);
    EXPECT_LT(largest_difference(run, usual), 1e-7) << speed;
  }
}

TEST_F(SwitchedRuns, BricardForTenSeconds) {
  const Recorded run = run_machine(example("bricard"), until(10, 1e-11));
  expect_good(run, "bricard");
  expect_kept_energy(run, "bricard");
  const Recorded tighter = run_machine(example("bricard"), until(10, 1e-13));
  EXPECT_LT(largest_difference(run, tighter), 1e-8);
  Model model = example("bricard");
  model.independent = {parse("q2'")};
  const Recorded other = run_machine(model, until(10, 1e-11));
  expect_good(other, "by q2");
  expect_kept_energy(other, "by q2");
  EXPECT_LT(largest_difference(other, tighter), 1e-8);
}

}  // namespace
}  // namespace kinemate
