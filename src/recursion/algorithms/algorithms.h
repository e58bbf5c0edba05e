// The algorithms of source E, chapter 3, by name: all solve the same base system.
#pragma once

#include <cstdint>
#include <string_view>

#include "recursion/base_system.h"

namespace kinemate {

enum class Recursion : std::uint8_t {
  kArticulated,           ///< O(n) explicit: shortest for long chains
  kComposite,             ///< O(n³) explicit, M̂ by composite bodies: shortest for short chains
  kVelocities,            ///< O(n³) explicit, M̂ by velocity transformation
  kImplicit,              ///< O(n) implicit; modified where an inertia is singular
  kModifiedImplicit,      ///< O(n) modified implicit
  kMixed,                 ///< O(n), joints with up to three speeds explicit, others implicit
  kImplicitCubic,         ///< O(n³) implicit; modified where an inertia is singular
  kModifiedImplicitCubic  ///< O(n³) modified implicit
};

struct RecursionName {
  Recursion recursion;
  std::string_view name;   ///< on the command line
  std::string_view title;  ///< for people
};

/// In the order of Recursion.
inline constexpr RecursionName kRecursions[] = {
    {Recursion::kArticulated, "articulated", "articulated bodies, O(n) explicit"},
    {Recursion::kComposite, "composite", "composite bodies, O(n^3) explicit"},
    {Recursion::kVelocities, "velocities", "velocity transformation, O(n^3) explicit"},
    {Recursion::kImplicit, "implicit", "O(n) implicit"},
    {Recursion::kModifiedImplicit, "modified-implicit", "O(n) modified implicit"},
    {Recursion::kMixed, "mixed", "O(n), joints explicit or implicit"},
    {Recursion::kImplicitCubic, "implicit-cubic", "O(n^3) implicit"},
    {Recursion::kModifiedImplicitCubic, "modified-implicit-cubic", "O(n^3) modified implicit"},
};

/// Whether it needs no inverse of a single link's M, so that inertia may be regrouped between links.
bool is_explicit(Recursion recursion);

template <class S>
struct SolvedBy {
  Solution<S> solution;
  std::vector<std::size_t> modified;  ///< links that an implicit form had to treat in the modified one
};

/// With the loads of all joints. Throws SingularColumn where a speed meets no inertia.
template <class S>
SolvedBy<S> solve_by(Recursion recursion, const BaseSystem<S>& system, const RightSide<S>& right);

}  // namespace kinemate
