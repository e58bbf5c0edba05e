// The steps of a LaneIntegrator, for one number of lanes.
#pragma once

#include <memory>

#include "sim/lanes/lane_integrator.h"

namespace kinemate {

/// As LaneIntegrator, for callers that keep its conditions.
class LaneStepper {
 public:
  virtual ~LaneStepper() = default;
  virtual void begin(double t0, double t1, std::span<const double> y0, std::span<const bool> active) = 0;
  virtual void advance(std::span<const double> times, std::span<double> out) = 0;
  virtual LaneOutcome outcome(unsigned lane) const = 0;
};

/// Which loops: those of this processor, or those that every processor has. They give the same bits.
enum class LaneVectors { kBest, kPlain };

/// Throws Error if the options make no sense.
std::unique_ptr<LaneStepper> make_lane_stepper(LaneSystem& system, const LaneOptions& options,
                                               LaneVectors vectors = LaneVectors::kBest);

}  // namespace kinemate
