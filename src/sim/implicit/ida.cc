#include "sim/implicit/ida.h"

#include <ida/ida.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/error.h"
#include "sim/implicit/sundials_memory.h"

namespace kinemate {

struct Ida::Parts {
  Parts(DaeSystem& dae, const IntegratorOptions& given);
  ~Parts() { IDAFree(&ida); }

  static int call(double t, N_Vector y, N_Vector ydot, N_Vector r, void* self);
  static int call_jacobian(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix j, void* self,
                           N_Vector, N_Vector, N_Vector);

  StepOutcome failure(int flag) const;

  DaeSystem& system;
  IntegratorOptions options;
  SundialsMemory memory;
  std::vector<double> tolerances, y, ydot, differential;
  SundialsMemory::Vector tolerance_vector, y_vector, ydot_vector, output_vector, differential_vector;
  void* ida = nullptr;
  double t = 0, last_t = 0;
  double bad_time = 0;
  std::size_t bad_equation = StepOutcome::kNoState;
  IntegratorStatistics statistics;
};

Ida::Parts::Parts(DaeSystem& dae, const IntegratorOptions& given)
    : system(dae),
      options(given),
      memory(dae.dimension()),
      tolerances(checked_tolerances(given, memory.n)),
      y(memory.n),
      ydot(memory.n),
      differential(memory.n),
      tolerance_vector(memory.wrap(tolerances.data())),
      y_vector(memory.wrap(y.data())),
      ydot_vector(memory.wrap(ydot.data())),
      output_vector(memory.wrap(y.data())),
      differential_vector(memory.wrap(differential.data())),
      ida(IDACreate(memory.context)) {
  CHECK(ida != nullptr);
  const std::vector<bool> kinds = dae.differential();
  std::transform(kinds.begin(), kinds.end(), differential.begin(), [](bool is) { return is ? 1.0 : 0.0; });
  IDASetErrHandlerFn(ida, say_nothing, nullptr);
  bool good = IDAInit(ida, call, 0, y_vector.get(), ydot_vector.get()) == IDA_SUCCESS;
  good = good && IDASVtolerances(ida, options.rtol, tolerance_vector.get()) == IDA_SUCCESS;
  good = good && IDASetUserData(ida, this) == IDA_SUCCESS;
  good = good && IDASetLinearSolver(ida, memory.solver, memory.matrix) == IDA_SUCCESS;
  good = good && IDASetId(ida, differential_vector.get()) == IDA_SUCCESS;
  if (dae.has_jacobian()) good = good && IDASetJacFn(ida, call_jacobian) == IDA_SUCCESS;
  if (std::isfinite(options.max_step)) good = good && IDASetMaxStep(ida, options.max_step) == IDA_SUCCESS;
  CHECK(good);
}

int Ida::Parts::call(double t, N_Vector y, N_Vector ydot, N_Vector r, void* data) {
  Parts& self = *static_cast<Parts*>(data);
  return self.memory.guarded([&] {
    ++self.statistics.rhs_calls;
    const bool has_value = self.system.residual(t, entries(y), entries(ydot), entries(r));
    const std::size_t bad = first_not_finite(entries(r));
    if (has_value && bad == StepOutcome::kNoState) return true;
    self.bad_time = t;
    self.bad_equation = bad;
    return false;
  });
}

int Ida::Parts::call_jacobian(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector, SUNMatrix j, void* data,
                              N_Vector, N_Vector, N_Vector) {
  Parts& self = *static_cast<Parts*>(data);
  return self.memory.guarded([&] {
    const std::span<double> columns(SUNDenseMatrix_Data(j), self.memory.n * self.memory.n);
    return self.system.jacobian(t, alpha, entries(y), entries(ydot), columns);
  });
}

StepOutcome Ida::Parts::failure(int flag) const {
  const bool no_value = flag == IDA_REP_RES_ERR || flag == IDA_RES_FAIL || flag == IDA_FIRST_RES_FAIL;
  // at the border of where r has values IDA may end for other reasons
  const bool at_border = bad_equation != StepOutcome::kNoState && std::abs(bad_time - t) <= 1e6 * shortest_step(t);
  if (no_value || at_border) return {StepEnd::kNotFinite, bad_time, bad_equation};
  const bool too_small = flag >= 0 || flag == IDA_ERR_FAIL;
  return {too_small ? StepEnd::kTooSmall : StepEnd::kNoConvergence, t, StepOutcome::kNoState};
}

Ida::Ida(DaeSystem& system, const IntegratorOptions& options) {
  if (options.fixed_step > 0) throw Error(ErrorCode::kIntegrator, "ida varies its step; it takes no fixed one");
  if (system.dimension() == 0) throw Error(ErrorCode::kNothingMoves, "there are no states to integrate");
  parts_ = std::make_unique<Parts>(system, options);
}

Ida::~Ida() = default;

void Ida::begin(double t0, std::span<const double> y0, std::span<const double> ydot0) {
  Parts& p = *parts_;
  CHECK(y0.size() == p.memory.n && ydot0.size() == p.memory.n);
  std::copy(y0.begin(), y0.end(), p.y.begin());
  std::copy(ydot0.begin(), ydot0.end(), p.ydot.begin());
  p.t = p.last_t = t0;
  p.statistics = {};
  CHECK(IDAReInit(p.ida, t0, p.y_vector.get(), p.ydot_vector.get()) == IDA_SUCCESS);
}

bool Ida::make_consistent(double end) {
  Parts& p = *parts_;
  const int flag = IDACalcIC(p.ida, IDA_YA_YDP_INIT, end);
  p.memory.rethrow();
  return flag == IDA_SUCCESS && IDAGetConsistentIC(p.ida, p.y_vector.get(), p.ydot_vector.get()) == IDA_SUCCESS;
}

StepOutcome Ida::step(double limit) {
  Parts& p = *parts_;
  CHECK(limit != p.t);
  if (p.t == p.last_t && p.options.first_step > 0) {
    IDASetInitStep(p.ida, std::copysign(std::min(p.options.first_step, std::abs(limit - p.t)), limit - p.t));
  }
  CHECK(IDASetStopTime(p.ida, limit) == IDA_SUCCESS);
  double reached = p.t;
  const int flag = IDASolve(p.ida, limit, &reached, p.y_vector.get(), p.ydot_vector.get(), IDA_ONE_STEP);
  p.memory.rethrow();
  const bool stands_still = std::abs(reached - p.t) <= shortest_step(p.t) / 4 && reached != limit;
  if (flag < 0 || stands_still) return p.failure(flag);
  long failures = 0, unsolved = 0;
  int order = 0;
  IDAGetNumErrTestFails(p.ida, &failures);
  IDAGetNumStepSolveFails(p.ida, &unsolved);
  IDAGetNumJacEvals(p.ida, &p.statistics.jacobians);
  IDAGetLastOrder(p.ida, &order);
  p.statistics.rejected = failures + unsolved;
  ++p.statistics.steps;
  ++p.statistics.orders[static_cast<std::size_t>(order)];
  p.last_t = p.t;
  p.t = reached;
  return {};
}

void Ida::interpolate(double t, std::span<double> y) {
  Parts& p = *parts_;
  CHECK(y.size() == p.memory.n && p.t != p.last_t);
  N_VSetArrayPointer(y.data(), p.output_vector.get());
  CHECK(IDAGetDky(p.ida, t, 0, p.output_vector.get()) == IDA_SUCCESS);
}

double Ida::time() const { return parts_->t; }
double Ida::last_time() const { return parts_->last_t; }
std::span<const double> Ida::state() const { return parts_->y; }
std::span<const double> Ida::rate() const { return parts_->ydot; }
const IntegratorStatistics& Ida::statistics() const { return parts_->statistics; }

}  // namespace kinemate
