#include "model/topology/assembly.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/topology/matrices.h"
#include "numeric/linear.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kFollowed = 0.1;       // radians or lengths: a step on the way to wanted values
constexpr double kMostFollowed = 500;   // of these
constexpr unsigned kRandomStarts = 60;  // in all
constexpr unsigned kNearStarts = 15;    // of these
constexpr double kNearSpread = 0.7;     // radians or lengths, of near starts; of others half a turn to both sides
constexpr double kMostEffort = 5e7;     // iterations times entries, for starts that lead nowhere
constexpr int kFarTrials = 12;          // where given values would move by more than kFar
constexpr double kFar = 0.3;            // radians or lengths
constexpr int kNearer = 40;             // Gauss-Newton steps towards the least change
constexpr double kNearEnough = 1e-13;
constexpr double kWell = 0.05;     // of a unit motion: a coordinate that moves less is not one to hold
constexpr double kInPlace = 1e-9;  // radians or lengths: a value that has not moved

// wᵢ: given values move a hundred times less than initial ones, and these than others.
double weight_of(Firmness firmness) {
  return firmness == Firmness::kGiven ? 1 : firmness == Firmness::kInitial ? 1e-2 : 1e-4;
}

class Assembler {
 public:
  Assembler(const Walker& walker, const Placement& placement) : walker_(walker), placement_(placement) {
    const Index rows = walker.closure().residual(placement.wanted).size();
    entries_ = static_cast<double>(rows) * static_cast<double>(placement.wanted.size());
  }

  Assembly of_initial_values() {
    if (accept(walker_.close_start())) return done(true);
    if (!accept(walker_.close_gradually(placement_.wanted, held(Firmness::kInitial))) &&
        !accept(walker_.close_gradually(placement_.wanted, nothing())))
      search(nothing(), 1);
    return done(false);
  }

  Assembly of_given_values() {
    const std::vector<bool> given = held(Firmness::kGiven);
    if (accept(walker_.close(placement_.wanted, held(Firmness::kInitial)))) return done(true);
    if (accept(walker_.close(placement_.wanted, given))) return keep_initial_values(true);
    const bool near = find_nearest();
    const bool can_stay = !near || walker_.are_independent(best_.x, given);
    if (near && can_stay) {
      const NewtonResult followed = follow(walker_, best_, placement_.wanted, given, given);
      if (walker_.is_closed(followed)) return best_ = followed, keep_initial_values(true);
    }
    if (can_stay) {
      if (accept(walker_.close_gradually(placement_.wanted, given))) return keep_initial_values(true);
      if (search(given, 2)) return keep_initial_values(false);
    }
    if (!near) {
      if (!search(nothing(), 7)) return done(false);
      draw_near();
    }
    put_back_the_first();
    return done(near);
  }

 private:
  std::vector<bool> nothing() const { return std::vector<bool>(placement_.firmness.size(), false); }

  // What is at least as firm.
  std::vector<bool> held(Firmness least) const {
    std::vector<bool> result;
    for (Firmness firmness : placement_.firmness) result.push_back(firmness >= least);
    return result;
  }

  // Takes what is better than what there is. Whether it is closed.
  bool accept(const NewtonResult& result) {
    const bool closed = walker_.is_closed(result);
    if (closed) {
      best_ = result, closed_ = true;
    } else if (!closed_) {
      const double error = walker_.closure().residual(result.x).norm();  // what least squares make smallest
      if (best_.x.size() == 0 || std::isnan(error_) || error < error_) best_ = result, error_ = error;
    }
    return closed;
  }

  Assembly done(bool nearby) const { return {best_, closed_, closed_ && nearby}; }

  // From random values of coordinates that are not held: of others than the firm ones alone, while that may do.
  bool search(const std::vector<bool>& stay, unsigned seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    double effort = 0;
    for (unsigned trial = 0; trial < kRandomStarts && effort < kMostEffort; ++trial) {
      VectorXd guess = placement_.wanted;
      const double spread = trial < kNearStarts ? kNearSpread : std::numbers::pi;
      const bool all = trial % 2 == 1;
      for (Index i = 0; i < guess.size(); ++i) {
        const double shift = spread * walker_.units()[i] * number(random);
        const auto k = static_cast<std::size_t>(i);
        if (!walker_.movable()[k] || stay[k]) continue;
        if (all || placement_.firmness[k] == Firmness::kFree) guess[i] += shift;
      }
      const NewtonResult other = walker_.close(guess, stay);
      effort += (other.iterations + 1.0) * entries_;
      if (accept(other)) return true;
    }
    return false;
  }

  // The closed configuration that is nearest to what is wanted. Where given values contradict each other a little, the
  // others go where these leave the loops least open, and from there all is closed.
  bool find_nearest() {
    const std::vector<bool> given = held(Firmness::kGiven);
    offer(walker_.close(placement_.wanted, given).x);
    offer(placement_.wanted);
    if (!closed_ && accept(walker_.close_gradually(placement_.wanted, nothing()))) draw_near();
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> number(-std::numbers::pi, std::numbers::pi);
    const bool small = entries_ <= static_cast<double>(kLargestDense);
    for (int trial = 1; trial <= kFarTrials && small && closed_ && way(best_.x) > kFar; ++trial) {
      VectorXd guess = placement_.wanted;
      for (Index i = 0; i < guess.size(); ++i)
        if (const auto k = static_cast<std::size_t>(i); walker_.movable()[k] && !given[k])
          guess[i] += walker_.units()[i] * number(random) * trial / kFarTrials;
      offer(walker_.close(guess, given).x);
    }
    return closed_;
  }

  // Closes from here, and keeps that where it is nearer than what there is.
  void offer(const VectorXd& start) {
    const NewtonResult closed = walker_.close(start);
    const bool first = !closed_;
    const NewtonResult before = best_;
    if (!accept(closed)) return;
    draw_near();
    if (!first && way(before.x) <= way(best_.x)) best_ = before;
  }

  double way(const VectorXd& q) const { return scales().cwiseProduct(q - placement_.wanted).norm(); }

  VectorXd scales() const {
    VectorXd scale(placement_.wanted.size());
    for (Index i = 0; i < scale.size(); ++i)
      scale[i] = std::sqrt(weight_of(placement_.firmness[static_cast<std::size_t>(i)])) / walker_.units()[i];
    return scale;
  }

  // min ‖y‖, y = D (q − q̂), J (q − q_k) = −g(q_k): a step; halved until it leads nearer.
  void draw_near() {
    if (entries_ > static_cast<double>(kLargestDense)) return;
    const VectorXd scale = scales();
    for (int i = 0; i < kNearer; ++i) {
      MatrixXd jacobian = MatrixXd(walker_.closure().jacobian(best_.x)) * scale.cwiseInverse().asDiagonal();
      for (Index k = 0; k < jacobian.cols(); ++k)
        if (!walker_.movable()[static_cast<std::size_t>(k)]) jacobian.col(k).setZero();
      const VectorXd y = scale.cwiseProduct(best_.x - placement_.wanted);
      const VectorXd wished = solve_least_squares(jacobian, jacobian * y - walker_.closure().residual(best_.x));
      const VectorXd step = (wished - y).cwiseQuotient(scale);
      if (!step.allFinite() || step.cwiseQuotient(walker_.units()).lpNorm<Eigen::Infinity>() < kNearEnough) return;
      if (!descend(step)) return;
    }
  }

  bool descend(const VectorXd& step) {
    const double before = way(best_.x);
    for (double part = 1; part > 1e-3; part /= 2) {
      const NewtonResult next = walker_.close(best_.x + part * step);
      if (!walker_.is_closed(next) || way(next.x) >= before) continue;
      best_ = next;
      return true;
    }
    return false;
  }

  // From a closed configuration to where these are wanted; stays there if that cannot be.
  void move_to(const std::vector<bool>& chosen) {
    const NewtonResult followed = follow(walker_, best_, placement_.wanted, chosen, chosen);
    if (walker_.is_closed(followed)) best_ = followed;
  }

  // Given values that contradict each other have moved least; those that come first are put back.
  void put_back_the_first() {
    if (entries_ > static_cast<double>(kLargestDense)) return;
    std::vector<std::size_t> first;
    for (std::size_t i : placement_.ordered)
      if (placement_.firmness[i] == Firmness::kGiven && walker_.movable()[i]) first.push_back(i);
    if (!first.empty()) move_to(choose_independent(walker_, best_.x, nothing(), first));
  }

  // The given values are where they are wanted; of the initial ones as many as can be stay.
  Assembly keep_initial_values(bool nearby) {
    if (entries_ > static_cast<double>(kLargestDense)) return done(nearby);
    std::vector<std::size_t> initial = placement_.ordered;
    for (std::size_t i = 0; i < placement_.firmness.size(); ++i) initial.push_back(i);
    std::erase_if(initial,
                  [&](std::size_t i) { return placement_.firmness[i] != Firmness::kInitial || !walker_.movable()[i]; });
    if (!initial.empty()) move_to(choose_independent(walker_, best_.x, held(Firmness::kGiven), initial));
    return done(nearby);
  }

  const Walker& walker_;
  const Placement& placement_;
  double entries_ = 0;
  NewtonResult best_;
  bool closed_ = false;
  double error_ = 0;  // of best_, while it is open
};

// "0.2 m and 0.1 rad"
std::string amount(const ClosureError& error) {
  std::vector<std::string> parts;
  if (error.owner.joint == kNone) return fmt::format("{:.3g}", error.residual);
  if (error.distance > 0 && error.distance >= 1e-9) parts.push_back(fmt::format("{:.3g} m", error.distance));
  if (error.angle > 0 && error.angle >= 1e-9) parts.push_back(fmt::format("{:.3g} rad", error.angle));
  if (parts.empty()) parts.push_back(fmt::format("{:.2g} m", error.distance));
  return fmt::format("{}", fmt::join(parts, " and "));
}

}  // namespace

Placement initial_placement(const Walker& walker) {
  Placement placement{walker.start(), {}, {}};
  for (bool given : walker.given()) placement.firmness.push_back(given ? Firmness::kInitial : Firmness::kFree);
  return placement;
}

Assembly assemble(const Walker& walker, const Placement& placement) {
  Assembler assembler(walker, placement);
  const bool some =
      std::find(placement.firmness.begin(), placement.firmness.end(), Firmness::kGiven) != placement.firmness.end();
  return some ? assembler.of_given_values() : assembler.of_initial_values();
}

std::vector<bool> choose_independent(const Walker& walker, const VectorXd& q, std::vector<bool> chosen,
                                     const std::vector<std::size_t>& candidates) {
  MatrixXd rows = walker.motions(q);
  const auto take = [&](std::size_t i) {
    const VectorXd along = rows.row(static_cast<Index>(i)).transpose().normalized();
    rows -= (rows * along).eval() * along.transpose();
  };
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] && rows.row(static_cast<Index>(i)).norm() > kInPlace) take(i);
  for (std::size_t i : candidates) {
    if (chosen[i] || rows.row(static_cast<Index>(i)).norm() < kWell) continue;
    chosen[i] = true;
    take(i);
  }
  return chosen;
}

NewtonResult follow(const Walker& walker, NewtonResult at, const VectorXd& wanted, const std::vector<bool>& moved,
                    const std::vector<bool>& held) {
  const VectorXd from = at.x;
  double length = 0;
  for (Index i = 0; i < from.size(); ++i)
    if (moved[static_cast<std::size_t>(i)])
      length = std::max(length, std::abs(wanted[i] - from[i]) / walker.units()[i]);
  const int steps = static_cast<int>(std::clamp(std::ceil(length / kFollowed), 1.0, kMostFollowed));
  for (int k = 1; k <= steps && walker.is_closed(at); ++k) {
    VectorXd guess = at.x;
    for (Index i = 0; i < guess.size(); ++i)
      if (moved[static_cast<std::size_t>(i)])
        guess[i] = k == steps ? wanted[i] : from[i] + (wanted[i] - from[i]) * k / steps;
    at = walker.close(guess, held);
  }
  return at;
}

std::vector<ClosureError> closure_errors(const Closure& closure, const VectorXd& q) {
  constexpr double kClosed = 1e-9;
  std::vector<ClosureError> errors;
  const VectorXd residual = closure.residual(q);
  if (!residual.allFinite()) return errors;
  const std::vector<Condition> conditions = closure.conditions(q);
  const auto error_of = [&](const Condition& owner) -> ClosureError& {
    for (ClosureError& error : errors)
      if (error.owner.joint == owner.joint && error.owner.constraint == owner.constraint) return error;
    return errors.emplace_back(ClosureError{owner});
  };
  for (Index row = 0; row < residual.size(); ++row) {
    const Condition owner = closure.owner(row);
    ClosureError& error = error_of(owner);
    const bool shift = owner.joint != kNone && conditions[static_cast<std::size_t>(row)].meaning.starts_with("trans");
    double& sum = owner.joint == kNone ? error.residual : shift ? error.distance : error.angle;
    sum = std::hypot(sum, residual[row] * (shift ? closure.length() : 1));
  }
  const auto size = [&](const ClosureError& e) {
    return std::max({e.distance / closure.length(), e.angle, e.residual});
  };
  std::erase_if(errors, [&](const ClosureError& error) { return size(error) < kClosed; });
  std::stable_sort(errors.begin(), errors.end(),
                   [&](const ClosureError& a, const ClosureError& b) { return size(a) > size(b); });
  return errors;
}

std::string describe(const Model& model, const std::vector<ClosureError>& errors) {
  constexpr std::size_t kMostDescribed = 6;
  std::vector<std::string> parts;
  for (const ClosureError& error : errors) {
    const std::string name = error.owner.joint != kNone ? "joint " + model.joints[error.owner.joint].name
                             : error.owner.constraint != kNone
                                 ? "constraint " + model.constraints[error.owner.constraint].name
                                 : "the norm of Euler parameters";
    if (parts.size() < kMostDescribed) parts.push_back(fmt::format("{} {}", name, amount(error)));
  }
  if (errors.size() > kMostDescribed) parts.push_back(fmt::format("{} more", errors.size() - kMostDescribed));
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace kinemate
