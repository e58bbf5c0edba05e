#include "model/topology/walker.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <unordered_set>

#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "model/topology/matrices.h"
#include "numeric/finite_difference.h"
#include "numeric/linear.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kStride = 0.3;  // in radians or lengths
constexpr int kTries = 6;        // of strides, each half as long; of large machines fewer
constexpr int kIterations = 60;  // of Newton's method in a step

// Starts that cannot be closed as they are given
constexpr std::size_t kMostGiven = 12;
constexpr Index kMostCoordinates = 80;  // of machines that are small enough for many tries
constexpr double kPartOfOthers = 0.05;  // what the way of coordinates counts that are not given
constexpr double kNoticeable = 0.01;    // of the way
constexpr double kFarWay = 0.3;            // radians or lengths: a way that asks for a nearer one
constexpr int kOtherStarts = 24;
constexpr int kParts = 20;           // of a residual that is taken away little by little
constexpr double kDependent = 1e-6;  // singular values of motions: coordinates that others determine

Model without_drives(Model model) {
  for (Coordinate& coordinate : model.coordinates) coordinate.drive.reset();
  return model;
}

// Joints that close loops and whose coordinates matter: driven, in constraints, or the pose is known by them alone.
// Welds have none: there the whole pose is asked for, since conditions on their axes hold half a turn away, too.
std::vector<std::size_t> joints_with_coordinates(const Model& model, const Tree& tree,
                                                 const std::vector<std::size_t>& further) {
  std::unordered_set<std::string> named;
  for (const Constraint& constraint : model.constraints)
    for (Expr symbol : free_symbols(constraint.equation)) named.insert(std::string(symbol.name()));
  std::vector<std::size_t> result;
  for (std::size_t j : tree.secondary) {
    const Joint& joint = model.joints[j];
    bool needed = joint.type == JointType::kMotion || joint.type == JointType::kCustom ||
                  joint.type == JointType::kFixed ||
                  joint.type == JointType::kScrew ||  // of which implicit conditions know one turn only
                  std::find(further.begin(), further.end(), j) != further.end();
    for (std::size_t index : joint.coordinates)
      needed = needed || model.coordinates[index].drive || named.contains(model.coordinates[index].name);
    for (const std::string& speed : named_speeds(joint)) needed = needed || named.contains(speed);
    if (needed) result.push_back(j);
  }
  return result;
}

}  // namespace

Walker::Walker(const Model& model, const Tree& tree, const Numbers& numbers, const std::vector<std::size_t>& further)
    : released_(without_drives(model)),
      closure_(released_, tree, joints_with_coordinates(model, tree, further), numbers.values) {
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
  std::unordered_set<Expr> given;
  for (const InitialValue& value : model.initial) given.insert(value.symbol);
  start_.resize(static_cast<Index>(closure_.coordinates().size()));
  for (std::size_t i = 0; i < closure_.coordinates().size(); ++i) {
    start_[static_cast<Index>(i)] = start.at(closure_.coordinates()[i]);
    const Expr q = closure_.coordinates()[i];
    closing_.push_back(!driven.contains(q) || anywhere.contains(q));
    free_coordinates_.push_back(!driven.contains(q));
    given_.push_back(given.contains(q));
  }
  units_ = closure_.coordinate_units(start_);
  for (Expr s : closure_.speeds()) free_speeds_.push_back(!driven.contains(s));
}

NewtonResult Walker::close(const VectorXd& guess) const {
  return solve(guess, closing_, NewtonOptions().max_iterations);
}

NewtonResult Walker::close(const VectorXd& guess, const std::vector<bool>& held) const {
  std::vector<bool> moves = closing_;
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = moves[i] && !held[i];
  return solve(guess, moves, NewtonOptions().max_iterations);
}

NewtonResult Walker::close_gradually(const VectorXd& guess, const std::vector<bool>& held) const {
  std::vector<bool> moves = closing_;
  for (std::size_t i = 0; i < moves.size(); ++i) moves[i] = moves[i] && !held[i];
  const VectorXd open = closure_.residual(guess);
  NewtonResult at;
  at.x = guess;
  for (int part = 1; part <= kParts; ++part) {
    const bool last = part == kParts;
    at = solve(at.x, moves, last ? NewtonOptions().max_iterations : kIterations,
               last ? VectorXd() : VectorXd(open * (1 - static_cast<double>(part) / kParts)));
    if (at.end == NewtonEnd::kNotFinite) return at;
  }
  return at;
}

Eigen::MatrixXd Walker::motions(const VectorXd& q) const {
  const SparseMatrix all = closure_.jacobian(q) * units_.asDiagonal();
  const SparseMatrix jacobian = with_columns(all, closing_);
  const Eigen::MatrixXd free = look_at(jacobian, [](const auto& a) { return Eigen::MatrixXd(compute_null_space(a)); });
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(q.size(), free.cols());
  for (Index i = 0, row = 0; i < q.size(); ++i)
    if (closing_[static_cast<std::size_t>(i)]) result.row(i) = free.row(row++);
  return result;
}

bool Walker::are_independent(const VectorXd& q, const std::vector<bool>& chosen) const {
  const Eigen::MatrixXd free = motions(q);
  Eigen::MatrixXd rows(0, free.cols());
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!chosen[i] || !closing_[i]) continue;
    rows.conservativeResize(rows.rows() + 1, Eigen::NoChange);
    rows.row(rows.rows() - 1) = free.row(static_cast<Index>(i));
  }
  if (rows.rows() > rows.cols()) return false;
  return rows.rows() == 0 || Eigen::JacobiSVD<Eigen::MatrixXd>(rows).singularValues().minCoeff() > kDependent;
}

bool Walker::is_closed(const NewtonResult& result) const {
  return result.converged() && closure_.find_turned_over(result.x) == kNone;
}

// Given values, and a little the others, in units.
double Walker::moved(const VectorXd& to) const {
  double sum = 0;
  for (Index i = 0; i < to.size(); ++i) {
    const double way = (to[i] - start_[i]) / units_[i];
    sum += (given_[static_cast<std::size_t>(i)] ? 1 : kPartOfOthers) * way * way;
  }
  return std::sqrt(sum);
}

// With the given values where they are, and the others from anywhere: from near starts first.
std::optional<NewtonResult> Walker::close_others(const NewtonResult& nearest) const {
  if (is_closed(nearest) && !are_independent(nearest.x, given_)) return std::nullopt;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-std::numbers::pi, std::numbers::pi);
  for (int trial = 1; trial <= kOtherStarts; ++trial) {
    VectorXd guess = start_;
    for (Index i = 0; i < guess.size(); ++i)
      if (const auto k = static_cast<std::size_t>(i); closing_[k] && !given_[k])
        guess[i] += units_[i] * number(random) * trial / kOtherStarts;
    if (NewtonResult result = close(guess, given_); is_closed(result)) return result;
  }
  return std::nullopt;
}

NewtonResult Walker::close_start() const {
  std::vector<std::size_t> given;
  for (std::size_t i = 0; i < given_.size(); ++i)
    if (given_[i]) given.push_back(i);
  if (given.empty()) return close(start_);
  const NewtonResult held = close(start_, given_);
  if (is_closed(held)) return held;
  NewtonResult best = close(start_);
  if (start_.size() > kMostCoordinates) return best;
  if (std::optional<NewtonResult> result = close_others(best)) return *std::move(result);
  if (given.size() > kMostGiven) return best;
  double least = is_closed(best) ? moved(best.x) : std::numeric_limits<double>::infinity();
  const auto offer = [&](const NewtonResult& other) {
    if (!is_closed(other)) return;
    if (const double way = moved(other.x); way < (1 - kNoticeable) * least) least = way, best = other;
  };
  offer(close(held.x));  // from where the others leave the loops least open
  for (std::size_t i : given) {
    std::vector<bool> one(given_.size(), false), others = given_;
    one[i] = true, others[i] = false;
    offer(close(start_, one));
    if (given.size() > 2) offer(close(start_, others));
  }
  // far away: from elsewhere with what is not given
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> turn(-std::numbers::pi, std::numbers::pi);
  for (int trial = 0; trial < kOtherStarts && least > kFarWay; ++trial) {
    VectorXd guess = start_;
    for (Index i = 0; i < guess.size(); ++i)
      if (closing_[static_cast<std::size_t>(i)] && !given_[static_cast<std::size_t>(i)])
        guess[i] += units_[i] * turn(random);
    std::vector<bool> one(given_.size(), false);
    one[given[static_cast<std::size_t>(trial) % given.size()]] = true;
    offer(close(guess, one));
  }
  return best;
}

Walker::Step Walker::step(const VectorXd& from, std::mt19937_64& random) const {
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

// The free direction v nearest to a wish that is that of a motion x(s), F(x) = 0: for all u with uᵀJ = 0 it needs
// uᵀF''(v, v) = 0, since J x'' + F''(v, v) = 0. Elsewhere than at singular positions all free directions are such.
// Empty where none was found.
VectorXd Walker::bend(const VectorXd& from, const Eigen::MatrixXd& jacobian, const VectorXd& wish) const {
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

NewtonResult Walker::solve(const VectorXd& guess, const std::vector<bool>& moves, int iterations,
                           const VectorXd& left) const {
  NewtonOptions options;
  options.max_iterations = iterations;
  options.longest_step = 0.5;
  // unknowns of size one: radians, and lengths of the machine
  auto residual = [&](const VectorXd& x) {
    const VectorXd whole = closure_.residual(units_.cwiseProduct(x));
    return left.size() == 0 ? whole : VectorXd(whole - left);
  };
  auto jacobian = [&](const VectorXd& x) {
    SparseMatrix matrix = closure_.jacobian(units_.cwiseProduct(x)) * units_.asDiagonal();
    for (Index column = 0; column < matrix.cols(); ++column)
      if (!moves[static_cast<std::size_t>(column)])
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

}  // namespace kinemate
