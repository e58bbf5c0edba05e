// Random closed machines whose loops close at initial values of zero or at known angles: one planar loop of four to
// seven bars, several planar loops, spatial loops, platforms on legs.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "model/fixture.h"

namespace kinemate {

struct PlanarPoint {
  double x, y;
};

/// A chain of bars from the origin whose last end is pinned to the world where it is; `dyads` join two of its bars by
/// two further ones, or one of them to the world. No initial values.
inline std::string random_planar_loops(std::mt19937_64& random, int bars, int dyads) {
  std::uniform_real_distribution<double> unit(0, 1);
  const auto number = [&](double low, double high) { return low + (high - low) * unit(random); };
  std::string bodies = "bodies:\n", joints = "joints:\n";
  std::vector<PlanarPoint> origin;
  std::vector<double> turn, length;
  PlanarPoint at{0, 0};
  double angle = 0;
  for (int i = 1; i <= bars; ++i) {
    bodies += fmt::format("  b{}: {{mass: 1}}\n", i);
    joints +=
        fmt::format("  j{}: {{type: revolute, axis: z, from: {}, to: b{}, coordinate: q{}}}\n", i,
                    i == 1 ? "world" : fmt::format("{{body: b{}, at: [{:.17g}, 0, 0]}}", i - 1, length.back()), i, i);
    angle += number(0.4, 2.4) * (i % 2 == 0 ? -1 : 1);
    origin.push_back(at), turn.push_back(angle), length.push_back(number(0.5, 1.5));
    at = {at.x + length.back() * std::cos(angle), at.y + length.back() * std::sin(angle)};
  }
  joints += fmt::format(
      "  close: {{type: revolute, axis: z, from: {{body: b{}, at: [{:.17g}, 0, 0]}}, "
      "to: {{body: world, at: [{:.17g}, {:.17g}, 0]}}, coordinate: e, cut: true}}\n",
      bars, length.back(), at.x, at.y);
  const auto place = [&](std::size_t body, double along) {
    return PlanarPoint{origin[body].x + along * std::cos(turn[body]), origin[body].y + along * std::sin(turn[body])};
  };
  for (int d = 1; d <= dyads; ++d) {
    const auto one = static_cast<std::size_t>(random() % static_cast<unsigned>(bars));
    const bool to_world = random() % 2 == 0;
    const auto other = (one + 1 + random() % static_cast<unsigned>(bars - 1)) % static_cast<unsigned>(bars);
    const double s = number(0.2, 0.5), t = number(0.2, 0.5);
    const PlanarPoint P = place(one, s), Q = to_world ? PlanarPoint{number(-1, 1), number(-1, 1)} : place(other, t);
    const PlanarPoint M{(P.x + Q.x) / 2 + number(0.4, 1), (P.y + Q.y) / 2 + number(0.4, 1)};
    const double a = std::hypot(M.x - P.x, M.y - P.y), b = std::hypot(M.x - Q.x, M.y - Q.y);
    const std::string far = to_world ? fmt::format("{{body: world, at: [{:.17g}, {:.17g}, 0]}}", Q.x, Q.y)
                                     : fmt::format("{{body: b{}, at: [{:.17g}, 0, 0]}}", other + 1, t);
    bodies += fmt::format("  d{0}: {{mass: 1}}\n  e{0}: {{mass: 1}}\n", d);
    joints += fmt::format(
        "  u{0}: {{type: revolute, axis: z, from: {{body: b{1}, at: [{2:.17g}, 0, 0]}}, to: d{0}, "
        "coordinate: u{0}}}\n"
        "  v{0}: {{type: revolute, axis: z, from: {3}, to: e{0}, coordinate: v{0}}}\n"
        "  w{0}: {{type: revolute, axis: z, from: {{body: d{0}, at: [{4:.17g}, 0, 0]}}, "
        "to: {{body: e{0}, at: [{5:.17g}, 0, 0]}}, coordinate: w{0}, cut: true}}\n",
        d, one + 1, s, far, a, b);
  }
  return bodies + joints;
}

/// A chain of revolutes about axes of any direction whose end is a ball in the world: closed at zero.
inline std::string random_spatial_loop(std::mt19937_64& random, int bars) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::string bodies = "bodies:\n", joints = "joints:\n";
  std::vector<double> end(3, 0);
  std::string place = "[0, 0, 0]";
  for (int i = 1; i <= bars; ++i) {
    bodies += fmt::format("  b{}: {{mass: 1}}\n", i);
    joints += fmt::format(
        "  j{0}: {{type: revolute, axis: [{1:.3f}, {2:.3f}, {3:.3f}], from: {{body: {4}, at: {5}}}, "
        "to: b{0}, coordinate: q{0}}}\n",
        i, unit(random), unit(random), 1 + unit(random) / 2, i == 1 ? "world" : fmt::format("b{}", i - 1), place);
    const double step[] = {0.7 + unit(random) / 3, unit(random), unit(random)};
    place = fmt::format("[{:.17g}, {:.17g}, {:.17g}]", step[0], step[1], step[2]);
    for (std::size_t k = 0; k < 3; ++k) end[k] += step[k];
  }
  return bodies + joints +
         fmt::format(
             "  close: {{type: spherical, sequence: xyz, from: {{body: b{}, at: {}}}, to: {{body: world, at: "
             "[{:.17g}, {:.17g}, {:.17g}]}}, coordinates: [e1, e2, e3], cut: true}}\n",
             bars, place, end[0], end[1], end[2]);
}

/// A platform on six legs, of a universal joint, a slide and a ball each.
inline std::string random_platform(std::mt19937_64& random) {
  std::uniform_real_distribution<double> number(-0.1, 0.1);
  std::string
      bodies = "bodies:\n  top: {mass: 1}\n",
      joints =
          "joints:\n  flight: {type: free, sequence: xyz, from: world, to: top, coordinates: [x, y, z, a, b, c]}\n";
  for (int i = 1; i <= 6; ++i) {
    const double foot = (i / 2) * 2.094 + (i % 2 == 0 ? 0.2 : -0.2), head = foot + (i % 2 == 0 ? 0.6 : -0.6);
    bodies += fmt::format("  lower{0}: {{mass: 1}}\n  upper{0}: {{mass: 1}}\n", i);
    joints += fmt::format(
        "  foot{0}: {{type: universal, axes: [x, y], from: {{body: world, at: [{1:.6f}, {2:.6f}, 0]}}, "
        "to: lower{0}, coordinates: [f{0}, g{0}]}}\n"
        "  leg{0}: {{type: prismatic, axis: z, from: lower{0}, to: upper{0}, coordinate: s{0}}}\n"
        "  head{0}: {{type: spherical, sequence: xyz, from: upper{0}, to: {{body: top, at: [{3:.6f}, "
        "{4:.6f}, 0]}}, coordinates: [h{0}, i{0}, k{0}], cut: true}}\n",
        i, std::cos(foot) + number(random), std::sin(foot) + number(random), 0.6 * std::cos(head) + number(random),
        0.6 * std::sin(head) + number(random));
  }
  return bodies + joints;
}

}  // namespace kinemate
