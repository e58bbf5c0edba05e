#include "study/switching/chart_switch.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "expr/evaluate.h"
#include "loops/dead_centre.h"

namespace kinemate {
namespace {

constexpr double kPoor = 0.2;        // of the best value, or of what angles have at best: others take over
constexpr double kWorst = 1e-4;      // no chart is kept below it
constexpr double kGrowth = 1.5;      // of the best value between two looks
constexpr double kSlow = 1e-4;       // below it, it is looked whether the machine stands still in these coordinates
constexpr double kShortSteps = 4;    // of methods that take short ones, between two looks
constexpr double kGood = 0.5;        // of the best: no reason to change, wherever it goes
constexpr double kPoorAngles = 0.1;  // far from lock, and so late that the others' lock lies far behind
constexpr double kVeryPoor = 0.02;   // the same where coordinates that follow are formulas, which others are not

// The value against the best there is: 1 at most.
double share_of(const CoordinateLook& look) {
  return look.cosines.empty() ? 1 : look.value / std::max(look.best.value, std::numeric_limits<double>::min());
}

// What is left above the limits, the least of all.
double margin_of(const CoordinateLook& look, double limit) {
  double margin = share_of(look) - limit;
  for (double quality : look.qualities) margin = std::min(margin, quality - kPoorAngles);
  return margin;
}

// The value of the set, or the worst of angles, where that is less.
double value_of(const CoordinateLook& look) {
  double value = look.cosines.empty() ? 1 : look.value;
  for (double quality : look.qualities) value = std::min(value, quality);
  return value;
}

}  // namespace

ChartSwitch::ChartSwitch(const SimulatedMachine& machine, std::vector<SimulatedEvent>& log)
    : machine_(machine), log_(log) {
  charts_.push_back(std::make_unique<ChartRun>(machine, log));
  begin();
}

void ChartSwitch::begin() {
  now_ = charts_.front().get();
  start_row_.clear();
  deriving_ = 0;
}

ChartRun& ChartSwitch::run_of(const SimulatedMachine& chart) {
  for (const std::unique_ptr<ChartRun>& one : charts_)
    if (&one->machine() == &chart) return *one;
  return *charts_.emplace_back(std::make_unique<ChartRun>(chart, log_));
}

ChartChange& ChartSwitch::change_to(const SimulatedMachine& chart) {
  std::unique_ptr<ChartChange>& change = changes_[{&now_->machine(), &chart}];
  if (!change)
    change = std::make_unique<ChartChange>(machine_.charts->change(now_->machine(), chart), now_->system.first_speed(),
                                           now_->system.speed_count());
  return *change;
}

// What glances are measured by: the best may become better until the next look.
void ChartSwitch::remember_best(const CoordinateLook& look) {
  best_ = look.cosines.empty() ? 1 : std::clamp(kGrowth * look.best.value, kWorst, 1.0);
}

// A chart that was poor already when the run came to it, as one of light bodies is, is left when it is much worse.
void ChartSwitch::set_limit(const CoordinateLook& look) {
  remember_best(look);
  const double wanted = machine_.request.switch_below;
  limit_ = wanted > 0
               ? wanted
               : std::clamp(kPoor * share_of(look), kWorst, now_->machine().chart.by_formulas ? kVeryPoor : kPoor);
}

// The chart that would be better by far, now or after the next step; none: all is well.
std::optional<ChartChoice> ChartSwitch::wish(const CoordinateLook& look, double ahead) const {
  const SimulatedMachine& chart = now_->machine();
  ChartChoice choice = chart.chart;
  bool turns = false;
  for (std::size_t i = 0; i < look.qualities.size(); ++i) {
    if (look.qualities[i] >= kGood || look.qualities[i] + ahead >= kPoorAngles) continue;
    turns = true;
    const std::size_t joint = chart.watched.joints[i];
    const auto place = std::lower_bound(choice.turned.begin(), choice.turned.end(), joint);
    if (place != choice.turned.end() && *place == joint) {
      choice.turned.erase(place);
    } else {
      choice.turned.insert(place, joint);
    }
  }
  const double share = share_of(look);
  if (!turns && (share >= std::max(kGood, limit_) || share + ahead >= limit_)) return std::nullopt;
  choice.independent.clear();  // where angles turn, they are chosen anew
  if (!turns)
    for (std::size_t i : look.best.coordinates) choice.independent.push_back(chart.watched.speeds[i]);
  choice.by_formulas = false;
  return choice;
}

bool ChartSwitch::take_over(const SimulatedMachine& chart, std::span<const double> row) {
  ChartRun& after = run_of(chart);
  ChartChange& change = change_to(chart);
  const bool carries = machine_.request.switching != Switching::kRestart;
  if (!(carries && after.take_over(*now_, change, PastOf::kCarriedOver, row)) &&
      !after.take_over(*now_, change, PastOf::kForgotten, row))
    return false;
  now_ = &after;
  return true;
}

bool ChartSwitch::go_to(const ChartChoice& choice, const CoordinateLook& look,
                        std::vector<CoordinateSwitch>& switches) {
  ChartRun& before = *now_;
  const double t = before.integrator->time();
  const std::vector<double> row = before.place();
  const auto began = std::chrono::steady_clock::now();
  const SimulatedMachine* chart = machine_.charts->find(machine_, choice, row);
  if (chart != nullptr && chart != &before.machine()) change_to(*chart);
  deriving_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  CoordinateSwitch made{t, value_of(look), 0, before.machine().coordinates, "", before.integrator->order(), 0};
  if (chart == nullptr || chart == &before.machine() || !take_over(*chart, row)) return false;
  const CoordinateLook& then = now_->watch->look(t, now_->integrator->state(), now_->system.around());
  set_limit(then);
  now_->watch->plan(t, margin_of(then, limit_), 0, CoordinateWatch::Kind::kLook);
  made.after = value_of(then);
  made.to = chart->coordinates;
  made.order_after = now_->integrator->order();
  switches.push_back(std::move(made));
  return true;
}

Integrator* ChartSwitch::change(std::vector<CoordinateSwitch>& switches) {
  ChartRun& before = *now_;
  const double t = before.integrator->time();
  if (!before.watch || !before.watch->is_due(t)) return nullptr;
  const std::span<const double> x = before.integrator->state();
  const double reach =
      std::abs(t - before.integrator->last_time()) * (before.integrator->order() > 0 ? kShortSteps : 1);
  const double ahead = std::min(before.watch->slope() * reach, 0.0);
  const CoordinateWatch::Glance glance = before.watch->glance(t, x, before.system.around());
  const double least = std::min(glance.value / best_ - limit_, glance.quality - kPoorAngles);
  if (least + ahead > 0) {
    before.watch->plan(t, least, reach, CoordinateWatch::Kind::kGlance);
    return nullptr;
  }
  const CoordinateLook look = before.watch->look(t, x, before.system.around());
  remember_best(look);
  before.watch->plan(t, margin_of(look, limit_), reach, CoordinateWatch::Kind::kLook);
  const std::optional<ChartChoice> choice = wish(look, ahead);
  if (choice && go_to(*choice, look, switches)) return now_->integrator.get();
  if (choice || look.value < kSlow) require_motion();
  return nullptr;
}

std::span<const double> ChartSwitch::start(double t, std::span<const double> x,
                                           std::vector<CoordinateSwitch>& switches) {
  if (!now_->watch) return x;
  const CoordinateLook look = now_->watch->look(t, x, now_->system.around());
  set_limit(look);
  const std::optional<ChartChoice> choice = wish(look, 0);
  if (!choice) return x;
  now_->integrator->begin(t, x);
  const std::span<const double> row = now_->row(t, x);
  start_row_.assign(row.begin(), row.end());
  return go_to(*choice, look, switches) ? now_->integrator->state() : x;
}

void ChartSwitch::require_motion() {
  if (now_->system.is_dead(now_->integrator->time(), now_->integrator->state())) stop_at_dead_centre();
}

void ChartSwitch::stop_at_dead_centre() {
  const double t = now_->integrator->time();
  const std::span<const double> x = now_->integrator->state();
  const ChartBook::Entry entry(*machine_.charts);
  const SimulatedMachine& chart = now_->machine();
  Values values = {{make_symbol("t"), t}};
  for (std::size_t i = 0; i < chart.symbols.size(); ++i) values.emplace(chart.symbols[i], x[i]);
  for (std::size_t i = 0; i < chart.parameters.size(); ++i)
    values.emplace(chart.parameters[i], now_->system.around().parameters[i]);
  const std::optional<Error> why = find_dead_centre(*chart.source.kinematics.closing, values);
  const bool may_switch = machine_.request.switching != Switching::kOff;
  throw Error(ErrorCode::kSingularPosition,
              fmt::format("stopped at t = {:.6g}: {}", t,
                          why ? why->message : "the independent speeds do not move the machine there"),
              !may_switch ? "--switching on goes over to other coordinates"
              : why       ? why->hint
                          : "`independent:` in the machine's file chooses others");
}

}  // namespace kinemate
