#include "model/topology/mobility.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <random>
#include <unordered_set>

#include "base/error.h"
#include "model/topology/matrices.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr unsigned kMostTrials = 60;    // of random values for open parameters, or of starts
constexpr int kWalks = 3;               // configurations beside the start
constexpr int kWalksFromSingular = 16;  // there several motions begin, of which some are singular all the way
constexpr double kDoubtful = 1e-6;      // singular values below this times the largest one are hardly any
constexpr double kBeside = 1e-2;        // of the start, in radians or lengths
constexpr double kMostWork = 5e7;       // iterations times entries, for starts that lead nowhere

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
  bool nearby = true;  // found from the initial values themselves
};

// Where the tree is at the start. Initial values of joints that close loops say so, too, though these joints'
// coordinates are no unknowns otherwise.
VectorXd guess_start(const Model& model, const Tree& tree, const ClosedStart& start) {
  std::vector<std::size_t> given;
  for (std::size_t joint : tree.secondary)
    for (std::size_t q : model.joints[joint].coordinates)
      if (std::any_of(model.initial.begin(), model.initial.end(), [&](const InitialValue& value) {
            return value.symbol == make_symbol(model.coordinates[q].name);
          }))
        given.push_back(joint);
  VectorXd guess = start.walker->start();
  const Walker walker(model, tree, start.numbers, given);
  const NewtonResult closed = walker.close_start();
  if (!closed.converged()) return guess;
  const std::vector<Expr>&coordinates = start.walker->closure().coordinates(), &all = walker.closure().coordinates();
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    guess[static_cast<Index>(i)] = closed.x[std::find(all.begin(), all.end(), coordinates[i]) - all.begin()];
  return guess;
}

ClosedStart close_from(const Model& model, const Tree& tree, unsigned trial) {
  ClosedStart start;
  start.numbers = choose_numbers(model, trial);
  start.nearby = trial == 0;
  start.walker = std::make_unique<Walker>(model, tree, start.numbers);
  VectorXd guess = trial == 0 ? guess_start(model, tree, start) : start.walker->start();
  std::mt19937_64 random(trial);
  // first near the initial values, then anywhere: half a turn, and as far to both sides
  const double spread = trial < kMostTrials / 4 ? 1 : std::numbers::pi;
  std::uniform_real_distribution<double> number(-spread, spread);
  if (trial > 0)
    for (Index i = 0; i < guess.size(); ++i) guess[i] += start.walker->units()[i] * number(random);
  start.result = start.walker->close(guess);
  if (trial == 0 && !start.walker->is_closed(start.result))
    if (const Assembly assembly = assemble(*start.walker, initial_placement(*start.walker)); assembly.closed)
      start.result = assembly.result, start.nearby = assembly.nearby;
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
  mobility.errors = closure_errors(closure, start);
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
  mobility.closed_nearby = mobility.closed && start.nearby;
  if (!mobility.closed) return;

  const Index columns = at_start.cols();
  const Index rank_at_start = rank_of(at_start).rank;
  const auto [rank, best, moved] = find_largest_rank(walker, start.result.x, rank_at_start);
  mobility.moved = moved;
  mobility.freedoms = static_cast<std::size_t>(columns - rank);
  mobility.freedoms_at_start = static_cast<std::size_t>(columns - rank_at_start);

  const SparseMatrix all = closure.speed_jacobian(best);
  mobility.contradicting_drives = mobility.driven == 0 ? 0 : static_cast<std::size_t>(rank_of(all).rank - rank);
  const SparseMatrix by_position =
      with_columns(closure.jacobian(best) * walker.units().asDiagonal(), walker.free_coordinates());
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
  for (std::size_t index : further_coordinates(model)) mobility.further += model.coordinates[index].drive ? 0 : 1;
  mobility.speeds = speeds.size() + mobility.further;
  for (const Coordinate& coordinate : model.coordinates) mobility.driven += coordinate.drive.has_value();
  mobility.freedoms = mobility.freedoms_at_start = mobility.speeds;
  mobility.position_freedoms = count_position_freedoms(model, tree) + mobility.further;
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
