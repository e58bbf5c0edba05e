#include "study/simulation/swing_watch.h"

#include <algorithm>
#include <cmath>

namespace kinemate {
namespace {

constexpr double kLeastSwing = 0.02;         // of the range
constexpr double kRoundingOfSwings = 1e-10;  // of the size of a number

}  // namespace

void SwingWatch::take(double t, std::span<const double> numbers) {
  if (tracks_.size() != numbers.size()) {
    tracks_.assign(numbers.size(), {});
    for (std::size_t i = 0; i < numbers.size(); ++i) tracks_[i].low = tracks_[i].high = numbers[i];
    fresh_ = true;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!std::isfinite(numbers[i])) continue;
    if (fresh_)
      tracks_[i].direction = 0, tracks_[i].peak = tracks_[i].last = numbers[i],
      tracks_[i].peak_t = tracks_[i].last_t = t;
    follow(tracks_[i], t, numbers[i]);
  }
  fresh_ = false;
}

void SwingWatch::interrupt() {
  fresh_ = true;
  for (Track& track : tracks_) track.times.clear(), track.values.clear();
}

void SwingWatch::follow(Track& track, double t, double x) {
  track.low = std::min(track.low, x), track.high = std::max(track.high, x);
  const double least = std::max(kLeastSwing * (track.high - track.low),
                                kRoundingOfSwings * std::max(std::abs(track.low), std::abs(track.high)));
  const double ahead = x - track.peak;
  const auto set_peak = [&] {
    track.before = track.last, track.before_t = track.last_t;
    track.peak = x, track.peak_t = track.vertex_t = t;
  };
  if (track.direction == 0) {
    if (std::abs(ahead) > least) track.direction = ahead > 0 ? 1 : -1, set_peak();
  } else if (ahead * track.direction >= 0) {
    set_peak();
  } else {
    if (track.last_t == track.peak_t) {  // slopes on both sides of the peak, at the middles between
      const double rise = (track.peak - track.before) / (track.peak_t - track.before_t);
      const double fall = ahead / (t - track.peak_t);
      const double from = (track.before_t + track.peak_t) / 2, to = (track.peak_t + t) / 2;
      if (rise * fall < 0 && std::isfinite(rise * fall)) track.vertex_t = from + (to - from) * rise / (rise - fall);
    }
    if (std::abs(ahead) > least) {
      turn(track);
      track.direction = -track.direction;
      set_peak();
    }
  }
  track.last = x, track.last_t = t;
}

void SwingWatch::turn(Track& track) {
  track.times.push_back(track.vertex_t), track.values.push_back(track.peak);
  if (track.times.size() < kTurns) return;
  double swing = std::abs(track.values[1] - track.values[0]);
  for (std::size_t k = 2; k < kTurns; ++k) swing = std::min(swing, std::abs(track.values[k] - track.values[k - 1]));
  const double duration = std::abs(track.times.back() - track.times.front());
  double& highest = track.frequencies[std::ilogb(swing)];
  if (duration > 0) highest = std::max(highest, (kTurns - 1) / (2 * duration));
  track.times.erase(track.times.begin()), track.values.erase(track.values.begin());
}

SwingWatch::Fastest SwingWatch::fastest() const {
  Fastest fastest;
  for (std::size_t i = 0; i < tracks_.size(); ++i)
    for (const auto& [exponent, frequency] : tracks_[i].frequencies)
      if (std::ldexp(1.0, exponent + 1) > kLeastSwing * (tracks_[i].high - tracks_[i].low) &&
          frequency > fastest.frequency)
        fastest = {frequency, i};
  return fastest;
}

}  // namespace kinemate
