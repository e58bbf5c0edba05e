// Random robots, as URDF text and as the plain numbers it was written from, to compute with by another way.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "spatial/pose.h"

namespace kinemate {

struct RandomLink {
  std::string name;
  double mass = 0;
  Vector3<double> center;
  Vector3<double> rpy;           ///< of the tensor's axes
  std::array<double, 6> tensor;  ///< xx, yy, zz, xy, xz, yz about the centre
  // the joint to its parent
  std::size_t parent = 0;
  bool fixed = false;
  Vector3<double> position;
  Vector3<double> angles;
  Vector3<double> axis;
};

using Rows = std::array<std::array<double, 3>, 3>;

inline Rows product(const Rows& a, const Rows& b) {
  Rows c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

/// Rz(yaw) Ry(pitch) Rx(roll)
inline Rows rpy_rows(const Vector3<double>& a) {
  const double cr = std::cos(a.x), sr = std::sin(a.x), cp = std::cos(a.y), sp = std::sin(a.y), cy = std::cos(a.z),
               sy = std::sin(a.z);
  return product(product({{{cy, -sy, 0}, {sy, cy, 0}, {0, 0, 1}}}, {{{cp, 0, sp}, {0, 1, 0}, {-sp, 0, cp}}}),
                 {{{1, 0, 0}, {0, cr, -sr}, {0, sr, cr}}});
}

/// Rodrigues, about an axis of any length.
inline Rows turn_rows(Vector3<double> n, double angle) {
  n = n * (1 / std::sqrt(dot(n, n)));
  const double c = std::cos(angle), s = std::sin(angle), d = 1 - c;
  return {{{c + d * n.x * n.x, d * n.x * n.y - s * n.z, d * n.x * n.z + s * n.y},
           {d * n.x * n.y + s * n.z, c + d * n.y * n.y, d * n.y * n.z - s * n.x},
           {d * n.x * n.z - s * n.y, d * n.y * n.z + s * n.x, c + d * n.z * n.z}}};
}

inline Matrix3<double> to_matrix(const Rows& rows) {
  Matrix3<double> m;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) m(i, j) = rows[i][j];
  return m;
}

/// Numbers of a few digits, so that the text says them exactly; the first link is the root.
inline std::vector<RandomLink> random_links(std::mt19937_64& random, std::size_t count, bool quarter_turns) {
  std::uniform_int_distribution<int> thousandths(-1500, 1500), quarter(-2, 2), positive(100, 2000);
  auto number = [&] { return thousandths(random) / 1000.0; };
  auto vector = [&] { return Vector3<double>{number(), number(), number()}; };
  auto angle = [&] { return quarter_turns ? quarter(random) * std::acos(-1.0) / 2 : number(); };
  std::vector<RandomLink> links(count);
  for (std::size_t i = 0; i < count; ++i) {
    RandomLink& link = links[i];
    link.name = fmt::format("link{}", i);
    link.mass = positive(random) / 1000.0;
    link.center = vector();
    link.rpy = {angle(), angle(), angle()};
    for (std::size_t k = 0; k < 3; ++k) link.tensor[k] = 1 + positive(random) / 10000.0;
    for (std::size_t k = 3; k < 6; ++k) link.tensor[k] = number() / 100;
    link.parent = i == 0 ? 0 : std::uniform_int_distribution<std::size_t>(0, i - 1)(random);
    link.fixed = random() % 3 != 0;
    link.position = vector();
    link.angles = {angle(), angle(), angle()};
    link.axis = {number(), number(), 0.25};
  }
  return links;
}

inline std::string three(const Vector3<double>& v) { return fmt::format("{} {} {}", v.x, v.y, v.z); }

inline std::string element_text(const RandomLink& link) {
  const auto& t = link.tensor;
  return fmt::format(
      "<link name=\"{}\"><inertial><origin xyz=\"{}\" rpy=\"{}\"/><mass value=\"{}\"/>"
      "<inertia ixx=\"{}\" iyy=\"{}\" izz=\"{}\" ixy=\"{}\" ixz=\"{}\" iyz=\"{}\"/></inertial></link>\n",
      link.name, three(link.center), three(link.rpy), link.mass, t[0], t[1], t[2], t[3], t[4], t[5]);
}

inline std::string joint_element_text(const std::vector<RandomLink>& links, std::size_t child) {
  const RandomLink& link = links[child];
  return fmt::format(
      "<joint name=\"joint{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>"
      "<origin xyz=\"{}\" rpy=\"{}\"/><axis xyz=\"{}\"/></joint>\n",
      child, link.fixed ? "fixed" : "revolute", links[link.parent].name, link.name, three(link.position),
      three(link.angles), three(link.axis));
}

/// Its elements in a random order.
inline std::string random_order_text(const std::vector<RandomLink>& links, std::mt19937_64& random) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < links.size(); ++i) {
    parts.push_back(element_text(links[i]));
    if (i > 0) parts.push_back(joint_element_text(links, i));
  }
  std::shuffle(parts.begin(), parts.end(), random);
  std::string text = "<robot name=\"random\">\n";
  for (const std::string& part : parts) text += part;
  return text + "</robot>\n";
}

/// Where the links are, by plain matrices; `turned[i]` is the angle of the joint to link i.
inline std::vector<Pose<double>> link_poses(const std::vector<RandomLink>& links, const std::vector<double>& turned) {
  std::vector<Pose<double>> poses(links.size());
  for (std::size_t i = 1; i < links.size(); ++i) {
    const RandomLink& link = links[i];
    Rows rows = rpy_rows(link.angles);
    if (!link.fixed) rows = product(rows, turn_rows(link.axis, turned[i]));
    poses[i] = compose(poses[link.parent], {to_matrix(rows), link.position});
  }
  return poses;
}

/// Mass, first moment and second moments ∫x xᵀ dm about the origin: what welding does not change.
struct Moments {
  double mass = 0;
  Vector3<double> first;
  Matrix3<double> second;

  void add(double m, const Vector3<double>& r, const Matrix3<double>& about_center) {
    mass += m;
    first += r * m;
    // Θ = tr(θ) E − θ
    const double half_trace = trace(about_center) / 2;
    second = second + outer(r, r) * m + Matrix3<double>::identity() * half_trace - about_center;
  }
};

inline Matrix3<double> tensor_of(const RandomLink& link) {
  const auto& t = link.tensor;
  return {{{{t[0], t[3], t[4]}, {t[3], t[1], t[5]}, {t[4], t[5], t[2]}}}};
}

}  // namespace kinemate
