// What is integrated in lanes: the same ẏ = f(t, y) W times, each with parameters and a time of its own.
#pragma once

#include <cstddef>
#include <span>

namespace kinemate {

/// Number i of lane l stands at [i·width + l].
class LaneSystem {
 public:
  LaneSystem() = default;
  virtual ~LaneSystem() = default;
  LaneSystem(const LaneSystem&) = delete;
  LaneSystem& operator=(const LaneSystem&) = delete;

  virtual unsigned width() const = 0;  ///< 4 or 8
  virtual std::size_t dimension() const = 0;

  /// Rates that are not finite: there is no value; shorter steps of that lane are tried. What a lane gets depends on
  /// its own numbers alone. Lanes that are idle, at rest or have failed are computed too, with any numbers, and mean
  /// nothing. Called often: allocates nothing.
  virtual void rhs(std::span<const double> t, std::span<const double> y, std::span<double> rates) = 0;
};

}  // namespace kinemate
