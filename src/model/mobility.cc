#include "model/mobility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/sample_functions.h"
#include "numeric/finite_difference.h"
#include "numeric/linear.h"
#include "numeric/newton.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr unsigned kMostTrials = 20;     // of random values for open parameters, or of starts
constexpr int kWalks = 3;                // configurations beside the start
constexpr int kWalksFromSingular = 16;   // there several motions begin, of which some are singular all the way
constexpr double kStride = 0.3;          // of a walk, in radians or lengths
constexpr int kTries = 6;                // of strides, each half as long; of large machines fewer
constexpr double kDoubtful = 1e-6;       // singular values below this times the largest one are hardly any
constexpr double kBeside = 1e-2;         // of the start, in radians or lengths
constexpr int kIterations = 60;          // of Newton's method in a walk
constexpr Index kLargestDense = 40'000;  // entries of a matrix
constexpr double kMostWork = 5e7;        // iterations times entries, for starts that lead nowhere

Model without_drives(Model model) {
  for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
  return model;
}

// Joints that close loops and whose coordinates matter: driven, in constraints, or the pose is known by them alone.
std::vector<std::size_t> joints_with_coordinates(const Model& model, const Tree& tree) {
  std::unordered_set<std::string> named;
  for (const Constraint& constraint : model.constraints)
    for (Expr symbol : free_symbols(constraint.equation)) named.insert(std::string(symbol.name()));
  std::vector<std::size_t> result;
  for (std::size_t j : tree.secondary) {
    const Joint& joint = model.joints[j];
    bool needed = joint.type == JointType::kMotion || joint.type == JointType::kCustom ||
                  joint.type == JointType::kScrew;  // of which implicit conditions know one turn only
    for (std::size_t index : joint.coordinates)
      needed = needed || model.coordinates[index].drive || named.contains(model.coordinates[index].name);
    for (const std::string& speed : named_speeds(joint)) needed = needed || named.contains(speed);
    if (needed) result.push_back(j);
  }
  return result;
}

bool is_large(const SparseMatrix& matrix) { return matrix.rows() * matrix.cols() > kLargestDense; }

// A matrix as it is best looked at.
template <class Look>
auto look_at(const SparseMatrix& matrix, Look look) {
  return is_large(matrix) ? look(matrix) : look(Eigen::MatrixXd(matrix));
}

Rank rank_of(const SparseMatrix& matrix) {
  return look_at(matrix, [](const auto& a) { return compute_rank(a); });
}

SparseMatrix with_columns(const SparseMatrix& matrix, const std::vector<bool>& kept) {
  std::vector<Eigen::Triplet<double>> entries;
  Index count = 0;
  for (Index column = 0; column < matrix.cols(); ++column) {
    if (!kept[static_cast<std::size_t>(column)]) continue;
    for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry)
      entries.emplace_back(entry.row(), count, entry.value());
    ++count;
  }
  SparseMatrix result(matrix.rows(), count);
  result.setFromTriplets(entries.begin(), entries.end());
  return result;
}

// Moves a machine through configurations that satisfy its loops.
class Walker {
 public:
  Walker(const Model& model, const Tree& tree, const Numbers& numbers)
      : released_(without_drives(model)),
        closure_(released_, tree, joints_with_coordinates(model, tree), numbers.values) {
    std::unordered_set<Expr> driven, anywhere;  // an unspecified function may begin anywhere
    std::vector<Expr> symbols, formulas;
    for (const Coordinate& coordinate : model.coordinates) {
      const Expr q = make_symbol(coordinate.name);
      symbols.push_back(q);
      formulas.push_back(coordinate.drive.value_or(initial_value(model, q)));
      if (!coordinate.drive) continue;
      driven.insert({q, make_symbol(coordinate.name, 1)});
      if (!unspecified_calls({&*coordinate.drive, 1}).empty())
        anywhere.insert(q);  // an unspecified function may begin so
    }
    const std::vector<double> values = evaluate(with_sample_functions(formulas), numbers.values);
    Values start;
    for (std::size_t i = 0; i < symbols.size(); ++i) start.emplace(symbols[i], values[i]);
    start_.resize(static_cast<Index>(closure_.coordinates().size()));
    for (std::size_t i = 0; i < closure_.coordinates().size(); ++i) {
      start_[static_cast<Index>(i)] = start.at(closure_.coordinates()[i]);
      const Expr q = closure_.coordinates()[i];
      free_coordinates_.push_back(!driven.contains(q) || anywhere.contains(q));
      undriven_coordinates_.push_back(!driven.contains(q));
    }
    units_ = closure_.coordinate_units(start_);
    for (Expr s : closure_.speeds()) free_speeds_.push_back(!driven.contains(s));
  }

  const Closure& closure() const { return closure_; }
  const VectorXd& start() const { return start_; }
  const VectorXd& units() const { return units_; }
  const std::vector<bool>& undriven_coordinates() const { return undriven_coordinates_; }
  const std::vector<bool>& free_speeds() const { return free_speeds_; }

  /// The nearest configuration without gaps; driven coordinates stay.
  NewtonResult close(const VectorXd& guess) const {
    return solve(guess, free_coordinates_, NewtonOptions().max_iterations);
  }

  struct Step {
    enum class End { kMoved, kReturned, kFailed, kRigid };
    End end;
    VectorXd to;
  };

  /// A random step along a motion, drives released. It returns where free directions are but infinitesimal; without any
  /// the machine is rigid.
  Step step(const VectorXd& from, std::mt19937_64& random) const {
    std::uniform_real_distribution<double> number(-1, 1);
    VectorXd wish(from.size());
    for (Index i = 0; i < wish.size(); ++i) wish[i] = number(random);
    const SparseMatrix jacobian = closure_.jacobian(from) * units_.asDiagonal();
    const VectorXd across = jacobian * wish;
    wish -= look_at(jacobian, [&](const auto& a) { return VectorXd(solve_least_squares(a, across)); });
    if (wish.lpNorm<Eigen::Infinity>() < 1e-6) return {Step::End::kRigid, from};
    const bool large = is_large(jacobian);
    if (!large) wish = bend(from, Eigen::MatrixXd(jacobian), wish);
    if (wish.size() == 0) return {Step::End::kReturned, from};
    Step step{Step::End::kFailed, from};
    double stride = kStride;
    for (int i = 0; i < (large ? kTries / 3 : kTries); ++i, stride /= 2) {
      const std::vector<bool> all(free_coordinates_.size(), true);
      const VectorXd guess = from + units_.cwiseProduct(wish) * (stride / wish.lpNorm<Eigen::Infinity>());
      const NewtonResult result = solve(guess, all, large ? kIterations / 4 : kIterations);
      if (!result.converged() || closure_.find_turned_over(result.x) != kNone) continue;
      const double length = (result.x - from).cwiseQuotient(units_).lpNorm<Eigen::Infinity>();
      if (length > 3 * stride) continue;
      if (length > 0.01 * stride) return {Step::End::kMoved, result.x};
      step.end = Step::End::kReturned;
    }
    return step;
  }

 private:
  // The free direction v nearest to a wish that is that of a motion x(s), F(x) = 0: for all u with uᵀJ = 0 it needs
  // uᵀF''(v, v) = 0, since J x'' + F''(v, v) = 0. Elsewhere than at singular positions all free directions are such.
  // Empty where none was found.
  VectorXd bend(const VectorXd& from, const Eigen::MatrixXd& jacobian, const VectorXd& wish) const {
    constexpr double h = 1e-3, kStraight = 1e-6;
    const Eigen::MatrixXd free = compute_null_space(jacobian), held = compute_null_space(jacobian.transpose());
    const VectorXd here = closure_.residual(from);
    auto curvature = [&](const VectorXd& z) {
      const VectorXd v = units_.cwiseProduct(free * z) * h;
      const VectorXd twice = (closure_.residual(from + v) + closure_.residual(from - v) - 2 * here) / (h * h);
      VectorXd r(held.cols() + 1);
      r << held.transpose() * twice, z.squaredNorm() - 1;
      return r;
    };
    const VectorXd near = (free.transpose() * wish).normalized();
    if (curvature(near).lpNorm<Eigen::Infinity>() < kStraight) return free * near;
    NewtonOptions options;
    options.tolerance = kStraight;
    options.rank_tolerance = 1e-5;
    options.max_iterations = kIterations;
    const DenseJacobian slope = [&](const VectorXd& z) { return compute_jacobian(curvature, z, {.step = h}); };
    const NewtonResult result = solve_newton(curvature, slope, near, options);
    return result.converged() ? VectorXd(free * result.x) : VectorXd();
  }

  NewtonResult solve(const VectorXd& guess, const std::vector<bool>& free, int iterations) const {
    NewtonOptions options;
    options.max_iterations = iterations;
    options.longest_step = 0.5;
    // unknowns of size one: radians, and lengths of the machine
    auto residual = [&](const VectorXd& x) { return closure_.residual(units_.cwiseProduct(x)); };
    auto jacobian = [&](const VectorXd& x) {
      SparseMatrix matrix = closure_.jacobian(units_.cwiseProduct(x)) * units_.asDiagonal();
      for (Index column = 0; column < matrix.cols(); ++column)
        if (!free[static_cast<std::size_t>(column)])
          for (SparseMatrix::InnerIterator entry(matrix, column); entry; ++entry) entry.valueRef() = 0;
      return matrix;
    };
    const VectorXd start = guess.cwiseQuotient(units_);
    NewtonResult result =
        residual(start).size() * start.size() > kLargestDense
            ? solve_newton(residual, SparseJacobian(jacobian), start, options)
            : solve_newton(residual, DenseJacobian([&](const VectorXd& x) { return Eigen::MatrixXd(jacobian(x)); }),
                           start, options);
    result.x = units_.cwiseProduct(result.x);
    return result;
  }

  const Model released_;
  Closure closure_;
  VectorXd start_;
  VectorXd units_;  // of the coordinates
  std::vector<bool> free_coordinates_, undriven_coordinates_, free_speeds_;
};

// Of the tree: as many as speeds, but for joints whose directions are fewer than their coordinates.
std::size_t count_position_freedoms(const Model& model, const Tree& tree) {
  std::unordered_set<Expr> freedoms;
  for (const TreeJoint& tree_joint : tree.joints) {
    const Joint& joint = model.joints[tree_joint.joint];
    const bool own = !joint.free_directions.empty() || !joint.locked_directions.empty();
    for (Expr s : own ? std::vector<Expr>{} : joint_speeds(model, joint)) freedoms.insert(s);
    for (std::size_t index : own ? joint.coordinates : std::vector<std::size_t>{})
      if (!model.coordinates[index].drive) freedoms.insert(make_symbol(model.coordinates[index].name, 1));
  }
  return freedoms.size();
}

struct ClosedStart {
  std::unique_ptr<Walker> walker;
  NewtonResult result;
  Numbers numbers;
};

ClosedStart close_from(const Model& model, const Tree& tree, unsigned trial) {
  ClosedStart start;
  start.numbers = choose_numbers(model, trial);
  start.walker = std::make_unique<Walker>(model, tree, start.numbers);
  VectorXd guess = start.walker->start();
  std::mt19937_64 random(trial);
  std::uniform_real_distribution<double> number(-1, 1);
  if (trial > 0)
    for (Index i = 0; i < guess.size(); ++i) guess[i] += start.walker->units()[i] * number(random);
  start.result = start.walker->close(guess);
  if (!start.result.converged()) return start;
  if (const std::size_t joint = start.walker->closure().find_turned_over(start.result.x); joint != kNone) {
    start.result.end = NewtonEnd::kStagnated;
    start.result.reason = fmt::format("joint {} is met turned over", model.joints[joint].name);
  }
  return start;
}

// From the initial values; where these lead nowhere, from random ones, and with other values of open parameters. Throws
// the first Error where formulas have no value in any trial.
ClosedStart close_start(const Model& model, const Tree& tree) {
  std::optional<ClosedStart> first;
  std::optional<Error> failure;
  double work = 0;
  for (unsigned trial = 0; trial < kMostTrials && work < kMostWork; ++trial) {
    try {
      ClosedStart start = close_from(model, tree, trial);
      if (start.result.converged()) return start;
      work += (start.result.iterations + 1.0) * static_cast<double>(start.result.x.size()) *
              static_cast<double>(start.walker->closure().residual(start.result.x).size());
      if (!first) first = std::move(start);
    } catch (const Error& error) {
      if (!failure) failure = error;
    }
  }
  if (!first) throw *failure;
  return std::move(*first);
}

struct LargestRank {
  Index rank;
  VectorXd at;
  bool moved;  // whether other configurations than the start were looked at, or there are none
};

// The rank where it is largest: at the start, or one or two steps from there. A configuration whose rank is in doubt is
// too near to a singular one; it counts only where there is no better one. Where no step leads away although there are
// free directions, these are infinitesimal: then the rank beside the start counts, where the loops are not closed.
LargestRank find_largest_rank(const Walker& walker, const VectorXd& start, Index rank_at_start) {
  using End = Walker::Step::End;
  auto conditions = [&](const VectorXd& q) {
    return with_columns(walker.closure().speed_jacobian(q), walker.free_speeds());
  };
  const SparseMatrix at_start = conditions(start);
  const Index full = std::min(at_start.rows(), at_start.cols());
  LargestRank sure{rank_at_start, start, rank_at_start == full};  // nothing more is to be found then
  LargestRank doubtful = sure;
  std::mt19937_64 random(1);
  VectorXd at = start;
  bool singular = false;
  int returned = 0;
  const int most = is_large(at_start) ? 1 : kWalksFromSingular;
  for (int walk = 0; walk < (singular ? most : std::min(most, kWalks)) && sure.rank < full; ++walk) {
    const Walker::Step step = walker.step(walk % 3 == 2 ? at : start, random);
    if (step.end == End::kRigid) sure.moved = true;
    if (step.end == End::kRigid) break;
    returned += step.end == End::kReturned ? 1 : 0;
    singular = singular || step.end == End::kReturned;
    if (step.end != End::kMoved) continue;
    at = step.to;
    const Rank rank = rank_of(conditions(at));
    LargestRank& largest = rank.smallest_kept < kDoubtful * rank.largest ? doubtful : sure;
    if (rank.rank > largest.rank) largest = {rank.rank, at, true};
    largest.moved = true;
    singular = singular || rank.rank > rank_at_start;
  }
  if (sure.moved || (!doubtful.moved && returned == 0)) return sure;
  if (doubtful.moved) return doubtful;
  std::uniform_real_distribution<double> number(-kBeside, kBeside);
  for (Index i = 0; i < at.size(); ++i) at[i] += walker.units()[i] * number(random);
  return {rank_of(conditions(at)).rank, at, true};
}

// How far the initial values leave loops open, and where.
void find_gap(const Closure& closure, const VectorXd& start, Mobility& mobility) {
  const VectorXd residual = closure.residual(start);
  Index worst = 0;
  if (residual.size() > 0) mobility.gap = residual.cwiseAbs().maxCoeff(&worst);
  mobility.open = closure.owner(worst);
  if (!residual.allFinite()) {
    mobility.gap = std::numeric_limits<double>::infinity();
  } else if (const std::size_t joint = closure.find_turned_over(start); joint != kNone && mobility.gap < 1) {
    mobility.gap = 1;
    mobility.open = {joint, kNone, ""};
  }
}

// The conditions, and the freedoms that they leave. Throws Error where formulas have no value.
void find_freedoms(const Model& model, const Tree& tree, Mobility& mobility) {
  const ClosedStart start = close_start(model, tree);
  const Walker& walker = *start.walker;
  const Closure& closure = walker.closure();
  mobility.at_random = start.numbers.at_random;
  if (mobility.at_random.empty()) find_gap(closure, walker.start(), mobility);
  const SparseMatrix at_start = with_columns(closure.speed_jacobian(start.result.x), walker.free_speeds());
  // joints whose coordinates are unknowns bring their own speeds
  const std::size_t own = static_cast<std::size_t>(at_start.cols()) - mobility.speeds;
  mobility.conditions = static_cast<std::size_t>(at_start.rows()) - own;
  mobility.gruebler = static_cast<std::ptrdiff_t>(mobility.speeds) - static_cast<std::ptrdiff_t>(mobility.conditions);
  mobility.closed = start.result.converged();
  mobility.reason = start.result.reason;
  if (!mobility.closed) return;

  const Index columns = at_start.cols();
  const Index rank_at_start = rank_of(at_start).rank;
  const auto [rank, best, moved] = find_largest_rank(walker, start.result.x, rank_at_start);
  mobility.moved = moved;
  mobility.freedoms = static_cast<std::size_t>(columns - rank);
  mobility.freedoms_at_start = static_cast<std::size_t>(columns - rank_at_start);

  const SparseMatrix all = closure.speed_jacobian(best);
  const SparseMatrix free = with_columns(all, walker.free_speeds());
  mobility.contradicting_drives = mobility.driven == 0 ? 0 : static_cast<std::size_t>(rank_of(all).rank - rank);
  const SparseMatrix by_position =
      with_columns(closure.jacobian(best) * walker.units().asDiagonal(), walker.undriven_coordinates());
  mobility.position_freedoms = static_cast<std::size_t>(by_position.cols() - rank_of(by_position).rank);
  const std::vector<Condition> conditions = closure.conditions(best);
  // a condition that only a drive makes superfluous is not redundant: the drive is
  for (Index row : look_at(all, [](const auto& a) { return find_redundant_rows(a); }))
    mobility.redundant.push_back(conditions[static_cast<std::size_t>(row)]);
}

}  // namespace

Mobility compute_mobility(const Model& model, const Tree& tree) {
  Mobility mobility;
  mobility.loops = tree.secondary.size();
  std::unordered_set<Expr> speeds;
  for (const TreeJoint& joint : tree.joints)
    for (Expr s : joint_speeds(model, model.joints[joint.joint])) speeds.insert(s);
  mobility.speeds = speeds.size();
  for (const Coordinate& coordinate : model.coordinates) mobility.driven += coordinate.drive.has_value();
  mobility.freedoms = mobility.freedoms_at_start = mobility.speeds;
  mobility.position_freedoms = count_position_freedoms(model, tree);
  mobility.moved = true;
  if (tree.secondary.empty() && model.constraints.empty()) {
    mobility.gruebler = static_cast<std::ptrdiff_t>(mobility.speeds);
    return mobility;
  }

  try {
    find_freedoms(model, tree, mobility);
  } catch (const Error& error) {
    mobility.closed = false;
    mobility.reason = error.message;
  }
  return mobility;
}

}  // namespace kinemate
