#include "study/simulation/angle_follower.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/normal/algebraic_turns.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kShortTurn = 0.8;  // radians, of coordinates that are told by others
constexpr int kDeepest = 12;        // halvings of a step

// In gimbal lock angles have none.
double known_rate(double rate) { return std::isfinite(rate) ? rate : 0; }

}  // namespace

double nearest_turn(double angle, double wanted) { return angle + kTurn * std::round((wanted - angle) / kTurn); }

FollowedAngles make_followed_angles(const ProgramSource& machine, std::span<const Expr> parameters,
                                    std::span<const std::string> names, std::span<const ToldCoordinate> told) {
  FollowedAngles made;
  std::vector<Expr> angles, rates;
  const auto add = [&](Expr coordinate, Expr angle, Expr rate) {
    const auto found = std::find(names.begin(), names.end(), coordinate.name());
    if (found == names.end()) return;
    made.names.push_back(*found);
    made.columns.push_back(static_cast<std::size_t>(found - names.begin()));
    angles.push_back(angle);
    rates.push_back(rate);
  };
  if (machine.kinematics.closing)
    for (const ClosureStep& step : machine.kinematics.closing->steps)
      if (holds_arctangent(machine.positions.symbols.at(step.coordinate)))
        add(step.coordinate, step.coordinate, machine.kinematics.time_derivative.at(step.coordinate));
  made.first_told = angles.size();
  for (const ToldCoordinate& one : told)
    add(one.original, one.formula,
        substitute(told_formula(told, make_symbol(one.symbol.name(), 1)), machine.kinematics.resolution));
  angles.insert(angles.end(), rates.begin(), rates.end());
  if (!angles.empty()) made.program = make_state_program(machine, parameters, angles);
  return made;
}

AngleFollower::AngleFollower(const FollowedAngles& angles)
    : angles_(angles), function_(angles.program), last_(angles.names.size()), now_(last_), rates_(last_) {}

void AngleFollower::start(double t, std::span<const double> x, const Surroundings& around) {
  const std::span<const double> numbers = function_(t, x, {}, around);
  const std::size_t n = now_.size();
  std::copy_n(numbers.begin(), n, now_.begin());
  for (std::size_t i = 0; i < n; ++i) rates_[i] = known_rate(numbers[n + i]);
  last_ = now_;
  last_t_ = t_ = t;
}

void AngleFollower::start(double t, std::span<const double> x, const Surroundings& around,
                          std::span<const double> row) {
  start(t, x, around);
  for (std::size_t i = 0; i < now_.size(); ++i) now_[i] = nearest_turn(now_[i], row[angles_.columns[i]]);
  last_ = now_;
}

void AngleFollower::follow(Integrator& integrator, const Surroundings& around) {
  if (integrator.time() == t_) return;
  last_ = now_;
  last_t_ = t_;
  const bool may_look_inside = integrator.last_time() != integrator.time();
  if (may_look_inside && angles_.first_told < now_.size()) {
    x_.resize(integrator.state().size());
    walk(integrator, integrator.time(), around, kDeepest);
  } else {
    advance(integrator.time(), function_(integrator.time(), integrator.state(), {}, around));
  }
}

// In pieces that are short enough: near gimbal lock angles swing by half a turn in a small part of a step.
void AngleFollower::walk(Integrator& integrator, double t, const Surroundings& around, int depth) {
  integrator.interpolate(t, x_);
  const std::span<const double> numbers = function_(t, x_, {}, around);
  bool far = false;
  for (std::size_t i = angles_.first_told; i < now_.size(); ++i)
    far = far || !(std::abs(nearest_turn(numbers[i], now_[i]) - now_[i]) < kShortTurn);
  if (!far || depth == 0) return advance(t, numbers);
  walk(integrator, t_ + (t - t_) / 2, around, depth - 1);
  walk(integrator, t, around, depth - 1);
}

void AngleFollower::advance(double t, std::span<const double> numbers) {
  const std::size_t n = now_.size();
  for (std::size_t i = 0; i < n; ++i) {
    const double rate = known_rate(numbers[n + i]);
    const double turned = i < angles_.first_told ? (t - t_) * (rates_[i] + rate) / 2 : 0;
    if (std::isfinite(numbers[i])) now_[i] = nearest_turn(numbers[i], now_[i] + turned);
    rates_[i] = rate;
  }
  t_ = t;
}

double AngleFollower::angle_at(double t, std::size_t i) const {
  const double share = t_ == last_t_ ? 1 : (t - last_t_) / (t_ - last_t_);
  return last_[i] + share * (now_[i] - last_[i]);
}

void AngleFollower::count_turns(double t, std::span<double> row) const {
  for (std::size_t i = 0; i < angles_.first_told; ++i) {
    double& angle = row[angles_.columns[i]];
    angle = nearest_turn(angle, angle_at(t, i));
  }
}

void AngleFollower::set_turns(double t, std::span<const double> x, Surroundings& around) {
  if (angles_.first_told == now_.size()) return;
  const std::span<const double> numbers = function_(t, x, {}, around);
  for (std::size_t i = angles_.first_told; i < now_.size(); ++i) {
    const double turns = nearest_turn(numbers[i], angle_at(t, i)) - numbers[i];
    around.parameters[around.parameters.size() - now_.size() + i] = std::isfinite(turns) ? turns : 0;
  }
}

}  // namespace kinemate
