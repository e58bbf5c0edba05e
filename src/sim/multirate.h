// Slow states in long steps, fast ones in short steps between them, the slow ones interpolated: order 4.
//
// A long step is collocation at its start, middle and end (Lobatto IIIA: Hairer, Wanner II, section IV.5): the slow
// states run along a cubic whose slopes are the slow rates at these three times. It is found by sweeps, each of which
// raises the order by one (A. Dutt, L. Greengard, V. Rokhlin: Spectral deferred correction methods, BIT 40, 2000):
// along the cubic of the sweep before, the fast states are integrated as if nothing else existed; then the slow rates
// are evaluated where both have come to. The first cubic goes on from the last step's (C. W. Gear, D. R. Wells:
// Multirate linear multistep methods, BIT 24, 1984). Two sweeps of two slow evaluations are the rule.
//
// What this cannot do: slow rates that follow the oscillations of fast states force long steps to be short ones.
#pragma once

#include <memory>

#include "sim/integrator.h"

namespace kinemate {

struct MultirateOptions {
  std::size_t substeps = 20;  ///< changes results: short steps in a long one, where the long one is fixed
};

/// The long step is fixed or controlled, as the options say; short steps of a controlled one have their own control.
/// Throws Error unless some states, but not all, are fast.
std::unique_ptr<Integrator> make_multirate(OdeSystem& system, const IntegratorOptions& options,
                                           const MultirateOptions& multirate = {});

}  // namespace kinemate
