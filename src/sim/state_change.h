// The same motion told in the states of another system, for integrations that go on in them.
#pragma once

#include <span>

namespace kinemate {

/// The same motion in the states of another system.
class StateChange {
 public:
  virtual ~StateChange() = default;
  /// State and slope of the new system, from those of the old one. False where there is no value. Allocates nothing.
  /// Where only the state is asked for, `ydot` is zero and new_ydot is not used.
  virtual bool operator()(double t, std::span<const double> y, std::span<const double> ydot, std::span<double> new_y,
                          std::span<double> new_ydot) = 0;
};

enum class PastOf { kCarriedOver, kForgotten };

}  // namespace kinemate
