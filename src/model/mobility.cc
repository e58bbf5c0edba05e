#include "model/mobility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/sample_functions.h"
#include "numeric/linear.h"
#include "numeric/newton.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr unsigned kMostTrials = 20;     // of random values for open parameters, or of starts
constexpr int kWalks = 3;                // configurations beside the start
constexpr int kWalksFromSingular = 9;    // there several motions begin, of which some are singular all the way
constexpr double kStride = 0.3;          // of a walk, in radians or lengths
constexpr int kTries = 6;                // of strides, each half as long; of large machines fewer
constexpr double kDoubtful = 1e-6;       // singular values below this times the largest one are hardly any
constexpr int kIterations = 60;          // of Newton's method in a walk
constexpr Index kLargestDense = 40'000;  // entries of a matrix
constexpr double kMostWork = 5e7;        // iterations times entries, for starts that lead nowhere

Model without_drives(Model model) {
  for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
  return model;
}

// Joints that close loops and whose coordinates matter elsewhere: driven, in constraints, or the pose is a formula.
std::vector<std::size_t> joints_with_coordinates(const Model& model, const Tree& tree) {
  std::unordered_set<std::string> named;
  for (const Constraint& constraint : model.constraints)
    for (Expr symbol : free_symbols(constraint.equation)) named.insert(std::string(symbol.name()));
  std::vector<std::size_t> result;
  for (std::size_t j : tree.secondary) {
    const Joint& joint = model.joints[j];
    bool needed = joint.type == JointType::kMotion || joint.type == JointType::kCustom;
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
    }
    starts_anywhere_ = !anywhere.empty();
    units_ = closure_.coordinate_units(start_);
    for (Expr s : closure_.speeds()) free_speeds_.push_back(!driven.contains(s));
  }

  const Closure& closure() const { return closure_; }
  const VectorXd& start() const { return start_; }
  const VectorXd& units() const { return units_; }
  bool starts_anywhere() const { return starts_anywhere_; }
  const std::vector<bool>& free_speeds() const { return free_speeds_; }

  /// The nearest configuration without gaps; driven coordinates stay.
  NewtonResult close(const VectorXd& guess) const {
    return solve(guess, free_coordinates_, NewtonOptions().max_iterations);
  }

  struct Step {
    VectorXd to;
    bool rigid;  // there is no free direction
  };

  /// A random step along the free directions, drives released; to where it began where it cannot be made.
  Step step(const VectorXd& from, std::mt19937_64& random) const {
    std::uniform_real_distribution<double> number(-1, 1);
    VectorXd wish(from.size());
    for (Index i = 0; i < wish.size(); ++i) wish[i] = number(random);
    const SparseMatrix jacobian = closure_.jacobian(from) * units_.asDiagonal();
    const VectorXd across = jacobian * wish;
    const VectorXd back = look_at(jacobian, [&](const auto& a) { return VectorXd(solve_least_squares(a, across)); });
    const VectorXd along = wish - back;
    const double size = along.lpNorm<Eigen::Infinity>();
    if (size < 1e-6) return Step{from, true};
    const bool large = is_large(jacobian);
    double stride = kStride;
    for (int i = 0; i < (large ? kTries / 3 : kTries); ++i, stride /= 2) {
      const std::vector<bool> all(free_coordinates_.size(), true);
      const NewtonResult result =
          solve(from + units_.cwiseProduct(along) * (stride / size), all, large ? kIterations / 4 : kIterations);
      if (!result.converged() || closure_.is_turned_over(result.x)) continue;
      if ((result.x - from).cwiseQuotient(units_).lpNorm<Eigen::Infinity>() < 3 * stride) return Step{result.x, false};
    }
    return Step{from, false};
  }

 private:
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
  bool starts_anywhere_ = false;
  std::vector<bool> free_coordinates_, free_speeds_;
};

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
  if (start.result.converged() && start.walker->closure().is_turned_over(start.result.x)) {
    start.result.end = NewtonEnd::kStagnated;
    start.result.reason = "a loop closes only with a joint turned over";
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
// too near to a singular one; it counts only where there is no better one.
LargestRank find_largest_rank(const Walker& walker, const VectorXd& start, Index rank_at_start) {
  auto conditions = [&](const VectorXd& q) {
    return with_columns(walker.closure().speed_jacobian(q), walker.free_speeds());
  };
  const SparseMatrix at_start = conditions(start);
  const Index full = std::min(at_start.rows(), at_start.cols());
  LargestRank sure{rank_at_start, start, rank_at_start == full};  // nothing more is to be found then
  LargestRank doubtful = sure;
  std::mt19937_64 random(1);
  VectorXd at = start;
  auto walks = [&] {
    const bool singular = std::max(sure.rank, doubtful.rank) > rank_at_start;
    return is_large(at_start) ? 1 : singular ? kWalksFromSingular : kWalks;
  };
  for (int walk = 0; walk < walks() && sure.rank < full; ++walk) {
    const Walker::Step step = walker.step(walk % 3 == 2 ? at : start, random);
    sure.moved = sure.moved || step.rigid;
    if (step.rigid) break;
    if (step.to == start) continue;
    at = step.to;
    const Rank rank = rank_of(conditions(at));
    LargestRank& largest = rank.smallest_kept < kDoubtful * rank.largest ? doubtful : sure;
    if (rank.rank > largest.rank) largest = {rank.rank, at, true};
    largest.moved = true;
  }
  return sure.moved || !doubtful.moved ? sure : doubtful;
}

// The conditions, and the freedoms that they leave. Throws Error where formulas have no value.
void find_freedoms(const Model& model, const Tree& tree, Mobility& mobility) {
  const ClosedStart start = close_start(model, tree);
  const Walker& walker = *start.walker;
  const Closure& closure = walker.closure();
  mobility.at_random = start.numbers.at_random;
  const VectorXd residual = closure.residual(walker.start());
  Index worst = 0;
  if (residual.size() > 0 && mobility.at_random.empty() && !walker.starts_anywhere())
    mobility.gap = residual.cwiseAbs().maxCoeff(&worst);
  mobility.open = closure.owner(worst);
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
  const Index holonomic = static_cast<Index>(closure.holonomic_count());
  mobility.position_freedoms =
      holonomic == all.rows() ? mobility.freedoms
                              : static_cast<std::size_t>(columns - rank_of(SparseMatrix(free.topRows(holonomic))).rank);
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
  mobility.freedoms = mobility.position_freedoms = mobility.freedoms_at_start = mobility.speeds;
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
