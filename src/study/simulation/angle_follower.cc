#include "study/simulation/angle_follower.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "expr/algebraic_turns.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

double nearest_turn(double angle, double wanted) { return angle + kTurn * std::round((wanted - angle) / kTurn); }

}  // namespace

FollowedAngles make_followed_angles(const ProgramSource& machine, std::span<const Expr> parameters,
                                    std::span<const std::string> names) {
  FollowedAngles made;
  if (!machine.kinematics.closing) return made;
  std::vector<Expr> angles, rates;
  for (const ClosureStep& step : machine.kinematics.closing->steps) {
    const auto found = std::find(names.begin(), names.end(), step.coordinate.name());
    const Expr formula = machine.positions.symbols.at(step.coordinate);
    if (found == names.end() || !holds_arctangent(formula)) continue;
    made.names.push_back(*found);
    made.columns.push_back(static_cast<std::size_t>(found - names.begin()));
    angles.push_back(step.coordinate);
    rates.push_back(machine.kinematics.time_derivative.at(step.coordinate));
  }
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
  std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(n), n, rates_.begin());
  last_ = now_;
  last_t_ = t_ = t;
}

void AngleFollower::follow(double t, std::span<const double> x, const Surroundings& around) {
  if (t == t_) return;
  const std::span<const double> numbers = function_(t, x, {}, around);
  const std::size_t n = now_.size();
  last_ = now_;
  last_t_ = t_;
  for (std::size_t i = 0; i < n; ++i) {
    const double rate = numbers[n + i];
    now_[i] = nearest_turn(numbers[i], last_[i] + (t - t_) * (rates_[i] + rate) / 2);
    rates_[i] = rate;
  }
  t_ = t;
}

void AngleFollower::count_turns(double t, std::span<double> row) const {
  const double share = t_ == last_t_ ? 1 : (t - last_t_) / (t_ - last_t_);
  for (std::size_t i = 0; i < now_.size(); ++i) {
    double& angle = row[angles_.columns[i]];
    angle = nearest_turn(angle, last_[i] + share * (now_[i] - last_[i]));
  }
}

}  // namespace kinemate
