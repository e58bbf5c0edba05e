#include "loops/closed_kinematics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_set>

#include "base/error.h"
#include "expr/count.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "expr/simplify/simplify.h"
#include "loops/speed_partition.h"
#include "model/order.h"

namespace kinemate {
namespace {

constexpr double kContradictingRate = 1e-8;

Vector substitute_in(const Vector& v, const Substitution& by) {
  return {substitute(v.x, by), substitute(v.y, by), substitute(v.z, by)};
}

// Sums of rates by symbols of their own, so that their squares stay squares.
class RateSums {
 public:
  explicit RateSums(const std::vector<Expr>& rates) : rates_(rates.begin(), rates.end()) {}

  std::vector<Expr> name(const std::vector<Expr>& formulas) {
    const Graph graph(formulas);
    std::vector<Expr> values(graph.size());
    for (std::size_t i = 0; i < graph.size(); ++i) {
      std::vector<Expr> operands;
      for (std::uint32_t operand : graph.operands(i)) operands.push_back(values[operand]);
      const Expr node = graph.node(i);
      values[i] = is_sum_of_rates(node) ? symbol_of(node) : operands.empty() ? node : rebuild(node, operands);
    }
    std::vector<Expr> named;
    for (std::uint32_t root : graph.roots()) named.push_back(values[root]);
    return named;
  }

  Substitution back;

 private:
  bool is_sum_of_rates(Expr node) const {
    if (node.kind() != Kind::kSum || !is_plain_sum(node)) return false;
    const std::vector<Expr> symbols = free_symbols(node);
    return std::all_of(symbols.begin(), symbols.end(), [&](Expr symbol) { return rates_.contains(symbol); });
  }
  Expr symbol_of(Expr sum) {
    const Expr symbol = make_symbol(fmt::format("sum of rates {}", names_.size() + 1));
    const auto [found, is_new] = names_.emplace(sum, symbol);
    if (is_new) back.symbols.emplace(symbol, sum);
    return found->second;
  }

  std::unordered_set<Expr> rates_;
  std::unordered_map<Expr, Expr> names_;
};

// As long as rates are symbols, products of directions become sines and cosines of the angles between them.
std::vector<Expr> simplify_accelerations(const Closing& closing, const std::vector<Expr>& of_rates) {
  RateSums sums(closing.conditions.speeds);
  std::vector<Expr> simple = sums.name(of_rates);
  for (Expr& formula : simple) formula = simplify(formula, kBriefly);
  return substitute(simple, sums.back);
}

bool has_root(Expr formula) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (graph.node(i).kind() == Kind::kPower && graph.node(i).operand(1) == Expr(Rational(1, 2))) return true;
  return false;
}

// Which speeds follow the same independent ones.
std::map<std::vector<bool>, std::vector<std::size_t>> find_alike(const Closing& closing) {
  std::map<std::vector<bool>, std::vector<std::size_t>> alike;
  for (std::size_t i = 0; i < closing.T.size(); ++i) {
    std::vector<bool> follows;
    for (Expr ratio : closing.T[i]) follows.push_back(!ratio.is_zero());
    alike[follows].push_back(i);
  }
  return alike;
}

// The shorter way to write ρ, for all speeds together that follow the same ones. Brief ones lose digits at positions
// where the conditions are singular, so only loops have them that end there, by a root; others, such as chains of
// parallelograms, may pass.
std::vector<Expr> choose_accelerations(const Closing& closing, const std::vector<Expr>& plain,
                                       const std::vector<Expr>& brief) {
  std::vector<Expr> chosen = plain;
  for (const auto& [follows, speeds] : find_alike(closing)) {
    std::vector<Expr> of_plain, of_brief;
    bool rooted = false;
    for (std::size_t i : speeds) {
      for (const ClosureStep& step : closing.steps)
        if (make_symbol(step.coordinate.name(), 1) == closing.conditions.speeds[i])
          rooted = rooted || has_root(step.formula);
      if (i >= closing.tree.speeds.size()) continue;  // of joints that close loops: few need them
      for (std::vector<Expr>* list : {&of_plain, &of_brief})
        list->insert(list->end(), closing.T[i].begin(), closing.T[i].end());
      of_plain.push_back(plain[i]);
      of_brief.push_back(brief[i]);
    }
    if (!rooted || cost(of_brief) >= cost(of_plain)) continue;
    for (std::size_t i : speeds) chosen[i] = brief[i];
  }
  return chosen;
}

// Whether a speed follows by constant ratios: it needs no acceleration beside theirs, wherever the conditions are
// singular.
bool follows_steadily(const Closing& closing, std::size_t column) {
  std::vector<Expr> parts = closing.T[column];
  parts.push_back(closing.eta[column]);
  const std::vector<Expr> symbols = free_symbols(parts), &of_loops = closing.conditions.coordinates;
  return std::none_of(symbols.begin(), symbols.end(), [&](Expr symbol) {
    return closing.tree.time_derivative.contains(symbol) ||
           std::find(of_loops.begin(), of_loops.end(), symbol) != of_loops.end();
  });
}

constexpr std::size_t kManyRatios = 800;  // formulas in T: beyond, only short ones are simplified
constexpr std::size_t kShortRatio = 40;   // nodes

std::size_t count_ratios(const Closing& closing) {
  std::size_t count = 0;
  for (const std::vector<Expr>& row : closing.T)
    for (Expr ratio : row) count += ratio.is_number() ? 0 : 1;
  return count;
}

// What is plainly equal cancels: a chain of parallelograms passes its flat position.
void simplify_ratios(std::vector<Expr>& row, bool many) {
  for (Expr& ratio : row)
    if (!ratio.is_number() && (!many || count_nodes({&ratio, 1}) <= kShortRatio)) ratio = simplify(ratio, kBriefly);
}

// T, η, ρ by the blocks of the conditions.
void solve_speeds(const SpeedPartition& partition, Closing& closing) {
  const std::vector<std::size_t>& independent = closing.independent;
  const std::vector<LoopCondition>& conditions = closing.conditions.conditions;
  const std::size_t n = closing.conditions.speeds.size(), f = independent.size();
  std::vector<FormulaRow> rows;
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    FormulaRow& row = rows.emplace_back(conditions[i].row);
    const std::vector<std::size_t>& entries = partition.entries[i];
    std::erase_if(row,
                  [&](const auto& e) { return std::find(entries.begin(), entries.end(), e.first) == entries.end(); });
  }
  closing.solver = BlockSolver(rows, partition.blocks);
  closing.T.assign(n, std::vector<Expr>(f, Expr(0)));
  Substitution plain;
  for (const ClosureStep& step : closing.steps)
    if (const Expr formula = substitute(step.formula, plain); is_plain_sum(formula))
      plain.symbols.emplace(step.coordinate, formula);
  for (std::size_t k = 0; k < f; ++k) {
    std::vector<Expr> right(rows.size(), Expr(0));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const auto& [column, entry] : rows[i])
        if (column == independent[k]) right[i] = -entry;
    const std::vector<Expr> column = substitute(closing.solver.solve(right, n), plain);
    for (std::size_t i = 0; i < n; ++i) closing.T[i][k] = column[i];
    closing.T[independent[k]][k] = Expr(1);
  }
  const bool many = count_ratios(closing) > kManyRatios;
  for (std::vector<Expr>& row : closing.T) simplify_ratios(row, many);
  std::vector<Expr> right;
  for (const LoopCondition& condition : conditions) right.push_back(condition.rate);
  closing.eta = closing.solver.solve(right, n);
  Substitution by_independent;
  for (std::size_t i = 0; i < n; ++i) {
    Expr speed = closing.eta[i];
    for (std::size_t k = 0; k < f; ++k) speed += closing.T[i][k] * closing.conditions.speeds[independent[k]];
    closing.speeds.push_back(speed);
    by_independent.symbols.emplace(closing.conditions.speeds[i], speed);
  }
  std::vector<Expr> of_rates;
  right.clear();
  for (const LoopCondition& condition : conditions) {
    of_rates.push_back(-condition.bias);
    right.push_back(-substitute(condition.bias, by_independent));
  }
  closing.rho = closing.solver.solve(right, n);
  if (!many) {
    const std::vector<Expr> brief =
        simplify_accelerations(closing, substitute(closing.solver.solve(of_rates, n), plain));
    closing.rho = choose_accelerations(closing, closing.rho, substitute(brief, by_independent));
  }
  for (std::size_t i = 0; i < n; ++i)
    if (follows_steadily(closing, i)) closing.rho[i] = Expr(0);
}

// Conditions that follow from others have to agree with them: drives may not move a loop apart, and constraints of
// speeds may not ask for two of them.
void refuse_contradictions(const Model& model, const Closing& closing) {
  std::vector<std::string> driven;
  for (const Coordinate& coordinate : model.coordinates)
    if (coordinate.drive) driven.push_back(coordinate.name);
  const std::vector<LoopCondition>& conditions = closing.conditions.conditions;
  const bool still = std::all_of(conditions.begin(), conditions.end(), [](const auto& c) { return c.rate.is_zero(); });
  if (driven.empty() && !model.base && still) return;
  std::vector<Expr> formulas;
  for (const LoopCondition& condition : closing.conditions.conditions) {
    Expr rate = -condition.rate;
    for (const auto& [column, entry] : condition.row) rate += entry * closing.eta[column];
    formulas.push_back(rate);
    formulas.push_back(condition.rate);
  }
  const std::vector<double> numbers = evaluate(with_sample_functions(formulas), closing.start);
  for (std::size_t i = 0; i < closing.conditions.conditions.size(); ++i) {
    if (std::abs(numbers[2 * i]) <= kContradictingRate * std::max(1.0, std::abs(numbers[2 * i + 1]))) continue;
    const Condition& owner = closing.conditions.conditions[i].owner;
    if (driven.empty() && owner.constraint != kNone)
      throw Error(ErrorCode::kContradiction,
                  fmt::format("constraint {} contradicts others: with these it would be off by {:.3g} per second",
                              model.constraints[owner.constraint].name, std::abs(numbers[2 * i])),
                  "the others determine the speeds that it binds; leave one of them out");
    throw Error(
        ErrorCode::kContradiction,
        fmt::format("the drives of {} contradict each other: {} would open at {:.3g} per second",
                    fmt::join(driven, ", "),
                    owner.joint != kNone ? fmt::format("joint {}", model.joints[owner.joint].name)
                                         : fmt::format("constraint {}", model.constraints[owner.constraint].name),
                    std::abs(numbers[2 * i])),
        "the loops leave fewer freedoms than there are drives; drive one of them");
  }
}

// What each condition says, at the start.
void describe_conditions(Closing& closing) {
  for (LoopCondition& condition : closing.conditions.conditions) {
    const auto& [torque, force] = condition.load;
    if (condition.owner.joint == kNone) continue;
    try {
      const std::vector<double> v =
          evaluate(with_sample_functions(std::vector<Expr>{torque.x, torque.y, torque.z, force.x, force.y, force.z}),
                   closing.start);
      condition.owner.meaning = describe_direction({{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}, closing.length);
    } catch (const Error&) {  // no number: it has no name then
    }
  }
}

// A joint of the tree in independent speeds.
JointRelation close_relation(const Closing& closing, const JointRelation& of_tree, const Substitution& by_independent) {
  JointRelation relation = of_tree;
  std::vector<std::size_t> columns;
  for (Expr s : of_tree.speeds)
    columns.push_back(
        static_cast<std::size_t>(std::find(closing.conditions.speeds.begin(), closing.conditions.speeds.end(), s) -
                                 closing.conditions.speeds.begin()));
  relation.speeds.clear();
  relation.bases.free_motion.clear();
  relation.twist = of_tree.drift;
  relation.bias = {substitute_in(of_tree.bias.angular, by_independent),
                   substitute_in(of_tree.bias.linear, by_independent)};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Twist<Expr>& direction = of_tree.bases.free_motion[i];
    *relation.twist += direction * closing.speeds[columns[i]];
    relation.drift += direction * closing.eta[columns[i]];
    const Twist<Expr> change = direction * closing.rho[columns[i]];
    relation.bias = relation.bias + Acceleration<Expr>{change.angular, change.linear};
  }
  for (std::size_t k = 0; k < closing.independent.size(); ++k) {
    Twist<Expr> column;
    for (std::size_t i = 0; i < columns.size(); ++i) column += of_tree.bases.free_motion[i] * closing.T[columns[i]][k];
    if (column == Twist<Expr>{}) continue;
    relation.speeds.push_back(closing.conditions.speeds[closing.independent[k]]);
    relation.bases.free_motion.push_back(column);
  }
  relation.rates = substitute(of_tree.rates, by_independent);
  return relation;
}

// As the user lists them, then as the file has them.
std::vector<std::size_t> order_independent(const Model& model, const Closing& closing,
                                           const std::vector<std::size_t>& columns) {
  std::vector<Expr> speeds, order = model.independent;
  for (std::size_t column : columns) speeds.push_back(closing.conditions.speeds[column]);
  order.insert(order.end(), closing.tree.order.begin(), closing.tree.order.end());
  std::vector<std::size_t> ordered;
  for (std::size_t place : places_in_order(speeds, order)) ordered.push_back(columns[place]);
  return ordered;
}

}  // namespace

Kinematics close_kinematics(const Model& model, std::shared_ptr<const Closing> closing) {
  const Kinematics& tree = closing->tree;
  Kinematics made = tree;
  Substitution by_independent;
  for (std::size_t i = 0; i < closing->speeds.size(); ++i)
    by_independent.symbols.emplace(closing->conditions.speeds[i], closing->speeds[i]);
  for (JointRelation& relation : made.relations) relation = close_relation(*closing, relation, by_independent);
  made.bodies = compute_body_motions(model, made.tree, made.relations);
  made.speeds.clear();
  for (std::size_t column : closing->independent) made.speeds.push_back(closing->conditions.speeds[column]);
  made.tree_order = places_in_order(made.speeds, closing->conditions.speeds);
  made.loop_coordinates = closing->conditions.coordinates;
  made.loop_speeds.clear();
  for (Expr s : tree.loop_speeds)
    if (!by_independent.symbols.contains(s)) made.loop_speeds.push_back(s);

  for (auto& [symbol, formula] : made.resolution.symbols) formula = substitute(formula, by_independent);
  for (std::size_t i = 0; i < closing->speeds.size(); ++i)
    if (!(closing->speeds[i] == closing->conditions.speeds[i]))
      made.resolution.symbols.insert_or_assign(closing->conditions.speeds[i], closing->speeds[i]);
  for (auto& [symbol, rate] : made.time_derivative) rate = substitute(rate, by_independent);
  for (Expr s : closing->conditions.speeds)
    if (std::find(made.speeds.begin(), made.speeds.end(), s) == made.speeds.end()) made.time_derivative.erase(s);
  made.closing = std::move(closing);
  return made;
}

Kinematics compute_closed_kinematics(const Model& model) { return compute_closed_kinematics(model, make_tree(model)); }

Kinematics compute_closed_kinematics(const Model& model, const Tree& tree) {
  Kinematics of_tree = compute_kinematics(model, tree);
  if (tree.secondary.empty() && model.constraints.empty()) return of_tree;
  auto closing = std::make_shared<Closing>();
  closing->tree = along_tree(std::move(of_tree));
  closing->conditions = make_loop_conditions(model, closing->tree);
  const LoopSamples samples = make_loop_samples(model, tree, closing->conditions.joints);
  SpeedPartition partition = choose_partition(model, tree, closing->conditions, samples);
  closing->independent = order_independent(model, *closing, partition.independent);
  closing->redundant = partition.redundant;
  closing->steps = std::move(partition.closure.steps);
  closing->followed = std::move(partition.closure.unsolved);
  closing->start = samples.samples[0].values;
  closing->length = samples.walker->closure().length();
  closing->freedoms_at_start = static_cast<std::size_t>(samples.samples[0].free.cols());
  closing->notes = std::move(partition.notes);
  if (closing->freedoms_at_start > closing->independent.size())
    closing->notes.push_back(fmt::format("the start is singular: {} freedoms there, {} elsewhere",
                                         closing->freedoms_at_start, closing->independent.size()));
  solve_speeds(partition, *closing);
  refuse_contradictions(model, *closing);
  describe_conditions(*closing);
  return close_kinematics(model, std::move(closing));
}

}  // namespace kinemate
