// Machines whose coordinates come to singular positions under way, and the same without such positions.
#pragma once

#include "study/loops/fixture.h"
#include "study/switching/chart_switch.h"

namespace kinemate {

/// Source D, figure 1: a point on a rod of length 1, by x and y.
inline std::string cartesian_pendulum(double speed, const std::string& more = "") {
  return fmt::format(R"(
name: Cartesian pendulum
parameters: {{l: 1, m: 1, g: 9.81}}
gravity: [0, -g, 0]
bodies: {{carrier: {{mass: 0}}, bob: {{mass: m}}}}
joints:
  a: {{type: prismatic, axis: x, from: world, to: carrier, coordinate: x}}
  b: {{type: prismatic, axis: y, from: carrier, to: bob, coordinate: y}}
constraints:
  rod: {{type: holonomic, equation: x^2 + y^2 = l^2}}
initial: {{x: 0, y: -1, x': {}}}
)",
                     speed) +
         more;
}

/// The same by its angle from hanging down.
inline std::string angle_pendulum(double speed) {
  return fmt::format(R"(
name: angle pendulum
parameters: {{l: 1, m: 1, g: 9.81}}
gravity: [0, -g, 0]
bodies: {{bob: {{mass: m, center: [0, -l, 0]}}}}
joints: {{a: {{type: revolute, axis: z, from: world, to: bob, coordinate: phi}}}}
initial: {{phi': {}}}
)",
                     speed);
}

inline constexpr FourBar kCrankRocker{0.15, 0.6, 0.55, 0.6};
inline constexpr FourBar kTwoCranks{1, 1.1, 0.9, 0.3};

inline SimulationRequest without_switching(SimulationRequest request) {
  request.switching = Switching::kOff;
  return request;
}

/// Of all columns of `a`, which `b` has too, in parts of the largest number in the column, or of 1 where that is less.
inline double largest_difference(const Recorded& a, const Recorded& b) {
  if (a.rows.size() != b.rows.size() || a.rows.empty()) return INFINITY;
  double largest = 0;
  for (std::size_t i = 0; i < a.header.columns.size(); ++i) {
    const std::size_t k = b.column(a.header.columns[i].name);
    double size = 1, difference = 0;
    for (std::size_t row = 0; row < a.rows.size(); ++row) {
      size = std::max(size, std::abs(b.rows[row][k]));
      const double here = std::abs(a.rows[row][i] - b.rows[row][k]);
      difference = std::isnan(here) ? INFINITY : std::max(difference, here);
    }
    largest = std::max(largest, difference / size);
  }
  return largest;
}

/// A machine ready for runs, and one chart of it under way.
struct UnderWay {
  UnderWay(const Model& model, const SimulationRequest& request)
      : machine(make_simulated_machine(model, request, [](const std::string&) {})), chart(machine, log) {}

  /// Runs the machine's own chart until t.
  void go_to(double t) {
    RunStart start(machine.start);
    const RunStart::Numbers numbers = start({});
    chart.system.begin(numbers.parameters, numbers.inputs);
    chart.make_ready(true);
    std::vector<double> x(numbers.x.begin(), numbers.x.end());
    EXPECT_TRUE(chart.system.close(0, x));
    chart.integrator->begin(0, x);
    if (chart.angles) chart.angles->start(0, x, chart.system.around());
    if (chart.audit) chart.audit->start(0, x);
    follow(chart, t);
  }

  static void follow(ChartRun& run, double t) {
    while (run.integrator->time() < t) {
      ASSERT_TRUE(run.integrator->step(t));
      if (run.angles) run.angles->follow(*run.integrator, run.system.around());
      if (run.audit) run.audit->follow(*run.integrator, run.integrator->time());
    }
  }

  std::vector<double> row() {
    const std::span<const double> numbers = chart.row(chart.integrator->time(), chart.integrator->state());
    return {numbers.begin(), numbers.end()};
  }

  std::vector<SimulatedEvent> log;
  const SimulatedMachine machine;
  ChartRun chart;
};

/// The state of a machine, by the names of what it consists of.
inline std::vector<double> state_of_names(const SimulatedMachine& machine,
                                          const std::map<std::string, double>& values) {
  std::vector<double> x;
  for (const std::string& name : machine.programs.names) {
    EXPECT_TRUE(values.contains(name)) << name;
    x.push_back(values.contains(name) ? values.at(name) : 0);
  }
  return x;
}

/// A body whose centre stays on a sphere and that turns as it likes: a constraint, and angles that lock.
inline const char* const kTurningOnASphere = R"(
name: body on a sphere
gravity: [0, 0, -9.81]
bodies: {box: {mass: 2, inertia: {xx: 0.2, yy: 0.31, zz: 0.4}}}
joints:
  ball: {type: free, sequence: SEQUENCE, from: world, to: box, coordinates: [x, y, z, COORDINATES]}
constraints:
  sphere: {type: holonomic, equation: x^2 + y^2 + z^2 = 1}
)";

/// Of texts of machines with the words SEQUENCE and COORDINATES.
inline std::string with_sequence(std::string text, const std::string& sequence, const std::string& coordinates) {
  const std::pair<std::string, std::string> words[] = {{"SEQUENCE", sequence}, {"COORDINATES", coordinates}};
  for (const auto& [word, put] : words) text.replace(text.find(word), word.size(), put);
  return text;
}

}  // namespace kinemate
