#include "study/simulation/time_ahead.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "program/optimize.h"
#include "program/translate.h"

namespace kinemate {
namespace {

constexpr std::size_t kFewIntervals = 1024, kIntervals = 16384, kMostIntervals = std::size_t{1} << 20;
constexpr std::size_t kDense = 8;             // intervals for each switch, at least
constexpr std::size_t kMostSwitches = 200'000;
constexpr double kAtOnce = 64 * std::numeric_limits<double>::epsilon();  // of the times: switches are one
constexpr double kMuchBend = 100;             // times that in most places: a pulse
constexpr double kWide = 0.25;                // of the run: what is wider is seen by itself
constexpr std::string_view kNoneMoves[] = {""};

int sign_of(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

}  // namespace

TimeAhead::TimeAhead(const FrozenProgram& program)
    : program_(program), function_(program.ahead, kLanes), lane_times_(kLanes), sides_(program.of_time) {}

double TimeAhead::side(std::size_t surface, const double* arguments) const {
  const double first = arguments[0], second = arguments[1];
  return program_.surfaces[surface].cells ? std::floor(first) : first - second;
}

// All outputs at the ends of so many equal intervals.
void TimeAhead::sample(std::size_t intervals) {
  times_.resize(intervals + 1);
  for (std::size_t i = 0; i <= intervals; ++i)
    times_[i] = i == intervals ? to_ : from_ + (to_ - from_) * (static_cast<double>(i) / static_cast<double>(intervals));
  const std::size_t of_time = program_.of_time, outputs = of_time + program_.narrow;
  samples_.resize(outputs * times_.size());
  for (std::size_t first = 0; first < times_.size(); first += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lane_times_[l] = times_[std::min(first + l, intervals)];
    const std::span<const double> made = function_(lane_times_, {}, {}, around_);
    for (std::size_t l = 0; l < kLanes && first + l <= intervals; ++l) {
      for (std::size_t s = 0; s < of_time; ++s) {
        const double pair[] = {made[2 * s * kLanes + l], made[(2 * s + 1) * kLanes + l]};
        samples_[s * times_.size() + first + l] = side(s, pair);
      }
      for (std::size_t k = 0; k < program_.narrow; ++k)
        samples_[(of_time + k) * times_.size() + first + l] = made[(2 * of_time + k) * kLanes + l];
    }
  }
}

// Whether arguments change their sign, and turn back, seldom against the intervals.
bool TimeAhead::sees_enough() const {
  const std::size_t n = times_.size();
  for (std::size_t s = 0; s < program_.of_time; ++s) {
    if (program_.surfaces[s].cells) continue;  // between two samples whole numbers are counted
    std::size_t changes = 0;
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double a = sampled(s, i - 1), b = sampled(s, i), c = sampled(s, i + 1);
      changes += sign_of(a) != sign_of(b) || sign_of(b - a) * sign_of(c - b) < 0 ? 1 : 0;
    }
    if (changes > n / kDense) return false;
  }
  return true;
}

void TimeAhead::refuse_so_many() const {
  throw Error(ErrorCode::kEvent,
              fmt::format("conditions of the time switch more than {} times between {:.6g} and {:.6g}", kMostSwitches,
                          from_, to_),
              "a shorter run; noEvent(...) around a formula keeps its conditions from being looked for");
}

double TimeAhead::side_at(std::size_t surface, double t) {
  std::fill(lane_times_.begin(), lane_times_.end(), t);
  const std::span<const double> made = function_(lane_times_, {}, {}, around_);
  const double pair[] = {made[2 * surface * kLanes], made[(2 * surface + 1) * kLanes]};
  return side(surface, pair);
}

// The first change of side after `left` that sections by nine find; neighbouring doubles.
TimeAhead::Bracket TimeAhead::narrow(std::size_t surface, double left, double right, double side_left) {
  const bool cells = program_.surfaces[surface].cells;
  const auto same = [&](double value) {
    return cells ? value == side_left : sign_of(value) == sign_of(side_left);
  };
  for (;;) {
    bool inside = false;
    for (unsigned l = 0; l < kLanes; ++l) {
      lane_times_[l] = left + (right - left) * ((l + 1.0) / (kLanes + 1.0));
      inside = inside || (lane_times_[l] != left && lane_times_[l] != right);
    }
    if (!inside) return {left, right};
    const std::span<const double> made = function_(lane_times_, {}, {}, around_);
    double low = left, high = right;
    for (unsigned l = 0; l < kLanes; ++l) {
      const double t = lane_times_[l];
      if (t == left || t == right) continue;
      const double pair[] = {made[2 * surface * kLanes + l], made[(2 * surface + 1) * kLanes + l]};
      if (!same(side(surface, pair))) {
        high = t;
        break;
      }
      low = t;
    }
    left = low;
    right = high;
  }
}

// Of the two doubles the one at which the argument is zero, as in t < 5: else the later one.
double TimeAhead::nicest(std::size_t surface, const Bracket& bracket) {
  if (program_.surfaces[surface].cells) return bracket.after;
  return side_at(surface, bracket.before) == 0 ? bracket.before : bracket.after;
}

void TimeAhead::find_between(std::size_t surface, double left, double right) {
  const bool cells = program_.surfaces[surface].cells;
  const double end = side_at(surface, right);
  while (left != right) {
    const double begin = side_at(surface, left);
    if (cells ? begin == end : sign_of(begin) == sign_of(end)) return;
    if (!cells && begin == 0) {  // a touch, or the beginning of the run
      switches_.push_back(left);
      if (left != from_) return;
    }
    const Bracket bracket = narrow(surface, left, right, begin);
    switches_.push_back(nicest(surface, bracket));
    if (switches_.size() > kMostSwitches) refuse_so_many();
    left = bracket.after;
  }
}

// Two changes about a lowest sample: golden section for a point on the other side.
void TimeAhead::find_dip(std::size_t surface, std::size_t i) {
  constexpr double kGolden = 0.6180339887498949;
  const double middle = sampled(surface, i), sign = sign_of(middle);
  const double a = sign * sampled(surface, i - 1), b = sign * middle, c = sign * sampled(surface, i + 1);
  if (!(a >= b && c >= b) || b > std::max(a - b, c - b)) return;  // in steps like these it does not get there
  double low = times_[i - 1], high = times_[i + 1];
  double x1 = high - kGolden * (high - low), x2 = low + kGolden * (high - low);
  double g1 = sign * side_at(surface, x1), g2 = sign * side_at(surface, x2);
  for (int tries = 0; tries < 60 && g1 > 0 && g2 > 0; ++tries) {
    if (g1 < g2) {
      high = x2;
      x2 = x1;
      g2 = g1;
      x1 = high - kGolden * (high - low);
      g1 = sign * side_at(surface, x1);
    } else {
      low = x1;
      x1 = x2;
      g1 = g2;
      x2 = low + kGolden * (high - low);
      g2 = sign * side_at(surface, x2);
    }
  }
  if (g1 > 0 && g2 > 0) return;
  const double lowest = g1 <= 0 ? x1 : x2;
  find_between(surface, times_[i - 1], lowest);
  find_between(surface, lowest, times_[i + 1]);
}

void TimeAhead::find_switches() {
  for (std::size_t s = 0; s < program_.of_time; ++s) {
    const bool cells = program_.surfaces[s].cells;
    for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
      const double a = sampled(s, i), b = sampled(s, i + 1);
      if (!std::isfinite(a) || !std::isfinite(b)) continue;
      if (cells ? a != b : sign_of(a) != sign_of(b)) {
        find_between(s, times_[i], times_[i + 1]);
      } else if (!cells && i > 0 && sign_of(sampled(s, i - 1)) == sign_of(a) && a != 0) {
        find_dip(s, i);
      }
    }
  }
}

// In the order of the run; what happens at the very beginning or end of it is over or does not matter.
void TimeAhead::merge_switches() {
  const double at_once = kAtOnce * std::max(std::abs(from_), std::abs(to_));
  std::sort(switches_.begin(), switches_.end(), [&](double a, double b) { return direction_ * (b - a) > 0; });
  std::vector<double> once;
  for (double t : switches_) {
    if (std::abs(t - from_) <= at_once || std::abs(t - to_) <= at_once) continue;
    if (once.empty() || std::abs(t - once.back()) > at_once) once.push_back(t);
  }
  switches_ = std::move(once);
}

// h with h²|f''|/8 the range of f.
void TimeAhead::find_pulses() {
  const std::size_t n = times_.size();
  const double width = std::abs(to_ - from_) / static_cast<double>(n - 1);
  std::vector<double> bends(n), sorted;
  for (std::size_t k = 0; k < program_.narrow; ++k) {
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    bool finite = true;
    for (std::size_t i = 0; i < n; ++i) {
      const double value = sampled(program_.of_time + k, i);
      finite = finite && std::isfinite(value);
      least = std::min(least, value);
      largest = std::max(largest, value);
    }
    if (!finite || !(largest > least)) continue;
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const std::size_t row = program_.of_time + k;
      bends[i] = std::abs(sampled(row, i - 1) - 2 * sampled(row, i) + sampled(row, i + 1)) / (width * width);
    }
    sorted.assign(bends.begin() + 1, bends.end() - 1);
    const auto middle = sorted.begin() + static_cast<long>(sorted.size() / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    for (std::size_t i = 1; i + 1 < n; ++i) {
      const double longest = std::max(std::sqrt(8 * (largest - least) / bends[i]), width);
      if (bends[i] > kMuchBend * *middle && longest < kWide * std::abs(to_ - from_))
        pulses_.push_back({times_[i], longest});
    }
  }
  std::stable_sort(pulses_.begin(), pulses_.end(),
                   [&](const Pulse& a, const Pulse& b) { return direction_ * (b.time - a.time) > 0; });
}

void TimeAhead::look(double from, double to, const Surroundings& around, Pulses pulses) {
  from_ = from;
  to_ = to;
  direction_ = to >= from ? 1 : -1;
  switches_.clear();
  pulses_.clear();
  around_.inputs.clear();
  around_.parameters.clear();
  for (double number : around.inputs) around_.inputs.insert(around_.inputs.end(), kLanes, number);
  for (double number : around.parameters) around_.parameters.insert(around_.parameters.end(), kLanes, number);
  const bool with_pulses = program_.narrow > 0 && pulses == Pulses::kMinded;
  if (from == to || (program_.of_time == 0 && !with_pulses)) return;
  std::size_t intervals = with_pulses ? kIntervals : kFewIntervals;
  for (sample(intervals); !sees_enough(); sample(intervals)) {
    if (intervals >= kMostIntervals) refuse_so_many();
    intervals *= 4;
  }
  find_switches();
  merge_switches();
  if (with_pulses) find_pulses();
}

double TimeAhead::limit(double t) const {
  const double none = direction_ * std::numeric_limits<double>::infinity();
  const auto ahead = [&](double value, double time) { return direction_ * (time - value) > 0; };
  const auto next = std::upper_bound(switches_.begin(), switches_.end(), t,
                                     [&](double value, double time) { return ahead(value, time); });
  double limit = next == switches_.end() ? none : *next;
  auto pulse = std::upper_bound(pulses_.begin(), pulses_.end(), t,
                                [&](double value, const Pulse& one) { return ahead(value, one.time); });
  for (; pulse != pulses_.end() && ahead(pulse->time, limit); ++pulse)
    if (std::abs(pulse->time - t) > pulse->longest) return pulse->time;
  return limit;
}

bool TimeAhead::is_switch(double t) const {
  return std::binary_search(switches_.begin(), switches_.end(), t,
                            [&](double a, double b) { return direction_ * (b - a) > 0; });
}

std::span<const double> TimeAhead::sides_after(double t) {
  const double little = 2 * kAtOnce * std::max(std::abs(from_), std::abs(to_));
  std::fill(lane_times_.begin(), lane_times_.end(), t + direction_ * little);
  const std::span<const double> made = function_(lane_times_, {}, {}, around_);
  for (std::size_t s = 0; s < program_.of_time; ++s) {
    const double pair[] = {made[2 * s * kLanes], made[(2 * s + 1) * kLanes]};
    sides_[s] = side(s, pair);
  }
  return sides_;
}

std::vector<double> switching_times(std::span<const Expr> formulas, Expr time, double from, double to) {
  const InputFormulas input{{"t", "", std::vector<Entry>(1), 0}, {time}};
  const OutputFormulas output{{"y", "", std::vector<Entry>(formulas.size()), 0}, {formulas.begin(), formulas.end()}};
  const Program program = optimize_locally(translate({&input, 1}, {&output, 1})).program;
  const std::optional<FrozenProgram> frozen = freeze_switches(program, kNoneMoves);
  if (!frozen) return {};
  TimeAhead ahead(*frozen);
  ahead.look(from, to, {});
  return ahead.switches();
}

}  // namespace kinemate
