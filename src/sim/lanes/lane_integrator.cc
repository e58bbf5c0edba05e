#include "sim/lanes/lane_integrator.h"

#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/lanes/lane_stepper.h"

namespace kinemate {

LaneIntegrator::LaneIntegrator(LaneSystem& system, const LaneOptions& options)
    : stepper_(make_lane_stepper(system, options)), width_(system.width()), n_(system.dimension()) {}

LaneIntegrator::~LaneIntegrator() = default;

void LaneIntegrator::begin(double t0, double t1, std::span<const double> y0, std::span<const bool> active) {
  CHECK(y0.size() == n_ * width_ && active.size() == width_);
  if (!std::isfinite(t0) || !std::isfinite(t1))
    throw Error(ErrorCode::kIntegrator, "the times of a run must be finite numbers");
  last_time_ = t0;
  limit_ = t1;
  stepper_->begin(t0, t1, y0, active);
}

void LaneIntegrator::advance(std::span<const double> times, std::span<double> out) {
  CHECK(out.size() == times.size() * n_ * width_);
  const bool forwards = limit_ >= last_time_;
  for (const double time : times) {
    CHECK(forwards ? time >= last_time_ && time <= limit_ : time <= last_time_ && time >= limit_);
    last_time_ = time;
  }
  stepper_->advance(times, out);
}

LaneOutcome LaneIntegrator::outcome(unsigned lane) const {
  CHECK(lane < width_);
  return stepper_->outcome(lane);
}

}  // namespace kinemate
