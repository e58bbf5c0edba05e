#include "sim/events.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::size_t kSamples = 8;  // a step of order 8 is about a third of an oscillation

constexpr double kTiny = std::numeric_limits<double>::min();

int sign_of(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

bool wanted(EventDirection direction, bool rising) {
  return direction == EventDirection::kBoth || (direction == EventDirection::kRising) == rising;
}

}  // namespace

EventWatch::EventWatch(OdeSystem& system)
    : system_(&system),
      count_(system.shape().events.size()),
      y_(system.shape().dimension),
      tangent_(y_.size()),
      g_(count_),
      start_(count_),
      sign_(count_),
      silent_(count_),
      stood_(count_),
      shift_(count_),
      residual_(count_),
      reported_(count_),
      times_(kSamples + 1),
      values_(count_ * (kSamples + 1)),
      changes_(count_),
      has_change_(count_) {
  hits_.reserve(count_);
}

void EventWatch::start(double t, std::span<const double> y) {
  std::fill(reported_.begin(), reported_.end(), char{0});
  std::fill(residual_.begin(), residual_.end(), 0.0);
  std::fill(shift_.begin(), shift_.end(), 0.0);
  longest_step_ = 0;
  restart(t, y);
}

// Where a function goes from (t, y): the sign of its change along the tangent; its bend plays no part.
int EventWatch::side_of_rate(double t, std::span<const double> y, std::size_t event) {
  const double h = std::copysign(1e-3 * longest_step_, step_);  // far above rounding
  system_->event_values(t, y, g_);
  const double here = g_[event];
  if (!system_->rhs(t, y, tangent_)) return 0;
  for (std::size_t i = 0; i < y.size(); ++i) tangent_[i] = y[i] + h * tangent_[i];
  system_->event_values(t + h, tangent_, g_);
  return sign_of(g_[event] - here);
}

void EventWatch::restart(double t, std::span<const double> y) {
  if (count_ == 0) return;
  from_ = started_ = t;
  system_->event_values(t, y, start_);
  for (std::size_t k = 0; k < count_; ++k) {
    const bool stands = reported_[k] && !is_surface(k) && std::abs(start_[k] - shift_[k]) <= 8 * residual_[k];
    sign_[k] = stands ? side_of_rate(t, y, k) : sign_of(start_[k]);
    shift_[k] = stands ? start_[k] : 0;
    start_[k] -= shift_[k];
    silent_[k] = stood_[k] = stands;
  }
}

// Sides of zero stay as they were: what rounding makes of a function near zero in other states is no crossing.
void EventWatch::change_system(OdeSystem& system, double t, std::span<const double> y) {
  const std::size_t before = count_;
  system_ = &system;
  resize(system.shape().events.size());
  y_.resize(y.size());
  tangent_.resize(y.size());
  if (count_ == 0) return;
  CHECK(t == from_);
  system_->event_values(t, y, start_);
  for (std::size_t k = 0; k < count_; ++k) start_[k] -= shift_[k];
  for (std::size_t k = 0; k < count_; ++k)
    if (k >= before || is_surface(k)) sign_[k] = sign_of(start_[k]);
}

void EventWatch::resize(std::size_t count) {
  if (count == count_) return;
  count_ = count;
  for (std::vector<double>* numbers : {&g_, &start_, &shift_, &residual_}) numbers->resize(count, 0);
  for (std::vector<char>* flags : {&silent_, &stood_, &reported_, &has_change_}) flags->resize(count, 0);
  sign_.resize(count, 0);
  changes_.resize(count);
  hits_.reserve(count);
}

std::span<const double> EventWatch::values_at(Integrator& integrator, double t) {
  const bool at_end = t == integrator.time();
  if (!at_end) integrator.interpolate(t, y_);
  system_->event_values(t, at_end ? integrator.state() : std::span<const double>(y_), g_);
  for (std::size_t k = 0; k < count_; ++k) g_[k] -= shift_[k];
  return g_;
}

double EventWatch::value_at(Integrator& integrator, std::size_t event, double t) {
  return values_at(integrator, t)[event];
}

void EventWatch::take_samples(Integrator& integrator) {
  const std::size_t intervals = kSamples * integrator.pieces();
  times_.resize(intervals + 1);
  values_.resize(count_ * (intervals + 1));
  const double width = (integrator.time() - from_) / static_cast<double>(intervals);
  std::copy(start_.begin(), start_.end(), values_.begin());
  times_[0] = from_;
  for (std::size_t i = 1; i <= intervals; ++i) {
    times_[i] = i == intervals ? integrator.time() : from_ + static_cast<double>(i) * width;
    const std::span<const double> g = values_at(integrator, times_[i]);
    std::copy(g.begin(), g.end(), values_.begin() + static_cast<std::ptrdiff_t>(i * count_));
  }
}

// Where a function that is zero at from_ is seen to leave it: on the same side at two times, and farther at the second,
// so that rounding is not taken for motion. The value is 0 if it stays.
EventWatch::Sample EventWatch::departure(Integrator& integrator, std::size_t event) {
  const double width = times_[1] - from_;
  Sample last;
  for (double part = 1e-9; part < 1; part *= 4) {
    Sample now{.time = from_ + part * width};
    if (now.time == from_) continue;
    now.value = value_at(integrator, event, now.time);
    const bool leaves = sign_of(now.value) == sign_of(last.value) && std::abs(now.value) > 2 * std::abs(last.value);
    if (leaves && last.value != 0 && std::abs(now.value) > 8 * residual_[event]) return now;
    last = now;
  }
  return {.time = times_[1], .value = sample(event, 1)};
}

// Whether the function reaches the other side between samples i and i + 1, which are on the same one: at `lowest`.
bool EventWatch::dip(Integrator& integrator, std::size_t event, std::size_t i, double sign, Sample& lowest) {
  const std::size_t last = times_.size() - 1;
  const double left = sign * sample(event, i), right = sign * sample(event, i + 1);
  const double near = std::min(left, right);
  bool promising = false;
  for (const std::size_t first : {i - 1, i}) {
    if (first > last || first + 2 > last) continue;  // i - 1 of the first interval wraps around
    // parabola over 0, 1, 2: bottom at x, its value there
    const double a = sign * sample(event, first), b = sign * sample(event, first + 1),
                 c = sign * sample(event, first + 2);
    const double bend = a - 2 * b + c;
    if (!(bend > 0)) continue;
    const double x = 1 + (a - c) / (2 * bend), bottom = b - (a - c) * (a - c) / (8 * bend);
    const double place = x - static_cast<double>(i - first);
    promising = promising || (place > -0.25 && place < 1.25 && bottom < 0.5 * near);
  }
  if (!promising) return false;
  // golden section for the lowest point; any point on the other side will do
  constexpr double kGolden = 0.6180339887498949;
  double low = times_[i], high = times_[i + 1];
  double x1 = high - kGolden * (high - low), x2 = low + kGolden * (high - low);
  double g1 = sign * value_at(integrator, event, x1), g2 = sign * value_at(integrator, event, x2);
  for (int tries = 0; tries < 40; ++tries) {
    if (g1 < 0 || g2 < 0) {
      lowest = g1 < 0 ? Sample{x1, sign * g1} : Sample{x2, sign * g2};
      return true;
    }
    if (g1 < g2) {
      high = x2;
      x2 = x1;
      g2 = g1;
      x1 = high - kGolden * (high - low);
      g1 = sign * value_at(integrator, event, x1);
    } else {
      low = x1;
      x1 = x2;
      g1 = g2;
      x2 = low + kGolden * (high - low);
      g2 = sign * value_at(integrator, event, x2);
    }
  }
  return false;
}

// A function that was started again from where it stood may come back so soon that the dense output, which is only as
// good as the tolerances, does not tell when. It is back where it also moves the right way: a ball is not on the floor
// again while it still goes up.
void EventWatch::settle(Integrator& integrator, std::size_t event, SignChange& change) {
  if (!stood_[event] || std::abs(change.after - started_) > 0.01 * longest_step_) return;
  const int against = sign_of(change.value_before);
  const double end = integrator.time();
  double wait = std::max(std::abs(change.after - started_), shortest_step(change.after));
  for (; change.after != end; wait *= 2) {
    integrator.interpolate(change.after, y_);
    if (side_of_rate(change.after, y_, event) != against) return;
    change.after = wait < std::abs(end - change.after) ? change.after + std::copysign(wait, step_) : end;
  }
}

// The first change of sign in the direction asked for, not yet narrowed. Other changes only turn the sign.
bool EventWatch::find_first(Integrator& integrator, std::size_t event, SignChange& found) {
  const EventDirection direction = system_->shape().events[event].direction;
  int sign = sign_[event];
  Sample before{from_, start_[event]};
  if (sign == 0) {
    const Sample leaving = departure(integrator, event);
    sign = sign_of(leaving.value);
    if (sign == 0) return false;
    if (!silent_[event] && wanted(direction, sign > 0)) {
      found = {from_, from_, -sign * kTiny, sign * kTiny};
      return true;
    }
    before = leaving;
  } else if (sign_of(before.value) != sign) {
    before.value = sign * kTiny;  // it stands at zero and has not left its side yet
  }
  for (std::size_t i = 0; i + 1 < times_.size(); ++i) {
    const Sample after{times_[i + 1], sample(event, i + 1)};
    const auto change = [&](const Sample& from, const Sample& to, int side) {
      found = {from.time, to.time, from.value, to.value};
      return wanted(direction, side < 0);
    };
    if (sign_of(after.value) == -sign) {
      if (change(before, after, sign)) return true;
      sign = -sign;
    } else if (Sample lowest; sign_of(after.value) == sign && (i > 0 || sign_of(start_[event]) == sign) &&
                              dip(integrator, event, i, sign, lowest)) {
      if (change(before, lowest, sign) || change(lowest, after, -sign)) return true;
    }
    if (sign_of(after.value) != 0) before = after;
  }
  return false;
}

// All sides as they are at `end`.
void EventWatch::finish_search(Integrator& integrator, double end) {
  const std::span<const double> g = values_at(integrator, end);
  std::copy(g.begin(), g.end(), start_.begin());
  for (std::size_t k = 0; k < count_; ++k) {
    if (const int side = sign_of(start_[k])) {
      sign_[k] = side;
      silent_[k] = 0;
    }
  }
  from_ = end;
}

std::span<const EventHit> EventWatch::next(Integrator& integrator) {
  hits_.clear();
  if (count_ == 0 || from_ == integrator.time()) return hits_;
  step_ = integrator.time() - integrator.last_time();
  longest_step_ = std::max(longest_step_, std::abs(step_));
  take_samples(integrator);
  std::fill(reported_.begin(), reported_.end(), char{0});
  const double direction = integrator.time() > integrator.last_time() ? 1 : -1;
  double first = integrator.time();
  for (std::size_t k = 0; k < count_; ++k) {
    SignChange& change = changes_[k];
    has_change_[k] = find_first(integrator, k, change) && direction * (first - change.before) >= 0;
    if (!has_change_[k]) continue;
    if (change.before != change.after) {
      change = narrow_sign_change(change, [&](double t) { return value_at(integrator, k, t); });
      settle(integrator, k, change);
    }
    if (direction * (first - change.after) > 0) first = change.after;
  }
  // what happens within the accuracy of these times happens at once
  const double at_once = 1e-12 * std::max(std::abs(first), std::abs(integrator.time() - integrator.last_time()));
  double together = first;
  for (std::size_t k = 0; k < count_; ++k) {
    if (!has_change_[k] || direction * (changes_[k].after - first) > at_once) continue;
    hits_.push_back({k, changes_[k].after, changes_[k].value_after > changes_[k].value_before});
    if (direction * (changes_[k].after - together) > 0) together = changes_[k].after;
  }
  if (hits_.empty()) {
    finish_search(integrator, integrator.time());
    return hits_;
  }
  finish_search(integrator, together);
  for (EventHit& hit : hits_) {
    const std::size_t k = hit.event;
    hit.time = together;
    reported_[k] = 1;
    residual_[k] =
        std::max({std::abs(changes_[k].value_before), std::abs(changes_[k].value_after), std::abs(start_[k])});
    sign_[k] = hit.rising ? 1 : -1;
    silent_[k] = 0;
  }
  return hits_;
}

}  // namespace kinemate
