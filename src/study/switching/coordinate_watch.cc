#include "study/switching/coordinate_watch.h"

#include <algorithm>
#include <cmath>

#include "expr/differentiate.h"
#include "expr/text/print.h"
#include "formalism/energy.h"
#include "loops/closing.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kMostWithMass = 40;  // speeds: the mass matrix of more costs more than it tells
constexpr int kMostSteps = 4;          // between two looks, however short: they become short near singular positions
constexpr double kPartOfTheWay = 0.3;  // to the limit, before the next look

// Rows of tree speeds that a further speed is made of; it is defined by a condition of its own.
std::vector<Expr> direction_of(const Closing& closing, std::size_t column) {
  std::vector<Expr> row(closing.tree.speeds.size(), Expr(0));
  for (const LoopCondition& condition : closing.conditions.conditions) {
    if (condition.defines != column) continue;
    Expr own(-1);
    for (const auto& [at, entry] : condition.row)
      if (at == column) own = entry;
    for (const auto& [at, entry] : condition.row)
      if (at < row.size()) row[at] = -entry / own;
  }
  return row;
}

// Shifts count in parts of the machine's size.
std::vector<double> units_of_speeds(const Closing& closing) {
  std::vector<double> units(closing.tree.speeds.size(), 1);
  for (const JointRelation& relation : closing.tree.relations)
    for (std::size_t i = 0; i < relation.speeds.size(); ++i) {
      const auto found = std::find(closing.tree.speeds.begin(), closing.tree.speeds.end(), relation.speeds[i]);
      if (found != closing.tree.speeds.end() && relation.bases.free_motion[i].angular == Vector{})
        units[static_cast<std::size_t>(found - closing.tree.speeds.begin())] = closing.length;
    }
  return units;
}

class WatchMaker {
 public:
  WatchMaker(const ProgramSource& machine, std::span<const Expr> parameters)
      : machine_(machine), parameters_(parameters) {}

  void add_loops(const Closing& closing) {
    const std::size_t n = closing.tree.speeds.size(), f = closing.independent.size();
    if (f == 0 || f == closing.conditions.speeds.size()) return;
    made_.columns = n;
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < n; ++i) candidates.push_back(i);
    for (std::size_t i = n; i < closing.conditions.speeds.size(); ++i)
      if (is_independent(closing, i)) candidates.push_back(i);
    const std::size_t conditions = closing.conditions.conditions.size();
    if (conditions < f && closing.conditions.speeds.size() == n) {
      made_.conditions = conditions;
      for (const LoopCondition& condition : closing.conditions.conditions) {
        std::vector<Expr> row(n, Expr(0));
        for (const auto& [at, entry] : condition.row) row[at] = entry;
        add(row);
      }
    } else {
      for (std::size_t i = 0; i < n; ++i) add(closing.T[i]);
    }
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      made_.speeds.push_back(to_text(closing.conditions.speeds[candidates[k]]));
      if (is_independent(closing, candidates[k])) made_.independent.push_back(k);
      if (candidates[k] >= n) add(direction_of(closing, candidates[k]));
    }
    made_.units = units_of_speeds(closing);
    made_.has_mass = n <= kMostWithMass;
    if (!made_.has_mass) return;
    const Expr kinetic = compute_energies(machine_.model, closing.tree).kinetic;
    const std::vector<Expr> momenta = gradient(kinetic, closing.tree.speeds);
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Expr> row = gradient(momenta[i], closing.tree.speeds);
      row.resize(i + 1);
      add(row);
    }
  }

  void add_angles(std::span<const ComplementaryAngles> lockable, const std::vector<std::size_t>& turned) {
    for (const ComplementaryAngles& angles : lockable) {
      const bool is_turned = std::find(turned.begin(), turned.end(), angles.joint) != turned.end();
      made_.joints.push_back(angles.joint);
      add({is_turned ? angles.complement_quality : angles.quality});
    }
  }

  WatchedCoordinates finish() {
    if (!moving_.empty()) made_.numbers = make_state_program(machine_, parameters_, moving_);
    return std::move(made_);
  }

 private:
  void add(const std::vector<Expr>& row) {
    for (Expr e : row) {
      made_.moving.push_back(e.is_number() ? 0 : 1);
      made_.fixed.push_back(e.is_number() ? e.real() : 0);
      if (!e.is_number()) moving_.push_back(e);
    }
  }

  const ProgramSource& machine_;
  const std::span<const Expr> parameters_;
  WatchedCoordinates made_;
  std::vector<Expr> moving_;
};

}  // namespace

WatchedCoordinates make_watched_coordinates(const ProgramSource& machine, std::span<const Expr> parameters,
                                            std::span<const ComplementaryAngles> lockable,
                                            const std::vector<std::size_t>& turned) {
  WatchMaker maker(machine, parameters);
  if (machine.kinematics.closing) maker.add_loops(*machine.kinematics.closing);
  maker.add_angles(lockable, turned);
  return maker.finish();
}

CoordinateWatch::CoordinateWatch(const WatchedCoordinates& watched) : watched_(watched), numbers_(watched.fixed) {
  if (watched.numbers) function_.emplace(*watched.numbers);
  const auto n = static_cast<Index>(watched.columns);
  const std::size_t rows = watched.conditions > 0 ? watched.conditions : watched.columns;
  motions_.resize(static_cast<Index>(rows),
                  watched.conditions > 0 ? n : static_cast<Index>(watched.independent.size()));
  directions_ = MatrixXd::Identity(static_cast<Index>(watched.speeds.size()), n);
  mass_ = MatrixXd::Zero(n, n);
  plain_ = MatrixXd::Zero(n, n);
  for (std::size_t i = 0; i < watched.units.size(); ++i)
    plain_(static_cast<Index>(i), static_cast<Index>(i)) = 1 / (watched.units[i] * watched.units[i]);
  look_.qualities.resize(watched.joints.size());
}

bool CoordinateWatch::is_due(double t) {
  return ++steps_ >= kMostSteps || looks_ < 2 || std::abs(t - last_) >= interval_;
}

void CoordinateWatch::plan(double t, double margin, double reach, Kind kind) {
  Margin& before = margins_[static_cast<std::size_t>(kind)];
  const double passed = std::abs(t - before.time);
  if (before.known && passed > 0) {
    slope_ = (margin - before.value) / passed;
    steepest_ = std::max(steepest_, std::abs(slope_));
  }
  before = {t, margin, true};
  last_ = t;
  interval_ = reach;
  ++looks_;
  steps_ = 0;
  if (steepest_ > 0) interval_ = std::min(interval_, kPartOfTheWay * std::max(margin, 0.0) / steepest_);
}

void CoordinateWatch::read(double t, std::span<const double> x, const Surroundings& around) {
  if (function_) {
    const std::span<const double> made = (*function_)(t, x, {}, around);
    for (std::size_t i = 0, next = 0; i < numbers_.size(); ++i)
      if (watched_.moving[i] != 0) numbers_[i] = made[next++];
  }
  auto number = numbers_.begin();
  const auto fill_row = [&](MatrixXd& matrix, Index row, Index count) {
    for (Index k = 0; k < count; ++k) matrix(row, k) = *number++;
  };
  if (!watched_.independent.empty()) {
    for (Index i = 0; i < motions_.rows(); ++i) fill_row(motions_, i, motions_.cols());
    for (Index i = directions_.cols(); i < directions_.rows(); ++i) fill_row(directions_, i, directions_.cols());
    for (Index i = 0; watched_.has_mass && i < mass_.rows(); ++i) fill_row(mass_, i, i + 1);
  }
  for (double& quality : look_.qualities) quality = *number++;
}

CoordinateWatch::Glance CoordinateWatch::glance(double t, std::span<const double> x, const Surroundings& around) {
  read(t, x, around);
  Glance glance;
  for (double quality : look_.qualities) glance.quality = std::min(glance.quality, quality);
  if (watched_.independent.empty()) return glance;
  const bool quick = watched_.conditions == 0 && directions_.rows() == directions_.cols() && looks_ > 0;
  glance.value = quick ? value_at_least(by_mass_ ? mass_ : plain_, motions_, watched_.independent, work_) : 0;
  return glance;
}

const CoordinateLook& CoordinateWatch::look(double t, std::span<const double> x, const Surroundings& around) {
  read(t, x, around);
  if (watched_.independent.empty()) return look_;
  mass_.triangularView<Eigen::StrictlyUpper>() = mass_.transpose();
  by_mass_ = watched_.has_mass && mass_.allFinite() && is_metric(mass_);
  const MatrixXd& metric = by_mass_ ? mass_ : plain_;
  const bool finite = motions_.allFinite() && directions_.allFinite();
  const MatrixXd C = !finite                   ? MatrixXd::Zero(directions_.rows(), directions_.rows())
                     : watched_.conditions > 0 ? project_on_conditions(metric, motions_, directions_)
                                               : project_on_tangents(metric, motions_, directions_);
  look_.cosines.assign(C.diagonal().begin(), C.diagonal().end());
  look_.value = value_of_set(C, watched_.independent);
  look_.best = choose_coordinates(C, watched_.independent.size());
  return look_;
}

}  // namespace kinemate
