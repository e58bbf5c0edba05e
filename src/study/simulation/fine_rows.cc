#include "study/simulation/fine_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kinemate {
namespace {

constexpr double kHair = 5e-4;             // of the range of a number: a quarter of a pixel of a panel
constexpr double kRowRounding = 1e-12;     // of its size
constexpr double kParts = 500;             // of the whole run: no stretch is longer
constexpr double kUnseenStep = 1. / 4000;  // of the time so far: of shorter steps the extremes alone are seen
constexpr int kFewHalvings = 3;            // of these
constexpr int kMostHalvings = 7;           // halvings of a stretch

}  // namespace

RowRefiner::RowRefiner(const FineRows& wanted, double start, double end)
    : wanted_(wanted), start_(start), part_(std::abs(end - start) / kParts) {}

RowRefiner::Sample RowRefiner::sample(ChartRun& run, double t) {
  Integrator& integrator = *run.integrator;
  x_.resize(integrator.state().size());
  if (t == integrator.time()) {
    std::copy(integrator.state().begin(), integrator.state().end(), x_.begin());
  } else {
    integrator.interpolate(t, x_);
  }
  const std::span<const double> row = run.row(t, x_);
  Sample taken{t, {row.begin(), row.end()}, {}};
  const std::span<const double> drawn = wanted_.drawn ? wanted_.drawn(taken.row) : std::span<const double>(taken.row);
  taken.drawn.assign(drawn.begin(), drawn.end());
  low_.resize(drawn.size(), std::numeric_limits<double>::infinity());
  high_.resize(drawn.size(), -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (std::isfinite(drawn[i])) low_[i] = std::min(low_[i], drawn[i]), high_[i] = std::max(high_[i], drawn[i]);
  return taken;
}

// Where one of the three is no number the curve has no shape.
bool RowRefiner::is_straight(const Sample& from, const Sample& middle, const Sample& to) const {
  for (std::size_t i = 0; i < middle.drawn.size(); ++i) {
    const double off = std::abs(middle.drawn[i] - (from.drawn[i] + to.drawn[i]) / 2);
    const double size = std::max(std::abs(low_[i]), std::abs(high_[i]));
    if (off > kHair * (high_[i] - low_[i]) + kRowRounding * size) return false;
  }
  return true;
}

void RowRefiner::refine(ChartRun& run, const Sample& from, const Sample& to, int depth) {
  const Sample middle = sample(run, from.t + (to.t - from.t) / 2);
  if (depth == 0 || is_straight(from, middle, to)) {
    emit(to);
    return;
  }
  refine(run, from, middle, depth - 1);
  refine(run, middle, to, depth - 1);
}

void RowRefiner::follow(ChartRun& run, double t) {
  const Integrator& integrator = *run.integrator;
  if (integrator.time() == integrator.last_time()) return;  // it has just started again
  if (fresh_) {
    last_ = sample(run, integrator.last_time());
    emit(last_);
    fresh_ = false;
  }
  const double from = last_.t, length = std::abs(t - from);
  if (length == 0) return;
  if (length < kUnseenStep * std::abs(from - start_)) {
    Sample next = sample(run, t);
    refine(run, last_, next, kFewHalvings);
    last_ = std::move(next);
    return;
  }
  // two at least, so that a whole swing within a step is no straight line
  const int parts = std::max(2, static_cast<int>(std::ceil(length / part_)));
  for (int k = 1; k <= parts; ++k) {
    Sample next = sample(run, k == parts ? t : from + (t - from) * k / parts);
    refine(run, last_, next, kMostHalvings);
    last_ = std::move(next);
  }
}

}  // namespace kinemate
