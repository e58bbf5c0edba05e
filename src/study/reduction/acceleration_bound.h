// How far accelerations of reduced equations can be off, anywhere in a box of states: by interval arithmetic.
//
// The box is cut into pieces until on each the interval of M̃ holds no singular matrix. With N ≥ |M̃⁻¹| there, from
// M̃ e = (r̃ − r) + (M − M̃) q̈ follows |e| ≤ (1 − N ΔM)⁻¹ N (Δr + ΔM |q̃|), e the difference of the accelerations. M̃ is
// positive definite on a piece where it is regular throughout and definite at one state.
#pragma once

#include "expr/evaluate.h"
#include "study/reduction/reduction.h"

namespace kinemate {

struct AccelerationBound {
  enum class Definite {
    kProven,
    kUndecided,  ///< the pieces that the budget allows do not show it
    kLost        ///< M̃ is not positive definite at some state
  };
  Definite definite = Definite::kUndecided;
  std::vector<double> error;  ///< of each acceleration; infinite where there is no bound
  std::size_t pieces = 0;
  Values lost_at;  ///< coordinates where M̃ is not positive definite
};

/// Where ranges are missing, whether M̃ is definite alone. REQUIRES: of what M̃ depends on, none is.
AccelerationBound bound_accelerations(const Reducible& reducible, const ReducedEquations& reduced);

}  // namespace kinemate
