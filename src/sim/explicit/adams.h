// The Adams method of Shampine and Gordon: order 1 to 12 and the step vary, two evaluations a step whatever the order.
//
// L. F. Shampine, M. K. Gordon: Computer Solution of Ordinary Differential Equations, Freeman 1975, chapters 5 to 10:
// predict, evaluate, correct with one order more, evaluate (PECE) in modified divided differences. Departures: the mean
// of squares instead of their sum, tolerances for each state, rounding always carried along, and right-hand sides may
// have no value. Best where f is smooth and dear; each restart begins at order 1.
// In the states of another system it goes on at its order: the slopes it remembers are told in them.
#pragma once

#include <memory>
#include <vector>

#include "sim/explicit/adams_history.h"
#include "sim/explicit/adams_weights.h"
#include "sim/integrator.h"

namespace kinemate {

class Adams : public Integrator {
 public:
  /// Throws Error if a fixed step is asked for.
  Adams(OdeSystem& system, IntegratorOptions options);

  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;
  bool looks_stiff() const override { return stiff_; }
  std::size_t order() const override { return order_; }

 private:
  struct Errors {
    double lower = 0, low = 0, same = 0, raised = 0;  // as if steps of order k-2, k-1, k, k+1 had been made
    double step = 0;                                  // of the step itself
  };

  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  void fit_to_past();
  AdamsHistory history() const;
  void look_back(const AdamsWeights::Orders& psi, std::size_t k, double past, std::span<double> y) const;
  bool prepare(double limit);
  void begin_anew();
  void watch_stiffness(double h);
  double planned_step(double limit) const;
  void predict(double h);
  Errors errors_of_prediction(double h) const;
  bool correct(double h);
  void accept(double h, double end);
  void choose_next(const Errors& errors, double h, bool lowers);
  StepOutcome revoke(double h, double factor, bool finite);
  double* phi(std::size_t i) { return phi_.data() + (i - 1) * n_; }
  const double* phi(std::size_t i) const { return phi_.data() + (i - 1) * n_; }
  double scaled_norm(const double* values) const;

  AdamsWeights weights_;
  std::size_t order_ = 1;  // k of the next step
  double h_ = 0;           // of the next step, with sign; 0: to be chosen
  bool started_ = false;
  bool rising_ = true;  // the first steps: order and size go up until an error forbids it
  int failures_ = 0;    // of this step
  int stiff_steps_ = 0, easy_steps_ = 0;
  bool stiff_ = false;
  bool anew_ = false;        // the past is too near to be of use
  std::vector<double> phi_;  // n x 14
  std::vector<double> predicted_, predicted_slope_, slope_, corrected_, inverse_scale_;
  std::vector<double> carry_, predicted_carry_;  // rounding of y and of the prediction
};

std::unique_ptr<Adams> make_adams(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
