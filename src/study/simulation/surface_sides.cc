#include "study/simulation/surface_sides.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kinemate {
namespace {

constexpr int kManyCrossings = 4;  // at one place

constexpr double kHairOfArguments = 1e-6;  // of their size, or absolutely

double side_of(double value) { return value < 0 ? -1 : 1; }

double gradual_side(double first, double second) {
  const double width = kHairOfArguments * std::max({1.0, std::abs(first), std::abs(second)});
  return std::clamp((first - second) / width, -1.0, 1.0);
}

}  // namespace

SurfaceSides::SurfaceSides(const FrozenProgram& program)
    : program_(program),
      arguments_(program.arguments),
      sides_(program.surfaces.size(), 1),
      ways_(program.surfaces.size() - program.of_time),
      values_(ways_.size()),
      crossed_(ways_.size()),
      again_(ways_.size()) {}

void SurfaceSides::begin(Surroundings& around) {
  std::fill(sides_.begin(), sides_.end(), 1.0);
  std::fill(ways_.begin(), ways_.end(), Way::kOneSide);
  std::fill(crossed_.begin(), crossed_.end(), -std::numeric_limits<double>::infinity());
  std::fill(again_.begin(), again_.end(), 0);
  set_modes(around);
}

void SurfaceSides::set_modes(Surroundings& around) const {
  around.modes.resize(program_.modes.size());
  for (std::size_t k = 0; k < program_.modes.size(); ++k) {
    const SwitchMode& mode = program_.modes[k];
    const double side = sides_[mode.surface];
    around.modes[k] = program_.surfaces[mode.surface].cells
                          ? side
                          : mode.below + (mode.above - mode.below) * (0.5 * (side + 1));
  }
}

void SurfaceSides::set_times(std::span<const double> sides, Surroundings& around) {
  for (std::size_t s = 0; s < sides.size(); ++s)
    sides_[s] = program_.surfaces[s].cells ? sides[s] : side_of(sides[s]);
  set_modes(around);
}

void SurfaceSides::set_side(std::size_t i, double side, Surroundings& around) {
  sides_[program_.of_time + i] = side;
  set_modes(around);
}

void SurfaceSides::set_all_sides(const std::vector<double>& sides, Surroundings& around) {
  sides_ = sides;
  set_modes(around);
}

bool SurfaceSides::is_any(Way way) const { return std::find(ways_.begin(), ways_.end(), way) != ways_.end(); }

std::span<const double> SurfaceSides::values(double t, std::span<const double> x, const Surroundings& around) {
  const std::span<const double> all = arguments_(t, x, {}, around).subspan(2 * program_.of_time);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const double first = all[2 * i], second = all[2 * i + 1];
    values_[i] = is_cell(i) ? std::min(first - side(i), side(i) + 1 - first) : first - second;
  }
  return values_;
}

void SurfaceSides::follow(double t, std::span<const double> x, Way way, Surroundings& around) {
  const std::span<const double> all = arguments_(t, x, {}, around).subspan(2 * program_.of_time);
  for (std::size_t i = 0; i < ways_.size(); ++i) {
    if (ways_[i] != way) continue;
    const double first = all[2 * i], second = all[2 * i + 1];
    if (!std::isfinite(first) || !std::isfinite(second)) continue;
    double& here = sides_[program_.of_time + i];
    if (is_cell(i)) {
      here = std::floor(first);
    } else {
      here = way == Way::kPlain ? gradual_side(first, second) : side_of(first - second);
    }
  }
  set_modes(around);
}

bool SurfaceSides::crosses_again(std::size_t i, double t, double short_time) {
  again_[i] = std::abs(t - crossed_[i]) <= short_time ? again_[i] + 1 : 0;
  crossed_[i] = t;
  return again_[i] >= kManyCrossings;
}

}  // namespace kinemate
