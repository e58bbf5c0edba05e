// Explicit Runge-Kutta methods with error control, dense output and a watch on stiffness, for any tableau.
//
// Hairer, Nørsett, Wanner: Solving Ordinary Differential Equations I, 2nd edition: dense output (II.6), codes DOPRI5
// and DOP853 (appendix); step sizes are those of step_control.h. Every method here evaluates f at the end of its step,
// which is the first slope of the next one. Departure: stiffness is looked at in every step.
#pragma once

#include <vector>

#include "sim/explicit/tableau.h"
#include "sim/integrator.h"
#include "sim/step_control.h"

namespace kinemate {

class RungeKutta : public Integrator {
 public:
  /// REQUIRES: the tableau lives on. Throws Error if it has no error estimate and no fixed step is given.
  RungeKutta(OdeSystem& system, IntegratorOptions options, const Tableau& tableau);

  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;
  bool looks_stiff() const override { return stiff_; }

 private:
  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  bool prepare(double limit);
  PlannedStep fixed_plan(double limit) const;
  bool try_step(double h);
  StepOutcome fixed_step(double limit);
  StepOutcome controlled_step(double limit);
  double scaled_square(const SparseWeights& weights, double h);
  void watch_stiffness(double h);
  void accept(const PlannedStep& plan);
  void prepare_dense();
  StepOutcome failure(double h) const;

  const Tableau& tableau_;
  const StepRule rule_;
  std::vector<double> k_;         // n x columns: slopes of the last step; column 0 of the next one is in slope_
  std::vector<double> slope_;     // f(t_, y_)
  std::vector<double> argument_;  // where the last stage was evaluated
  std::vector<double> solution_;  // at the end of a step that is being tried
  std::vector<double> error_;
  std::vector<double> last_y_;  // at the start of the last step
  std::vector<double> dense_;   // n x (3 + dense_rows): coefficients of the last step
  std::size_t reached_ = 0;     // the column where a step that was tried has no value
  std::size_t rows_ = 3;        // of dense_ in use
  double h_ = 0;                // of the next step, without sign; 0: to be chosen
  double last_error_log_ = kFirstErrorLog;
  double grid_start_ = 0;  // fixed steps are counted from here, so that rounding does not add up
  double grid_steps_ = 0;
  bool on_grid_ = true;
  bool has_slope_ = false, has_dense_ = false, stiff_ = false;
  int stiff_steps_ = 0, easy_steps_ = 0;
};

}  // namespace kinemate
