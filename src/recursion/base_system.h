// The linear system that all recursions solve: source E (2.55), corrected, with what moves by itself taken out.
//
//   x_i = G_iV x_V + Φ_i ṡ_i        M_i x_i = l_i,ext + l_i − Σ_k G_kiᵀ l_k        Φ_iᵀ l_i = η_i
// x is what the accelerations ṡ add to the accelerations of the links for ṡ = 0; those, the motion of the base and
// gravity are in l_ext (recursion/bias.h). So every algorithm has the same right side and none has a c of its own.
// Everything of a link is about the origin of its frame, in its axes.
#pragma once

#include <cstddef>
#include <vector>

#include "recursion/transfer.h"

namespace kinemate {

inline constexpr std::size_t kBase = ~std::size_t{0};

template <class S>
struct BaseSystem {
  struct Link {
    std::size_t carrier = kBase;  ///< a link before this one
    Transfer<S> transfer;
    std::size_t first = 0, count = 0;  ///< its columns of Φ
    RigidInertia<S> inertia;           ///< M; 0 of an intermediate frame
  };
  std::vector<Link> links;     ///< carriers before those they carry
  std::vector<Twist<S>> free;  ///< Φ of all links, one column for each speed
};

/// What the links have to bear beside the accelerations that are looked for.
template <class S>
struct RightSide {
  std::vector<Load<S>> loads;  ///< l_ext for each link
  std::vector<S> efforts;      ///< η for each speed
};

template <class S>
struct Solution {
  std::vector<S> accelerations;          ///< ṡ
  std::vector<Acceleration<S>> motions;  ///< x for each link
  std::vector<Load<S>> joint_loads;      ///< l for each link, on it
};

}  // namespace kinemate
