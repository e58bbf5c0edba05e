// A round is one try of a step in every lane that has somewhere to go. Lanes whose try fails try a shorter step in the
// next round, while the others go on; lanes that wait, idle or have failed take part with a step of length zero, and
// what comes of it is not taken.
#include "sim/lanes/lane_stepper.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "sim/explicit/dop853.h"
#include "sim/explicit/dopri5.h"
#include "sim/first_step.h"
#include "sim/lanes/lane_kernels.h"

namespace kinemate {
namespace {

/// A line of the processor's cache: arrays that begin with one are read fastest.
struct alignas(64) CacheLine {
  std::array<double, 8> numbers;
};

template <unsigned W>
class LaneRounds final : public LaneStepper {
 public:
  LaneRounds(LaneSystem& system, const LaneOptions& options, const LaneKernels<W>& kernels);

  void begin(double t0, double t1, std::span<const double> y0, std::span<const bool> active) override;
  void advance(std::span<const double> times, std::span<double> out) override;
  LaneOutcome outcome(unsigned lane) const override;

 private:
  using Numbers = typename LaneClock<W>::Numbers;
  using Masks = typename LaneClock<W>::Masks;

  double* column(std::size_t j) { return k_ + j * row_; }
  void add(const SparseWeights& weights, const double* base, const Numbers& h, double* out) {
    kernels_.add[weights.count](weights, n_, k_, base, h.data(), out);
  }
  void call_rhs(const Numbers& t, const Numbers& h, double part, const double* y, double* rates);
  void choose_first_steps(double longest);
  bool plan(std::size_t time_count);
  void run_stages();
  void measure();
  void prepare_dense(const Masks& wanted);
  void keep_dense(std::span<const double> times);
  void commit();
  void write_outputs(std::span<const double> times, std::span<double> out);
  std::size_t not_finite_in(const double* numbers, std::size_t lane) const;
  void fail(std::size_t lane, LaneEnd end, double time, std::size_t state);
  void fail_vanished(std::size_t lane);

  LaneSystem& system_;
  const LaneKernels<W>& kernels_;
  const Tableau& tableau_;
  const StepRule rule_;
  const std::size_t n_, row_;       // row_: n x W
  const std::vector<double> atol_;  // n
  const double rtol_, max_step_;
  const long most_steps_;
  const std::size_t dense_rows_;

  // arrays of n x W, one after the other in memory_
  std::vector<CacheLine> memory_;
  double* k_ = nullptr;  // columns of the tableau; column 0 is f(t, y)
  double *y_ = nullptr, *argument_ = nullptr, *solution_ = nullptr, *error_ = nullptr, *second_error_ = nullptr;
  double* dense_ = nullptr;  // rows of the step of each lane that was last looked into

  LaneClock<W> clock_;
  Numbers dense_start_{}, dense_end_{};
  std::array<LaneOutcome, W> outcomes_{};
  std::array<std::size_t, W> next_{};  // of the times of advance()
  double limit_ = 0, direction_ = 1;
};

IntegratorOptions tolerances_of(const LaneOptions& options) {
  return {.rtol = options.rtol, .atol = options.atol, .max_step = options.max_step};
}

const Tableau& lane_tableau(LaneMethod method) {
  return method == LaneMethod::kDopri5 ? dopri5_tableau() : dop853_tableau();
}

template <unsigned W>
LaneRounds<W>::LaneRounds(LaneSystem& system, const LaneOptions& options, const LaneKernels<W>& kernels)
    : system_(system),
      kernels_(kernels),
      tableau_(lane_tableau(options.method)),
      rule_(make_step_rule(tableau_)),
      n_(system.dimension()),
      row_(n_ * W),
      atol_(checked_tolerances(tolerances_of(options), n_)),
      rtol_(options.rtol),
      max_step_(options.max_step),
      most_steps_(options.most_steps),
      dense_rows_(4 + tableau_.dense_rows) {
  constexpr std::size_t kSingle = 5, kLine = sizeof(CacheLine) / sizeof(double);
  const std::size_t rows = tableau_.columns() + kSingle + dense_rows_;
  memory_.resize((rows * row_ + kLine - 1) / kLine);
  double* next = memory_.front().numbers.data();
  const auto take = [&](std::size_t count) { return std::exchange(next, next + count * row_); };
  k_ = take(tableau_.columns());
  y_ = take(1);
  argument_ = take(1);
  solution_ = take(1);
  error_ = take(1);
  second_error_ = take(1);
  dense_ = take(dense_rows_);
}

// Rates at y and at t + part h.
template <unsigned W>
void LaneRounds<W>::call_rhs(const Numbers& t, const Numbers& h, double part, const double* y, double* rates) {
  alignas(64) Numbers times;
  for (std::size_t l = 0; l < W; ++l) times[l] = t[l] + part * h[l];
  system_.rhs(times, {y, row_}, {rates, row_});
}

template <unsigned W>
std::size_t LaneRounds<W>::not_finite_in(const double* numbers, std::size_t lane) const {
  for (std::size_t i = 0; i < n_; ++i) {
    if (!std::isfinite(numbers[i * W + lane])) return i;
  }
  return StepOutcome::kNoState;
}

template <unsigned W>
void LaneRounds<W>::fail(std::size_t lane, LaneEnd end, double time, std::size_t state) {
  outcomes_[lane].end = end;
  outcomes_[lane].time = time;
  outcomes_[lane].state = state;
  clock_.stepping[lane] = 0;
  // it is computed on and on beside the others: from numbers that functions take no detours for
  for (std::size_t i = 0; i < n_; ++i) y_[i * W + lane] = k_[i * W + lane] = 0;
}

template <unsigned W>
void LaneRounds<W>::begin(double t0, double t1, std::span<const double> y0, std::span<const bool> active) {
  limit_ = t1;
  direction_ = t1 >= t0 ? 1 : -1;
  clock_ = {};
  clock_.t.fill(t0);
  clock_.last_log.fill(kFirstErrorLog);
  std::copy(y0.begin(), y0.end(), y_);
  call_rhs(clock_.t, clock_.h, 0, y_, k_);
  for (std::size_t l = 0; l < W; ++l) {
    outcomes_[l] = {.end = active[l] ? LaneEnd::kGood : LaneEnd::kIdle, .time = t0};
    if (!active[l]) continue;
    const std::size_t bad_state = not_finite_in(y_, l), bad_rate = not_finite_in(k_, l);
    const std::size_t bad = bad_state != StepOutcome::kNoState ? bad_state : bad_rate;
    if (bad != StepOutcome::kNoState) fail(l, LaneEnd::kNotFinite, t0, bad);
  }
  if (t0 != t1) choose_first_steps(std::min(max_step_, std::abs(t1 - t0)));
}

// As choose_first_step, for all lanes at once. A lane that has its answer is computed again beside the others.
template <unsigned W>
void LaneRounds<W>::choose_first_steps(double longest) {
  std::array<FirstStepSizes, W> sizes;
  std::array<bool, W> known;
  const ScaledNorm norm{.atol = atol_, .rtol = rtol_, .stride = W};
  for (std::size_t l = 0; l < W; ++l) {
    known[l] = outcomes_[l].end != LaneEnd::kGood;
    sizes[l].rate = norm(y_ + l, k_ + l);
    sizes[l].trial = trial_first_step(norm(y_ + l, y_ + l), sizes[l].rate, longest);
  }
  alignas(64) Numbers step{};
  double* const slope = column(1);
  for (int tries = 0; tries < kFirstStepTries && std::find(known.begin(), known.end(), false) != known.end(); ++tries) {
    for (std::size_t l = 0; l < W; ++l) step[l] = direction_ * sizes[l].trial;
    for (std::size_t at = 0; at < row_; ++at) argument_[at] = y_[at] + step[at % W] * k_[at];
    call_rhs(clock_.t, step, 1, argument_, slope);
    for (std::size_t l = 0; l < W; ++l) {
      if (known[l]) continue;
      sizes[l].bend = norm(y_ + l, slope + l, k_ + l) / sizes[l].trial;
      known[l] = std::isfinite(sizes[l].bend);
      if (!known[l]) sizes[l].trial /= kShorterTrial;
    }
  }
  for (std::size_t l = 0; l < W; ++l) {
    clock_.size[l] = fitting_first_step(sizes[l], tableau_.error_order, longest);
  }
}

// Which lanes step next, and how far. Whether any does.
template <unsigned W>
bool LaneRounds<W>::plan(std::size_t time_count) {
  bool any = false;
  for (std::size_t l = 0; l < W; ++l) {
    bool steps = outcomes_[l].end == LaneEnd::kGood && next_[l] < time_count;
    if (steps && outcomes_[l].steps >= most_steps_) {
      fail(l, LaneEnd::kTooManySteps, clock_.t[l], StepOutcome::kNoState);
      steps = false;
    }
    clock_.stepping[l] = steps ? -1 : 0;
    any = any || steps;
  }
  if (any) kernels_.plan(clock_, limit_, max_step_);
  return any;
}

template <unsigned W>
void LaneRounds<W>::run_stages() {
  for (std::size_t i = 1; i <= tableau_.stages; ++i) {
    double* const target = i == tableau_.stages ? solution_ : argument_;
    add(tableau_.a[i], y_, clock_.h, target);
    call_rhs(clock_.t, clock_.h, tableau_.c[i], target, column(i));
  }
}

template <unsigned W>
void LaneRounds<W>::measure() {
  add(tableau_.error, nullptr, clock_.h, error_);
  if (rule_.second_weight > 0) add(tableau_.second_error, nullptr, clock_.h, second_error_);
  kernels_.measure({.n = n_,
                    .atol = atol_.data(),
                    .rtol = rtol_,
                    .y = y_,
                    .solution = solution_,
                    .end_slope = column(tableau_.stages),
                    .first = error_,
                    .second = rule_.second_weight > 0 ? second_error_ : nullptr},
                   clock_);
}

// A step that cannot be shortened any more: the first column without a value tells the time and the state.
template <unsigned W>
void LaneRounds<W>::fail_vanished(std::size_t lane) {
  const double t = clock_.t[lane], h = clock_.h[lane];
  if (clock_.check[lane] == 0) return fail(lane, LaneEnd::kTooSmall, t, StepOutcome::kNoState);
  for (std::size_t j = 1; j <= tableau_.stages; ++j) {
    const std::size_t state = not_finite_in(column(j), lane);
    if (state != StepOutcome::kNoState) return fail(lane, LaneEnd::kNotFinite, t + tableau_.c[j] * h, state);
  }
  fail(lane, LaneEnd::kNotFinite, t + h, StepOutcome::kNoState);
}

// The dense output of accepted steps that have an output time inside.
template <unsigned W>
void LaneRounds<W>::keep_dense(std::span<const double> times) {
  alignas(64) Masks wanted{};
  bool any = false;
  for (std::size_t l = 0; l < W; ++l) {
    if (!clock_.accepted[l] || !(direction_ * (times[next_[l]] - clock_.end[l]) < 0)) continue;
    wanted[l] = -1;
    any = true;
  }
  if (any) prepare_dense(wanted);
}

template <unsigned W>
void LaneRounds<W>::prepare_dense(const Masks& wanted) {
  alignas(64) Numbers h;
  for (std::size_t l = 0; l < W; ++l) {
    h[l] = clock_.end[l] - clock_.t[l];
    if (wanted[l]) dense_start_[l] = clock_.t[l], dense_end_[l] = clock_.end[l];
  }
  for (std::size_t i = tableau_.stages + 1; i < tableau_.columns(); ++i) {
    add(tableau_.a[i], y_, h, argument_);
    call_rhs(clock_.t, h, tableau_.c[i], argument_, column(i));
  }
  const LaneStep step{
      .n = n_, .y = y_, .solution = solution_, .start_slope = k_, .end_slope = column(tableau_.stages), .h = h.data()};
  kernels_.take_cubic(step, wanted, dense_);
  for (std::size_t j = 0; j < tableau_.dense_rows; ++j) {
    add(tableau_.dense[j], nullptr, h, argument_);
    kernels_.take(n_, wanted, argument_, dense_ + (4 + j) * row_);
  }
  // where one of its stages has no value, the cubic is left
  alignas(64) Numbers check{};
  const double* const stages = column(tableau_.stages + 1);
  for (std::size_t at = 0; at < tableau_.dense_stages * row_; at += W) {
    for (std::size_t l = 0; l < W; ++l) check[l] += 0 * stages[at + l];
  }
  for (std::size_t l = 0; l < W; ++l) {
    if (!wanted[l] || check[l] == 0) continue;
    for (std::size_t at = 4 * row_ + l; at < dense_rows_ * row_; at += W) dense_[at] = 0;
  }
}

// Lanes whose step is good are at its end.
template <unsigned W>
void LaneRounds<W>::commit() {
  kernels_.take(n_, clock_.accepted, solution_, y_);
  kernels_.take(n_, clock_.accepted, column(tableau_.stages), k_);
  for (std::size_t l = 0; l < W; ++l) {
    clock_.t[l] = clock_.accepted[l] ? clock_.end[l] : clock_.t[l];
    outcomes_[l].steps += clock_.accepted[l] ? 1 : 0;
    outcomes_[l].rejected += clock_.stepping[l] && !clock_.accepted[l] ? 1 : 0;
    if (clock_.vanished[l]) fail_vanished(l);
  }
}

// Each lane writes the times it has come to; all lanes look into their steps at once.
template <unsigned W>
void LaneRounds<W>::write_outputs(std::span<const double> times, std::span<double> out) {
  for (;;) {
    alignas(64) Numbers theta{};
    std::array<const double*, W> from{};
    bool any = false, inside = false;
    for (std::size_t l = 0; l < W; ++l) {
      if (outcomes_[l].end != LaneEnd::kGood || next_[l] == times.size()) continue;
      const double time = times[next_[l]];
      if (direction_ * (time - clock_.t[l]) > 0) continue;
      any = true;
      from[l] = y_;
      if (time == clock_.t[l]) continue;
      inside = true;
      from[l] = argument_;
      theta[l] = (time - dense_start_[l]) / (dense_end_[l] - dense_start_[l]);
    }
    if (!any) return;
    if (inside) kernels_.interpolate(n_, dense_rows_, theta.data(), dense_, argument_);
    for (std::size_t l = 0; l < W; ++l) {
      if (!from[l]) continue;
      double* const to = out.data() + next_[l]++ * row_;
      for (std::size_t at = l; at < row_; at += W) to[at] = from[l][at];
    }
  }
}

template <unsigned W>
void LaneRounds<W>::advance(std::span<const double> times, std::span<double> out) {
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  next_.fill(0);
  write_outputs(times, out);
  while (plan(times.size())) {
    run_stages();
    measure();
    kernels_.decide(clock_, rule_);
    keep_dense(times);
    commit();
    write_outputs(times, out);
  }
}

template <unsigned W>
LaneOutcome LaneRounds<W>::outcome(unsigned lane) const {
  LaneOutcome result = outcomes_[lane];
  if (result.end == LaneEnd::kGood) result.time = clock_.t[lane];
  return result;
}

template <unsigned W>
std::unique_ptr<LaneStepper> make_lane_rounds(LaneSystem& system, const LaneOptions& options, LaneVectors vectors) {
  const bool plain = vectors == LaneVectors::kPlain;
  return std::make_unique<LaneRounds<W>>(system, options, plain ? plain_lane_kernels<W>() : lane_kernels<W>());
}

}  // namespace

std::unique_ptr<LaneStepper> make_lane_stepper(LaneSystem& system, const LaneOptions& options, LaneVectors vectors) {
  CHECK(system.width() == 4 || system.width() == 8);
  CHECK(system.dimension() > 0);
  return system.width() == 4 ? make_lane_rounds<4>(system, options, vectors)
                             : make_lane_rounds<8>(system, options, vectors);
}

}  // namespace kinemate
