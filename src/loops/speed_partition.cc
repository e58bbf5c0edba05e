#include "loops/speed_partition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <unordered_set>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/normal/algebraic_turns.h"
#include "expr/normal/sample_functions.h"
#include "expr/text/print.h"
#include "model/formulas.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNearlyAsGood = 0.25;  // of the best: formulas for positions are worth that much
constexpr double kHopeless = 1e-6;      // of one: the speed is determined by others
constexpr double kPartOfStart = 0.05;
constexpr std::size_t kMostCandidates = 6;
constexpr std::size_t kMostSwaps = 40;
constexpr double kZeroEntry = 1e-11;
constexpr double kLoopSpeedWorth = 0.3;   // of a joint that closes a loop, beside those of the tree
constexpr double kGivenSpeedWorth = 1.5;  // of a speed with an initial value

// Coordinates that stand in loads themselves.
std::unordered_set<std::string> counted_coordinates(const Model& model) {
  std::unordered_set<std::string> names;
  for (const LoadElement& load : model.loads)
    if (load.coordinate != kNone && load.type == LoadType::kTorsion)
      names.insert(model.coordinates[load.coordinate].name);
  visit_formulas(model, [&](std::string_view section, std::string_view, std::string_view,
                            std::span<const Expr> formulas, Allowed) {
    if (section != "loads" && section != "constraints") return;
    for (Expr symbol : free_symbols(formulas))
      if (symbol.primes() == 0) names.insert(std::string(symbol.name()));
  });
  return names;
}

// Rows of motions at the samples, and how new each is to those chosen already.
class IndependenceScore {
 public:
  IndependenceScore(const LoopSamples& samples, const std::vector<Expr>& columns) {
    for (const LoopSample& sample : samples.samples) {
      if (static_cast<std::size_t>(sample.free.cols()) != samples.freedoms) continue;
      MatrixXd rows = MatrixXd::Zero(static_cast<Index>(columns.size()), sample.free.cols());
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto found = std::find(samples.speeds.begin(), samples.speeds.end(), columns[i]);
        if (found != samples.speeds.end())
          rows.row(static_cast<Index>(i)) = sample.free.row(found - samples.speeds.begin());
      }
      if (&sample == &samples.samples.front()) has_start_ = true;
      rows_.push_back(std::move(rows));
    }
  }

  /// The least over all samples, and a little of the start: where no speed is good everywhere, that decides.
  double of(std::size_t column) const {
    if (rows_.empty()) return 0;
    double least = std::numeric_limits<double>::infinity();
    for (const MatrixXd& rows : rows_) least = std::min(least, rows.row(static_cast<Index>(column)).norm());
    const double at_start = has_start_ ? rows_.front().row(static_cast<Index>(column)).norm() : least;
    return (1 - kPartOfStart) * least + kPartOfStart * at_start;
  }

  /// What of the other rows lies along this one is not new any more.
  void take(std::size_t column) {
    for (MatrixXd& rows : rows_) {
      const VectorXd along = rows.row(static_cast<Index>(column)).transpose().normalized();
      rows -= (rows * along) * along.transpose();
      rows.row(static_cast<Index>(column)).setZero();
    }
  }

 private:
  std::vector<MatrixXd> rows_;
  bool has_start_ = false;  // as the first of them
};

class PartitionChooser {
 public:
  PartitionChooser(const Model& model, const Tree& tree, const LoopConditions& conditions, const LoopSamples& samples)
      : model_(model), tree_(tree), conditions_(conditions), samples_(samples) {
    for (std::size_t i = 0; i < conditions.speeds.size(); ++i) worth_.push_back(worth_of(i));
    find_entries();
  }

  SpeedPartition choose() {
    std::vector<std::size_t> chosen = take_hints();
    const bool free_choice = chosen.size() < samples_.freedoms;
    const std::vector<std::size_t> candidates = fill(chosen);
    chosen.push_back(0);  // the last is to be tried
    SpeedPartition best;
    if (samples_.freedoms == 0 || !free_choice) {
      chosen.pop_back();
      best = make(chosen);
    } else {
      bool first = true;
      for (std::size_t candidate : candidates) {
        chosen.back() = candidate;
        SpeedPartition made = make(chosen);
        if (first || made.closure.unsolved.size() < best.closure.unsolved.size()) best = std::move(made);
        first = false;
        if (best.closure.unsolved.empty()) break;
      }
      if (!best.closure.unsolved.empty()) swap_for_formulas(best);
    }
    best.notes.insert(best.notes.begin(), notes_.begin(), notes_.end());
    return best;
  }

 private:
  double worth_of(std::size_t column) const {
    const Expr s = conditions_.speeds[column];
    double worth = 1;
    for (std::size_t j : conditions_.joints)
      for (Expr own : joint_speeds(model_, model_.joints[j]))
        if (own == s) worth = kLoopSpeedWorth;
    for (const InitialValue& value : model_.initial)
      if (value.symbol == s) worth *= kGivenSpeedWorth;
    return worth;
  }

  std::vector<std::size_t> take_hints() {
    std::vector<std::size_t> chosen;
    IndependenceScore score(samples_, conditions_.speeds);
    for (Expr s : model_.independent) {
      const auto found = std::find(conditions_.speeds.begin(), conditions_.speeds.end(), s);
      if (found == conditions_.speeds.end()) {
        notes_.push_back(fmt::format("independent: the rate of {} is no speed, its joint has others", s.name()));
        continue;
      }
      const auto column = static_cast<std::size_t>(found - conditions_.speeds.begin());
      if (chosen.size() == samples_.freedoms) {
        notes_.push_back(one_too_many(s, chosen));
        continue;
      }
      if (score.of(column) < kHopeless) {
        notes_.push_back(
            fmt::format("independent: {} follows from other coordinates and cannot be independent", s.name()));
        continue;
      }
      score.take(column);
      chosen.push_back(column);
    }
    return chosen;
  }

  std::string one_too_many(Expr s, const std::vector<std::size_t>& chosen) const {
    std::vector<std::string_view> names;
    for (std::size_t column : chosen) names.push_back(conditions_.speeds[column].name());
    if (names.empty())
      return fmt::format("independent: {} is not needed, the machine has no degree of freedom", s.name());
    return fmt::format(
        "independent: {} is one too many: the machine has {} degree{} of freedom, {} independent already", s.name(),
        names.size(), names.size() == 1 ? "" : "s",
        fmt::format("and {} {}", fmt::join(names, ", "), names.size() == 1 ? "is" : "are"));
  }

  // Adds the best one after another but for the last; returns candidates for that, the best first.
  std::vector<std::size_t> fill(std::vector<std::size_t>& chosen) const {
    IndependenceScore score(samples_, conditions_.speeds);
    for (std::size_t column : chosen) score.take(column);
    std::vector<std::size_t> candidates;
    while (chosen.size() < samples_.freedoms) {
      candidates = ranked(score);
      if (chosen.size() + 1 == samples_.freedoms) break;
      score.take(candidates.front());
      chosen.push_back(candidates.front());
    }
    return candidates;
  }

  std::vector<std::size_t> ranked(const IndependenceScore& score) const {
    std::vector<std::pair<double, std::size_t>> scores;
    for (std::size_t i = 0; i < conditions_.speeds.size(); ++i) scores.emplace_back(-score.of(i) * worth_[i], i);
    std::sort(scores.begin(), scores.end());
    std::vector<std::size_t> result;
    for (const auto& [value, i] : scores)
      if (result.size() < kMostCandidates && -value >= kNearlyAsGood * -scores.front().first) result.push_back(i);
    return result;
  }

  // Entries of B that are not zero, and B at a configuration where the machine is regular.
  void find_entries() {
    std::vector<Expr> formulas;
    for (const LoopCondition& condition : conditions_.conditions)
      for (const auto& [column, entry] : condition.row) formulas.push_back(entry);
    formulas = with_sample_functions(formulas);
    std::set<std::size_t> looked_at = {0, samples_.regular, samples_.samples.size() - 1};
    std::vector<double> largest(formulas.size(), 0);
    for (std::size_t at : looked_at) {
      const std::vector<double> numbers = evaluate(formulas, samples_.samples[at].values);
      for (std::size_t i = 0; i < numbers.size(); ++i) largest[i] = std::max(largest[i], std::abs(numbers[i]));
      if (at == samples_.regular) regular_numbers_ = numbers;
    }
    try {  // beside the start, and later, so that what is 0 there by chance is seen
      Values beside = samples_.samples[0].values;
      beside[make_symbol("t")] += 0.43;
      const std::vector<Expr>& q = samples_.walker->closure().coordinates();
      for (std::size_t i = 0; i < q.size(); ++i)
        beside[q[i]] +=
            0.01 * samples_.walker->units()[static_cast<Index>(i)] * (1 + 0.37 * static_cast<double>(i % 7));
      const std::vector<double> numbers = evaluate(formulas, beside);
      for (std::size_t i = 0; i < numbers.size(); ++i) largest[i] = std::max(largest[i], std::abs(numbers[i]));
    } catch (const Error&) {
    }
    double scale = 0;
    for (double x : largest) scale = std::max(scale, x);
    std::size_t next = 0;
    for (const LoopCondition& condition : conditions_.conditions) {
      std::vector<std::size_t>& columns = structure_.emplace_back();
      std::vector<double>& numbers = rows_.emplace_back(conditions_.speeds.size(), 0.0);
      for (const auto& [column, entry] : condition.row) {
        if (largest[next] > kZeroEntry * scale) {
          columns.push_back(column);
          numbers[column] = regular_numbers_[next];
        }
        ++next;
      }
    }
  }

  SpeedPartition make(const std::vector<std::size_t>& independent) const {
    SpeedPartition made;
    made.independent = independent;
    std::sort(made.independent.begin(), made.independent.end());
    std::vector<std::size_t> dependent;
    for (std::size_t i = 0; i < conditions_.speeds.size(); ++i)
      if (!std::binary_search(made.independent.begin(), made.independent.end(), i)) dependent.push_back(i);
    const auto r = static_cast<Index>(rows_.size());
    MatrixXd B(r, static_cast<Index>(dependent.size()));
    for (Index i = 0; i < r; ++i) {
      for (std::size_t k = 0; k < dependent.size(); ++k)
        B(i, static_cast<Index>(k)) = rows_[static_cast<std::size_t>(i)][dependent[k]];
      if (const double size = B.row(i).norm(); size > 0) B.row(i) /= size;
    }
    std::vector<std::size_t> kept, further;
    const std::vector<Index> redundant = find_redundant_rows(B);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!std::binary_search(redundant.begin(), redundant.end(), static_cast<Index>(i))) {
        kept.push_back(i);
        continue;
      }
      made.redundant.push_back(i);
      if (!structure_[i].empty()) further.push_back(i);
    }
    if (kept.size() != dependent.size())
      throw Error(ErrorCode::kContradiction,
                  "the conditions of the loops nearly follow from each other: how many freedoms there are is in doubt",
                  "start from another position");
    made.entries = structure_;
    made.blocks = find_blocks(structure_, kept, further, dependent);
    find_formulas(made);
    return made;
  }

  void find_formulas(SpeedPartition& made) const {
    std::vector<Expr> known, wanted;
    std::set<Expr, decltype([](Expr a, Expr b) { return a.name() < b.name(); })> seen;
    auto add_joint = [&](const Joint& joint) {
      const JointRelation relation = make_relation(model_, joint);
      auto is_independent = [&](Expr s) {
        const auto found = std::find(conditions_.speeds.begin(), conditions_.speeds.end(), s);
        const auto column = static_cast<std::size_t>(found - conditions_.speeds.begin());
        return std::binary_search(made.independent.begin(), made.independent.end(), column);
      };
      const bool all = std::all_of(relation.speeds.begin(), relation.speeds.end(), is_independent);
      for (Expr q : relation.symbols) {
        if (!seen.insert(q).second) continue;
        (all || is_independent(make_symbol(q.name(), 1)) ? known : wanted).push_back(q);
      }
    };
    for (const TreeJoint& joint : tree_.joints) add_joint(model_.joints[joint.joint]);
    for (std::size_t j : conditions_.joints) add_joint(model_.joints[j]);
    for (std::size_t index : further_coordinates(model_)) {
      const Coordinate& coordinate = model_.coordinates[index];
      if (!coordinate.drive) known.push_back(make_symbol(coordinate.name));
    }
    if (wanted.empty()) return;
    made.closure = find_explicit_closure(model_, tree_, known, wanted, samples_.samples[0].values);
    follow_counted_angles(made.closure);
    if (!model_.closed_by_formulas) follow_branches(made.closure, wanted);
  }

  // Formulas that hold on one branch only are none.
  static void follow_branches(ExplicitClosure& closure, const std::vector<Expr>& wanted) {
    std::vector<ClosureStep> kept;
    std::unordered_set<Expr> left;
    for (const ClosureStep& step : closure.steps) {
      const std::vector<Expr> symbols = free_symbols(step.formula);
      const bool knows = std::none_of(symbols.begin(), symbols.end(), [&](Expr q) { return left.contains(q); });
      if (knows && has_one_branch(step.formula)) {
        kept.push_back(step);
        continue;
      }
      left.insert(step.coordinate);
      if (std::find(wanted.begin(), wanted.end(), step.coordinate) != wanted.end())
        closure.unsolved.push_back(step.coordinate);
    }
    closure.steps = std::move(kept);
  }

  // An angle whose turns count, as of a torsion spring, is no arctangent: it is followed.
  void follow_counted_angles(ExplicitClosure& closure) const {
    if (closure.steps.empty()) return;
    const std::unordered_set<std::string> counted = counted_coordinates(model_);
    Substitution before;  // a sum of arctangents is as bad
    std::vector<ClosureStep> kept;
    for (const ClosureStep& step : closure.steps) {
      const Expr formula = substitute(step.formula, before);
      if (counted.contains(std::string(step.coordinate.name())) && holds_arctangent(formula)) {
        closure.unsolved.push_back(step.coordinate);
      } else {
        before.symbols.emplace(step.coordinate, formula);
        kept.push_back(step);
      }
    }
    closure.steps = std::move(kept);
  }

  // Independent speeds against others of the same loops, while more coordinates get formulas by it.
  void swap_for_formulas(SpeedPartition& best) const {
    std::size_t tries = 0;
    for (bool better = true; better && !best.closure.unsolved.empty();) {
      better = false;
      for (Expr q : best.closure.unsolved) {
        const Expr s = make_symbol(q.name(), 1);
        const auto found = std::find(conditions_.speeds.begin(), conditions_.speeds.end(), s);
        if (found == conditions_.speeds.end()) continue;
        const auto column = static_cast<std::size_t>(found - conditions_.speeds.begin());
        for (std::size_t k = 0; k < best.independent.size() && !better; ++k) {
          if (++tries > kMostSwaps) return;
          std::vector<std::size_t> other = best.independent;
          const Expr given_up = conditions_.speeds[other[k]];
          if (std::find(model_.independent.begin(), model_.independent.end(), given_up) != model_.independent.end())
            continue;
          IndependenceScore score(samples_, conditions_.speeds);
          for (std::size_t i = 0; i < other.size(); ++i)
            if (i != k) score.take(other[i]);
          if (score.of(column) < kNearlyAsGood * score.of(other[k])) continue;
          other[k] = column;
          SpeedPartition made = make(other);
          if (made.closure.unsolved.size() >= best.closure.unsolved.size()) continue;
          best = std::move(made);
          better = true;
        }
        if (better) break;
      }
    }
  }

  const Model& model_;
  const Tree& tree_;
  const LoopConditions& conditions_;
  const LoopSamples& samples_;
  std::vector<double> worth_;
  std::vector<std::vector<std::size_t>> structure_;  // columns of each row
  std::vector<std::vector<double>> rows_;            // B in numbers
  std::vector<double> regular_numbers_;
  std::vector<std::string> notes_;
};

}  // namespace

SpeedPartition choose_partition(const Model& model, const Tree& tree, const LoopConditions& conditions,
                                const LoopSamples& samples) {
  return PartitionChooser(model, tree, conditions, samples).choose();
}

}  // namespace kinemate
