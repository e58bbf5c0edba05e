// What every integrator is: begin, step, look inside of the last step, start again after a jump, go on in other states.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "sim/state_change.h"
#include "sim/system.h"

namespace kinemate {

struct IntegratorOptions {
  // ---- change results ----
  /// Each step's error is kept below rtol |yᵢ| + atolᵢ, in the mean of squares over the states.
  double rtol = 1e-6;
  std::vector<double> atol = {1e-9};  ///< one for all states, or one for each
  double fixed_step = 0;              ///< 0: steps as long as the tolerances allow
  double max_step = std::numeric_limits<double>::infinity();
  // ---- changes speed ----
  double first_step = 0;  ///< 0: chosen from the first and second derivatives
};

/// Throws Error if the options make no sense for `dimension` states. Returns atol for each of them.
std::vector<double> checked_tolerances(const IntegratorOptions& options, std::size_t dimension);

struct IntegratorStatistics {
  static constexpr std::size_t kHighestOrder = 13;

  long steps = 0;                                ///< accepted
  long rejected = 0;                             ///< tried again with a shorter step
  long rhs_calls = 0;                            ///< of all or, in a multirate integrator, of the slow states
  long fast_calls = 0;                           ///< of the fast states alone
  long jacobians = 0;                            ///< evaluations, exact or by differences
  long restarts = 0;                             ///< after events
  std::array<long, kHighestOrder + 1> orders{};  ///< accepted steps by order, of integrators that vary it
};

enum class StepEnd {
  kStepped,
  kNotFinite,      ///< the right-hand side has no value, however short the step
  kTooSmall,       ///< the step has become so short that the time stands still
  kNoConvergence,  ///< the equations of an implicit step were not solved
};

struct StepOutcome {
  static constexpr std::size_t kNoState = ~std::size_t{0};

  StepEnd end = StepEnd::kStepped;
  double time = 0;               ///< where it failed
  std::size_t state = kNoState;  ///< the state that is not finite, if one is

  explicit operator bool() const { return end == StepEnd::kStepped; }
};

/// Nothing is allocated between begin() and the end, but by take_over(). Time may run backwards; it turns only at a
/// restart.
class Integrator {
 public:
  /// REQUIRES: the system lives on where it is.
  Integrator(OdeSystem& system, IntegratorOptions options);
  virtual ~Integrator() = default;
  Integrator(const Integrator&) = delete;
  Integrator& operator=(const Integrator&) = delete;

  void begin(double t0, std::span<const double> y0);
  /// From another state on, statistics kept. `y` may be state().
  void restart(double t, std::span<const double> y);
  /// Goes on where `before` stands, in the states of this one's system. With PastOf::kCarriedOver the method's memory
  /// is told in them: all of it in the Adams method, the step's size and what its control remembers in one-step
  /// methods; CVODE starts again. Statistics go on counting, as a restart only where the past is forgotten. False, and
  /// nothing is done, where the change has no value, now or at a time the method remembers; it may have one if these
  /// are forgotten. REQUIRES: another integrator of the same method and options, but for tolerances of each state.
  bool take_over(const Integrator& before, StateChange& change, PastOf past);

  /// One step towards `limit`, which is hit exactly or not reached; f is not evaluated beyond. REQUIRES: limit ≠
  /// time(). After a failure time() and state() are those of the last good step.
  virtual StepOutcome step(double limit) = 0;

  /// y at any time of the last step. REQUIRES: a step was made since begin(), restart() or take_over().
  virtual void interpolate(double t, std::span<double> y) = 0;

  /// Whether short steps are due to stability, not to accuracy.
  virtual bool looks_stiff() const { return false; }
  /// Parts of the last step that a search for events looks at one by one.
  virtual std::size_t pieces() const { return 1; }

  /// Of the step to come, in methods that vary it; else 0.
  virtual std::size_t order() const { return 0; }

  double time() const { return t_; }
  double last_time() const { return last_t_; }  ///< where the last step began
  std::span<const double> state() const { return y_; }
  const IntegratorStatistics& statistics() const { return statistics_; }
  const IntegratorOptions& options() const { return options_; }
  OdeSystem& system() const { return system_; }

 protected:
  /// time() and state() are set; what is left is the method's own memory.
  virtual void forget() = 0;
  /// The same after take_over(), with memory from that of `before`, of the same class. False only if nothing was done.
  virtual bool take_memory(const Integrator& before, StateChange& change, PastOf past) = 0;
  bool call_rhs(double t, const double* y, double* ydot);

  OdeSystem& system_;
  const IntegratorOptions options_;
  const std::size_t n_;
  const std::vector<double> atol_;  // n
  double t_ = 0, last_t_ = 0;
  std::vector<double> y_;  // n
  IntegratorStatistics statistics_;
};

/// The first entry that is no finite number, or StepOutcome::kNoState.
std::size_t first_not_finite(std::span<const double> values);

/// Steps shorter than this do not move the time `t`.
inline double shortest_step(double t) { return 4 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace kinemate
