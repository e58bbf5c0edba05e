#include "study/simulation/fine_rows.h"

#include <numbers>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class FineRowsTest : public StudyTest {
 protected:
  std::vector<std::vector<double>> fine_;
  Recorded run(const std::string& text, SimulationRequest request, std::vector<std::size_t> drawn = {}) {
    const Model model = machine(text);
    Simulation simulation(model, request);
    Recorded recorded;
    recorded.header = simulation.header();
    std::vector<double> numbers;
    FineRows fine{[&](std::span<const double> row) { fine_.emplace_back(row.begin(), row.end()); }, {}};
    if (!drawn.empty())
      fine.drawn = [&](std::span<const double> row) -> std::span<const double> {
        numbers.clear();
        for (const std::size_t c : drawn) numbers.push_back(row[c]);
        return numbers;
      };
    RunObserver observer;
    observer.row = [&](std::span<const double> row) { recorded.rows.emplace_back(row.begin(), row.end()); };
    observer.fine = &fine;
    recorded.report = simulation.run(observer);
    return recorded;
  }
  /// The farthest that the lines between rows are from a function, and the greatest size of the column.
  template <class F>
  std::pair<double, double> off(std::size_t column, F exact) const {
    double farthest = 0, size = 0;
    for (std::size_t i = 1; i < fine_.size(); ++i)
      for (double share : {0.25, 0.5, 0.75}) {
        const double t = fine_[i - 1][0] + share * (fine_[i][0] - fine_[i - 1][0]);
        const double line = fine_[i - 1][column] + share * (fine_[i][column] - fine_[i - 1][column]);
        farthest = std::max(farthest, std::abs(line - exact(t)));
        size = std::max(size, std::abs(line));
      }
    return {farthest, size};
  }
};

// A mass in free space that is shaken at 18 Hz, from the state of its steady motion.
constexpr const char* kShaken = R"(
parameters: {w: 36*pi}
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: -w^2*cos(w*t)}}
initial: {x: 1}
outputs: {twice: x^2}
)";

TEST_F(FineRowsTest, LinesBetweenRowsAreTheCurve) {
  SimulationRequest request = until(20, 1e-9);
  request.record.accelerations = true;
  const Recorded recorded = run(kShaken, request);
  EXPECT_EQ(recorded.rows.size(), 501u) << "rows stay as they were asked for: 25 a second";
  const double w = 36 * std::numbers::pi;
  const auto [x, x_size] = off(recorded.column("x"), [&](double t) { return std::cos(w * t); });
  EXPECT_LT(x, 2e-3);
  EXPECT_NEAR(x_size, 1, 2e-3);
  const auto [a, a_size] = off(recorded.column("x''"), [&](double t) { return -w * w * std::cos(w * t); });
  EXPECT_LT(a, 2e-3 * w * w);
  EXPECT_LT(off(recorded.column("twice"), [&](double t) { return std::pow(std::cos(w * t), 2); }).first, 2e-3);
  EXPECT_NEAR(recorded.report.highest_frequency, 36, 1) << "of the square";
  EXPECT_LT(fine_.size(), 200'000u);
}

TEST_F(FineRowsTest, WhatIsNotDrawnNeedsNoRows) {
  run(kShaken, until(1), {0});
  const std::size_t few = fine_.size();
  fine_.clear();
  run(kShaken, until(1), {1});
  EXPECT_GT(fine_.size(), few);
}

// A ball that is thrown back: the curve has a corner, its speed a jump.
TEST_F(FineRowsTest, EventsAreCornersAndJumps) {
  const Recorded recorded = run(R"(
bodies: {ball: {mass: 1}}
gravity: [0, 0, -10]
joints: {fall: {type: prismatic, axis: z, from: world, to: ball, coordinate: z}}
initial: {z: 5}
when: {floor: {condition: z, direction: falling, impact: 1}}
)",
                                until(3.5));
  double lowest = 9;
  bool jumps = false;
  for (std::size_t i = 1; i < fine_.size(); ++i) {
    EXPECT_GE(fine_[i][0], fine_[i - 1][0]);
    lowest = std::min(lowest, fine_[i][1]);
    jumps = jumps || (fine_[i][0] == fine_[i - 1][0] && std::abs(fine_[i][2] - fine_[i - 1][2] - 20) < 1e-6);
  }
  EXPECT_NEAR(lowest, 0, 1e-9);
  EXPECT_TRUE(jumps) << "before and after, at the same time";
  EXPECT_NEAR(fine_.back()[0], 3.5, 1e-12);
}

TEST_F(FineRowsTest, StatesAloneTellHowFastTheySwing) {
  const Recorded recorded = run_machine(machine(kShaken), until(20, 1e-9));
  EXPECT_NEAR(recorded.report.highest_frequency, 18, 0.5);
  EXPECT_EQ(recorded.report.fastest.substr(0, 1), "x");
}

}  // namespace
}  // namespace kinemate
