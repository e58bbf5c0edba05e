// Linearised machines to report, and scripts that are run.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "base/file.h"
#include "report/linear/linear.h"
#include "study/linear/fixture.h"

namespace kinemate {

/// The force of its spring follows the way slowly: a state of a load.
inline const char* const kLaggingSpring = R"(
name: lag
parameters: {T: 0.3, k: 5}
inputs: [F]
bodies: {b: {mass: 2}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads: {f: {type: joint, joint: j, effort: F - n, states: {n: (k*x - n)/T}}}
)";

/// Its state is for itself, with a pole of its own.
inline const char* const kFilteredSlider = R"(
name: filter
bodies: {b: {mass: 1}}
joints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}
loads:
  s: {type: torsion, joint: j, stiffness: 400, damping: 1}
  f: {type: joint, joint: j, effort: 0*n, states: {n: -n}}
)";

inline const char* const kHangingBall = R"(
name: ball
parameters: {m: 2}
gravity: [0, 0, -9.81]
bodies: {bob: {mass: m, center: [0.3, 0, -0.4], inertia: {xx: 0.1, yy: 0.2, zz: 0.3}}}
joints: {ball: {type: spherical, sequence: euler_parameters, from: world, to: bob, coordinates: [p0, p1, p2, p3]}}
)";

inline const char* const kBolted = R"(
name: bolted
bodies: {b: {mass: 1}}
joints: {j: {type: fixed, from: world, to: b}}
)";

class LinearReportTest : public StudyTest {
 protected:
  static Linearisation linearised(const std::string& text, const std::vector<std::string>& at = {},
                                  const LinearisationRequest& request = {}) {
    return linearise_at(machine(text), at, request);
  }
};

inline bool is_installed(const std::string& command) {
  return std::system(("command -v " + command + " > /dev/null 2>&1").c_str()) == 0;
}

/// What a command prints that gets a file of this content as its last argument; what it says of mistakes too.
inline std::string printed_of(const std::string& command, const std::string& suffix, const std::string& content) {
  const std::string path = testing::TempDir() + "kinemate_linear_" + std::to_string(getpid()) + suffix;
  write_text_file(path, content);
  FILE* pipe = popen((command + " " + path + " 2>&1 < /dev/null").c_str(), "r");
  std::string printed;
  std::array<char, 4096> block;
  for (std::size_t got; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) printed.append(block.data(), got);
  EXPECT_EQ(pclose(pipe), 0) << printed << content;
  std::filesystem::remove(path);
  return printed;
}

/// All poles, both of each pair.
inline std::vector<std::complex<double>> all_poles(const ModalAnalysis& analysis) {
  std::vector<std::complex<double>> poles;
  for (const Mode& mode : analysis.modes) {
    poles.push_back(mode.pole.value);
    if (mode.frequency > 0) poles.push_back(std::conj(mode.pole.value));
  }
  return poles;
}

}  // namespace kinemate
