// Conditions g(q, t) that bodies hit or rest against, on the level of positions, velocities and accelerations.
//
//   ġ = G s + g_t,  g̈ = G ṡ + γ
#pragma once

#include <vector>

#include "formalism/equations.h"

namespace kinemate {

struct ContactFormulas {
  Expr condition;         ///< g
  Expr rate;              ///< ġ
  std::vector<Expr> row;  ///< G: of each speed
  Expr bias;              ///< γ
};

/// REQUIRES: the condition is of coordinates, t and parameters, driven coordinates replaced.
ContactFormulas make_contact(const Rates& rates, std::span<const Expr> speeds, Expr condition);

/// What an event function is beside its condition.
struct ContactKind {
  enum class Kind : std::uint8_t { kOnlySeen, kImpact, kContact } kind = Kind::kOnlySeen;
  bool rising = true;       ///< the condition may not become positive; else not negative
  std::size_t contact = 0;  ///< its number among the contacts
  double restitution = 0;
};

}  // namespace kinemate
