// The ten inertial parameters of a body as a list: mass, moment m r_KS, tensor.
#pragma once

#include <array>
#include <string_view>

#include "spatial/inertia.h"

namespace kinemate {

inline constexpr std::size_t kParameterCount = 10;

/// Of one inertia, about the origin of its frame, in its axes.
template <class S>
using InertiaList = std::array<S, kParameterCount>;

/// As they end the names of a body's parameters, in the order of the list.
inline constexpr std::string_view kParameterNames[kParameterCount] = {"m",   "cx",  "cy",  "cz",  "Ixx",
                                                                      "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};

template <class S>
InertiaList<S> to_list(const RigidInertia<S>& inertia) {
  const auto& [mass, c, t] = inertia;
  return {mass, c.x, c.y, c.z, t.xx, t.yy, t.zz, t.xy, t.xz, t.yz};
}

template <class S>
RigidInertia<S> to_inertia(const InertiaList<S>& list) {
  return {list[0], {list[1], list[2], list[3]}, {list[4], list[5], list[6], list[7], list[8], list[9]}};
}

/// One of the ten is 1, the others are 0.
template <class S>
RigidInertia<S> unit_inertia(std::size_t parameter) {
  InertiaList<S> list;
  list.fill(S(0));
  list[parameter] = S(1);
  return to_inertia(list);
}

}  // namespace kinemate
