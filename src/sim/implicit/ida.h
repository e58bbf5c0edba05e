// Implicit systems r(t, y, ẏ) = 0 of differential and algebraic equations of index 1: IDA of SUNDIALS, dense.
//
// A. C. Hindmarsh and others: SUNDIALS, ACM Trans. Math. Software 31 (2005).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/integrator.h"

namespace kinemate {

/// All functions return whether they have a value, as in OdeSystem.
class DaeSystem {
 public:
  virtual ~DaeSystem() = default;
  virtual std::size_t dimension() const = 0;
  virtual bool residual(double t, std::span<const double> y, std::span<const double> ydot, std::span<double> r) = 0;
  virtual bool has_jacobian() const { return false; }
  /// ∂rᵢ/∂yⱼ + alpha ∂rᵢ/∂ẏⱼ at columns[i + j·dimension].
  virtual bool jacobian(double, double, std::span<const double>, std::span<const double>, std::span<double>) {
    return false;
  }
  /// Whether the rate of each state occurs; the others are algebraic.
  virtual std::vector<bool> differential() const { return std::vector<bool>(dimension(), true); }
};

/// As Integrator, with rates beside the states.
class Ida {
 public:
  /// REQUIRES: the system lives on where it is. Throws Error if a fixed step is asked for, or there are no states.
  Ida(DaeSystem& system, const IntegratorOptions& options);
  ~Ida();

  /// REQUIRES: r(t0, y0, ydot0) = 0, or make_consistent() follows.
  void begin(double t0, std::span<const double> y0, std::span<const double> ydot0);
  /// Changes algebraic states and rates until r = 0 holds at the start; the run goes towards `end`. False: not found.
  bool make_consistent(double end);
  StepOutcome step(double limit);
  void interpolate(double t, std::span<double> y);

  double time() const;
  double last_time() const;
  std::span<const double> state() const;
  std::span<const double> rate() const;
  const IntegratorStatistics& statistics() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace kinemate
