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
