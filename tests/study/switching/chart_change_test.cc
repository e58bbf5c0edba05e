#include "study/switching/chart_change.h"

#include <gtest/gtest.h>

#include "study/switching/fixture.h"

namespace kinemate {
namespace {

class ChartChangeTest : public StudyTest {
 protected:
  struct Told {
    std::vector<double> y, rates, own_rates;  ///< rates as they are told, and as the new chart has them itself
  };

  static Told tell(ChartRun& from, std::span<const double> y, double t, ChartBook& book, ChartRun& to) {
    std::vector<double> rates(y.size());
    EXPECT_TRUE(from.system.rhs(t, y, rates));
    ChartChange change(book.change(from.machine(), to.machine()), from.system.first_speed(), from.system.speed_count());
    to.system.take_over(from.system, to.machine().parameters.size());
    change.begin(from.system.around(), t, {});
    change.set_branches(t, y, to.system.around().parameters);
    const std::size_t n = to.machine().symbols.size();
    Told told{std::vector<double>(n), std::vector<double>(n), std::vector<double>(n)};
    EXPECT_TRUE(change(t, y, rates, told.y, told.rates));
    EXPECT_TRUE(to.system.rhs(t, told.y, told.own_rates));
    return told;
  }

  static void expect_near(const std::vector<double>& a, std::span<const double> b, double tolerance,
                          const std::string& what) {
    ASSERT_EQ(a.size(), b.size()) << what;
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(a[i], b[i], tolerance * (1 + std::abs(b[i]))) << what << ", " << i;
  }

  /// The equations of motion of the new chart say what is told of the old one's; there and back is where it was.
  static void expect_same_motion(const Model& model, const ChartChoice& choice, double t, const std::string& what) {
    UnderWay way(model, until(10, 1e-12));
    way.go_to(t);
    ChartBook& book = *way.machine.charts;
    const SimulatedMachine* chart = book.find(way.machine, choice, way.row());
    ASSERT_NE(chart, nullptr) << what;
    ASSERT_NE(chart, &way.machine) << what;
    ChartRun there(*chart, way.log);
    const std::span<const double> y = way.chart.integrator->state();
    const Told told = tell(way.chart, y, t, book, there);
    expect_near(told.rates, told.own_rates, 1e-8, what);
    ChartRun back(way.machine, way.log);
    const Told again = tell(there, told.y, t, book, back);
    std::vector<double> rates(y.size());
    EXPECT_TRUE(way.chart.system.rhs(t, y, rates));
    expect_near(again.rates, rates, 1e-8, what + ", back");
    for (std::size_t i = 0; i < y.size(); ++i) {
      const bool is_angle = i < way.chart.system.first_speed();  // angles but for whole turns
      const double off = again.y[i] - y[i];
      EXPECT_NEAR(is_angle ? within_a_turn(off) : off, 0, 1e-10 * (1 + std::abs(y[i]))) << what << ", back, " << i;
    }
  }
};

TEST_F(ChartChangeTest, Loops) {
  expect_same_motion(machine(cartesian_pendulum(7)), {{"y'"}, {}, false}, 0.13, "pendulum");
  const std::string motor =
      "independent: [phi]\nloads: {motor: {type: joint, joint: A0, effort: 0.3*i, states: {i: {rate: 3 - i - phi', "
      "initial: 1}}}}\n";
  for (const char* speed : {"alpha'", "beta'", "psi'"}) {
    FourBarDress dress;
    dress.cut = speed == std::string("beta'") ? "B0" : "B";
    expect_same_motion(machine(four_bar_text(kCrankRocker, 1, 1, motor, dress)), {{speed}, {}, false}, 0.31, speed);
  }
}

TEST_F(ChartChangeTest, Angles) {
  for (const char* sequence : {"xyz", "zxz", "yzx", "yxy"})
    expect_same_motion(machine(fmt::format(R"(
name: body
gravity: [0, 0, -9.81]
bodies: {{box: {{mass: 2, center: [0.1, 0.2, 0.3], inertia: {{xx: 0.2, yy: 0.31, zz: 0.4}}}}}}
joints: {{ball: {{type: spherical, sequence: {}, from: world, to: box, coordinates: [al, be, ga]}}}}
initial: {{al: 1, be: 0.5, ga: 0.3, al': 1, be': 2, ga': 3}}
)",
                                           sequence)),
                       {{}, {0}, false}, 0.1, sequence);
}

TEST_F(ChartChangeTest, LoopsAndAnglesAtOnce) {
  for (const char* sequence : {"zxz", "xyz"})
    expect_same_motion(
        machine(with_sequence(kTurningOnASphere, sequence, "al, be, ga") +
                "initial: {x: 0.6, z: -0.8, y: 0, x': 1.6, z': 1.2, y': 2, al: 0.3, be: 0.4, ga: 0.1, al': 1, be': 3, "
                "ga': 0.4}\n"),
        {{}, {0}, false}, 0.1, sequence);
}

// Where the new angles lock they have no rates.
TEST_F(ChartChangeTest, NoNumbersAtTheOtherLock) {
  UnderWay way(machine(R"(
name: body
bodies: {box: {mass: 2, inertia: {xx: 0.2, yy: 0.31, zz: 0.4}}}
joints: {ball: {type: spherical, sequence: xyz, from: world, to: box, coordinates: [al, be, ga]}}
initial: {al': 1, be': 2, ga': 3}
)"),
               until(10));
  way.go_to(0);
  const SimulatedMachine* chart = way.machine.charts->find(way.machine, {{}, {0}, false}, way.row());
  ASSERT_NE(chart, nullptr);
  ChartChange change(way.machine.charts->change(way.machine, *chart), way.chart.system.first_speed(),
                     way.chart.system.speed_count());
  change.begin(way.chart.system.around(), 0, {});
  std::vector<double> rates(6), y(6), ydot(6);
  ASSERT_TRUE(way.chart.system.rhs(0, way.chart.integrator->state(), rates));
  EXPECT_FALSE(change(0, way.chart.integrator->state(), rates, y, ydot));
}

// Whole turns are those that were counted before, only at the time of the change.
TEST_F(ChartChangeTest, TurnsAreCountedOn) {
  UnderWay way(machine(four_bar_text(kCrankRocker, 1, 1, "independent: [phi]\n")), until(10));
  way.go_to(0.05);
  const SimulatedMachine* chart = way.machine.charts->find(way.machine, {{"psi'"}, {}, false}, way.row());
  ASSERT_NE(chart, nullptr);
  const auto found = std::find(chart->programs.names.begin(), chart->programs.names.end(), "psi");
  ASSERT_NE(found, chart->programs.names.end());
  const auto psi = static_cast<std::size_t>(found - chart->programs.names.begin());
  ChartChange change(way.machine.charts->change(way.machine, *chart), way.chart.system.first_speed(),
                     way.chart.system.speed_count());
  const std::span<const double> x = way.chart.integrator->state();
  std::vector<double> rates(x.size()), y(chart->symbols.size()), ydot(y.size());
  ASSERT_TRUE(way.chart.system.rhs(0.05, x, rates));
  change.begin(way.chart.system.around(), 0.05, {{psi, 63}});
  ASSERT_TRUE(change(0.05, x, rates, y, ydot));
  const double counted = y[psi];
  EXPECT_LT(std::abs(counted - 63), std::numbers::pi);
  ASSERT_TRUE(change(0.04, x, rates, y, ydot));
  EXPECT_LT(std::abs(y[psi]), 2 * std::numbers::pi);
  EXPECT_NEAR(within_a_turn(counted - y[psi]), 0, 1e-12);
}

}  // namespace
}  // namespace kinemate
