// Times and steps of all lanes, and their control as for one run (step_control.h), in loops over the lanes.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "sim/step_control.h"

namespace kinemate {

/// A number, or a decision (all bits set or none), of each lane.
template <unsigned W>
struct LaneClock {
  using Numbers = std::array<double, W>;
  using Masks = std::array<std::int64_t, W>;

  alignas(64) Numbers t{};     ///< reached
  alignas(64) Numbers size{};  ///< of the next step
  alignas(64) Numbers last_log{};
  alignas(64) Masks stepping{};  ///< takes part in the next try
  alignas(64) Masks again{};     ///< the next try is not the first of its step
  // of the try that is made
  alignas(64) Numbers h{};                ///< 0: the lane rests
  alignas(64) Numbers end{};              ///< time after it
  alignas(64) Numbers first{}, second{};  ///< mean squares of the error estimates
  alignas(64) Numbers check{};            ///< 0, or not a number where the step has no value
  alignas(64) Masks accepted{};
  alignas(64) Masks vanished{};  ///< rejected, and there is no shorter step
};

/// The limit is where the runs end: unlike limits on the way, it need not care for the step after it.
template <unsigned W>
[[gnu::always_inline]] inline void plan_lanes(LaneClock<W>& lanes, double limit, double max_step) {
  for (std::size_t l = 0; l < W; ++l) {
    const double asked = lanes.size[l], size = asked < max_step ? asked : max_step;
    const PlannedStep plan = plan_step(lanes.t[l], size, limit);
    lanes.h[l] = lanes.stepping[l] != 0 ? plan.h : 0;
    lanes.end[l] = plan.end;
  }
}

template <unsigned W>
[[gnu::always_inline]] inline void decide_lanes(LaneClock<W>& lanes, const StepRule& rule) {
  const StepRule kept = rule;
  for (std::size_t l = 0; l < W; ++l) {
    const std::int64_t stepping = lanes.stepping[l], again = lanes.again[l];
    const double last_log = lanes.last_log[l], resting = lanes.size[l];
    const double square = error_square(kept, lanes.first[l], lanes.second[l]) + lanes.check[l];
    const StepVerdict verdict = judge_step(kept, square, last_log, again != 0);
    const std::int64_t accepted = verdict.accepted ? stepping : 0, rejected = stepping & ~accepted;
    const double size = std::abs(lanes.h[l]) * verdict.factor;
    lanes.size[l] = stepping != 0 ? size : resting;
    lanes.last_log[l] = accepted != 0 ? verdict.error_log : last_log;
    lanes.again[l] = rejected;
    lanes.accepted[l] = accepted;
    lanes.vanished[l] = step_vanishes(lanes.t[l], size) ? rejected : 0;
  }
}

}  // namespace kinemate
