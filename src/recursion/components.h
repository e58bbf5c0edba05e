// Twists, accelerations, loads and inertias by the numbers of their components: 0..2 turn, 3..5 shift.
#pragma once

#include <array>
#include <cstddef>

#include "spatial/inertia.h"

namespace kinemate {

template <class S>
using Six = std::array<S, 6>;

template <class Pair>
auto to_six(const Pair& pair) {
  const auto& [a, b] = pair;
  return std::array{a.x, a.y, a.z, b.x, b.y, b.z};
}

template <class Pair, class S>
Pair from_six(const Six<S>& s) {
  return {{s[0], s[1], s[2]}, {s[3], s[4], s[5]}};
}

template <class Pair>
auto& component(Pair& pair, std::size_t k) {
  auto& [turning, shifting] = pair;
  return k < 3 ? turning[k] : shifting[k - 3];
}

template <class S>
const S& get_entry(const Symmetric3<S>& a, std::size_t i, std::size_t j) {
  if (i == j) return i == 0 ? a.xx : i == 1 ? a.yy : a.zz;
  return i + j == 1 ? a.xy : i + j == 2 ? a.xz : a.yz;
}

template <class S>
const S& get_entry(const ArticulatedInertia<S>& a, std::size_t i, std::size_t j) {
  if (i > j) return get_entry(a, j, i);
  if (j < 3) return get_entry(a.angular, i, j);
  return i < 3 ? a.coupling(i, j - 3) : get_entry(a.linear, i - 3, j - 3);
}

/// The rows of a symmetric 6×6 matrix; its upper triangle is read.
template <class S>
ArticulatedInertia<S> make_articulated(const std::array<Six<S>, 6>& a) {
  return {{a[0][0], a[1][1], a[2][2], a[0][1], a[0][2], a[1][2]},
          {{{{a[0][3], a[0][4], a[0][5]}, {a[1][3], a[1][4], a[1][5]}, {a[2][3], a[2][4], a[2][5]}}}},
          {a[3][3], a[4][4], a[5][5], a[3][4], a[3][5], a[4][5]}};
}

/// a − g uᵀ, which is symmetric.
template <class S>
Symmetric3<S> minus_outer(const Symmetric3<S>& a, const Vector3<S>& g, const Vector3<S>& u) {
  return {a.xx - g.x * u.x, a.yy - g.y * u.y, a.zz - g.z * u.z, a.xy - g.x * u.y, a.xz - g.x * u.z, a.yz - g.y * u.z};
}
template <class S>
ArticulatedInertia<S> minus_outer(const ArticulatedInertia<S>& a, const Load<S>& g, const Load<S>& u) {
  return {minus_outer(a.angular, g.torque, u.torque), a.coupling - outer(g.torque, u.force),
          minus_outer(a.linear, g.force, u.force)};
}

/// a − (g uᵀ + u gᵀ)
template <class S>
ArticulatedInertia<S> minus_both_outers(const ArticulatedInertia<S>& a, const Load<S>& g, const Load<S>& u) {
  const auto both = [](const Symmetric3<S>& m, const Vector3<S>& v, const Vector3<S>& w) {
    return Symmetric3<S>{m.xx - S(2) * v.x * w.x,        m.yy - S(2) * v.y * w.y,
                         m.zz - S(2) * v.z * w.z,        m.xy - (v.x * w.y + v.y * w.x),
                         m.xz - (v.x * w.z + v.z * w.x), m.yz - (v.y * w.z + v.z * w.y)};
  };
  return {both(a.angular, g.torque, u.torque), a.coupling - outer(g.torque, u.force) - outer(u.torque, g.force),
          both(a.linear, g.force, u.force)};
}

/// The column as a change of motion that it is.
template <class S>
Acceleration<S> to_acceleration(const Twist<S>& y) {
  return {y.angular, y.linear};
}
template <class S>
Twist<S> to_twist(const Acceleration<S>& x) {
  return {x.angular, x.linear};
}

}  // namespace kinemate
