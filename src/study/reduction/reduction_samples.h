// What a reduction changes at states that are drawn at random from a box.
#pragma once

#include "study/reduction/reduction.h"

namespace kinemate {

struct SampledErrors {
  std::vector<double> mass, forces;  ///< largest |M − M̃| of each entry, |r − r̃| of each row
  std::vector<double> acceleration;  ///< largest |q̈ − q̃| of each speed
  std::vector<double> scale;         ///< largest |q̈| of each speed
  std::size_t states = 0;            ///< at which M is positive definite
  std::size_t lost = 0;              ///< of them, at which M̃ is not
};

/// The same states for the same seed. REQUIRES: no range is missing.
SampledErrors sample_errors(const Reducible& reducible, const ReducedEquations& reduced, std::size_t states,
                            std::uint64_t seed = 1);

/// Whether M without these terms has a direction of negative inertia at one of so many positions, drawn at random. False
/// where M depends on what has no range, or is no list of the formulas. Formulas are not written: it costs little.
bool loses_mass(const Reducible& reducible, const Dropped& dropped, std::size_t positions, std::uint64_t seed = 1);

}  // namespace kinemate
