// The four-bar linkage against closed formulas, in all its dresses.
#include <gtest/gtest.h>

#include "study/loops/fixture.h"

namespace kinemate {
namespace {

class FourBarMachine : public StudyTest {};

// Over a whole turn and beyond, on both branches: the rocker is where the formulas say, however the crank got there.
TEST_F(FourBarMachine, TheRockerIsWhereTheFormulaSays) {
  std::mt19937_64 random(5);
  for (int sample = 0; sample < 4; ++sample) {
    const FourBar bars = FourBar::crank_rocker(random);
    for (int branch : {1, -1}) {
      const Model model = machine(four_bar_text(bars, 1.1, branch));
      const Kinematics kinematics = compute_closed_kinematics(model);
      for (int i = -8; i <= 8; ++i) {
        const double phi = 0.9 * i;
        const State state = make_state(model, kinematics, given({fmt::format("phi = {:.17g}", phi)}));
        const double psi = state.values.at(make_symbol("psi"));
        EXPECT_NEAR(within_a_turn(psi - bars.rocker(phi, branch)), 0, 1e-11) << phi << " on branch " << branch;
        EXPECT_NEAR(bars.freudenstein(phi, psi), 0, 1e-10);
      }
    }
  }
}

// A crank with momentum turns round several times; what the run says of the rocker fits the crank in every row.
TEST_F(FourBarMachine, RunsStayOnTheirBranchOverManyTurns) {
  std::mt19937_64 random(11);
  for (int branch : {1, -1}) {
    const FourBar bars = FourBar::crank_rocker(random);
    SimulationRequest request = until(3, 1e-10);
    request.initial = given({"phi' = 40"});
    const Recorded run = run_machine(machine(four_bar_text(bars, 0.3, branch, "independent: [phi]\n")), request);
    ASSERT_TRUE(run.report.status.good()) << run.report.status.message;
    EXPECT_GT(std::abs(run.at_end("phi")), 4 * std::numbers::pi);
    for (const std::vector<double>& row : run.rows) {
      const double phi = row[run.column("phi")], psi = row[run.column("psi")];
      ASSERT_NEAR(within_a_turn(psi - bars.rocker(phi, branch)), 0, 1e-9) << "t = " << row[0];
    }
    EXPECT_LT(run.report.audit.energy_drift, 1e-7 * run.report.audit.largest_kinetic);
  }
}

// T = ½ m(φ) φ'² with the ratios of velocities that follow from Freudenstein's equation.
TEST_F(FourBarMachine, InertiaAndAccelerationFollowFromTheEnergy) {
  std::mt19937_64 random(3);
  for (int sample = 0; sample < 6; ++sample) {
    const FourBar bars = FourBar::crank_rocker(random);
    const int branch = sample % 2 == 0 ? 1 : -1;
    auto inertia_and_height = [&](double phi) {
      const double psi = bars.rocker(phi, branch), h = 1e-5;
      const double x = bars.d + bars.c * std::cos(psi) - bars.a * std::cos(phi);
      const double y = bars.c * std::sin(psi) - bars.a * std::sin(phi);
      auto coupler = [&](double f) {
        const double p = bars.rocker(f, branch);
        return std::atan2(bars.c * std::sin(p) - bars.a * std::sin(f),
                          bars.d + bars.c * std::cos(p) - bars.a * std::cos(f));
      };
      const double rocker_rate = within_a_turn(bars.rocker(phi + h, branch) - bars.rocker(phi - h, branch)) / (2 * h);
      const double coupler_rate = within_a_turn(coupler(phi + h) - coupler(phi - h)) / (2 * h);
      const double vx = -bars.a * std::sin(phi) - y / 2 * coupler_rate,
                   vy = bars.a * std::cos(phi) + x / 2 * coupler_rate;
      const double inertia = bars.a * bars.a / 3 + bars.c * bars.c * rocker_rate * rocker_rate +
                             2 * (vx * vx + vy * vy + bars.b * bars.b / 12 * coupler_rate * coupler_rate);
      const double height = bars.a / 2 * std::sin(phi) + 2 * (bars.a * std::sin(phi) + y / 2) +
                            3 * bars.c / 2 * std::sin(psi);  // masses 1, 2, 3
      return std::pair(inertia, height);
    };
    const double phi = 0.7 + 0.9 * sample, rate = 3, h = 1e-3;
    const StateNumbers n = evaluate_closed(machine(four_bar_text(bars, 0.7, branch, "independent: [phi]\n")),
                                           {fmt::format("phi = {:.17g}", phi), fmt::format("phi' = {}", rate)});
    ASSERT_EQ(n.speed_names, std::vector<std::string>{"phi'"});
    const auto [inertia, height] = inertia_and_height(phi);
    EXPECT_NEAR((*n.mass)(0, 0), inertia, 1e-8);
    EXPECT_NEAR(n.energies->kinetic, inertia * rate * rate / 2, 1e-7);
    EXPECT_NEAR(n.energies->potential, 9.81 * height, 1e-10);
    // m φ'' + ½ m' φ'² + V' = 0
    const auto [after, above] = inertia_and_height(phi + h);
    const auto [before, below] = inertia_and_height(phi - h);
    const double force = -9.81 * (above - below) / (2 * h) - (after - before) / (4 * h) * rate * rate;
    EXPECT_NEAR(acceleration_of(n, "phi'"), force / inertia, 2e-4 * std::abs(force / inertia) + 1e-4);
  }
}

// Bodies with frames of their own, renamed, in another order, joints from the other side, the loop cut elsewhere.
TEST_F(FourBarMachine, HowItIsWrittenDownDoesNotMatter) {
  std::mt19937_64 random(17);
  const FourBar bars = FourBar::crank_rocker(random);
  for (int branch : {1, -1}) {
    const std::vector<std::string> state = {"phi = 2.3", "phi' = 5"};
    const StateNumbers plain = evaluate_closed(machine(four_bar_text(bars, 1, branch)), state);
    for (const char* cut : {"", "A0", "A", "B", "B0"}) {
      for (int sample = 0; sample < 3; ++sample) {
        FourBarDress dress = dress_at_random(random);
        dress.cut = cut;
        const std::string text = four_bar_text(bars, 1, branch, "independent: [phi]\n", dress);
        const StateNumbers n = evaluate_closed(machine(text), state);
        EXPECT_NEAR(within_a_turn(coordinate_of(n, "psi") - coordinate_of(plain, "psi")), 0, 1e-12) << text;
        EXPECT_NEAR(acceleration_of(n, "phi'"), acceleration_of(plain, "phi'"), 1e-9) << text;
        EXPECT_NEAR(acceleration_of(n, "psi'"), acceleration_of(plain, "psi'"), 1e-9) << text;
        EXPECT_NEAR(n.energies->kinetic, plain.energies->kinetic, 1e-11) << text;
      }
    }
  }
}

// Speeds of other bars as the independent one: the same motion.
TEST_F(FourBarMachine, WhichSpeedIsIndependentDoesNotMatter) {
  const FourBar bars{0.2, 0.55, 0.6, 0.6};
  const StateNumbers plain = evaluate_closed(machine(four_bar_text(bars, 1, 1)), {"phi' = 2"});
  for (const char* name : {"phi", "alpha", "beta", "psi"}) {
    const Model model = machine(four_bar_text(bars, 1, 1, fmt::format("independent: [{}]\n", name)));
    const StateNumbers n = evaluate_closed(model, {"phi' = 2"});
    EXPECT_EQ(n.speed_names, std::vector<std::string>{std::string(name) + "'"});
    for (const char* speed : {"phi'", "alpha'", "beta'", "psi'"})
      EXPECT_NEAR(acceleration_of(n, speed), acceleration_of(plain, speed), 1e-9) << name << ": " << speed;
    EXPECT_NEAR(n.energies->kinetic, plain.energies->kinetic, 1e-12) << name;
  }
}

// A dependent coordinate or speed may be given as well: the crank follows.
TEST_F(FourBarMachine, DependentCoordinatesAndSpeedsCanBeGiven) {
  const FourBar bars{0.2, 0.55, 0.6, 0.6};
  const Model model = machine(four_bar_text(bars, 1, 1));
  const double psi = bars.rocker(1.3, 1);
  const StateNumbers n = evaluate_closed(model, {fmt::format("psi = {:.17g}", psi), "psi' = 0.5"});
  EXPECT_NEAR(coordinate_of(n, "phi"), 1.3, 1e-11);
  const StateNumbers back = evaluate_closed(model, {"phi = 1.3", fmt::format("phi' = {:.17g}", n.speeds[0])});
  for (const NamedNumber& s : back.dependent) {
    if (s.name == "psi'") {
      EXPECT_NEAR(s.value, 0.5, 1e-12);
    }
  }
  EXPECT_TRUE(contains(refusal([&] { evaluate_closed(model, {"phi' = 1", "psi' = 100"}); }), "contradict each other"));
}

// A tight loop of a slider-crank: s = r cos φ + √(l² − r² sin² φ), and its derivatives.
TEST_F(FourBarMachine, TheSliderCrankHasItsClosedForm) {
  const Model model = example("slider_crank");
  const double r = 0.05, l = 0.13, rate = 20;
  for (int i = -4; i <= 10; ++i) {
    const double phi = 0.7 * i, c = std::cos(phi), s = std::sin(phi), root = std::sqrt(l * l - r * r * s * s);
    const StateNumbers n = evaluate_closed(model, {fmt::format("phi = {:.17g}", phi), fmt::format("phi' = {}", rate)});
    EXPECT_NEAR(coordinate_of(n, "s"), r * c + root, 1e-13);
    const double slope = -r * s - r * r * s * c / root;
    const double curvature =
        -r * c - r * r * (c * c - s * s) / root - std::pow(r * r * s * c, 2) / (root * root * root);
    EXPECT_NEAR(acceleration_of(n, "s'"), slope * acceleration_of(n, "phi'") + curvature * rate * rate, 1e-9);
  }
}

}  // namespace
}  // namespace kinemate
