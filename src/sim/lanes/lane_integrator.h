// Many runs of one system side by side: explicit Runge-Kutta steps in the lanes of vectors.
//
// Every lane has a time and a step size of its own; what the lanes share is that their right-hand sides are computed at
// once. A lane's numbers are those of the integrator of one run (dopri5.h, dop853.h), to the last bit if its rates are,
// whatever stands in the other lanes. Lanes that are done wait for the others: runs of like length belong together.
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "sim/integrator.h"
#include "sim/lanes/lane_system.h"

namespace kinemate {

enum class LaneMethod { kDopri5, kDop853 };

struct LaneOptions {
  // ---- change results ----
  LaneMethod method = LaneMethod::kDop853;
  double rtol = 1e-6;                 ///< as IntegratorOptions
  std::vector<double> atol = {1e-9};  ///< one for all states, or one for each
  double max_step = std::numeric_limits<double>::infinity();
  long most_steps = 100'000'000;  ///< against runs without end
};

enum class LaneEnd {
  kIdle,          ///< nothing runs there
  kGood,          ///< as far as it was asked for
  kNotFinite,     ///< the rates have no value, however short the step
  kTooSmall,      ///< the step has become so short that the time stands still
  kTooManySteps,  ///< LaneOptions::most_steps
};

struct LaneOutcome {
  LaneEnd end = LaneEnd::kIdle;
  double time = 0;                            ///< reached, which may be beyond what was asked for; or where it failed
  std::size_t state = StepOutcome::kNoState;  ///< the state that is not finite, if one is
  long steps = 0;                             ///< accepted
  long rejected = 0;
};

class LaneStepper;

class LaneIntegrator {
 public:
  /// REQUIRES: the system lives on where it is. Throws Error if the options make no sense.
  LaneIntegrator(LaneSystem& system, const LaneOptions& options);
  ~LaneIntegrator();

  /// Runs from t0 towards t1, forwards or backwards, from y0 (n x W) in the lanes that are `active` (W). May be called
  /// again and again. Neither this nor advance() allocates.
  void begin(double t0, double t1, std::span<const double> y0, std::span<const bool> active);

  /// States at `times`, of which number k of state i in lane l goes to out[(k n + i) W + l]. Lanes that are idle, and
  /// those that have failed before that time, have NaN there. Steps only as far as needed; times in several calls give
  /// the same as in one. REQUIRES: times in the order of the run, over all calls, and not beyond t1.
  void advance(std::span<const double> times, std::span<double> out);

  LaneOutcome outcome(unsigned lane) const;

 private:
  std::unique_ptr<LaneStepper> stepper_;
  unsigned width_;
  std::size_t n_;
  double last_time_ = 0, limit_ = 0;
};

}  // namespace kinemate
