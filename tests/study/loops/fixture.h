// Closed machines: numbers at a state, and a four-bar in many dresses.
#pragma once

#include <fmt/format.h>

#include <numbers>
#include <random>

#include "loops/closed_kinematics.h"
#include "study/simulation/fixture.h"

namespace kinemate {

/// As evaluate_at, loops closed.
inline StateNumbers evaluate_closed(const Model& model, const std::vector<std::string>& texts,
                                    const EvaluateRequest& request = {}) {
  const Kinematics kinematics = compute_closed_kinematics(model);
  return evaluate_state(model, kinematics, make_state(model, kinematics, given(texts)), request);
}

inline double coordinate_of(const StateNumbers& numbers, const std::string& name) {
  for (const NamedNumber& q : numbers.coordinates)
    if (q.name == name) return q.value;
  ADD_FAILURE() << "no coordinate " << name;
  return 0;
}

/// Of a speed, whether it is independent or follows.
inline double acceleration_of(const StateNumbers& numbers, const std::string& speed) {
  for (std::size_t i = 0; i < numbers.speed_names.size(); ++i)
    if (numbers.speed_names[i] == speed) return (*numbers.acceleration)[static_cast<Eigen::Index>(i)];
  for (const NamedNumber& s : numbers.dependent)
    if (s.name == speed) return s.rate;
  ADD_FAILURE() << "no speed " << speed;
  return 0;
}

/// The angle in (-π, π] that differs from this one by whole turns.
inline double within_a_turn(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

/// Crank a, coupler b, rocker c, ground d; phi and psi are the angles of crank and rocker against the ground.
struct FourBar {
  double a, b, c, d;

  /// A crank-rocker: the crank is the shortest bar, and turns fully round (Grashof 1883).
  static FourBar crank_rocker(std::mt19937_64& random) {
    std::uniform_real_distribution<double> number(0, 1);
    FourBar bars{0.1 + 0.1 * number(random), 0.5 + 0.2 * number(random), 0.5 + 0.2 * number(random), 0};
    bars.d = 0.55 + 0.1 * number(random);
    return bars;
  }

  /// A cos ψ + B sin ψ + C = 0 by atan2, which holds at all angles; the sign is the branch.
  double rocker(double phi, int branch) const {
    const double A = 2 * c * (d - a * std::cos(phi)), B = -2 * a * c * std::sin(phi);
    const double C = a * a - b * b + c * c + d * d - 2 * a * d * std::cos(phi);
    const double S = branch * std::sqrt(A * A + B * B - C * C);
    return std::atan2(-B * C + A * S, -A * C - B * S);
  }

  /// What is 0 where the angles fit: K1 cos ψ − K2 cos φ + K3 = cos(φ − ψ) (Freudenstein 1954).
  double freudenstein(double phi, double psi) const {
    const double K1 = d / a, K2 = d / c, K3 = (a * a - b * b + c * c + d * d) / (2 * a * c);
    return K1 * std::cos(psi) - K2 * std::cos(phi) + K3 - std::cos(phi - psi);
  }
};

/// How a four-bar is written down: what must not matter.
struct FourBarDress {
  double turn[3] = {0, 0, 0};            // of each body's own frame about z
  double shift[3] = {0, 0, 0};           // and along x
  bool reversed = false;                 // the joints of coupler and rocker, from the other side
  std::size_t order[3] = {0, 1, 2};      // of the bodies in the file
  std::size_t joints[4] = {0, 1, 2, 3};  // of the joints
  std::string names[3] = {"crank", "coupler", "rocker"};
  std::string cut;  // the joint that is to close the loop: A0, A, B, B0
};

inline FourBarDress dress_at_random(std::mt19937_64& random) {
  FourBarDress dress;
  std::uniform_real_distribution<double> number(-1, 1);
  for (int i = 0; i < 3; ++i) dress.turn[i] = number(random), dress.shift[i] = 0.3 * number(random);
  dress.reversed = number(random) > 0;
  std::shuffle(std::begin(dress.order), std::end(dress.order), random);
  std::shuffle(std::begin(dress.joints), std::end(dress.joints), random);
  for (std::string& name : dress.names) name = fmt::format("{}_{}", "zyxwab"[random() % 6], random() % 1000) + name;
  return dress;
}

/// Uniform bars of 1, 2 and 3 kg. Bodies are described in frames of their own; only those of crank and rocker, in which
/// phi and psi are counted, are not turned. `more` is further text of the file.
inline std::string four_bar_text(const FourBar& bars, double phi, int branch, const std::string& more = "",
                                 FourBarDress dress = {}) {
  dress.turn[0] = dress.turn[2] = 0;
  const double lengths[3] = {bars.a, bars.b, bars.c};
  auto at = [&](int body, double x) {
    return fmt::format("{{body: {}, at: [{:.17g}, {:.17g}, 0], rotation: [[z, {:.17g}]]}}", dress.names[body],
                       dress.shift[body] + x * std::cos(dress.turn[body]), x * std::sin(dress.turn[body]),
                       dress.turn[body]);
  };
  std::string bodies[3], joints[4];
  for (int i = 0; i < 3; ++i) {
    const double m = i + 1, J = m * lengths[i] * lengths[i] / 12, x = lengths[i] / 2;
    bodies[i] = fmt::format(
        "  {}: {{mass: {}, center: [{:.17g}, {:.17g}, 0], inertia: {{xx: {:.17g}, yy: {:.17g}, zz: {:.17g}}}}}\n",
        dress.names[i], m, dress.shift[i] + x * std::cos(dress.turn[i]), x * std::sin(dress.turn[i]), J, J, J);
  }
  auto joint = [&](const std::string& name, const std::string& from, const std::string& to, const std::string& q,
                   bool turn) {
    return fmt::format("  {}: {{type: revolute, axis: {}, from: {}, to: {}, coordinate: {}{}}}\n", name,
                       turn ? "-z" : "z", turn ? to : from, turn ? from : to, q,
                       dress.cut == name ? ", cut: true" : "");
  };
  const std::string ground = fmt::format("{{body: world, at: [{:.17g}, 0, 0]}}", bars.d);
  joints[0] = joint("A0", "world", at(0, 0), "phi", false);
  joints[1] = joint("A", at(0, bars.a), at(1, 0), "alpha", dress.reversed);
  joints[2] = joint("B", at(1, bars.b), at(2, bars.c), "beta", dress.reversed);
  joints[3] = joint("B0", ground, at(2, 0), "psi", false);
  const double psi = bars.rocker(phi, branch);
  const double theta = std::atan2(bars.c * std::sin(psi) - bars.a * std::sin(phi),
                                  bars.d + bars.c * std::cos(psi) - bars.a * std::cos(phi));  // of the coupler
  std::string text = "name: four-bar\ngravity: [0, -9.81, 0]\nbodies:\n";
  for (std::size_t i : dress.order) text += bodies[i];
  text += "joints:\n";
  for (std::size_t i : dress.joints) text += joints[i];
  return text +
         fmt::format("initial: {{phi: {:.17g}, psi: {:.17g}, alpha: {:.17g}, beta: {:.17g}}}\n", phi, psi, theta - phi,
                     psi - theta) +
         more;
}

}  // namespace kinemate
