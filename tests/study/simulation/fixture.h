// Machines that run, from texts.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "study/fixture.h"
#include "study/simulation/simulate.h"

namespace kinemate {

/// All rows of a run.
struct Recorded {
  SimulationReport report;
  ResultHeader header;
  std::vector<std::vector<double>> rows;

  std::size_t column(const std::string& name) const { return find_result_column(header, name); }
  double at_end(const std::string& name) const { return rows.back()[column(name)]; }
};

inline Recorded run_machine(const Model& model, const SimulationRequest& request) {
  Simulation simulation(model, request, [](const std::string&) {});
  Recorded recorded;
  recorded.header = simulation.header();
  recorded.report = simulation.run(
      {[&](std::span<const double> row) { recorded.rows.emplace_back(row.begin(), row.end()); }, {}, nullptr});
  return recorded;
}

inline SimulationRequest until(double end, double rtol = 1e-11) {
  SimulationRequest request;
  request.end = end;
  request.rtol = rtol;
  request.atol = rtol / 100;
  return request;
}

/// A point mass on a massless rod of length 1; phi from hanging down.
inline const char* const kPendulum = R"(
name: pendulum
parameters: {g: 9.81, l: 1, m: 1}
gravity: [0, 0, -g]
bodies: {bob: {mass: m, center: [0, 0, -l]}}
joints: {hinge: {type: revolute, axis: y, from: world, to: bob, coordinate: phi}}
outputs: {tip: {quantity: position, point: {body: bob, at: [0, 0, -l]}}}
)";

/// A ball that falls on a floor at z = 0.
inline std::string falling_ball(const std::string& event, const std::string& more = "") {
  return R"(
name: ball
parameters: {g: 10, k: 1}
gravity: [0, 0, -g]
bodies: {ball: {mass: 2}}
joints: {air: {type: prismatic, axis: z, from: world, to: ball, coordinate: z}}
initial: {z: 5}
)" + more +
         "when: {" + event + "}\n";
}

}  // namespace kinemate
