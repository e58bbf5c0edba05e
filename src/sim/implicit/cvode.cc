#include "sim/implicit/cvode.h"

#include <cvode/cvode.h>

#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/implicit/sundials_memory.h"

namespace kinemate {
namespace {

class Cvode : public Integrator {
 public:
  Cvode(OdeSystem& system, const IntegratorOptions& options);
  ~Cvode() override { CVodeFree(&cvode_); }

  StepOutcome step(double limit) override;
  void interpolate(double t, std::span<double> y) override;

 private:
  static int call(double t, N_Vector y, N_Vector ydot, void* self);
  static int call_jacobian(double t, N_Vector y, N_Vector ydot, SUNMatrix j, void* self, N_Vector, N_Vector, N_Vector);
  void forget() override;
  bool take_memory(const Integrator& before, StateChange& change, PastOf past) override;
  void count(const IntegratorStatistics& before);
  StepOutcome failure(int flag) const;

  SundialsMemory memory_;
  std::vector<double> tolerances_, next_;  // next_: the state a step leads to
  SundialsMemory::Vector tolerance_vector_, state_vector_, output_vector_;
  void* cvode_ = nullptr;
  IntegratorStatistics at_restart_;  // CVODE counts from there
  double bad_time_ = 0;              // where f had no value last
  std::size_t bad_state_ = StepOutcome::kNoState;
};

Cvode::Cvode(OdeSystem& system, const IntegratorOptions& options)
    : Integrator(system, options),
      memory_(n_),
      tolerances_(atol_),
      next_(n_),
      tolerance_vector_(memory_.wrap(tolerances_.data())),
      state_vector_(memory_.wrap(next_.data())),
      output_vector_(memory_.wrap(next_.data())),
      cvode_(CVodeCreate(CV_BDF, memory_.context)) {
  CHECK(cvode_ != nullptr);
  CVodeSetErrHandlerFn(cvode_, say_nothing, nullptr);
  bool good = CVodeInit(cvode_, call, 0, state_vector_.get()) == CV_SUCCESS;
  good = good && CVodeSVtolerances(cvode_, options_.rtol, tolerance_vector_.get()) == CV_SUCCESS;
  good = good && CVodeSetUserData(cvode_, this) == CV_SUCCESS;
  good = good && CVodeSetLinearSolver(cvode_, memory_.solver, memory_.matrix) == CV_SUCCESS;
  if (system.shape().has_jacobian) good = good && CVodeSetJacFn(cvode_, call_jacobian) == CV_SUCCESS;
  if (std::isfinite(options_.max_step)) good = good && CVodeSetMaxStep(cvode_, options_.max_step) == CV_SUCCESS;
  CHECK(good);
}

int Cvode::call(double t, N_Vector y, N_Vector ydot, void* data) {
  Cvode& self = *static_cast<Cvode*>(data);
  return self.memory_.guarded([&] {
    const bool has_value = self.call_rhs(t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot));
    const std::size_t bad = first_not_finite(entries(ydot));
    if (has_value && bad == StepOutcome::kNoState) return true;
    self.bad_time_ = t;
    self.bad_state_ = bad;
    return false;
  });
}

int Cvode::call_jacobian(double t, N_Vector y, N_Vector, SUNMatrix j, void* data, N_Vector, N_Vector, N_Vector) {
  Cvode& self = *static_cast<Cvode*>(data);
  return self.memory_.guarded([&] {
    const std::span<double> columns(SUNDenseMatrix_Data(j), self.n_ * self.n_);
    return self.system_.jacobian(t, entries(y), columns) && first_not_finite(columns) == StepOutcome::kNoState;
  });
}

void Cvode::forget() {
  std::copy(y_.begin(), y_.end(), next_.begin());
  CHECK(CVodeReInit(cvode_, t_, state_vector_.get()) == CV_SUCCESS);
  at_restart_ = statistics_;
  bad_state_ = StepOutcome::kNoState;
}

// CVODE takes no past. A first step as long as the last one is refused at order 1: with it, changes cost more calls.
bool Cvode::take_memory(const Integrator&, StateChange&, PastOf) {
  forget();
  return true;
}

void Cvode::count(const IntegratorStatistics& before) {
  long failures = 0, unsolved = 0, jacobians = 0;
  int order = 0;
  CVodeGetNumErrTestFails(cvode_, &failures);
  CVodeGetNumStepSolveFails(cvode_, &unsolved);
  CVodeGetNumJacEvals(cvode_, &jacobians);
  CVodeGetLastOrder(cvode_, &order);
  statistics_.rejected = before.rejected + failures + unsolved;
  statistics_.jacobians = before.jacobians + jacobians;
  ++statistics_.orders[static_cast<std::size_t>(order)];
  ++statistics_.steps;
}

StepOutcome Cvode::step(double limit) {
  CHECK(limit != t_);
  if (t_ == last_t_ && options_.first_step > 0) {
    const double size = std::min(options_.first_step, std::abs(limit - t_));
    CVodeSetInitStep(cvode_, std::copysign(size, limit - t_));
  }
  CHECK(CVodeSetStopTime(cvode_, limit) == CV_SUCCESS);
  double reached = t_;
  const int flag = CVode(cvode_, limit, state_vector_.get(), &reached, CV_ONE_STEP);
  memory_.rethrow();
  if (flag < 0) return failure(flag);
  if (std::abs(reached - t_) <= shortest_step(t_) / 4 && reached != limit) return failure(CV_TOO_CLOSE);
  count(at_restart_);
  last_t_ = t_;
  t_ = reached;
  std::copy(next_.begin(), next_.end(), y_.begin());
  return {};
}

StepOutcome Cvode::failure(int flag) const {
  const bool no_value = flag == CV_RHSFUNC_FAIL || flag == CV_FIRST_RHSFUNC_ERR || flag == CV_REPTD_RHSFUNC_ERR ||
                        flag == CV_UNREC_RHSFUNC_ERR;
  // at the border of where f has values CVODE may end for other reasons
  const bool at_border = bad_state_ != StepOutcome::kNoState && std::abs(bad_time_ - t_) <= 1e6 * shortest_step(t_);
  if (no_value || at_border) {
    return {StepEnd::kNotFinite, bad_time_, bad_state_};
  }
  const bool unsolved = flag == CV_CONV_FAILURE || flag == CV_LSETUP_FAIL || flag == CV_LSOLVE_FAIL;
  return {unsolved ? StepEnd::kNoConvergence : StepEnd::kTooSmall, t_, StepOutcome::kNoState};
}

void Cvode::interpolate(double t, std::span<double> y) {
  CHECK(y.size() == n_ && t_ != last_t_);
  N_VSetArrayPointer(y.data(), output_vector_.get());
  CHECK(CVodeGetDky(cvode_, t, 0, output_vector_.get()) == CV_SUCCESS);
}

}  // namespace

std::unique_ptr<Integrator> make_cvode(OdeSystem& system, const IntegratorOptions& options) {
  if (options.fixed_step > 0) {
    throw Error(ErrorCode::kIntegrator, "cvode varies its step; it takes no fixed one",
                "rk4, dopri5, dop853 and midpoint take fixed steps");
  }
  if (system.shape().dimension == 0) throw Error(ErrorCode::kNothingMoves, "there are no states to integrate");
  return std::make_unique<Cvode>(system, options);
}

}  // namespace kinemate
