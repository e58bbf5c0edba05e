// The fast states of a system along given paths of the slow ones, by short steps of dopri5.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "sim/integrator.h"

namespace kinemate {

/// Slow states as cubics of θ = (t - start)/length: p₀ + θ(p₁ + θ(p₂ + θ p₃)), column by column, n x 4.
struct SlowPath {
  double start = 0, length = 1;
  std::vector<double> p;
};

/// Indices of the states, and a full state that both parts are written into.
struct SplitState {
  std::vector<std::size_t> slow, fast;
  std::vector<double> full;
};

void set_slow(SplitState& state, const SlowPath& path, double t);

class FastStates {
 public:
  enum class Record { kNothing, kSteps };

  /// REQUIRES: system and split live on.
  FastStates(OdeSystem& system, SplitState& split, double rtol, std::vector<double> atol);

  /// From `values` at time t; what was recorded is forgotten.
  void begin(double t, std::span<const double> values);

  /// The next step is as long as that of `other` would be.
  void take_step_size(const FastStates& other) { h_ = other.h_; }

  /// Along `path` to `end`, in `steps` equal steps or, for 0, in steps as the tolerances allow.
  StepOutcome advance(const SlowPath& path, double end, std::size_t steps, Record record);

  /// Recorded steps only. The fast states go into the full state.
  void interpolate(double t);

  std::span<const double> values() const { return y_; }
  std::size_t steps() const { return steps_; }  ///< since begin()
  long calls = 0;                               ///< of the right-hand side
  long rejected = 0;

 private:
  bool call(const SlowPath& path, double t, const double* fast, double* rate);
  double error_norm(double h);
  void keep_dense(double t, double h);

  OdeSystem& system_;
  SplitState& split_;
  const std::size_t n_;
  const double rtol_;
  const std::vector<double> atol_;
  double t_ = 0;
  double h_ = 0;  // of the next step, without sign; 0: not known
  bool has_slope_ = false;
  std::size_t steps_ = 0;
  std::vector<double> y_, k_, argument_, solution_, error_, rates_;
  std::vector<double> times_;    // starts of recorded steps, and the last end
  std::vector<double> records_;  // n x 5 each: value and coefficients of the dense output
};

}  // namespace kinemate
