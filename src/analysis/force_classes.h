// Generalized forces Q(q, q', t) by classes: what they do to the energy of a system.
//
//   Q = explicit time + position Q(q, 0) + velocity Q(q, q') - Q(q, 0)
//   position = conservative (-∂V/∂q) + circulatory (no work along rays from q = 0)
//   velocity = dissipative (-∂D/∂q') + gyroscopic (no power: Σ q'_i G_i = 0)
//
// The split is exact and unique (analysis/ray_split.h). "Dissipative" says that a function D is there, not its sign.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/ray_split.h"

namespace kinemate {

struct GeneralizedForces {
  std::vector<Expr> forces;
  std::vector<Expr> coordinates;
  std::vector<Expr> speeds;         ///< q', or any others with which the forces take power
  std::vector<std::string> inputs;  ///< names that count as time does, beside t
};

enum class ForceClass {
  kConservative,
  kCirculatory,
  kPositionUnsplit,  ///< of position alone, but the integral for V has no formula
  kDissipative,
  kGyroscopic,
  kVelocityUnsplit,
  kTime
};

std::string describe(ForceClass force_class);

struct ForceClasses {
  std::vector<Expr> time;
  ForceSplit position;  ///< `function` is V
  ForceSplit velocity;  ///< `function` is D

  /// The components of one class.
  const std::vector<Expr>& of(ForceClass force_class) const;
  /// The classes that a component has a part of.
  std::vector<ForceClass> of_component(std::size_t i) const;
};

/// REQUIRES: as many forces as coordinates and speeds.
ForceClasses classify_forces(const GeneralizedForces& given);

}  // namespace kinemate
