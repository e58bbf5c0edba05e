// What is integrated: ẏ = f(t, y), as numbers. Where the numbers come from is not known here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace kinemate {

enum class EventDirection {
  kRising,   ///< from below zero to above
  kFalling,  ///< from above zero to below
  kBoth
};

struct EventFunction {
  std::string name;
  EventDirection direction = EventDirection::kBoth;
  bool is_surface = false;  ///< the right-hand side switches there: told at every crossing, whatever was told before
};

/// What is known of a system beside its numbers. Lists that do not apply are empty.
struct SystemShape {
  std::size_t dimension = 0;
  std::vector<std::string> state_names;  ///< for messages: one for each state, or none
  std::vector<std::size_t> positions;  ///< states whose rates are the speeds, in the same order (or functions of both)
  std::vector<std::size_t> speeds;
  std::vector<std::size_t> fast;  ///< states that move much faster than the rest, ascending
  std::vector<EventFunction> events;
  bool has_jacobian = false;  ///< whether jacobian() is implemented
};

/// All functions are called often: they allocate nothing. They return whether they have a value at (t, y); numbers that
/// are not finite count as none. Integrators then try a shorter step.
class OdeSystem {
 public:
  explicit OdeSystem(SystemShape shape) : shape_(std::move(shape)) {}
  virtual ~OdeSystem() = default;
  OdeSystem(const OdeSystem&) = delete;
  OdeSystem& operator=(const OdeSystem&) = delete;

  const SystemShape& shape() const { return shape_; }

  virtual bool rhs(double t, std::span<const double> y, std::span<double> ydot) = 0;

  /// ∂fᵢ/∂yⱼ at columns[i + j·dimension].
  virtual bool jacobian(double, std::span<const double>, std::span<double>) { return false; }

  /// As rhs; only the entries of fast (or of slow) states need be written. Worth it where they are much cheaper.
  virtual bool fast_rhs(double t, std::span<const double> y, std::span<double> ydot) { return rhs(t, y, ydot); }
  virtual bool slow_rhs(double t, std::span<const double> y, std::span<double> ydot) { return rhs(t, y, ydot); }

  /// The event functions g(t, y), one for each of shape().events.
  virtual void event_values(double, std::span<const double>, std::span<double>) {}

 private:
  SystemShape shape_;
};

}  // namespace kinemate
