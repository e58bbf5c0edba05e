#include "loops/positions/position_samples.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

constexpr double kVanishing = 1e-10;
constexpr double kSmallShare = 0.01;
constexpr std::size_t kManyPoints = 200;

// Whether a coordinate of a joint, by its place, is a length.
bool is_shift(const Joint& joint, std::size_t index) {
  switch (joint.type) {
    case JointType::kPrismatic: return true;
    case JointType::kCylindrical: return index == 1;
    case JointType::kPlanar: return index < 2;
    case JointType::kFree: return index < 3;
    default: return false;
  }
}

// From −1 to 1, by the name alone, so that no order of symbols matters.
double random_share(Expr symbol, std::size_t point) {
  std::uint64_t x = symbol.hash() + 0x9E3779B97F4A7C15u * static_cast<std::uint64_t>(point);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return static_cast<double>(x >> 11) * 0x1p-52 - 1;
}

Values move_at_random(const Model& model, const Values& start, std::size_t point) {
  Values moved;
  for (const auto& [symbol, value] : start) {
    const double share = 0.3 * random_share(symbol, point);
    moved.emplace(symbol, value == 0 ? share : value * (1 + share));
  }
  const auto shift = [&](Expr symbol) {
    if (const auto found = moved.find(symbol); found != moved.end())
      found->second = start.at(symbol) + random_share(symbol, point);
  };
  shift(make_symbol("t"));
  for (const Coordinate& coordinate : model.coordinates) shift(make_symbol(coordinate.name));
  // parameters may be written in any order: each follows from others after as many rounds as there are between them
  for (std::size_t round = 0; round < model.parameters.size(); ++round) {
    bool changed = false;
    for (const Parameter& parameter : model.parameters) {
      if (!parameter.value || free_symbols(*parameter.value).empty()) continue;
      try {
        double& value = moved[make_symbol(parameter.name)];
        const double follows = evaluate(*parameter.value, moved);
        changed = changed || value != follows;
        value = follows;
      } catch (const Error&) {  // none there: it stays one of its own
      }
    }
    if (!changed) break;
  }
  return moved;
}

}  // namespace

PositionSamples::PositionSamples(const Model& model, const Values& start) {
  points_[0] = start;
  for (const Joint& joint : model.joints)
    for (std::size_t i = 0; i < joint.coordinates.size(); ++i) {
      const Expr symbol = make_symbol(model.coordinates[joint.coordinates[i]].name);
      const auto found = start.find(symbol);
      const double half = found == start.end() || found->second == 0 ? 1 : 0.5 * std::abs(found->second);
      ranges_.emplace_back(symbol, is_shift(joint, i) ? half : std::numbers::pi);
    }
  for (std::size_t i = 1; i < points_.size(); ++i) points_[i] = move_at_random(model, start, i);
}

double PositionSamples::at_start(Expr formula) const {
  try {
    return evaluate(formula, points_[0]);
  } catch (const Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

bool PositionSamples::is_zero(Expr formula, double size) const {
  if (formula.is_number()) return std::abs(formula.real()) <= kVanishing * size;
  const auto [known, is_new] = largest_.try_emplace(formula, std::numeric_limits<double>::infinity());
  if (is_new) {
    double largest = std::abs(at_start(formula));
    bool anywhere = false;  // else than at the start
    for (std::size_t i = 1; i < points_.size(); ++i) {
      try {
        largest = std::max(largest, std::abs(evaluate(formula, points_[i])));
        anywhere = true;
      } catch (const Error&) {  // lengths that do not fit each other
      }
    }
    if (!std::isnan(largest) && anywhere) known->second = largest;
  }
  return known->second <= kVanishing * size;
}

bool PositionSamples::stays_large(Expr formula) const {
  Values values = points_[0];
  double least = at_start(formula), largest = least;
  for (std::size_t point = 0; point < kManyPoints; ++point) {
    for (const auto& [symbol, range] : ranges_)
      values[symbol] =
          points_[0].contains(symbol) ? points_[0].at(symbol) + range * random_share(symbol, point + 3) : 0;
    try {
      const double value = evaluate(formula, values);
      least = std::min(least, value), largest = std::max(largest, value);
    } catch (const Error&) {  // no value there
    }
  }
  return least > kSmallShare * largest;
}

bool PositionSamples::is_zero(const Vector& v, double size) const {
  return is_zero(v.x, size) && is_zero(v.y, size) && is_zero(v.z, size);
}

}  // namespace kinemate
