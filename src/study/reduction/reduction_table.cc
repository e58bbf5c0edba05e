#include "study/reduction/reduction_table.h"

#include <fmt/format.h>

#include "expr/graph.h"
#include "program/optimize.h"
#include "program/translate.h"

namespace kinemate {
namespace {

// Negations are mostly part of a sum.
double operations_of(const Equations& equations) {
  std::vector<Expr> rows = rows_of(equations);
  std::vector<Expr> known = free_symbols(rows);
  for (Expr call : unspecified_calls(rows)) known.push_back(call);
  const InputFormulas inputs{{"x", "", std::vector<Entry>(known.size()), 0}, known};
  const OutputFormulas outputs{{"y", "", std::vector<Entry>(rows.size()), 0}, rows};
  const OperationCount count = optimize(translate({&inputs, 1}, {&outputs, 1})).passes.back().count;
  return count.total() - count.negations;
}

}  // namespace

ReductionRow make_reduction_row(const Reducible& reducible, SafeReduction reduction) {
  const double nested = operations_of(reducible.nest(reduction.reduced)),
               plain = operations_of(reduction.reduced.equations);
  return {std::move(reduction), std::min(nested, plain)};
}

ReductionTable make_reduction_table(const Reducible& reducible, std::span<const Threshold> thresholds,
                                    std::size_t states, const Progress& progress) {
  require_ranges(reducible);
  ReductionTable table{reducible.term_count(), {}};
  for (const Threshold& threshold : thresholds) {
    progress(fmt::format("threshold {}", threshold.mu));
    table.rows.push_back(make_reduction_row(reducible, reduce_safely(reducible, threshold, states)));
  }
  return table;
}

}  // namespace kinemate
