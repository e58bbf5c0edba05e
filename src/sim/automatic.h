// The integrator that chooses: explicit to begin with unless the start is stiff, cvode from where it turns out to be.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/choose_method.h"
#include "sim/integrator.h"

namespace kinemate {

class Automatic : public Integrator {
 public:
  struct Change {
    double time = 0;
    IntegrationMethod method = IntegrationMethod::kDop853;
    std::string reason;
  };

  Automatic(OdeSystem& system, IntegratorOptions options) : Integrator(system, std::move(options)) {}

  /// The first step of a run chooses for the way to its limit. Choosing and changing allocate; other steps do not.
  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;
  std::size_t pieces() const override { return active_->pieces(); }
  bool looks_stiff() const override { return active_ && active_->looks_stiff(); }
  std::size_t order() const override { return active_ ? active_->order() : 0; }

  /// The choice and the changes since begin(), those of the integrator taken over from among them, at most two entries.
  const std::vector<Change>& changes() const { return changes_; }

 private:
  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  void change_to(MethodChoice choice);
  void change_to_cvode();
  bool may_change() const;
  void copy_from_active();

  std::unique_ptr<Integrator> active_;
  IntegrationMethod method_ = IntegrationMethod::kAuto;  // kAuto: not chosen
  bool in_step_ = false;                                 // active_ stands at time() and has its own past
  IntegratorStatistics before_;                          // of integrators that were left, and of restarts
  std::vector<Change> changes_;
};

std::unique_ptr<Automatic> make_automatic(OdeSystem& system, const IntegratorOptions& options);

}  // namespace kinemate
