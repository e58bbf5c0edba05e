#include "flat/solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flat/determined.h"
#include "flat/joint_pivots.h"
#include "flat/numeric_solve.h"
#include "flat/singular_block.h"
#include "flat/sparse_order.h"

namespace kinemate {
namespace {

constexpr double kLargestResidual = 1e-11;  // else too many digits are lost

// Products for each coefficient of a block. Trees and loops of mechanisms take up to ten, whatever their size.
constexpr std::size_t kMostForEach = 30;

// Terms of an equation that are smaller than this part of what the largest unknown would make of it do not count:
// what is zero but for rounding has no digits to lose.
constexpr double kSmall = 1e-3;

// What the values leave over of the equations, at the worst point at which they have numbers.
double compute_residual(const LinearBlock& block, const std::vector<Expr>& values, SampledValues& samples) {
  double worst = 0;
  for (std::size_t k = 0; k < SampledValues::kSensible; ++k) {
    double at_point = 0, largest = 0;
    for (Expr value : values) largest = std::max(largest, std::abs(samples.at(value)[k].value));
    for (const LinearRow& row : block.rows) {
      const double right = samples.at(row.right)[k].value;
      double sum = -right, size = std::abs(right);
      for (const auto& [column, coefficient] : row.entries) {
        const double factor = samples.at(coefficient)[k].value, value = samples.at(values[column])[k].value;
        sum += factor * value;
        size += std::abs(factor * value) + kSmall * std::abs(factor) * largest;
      }
      at_point = std::max(at_point, size > 0 ? std::abs(sum) / size : 0);
      if (!std::isfinite(size)) at_point = std::numeric_limits<double>::infinity();
    }
    if (std::isfinite(at_point)) worst = std::max(worst, at_point);
  }
  return worst;
}

class Solver {
 public:
  Solver(const FlatSystem& system, FlatOrder order, const FlatProgress& progress)
      : system_(system), order_(order), progress_(progress), samples_(values_of_known(system)) {
    solution_.values.resize(system.unknowns.size());
  }

  FlatSolution solve() {
    progress_("blocks");
    const Incidence incidence = find_incidence(system_);
    const Matching matching = find_matching(incidence);
    if (std::vector<Error> errors = find_undetermined(system_, incidence, matching); !errors.empty())
      throw FlatMistakes{std::move(errors)};
    for (const FlatBlock& block : find_blocks(incidence, matching)) {
      try {
        solve_block(block);
      } catch (const Error& error) {  // what follows needs this block
        throw FlatMistakes{{error}};
      } catch (const Elimination::TooLarge&) {
        solution_.blocks.push_back({block});
        solution_.blocks.back().reason =
            fmt::format("formulas of more than {} products would come about", kMostProducts);
        solution_.values.clear();
        return std::move(solution_);
      }
    }
    return std::move(solution_);
  }

 private:
  void solve_block(const FlatBlock& block) {
    if (block.unknowns.size() > 1)
      progress_(fmt::format("elimination in a block of {} unknowns", block.unknowns.size()));
    const LinearBlock linear = make_linear_block(system_, block, solved_, samples_);
    SolvedBlock solved{block};
    for (const LinearRow& row : linear.rows) solved.entries += row.entries.size();
    std::vector<Expr> values;
    if (block.unknowns.size() > 1 && order_ != FlatOrder::kSparse) values = solve_by_structure(linear, solved);
    if (values.empty()) {
      if (order_ == FlatOrder::kStructure && !solved.reason.empty())
        throw Error(ErrorCode::kFlatUnsolvable, fmt::format("the structure is missing: {}", solved.reason),
                    "--order sparse needs none");
      values = solve_sparsely(linear, solved);
    }
    for (std::size_t c = 0; c < values.size(); ++c) {
      solution_.values[block.unknowns[c]] = values[c];
      solved_.emplace(system_.unknowns[block.unknowns[c]].symbol, values[c]);
    }
    solution_.blocks.push_back(std::move(solved));
  }

  // Empty, with the reason, where that is not possible.
  std::vector<Expr> solve_by_structure(const LinearBlock& linear, SolvedBlock& solved) {
    const InformationFlow flow = find_information_flow(linear);
    for (std::size_t column : flow.tears) solved.tears.push_back(linear.unknowns[column]);
    try {
      solved.topology = find_topology(linear, flow);
    } catch (const Error& error) {
      solved.reason = error.message;
      return {};
    }
    Elimination elimination(linear, samples_, std::min(kMostProducts, kMostForEach * solved.entries));
    try {
      eliminate_along(flow, solved.topology, elimination);
    } catch (const Elimination::TooLarge&) {
      solved.reason = fmt::format(
          "elimination along the flow of information takes more than {} products for each coefficient", kMostForEach);
      return {};
    }
    refuse_singular(system_, linear, elimination, samples_);
    std::vector<Expr> values = elimination.substitute_back();
    solved.residual = compute_residual(linear, values, samples_);
    if (!(solved.residual <= kLargestResidual)) {
      solved.reason = fmt::format(
          "elimination along the flow of information loses digits: {:.1e} is left over of what is summed up",
          solved.residual);
      return {};
    }
    if (order_ == FlatOrder::kAutomatic && half_is_enough_without(linear, elimination.products())) {
      solved.reason = "an order that asks for no structure takes less than half the work";
      return {};
    }
    solved.by_structure = true;
    record(elimination, linear, solved);
    return values;
  }

  void eliminate_along(const InformationFlow& flow, const FlowTopology& topology, Elimination& elimination) {
    JointPivots pivots(elimination, samples_);
    for (const FlowTopology::Node& node : topology.nodes) {
      for (std::size_t p : node.pairs) elimination.eliminate(flow.pairs[p].row, flow.pairs[p].column);
      pivots.add(node.residual, node.tear);
      if (!node.joins_next) pivots.eliminate();
    }
    eliminate_sparsely(elimination, samples_);  // what is still waiting
  }

  // Networks that are no mechanisms have tears too, but more follows from them than is good.
  bool half_is_enough_without(const LinearBlock& linear, std::size_t products) {
    try {
      Elimination elimination(linear, samples_, products / 2);
      eliminate_sparsely(elimination, samples_);
      return true;
    } catch (const Elimination::TooLarge&) {
      return false;
    }
  }

  std::vector<Expr> solve_sparsely(const LinearBlock& linear, SolvedBlock& solved) {
    Elimination elimination(linear, samples_);
    eliminate_sparsely(elimination, samples_);
    refuse_singular(system_, linear, elimination, samples_);
    std::vector<Expr> values = elimination.substitute_back();
    solved.residual = compute_residual(linear, values, samples_);
    record(elimination, linear, solved);
    return values;
  }

  static void record(const Elimination& elimination, const LinearBlock& linear, SolvedBlock& solved) {
    solved.fill_in = elimination.fill_in();
    for (const auto& [row, column, inverse] : elimination.pivots())
      solved.order.push_back({linear.equations[row], linear.unknowns[column]});
  }

  const FlatSystem& system_;
  const FlatOrder order_;
  const FlatProgress& progress_;
  SampledValues samples_;
  std::unordered_map<Expr, Expr> solved_;
  FlatSolution solution_;
};

}  // namespace

FlatSolution solve_flat(const FlatSystem& system, FlatOrder order, const FlatProgress& progress) {
  return Solver(system, order, progress).solve();
}

}  // namespace kinemate
