#include "flat/numeric_solve.h"

#include <fmt/format.h>

#include <cmath>

#include "expr/graph.h"
#include "expr/text/print.h"
#include "flat/determined.h"
#include "flat/linear_block.h"
#include "flat/words.h"
#include "numeric/sparse_lu.h"

namespace kinemate {
namespace {

// Powers of two that bring the largest coefficient of each row, then of each column, near 1: units do not matter then,
// and no digit changes.
struct Scales {
  std::vector<int> rows, columns;
};

int exponent_of(double largest) { return largest > 0 && std::isfinite(largest) ? std::ilogb(largest) : 0; }

Scales find_scales(const std::vector<Eigen::Triplet<double>>& entries, std::size_t n) {
  std::vector<double> rows(n, 0), columns(n, 0);
  Scales scales;
  for (const auto& entry : entries) {
    double& largest = rows[static_cast<std::size_t>(entry.row())];
    largest = std::max(largest, std::abs(entry.value()));
  }
  for (double largest : rows) scales.rows.push_back(-exponent_of(largest));
  for (const auto& entry : entries) {
    double& largest = columns[static_cast<std::size_t>(entry.col())];
    largest =
        std::max(largest, std::abs(std::ldexp(entry.value(), scales.rows[static_cast<std::size_t>(entry.row())])));
  }
  for (double largest : columns) scales.columns.push_back(-exponent_of(largest));
  return scales;
}

}  // namespace

Values values_of_known(const FlatSystem& system) {
  Values values;
  for (bool found = true; found;) {
    found = false;
    for (const FlatKnown& known : system.known) {
      if (!known.value || values.contains(known.symbol)) continue;
      const std::vector<Expr> needed = free_symbols(*known.value);
      const bool ready = std::all_of(needed.begin(), needed.end(), [&](Expr s) { return values.contains(s); });
      if (!ready) continue;
      values.emplace(known.symbol, evaluate(*known.value, values));
      found = true;
    }
  }
  return values;
}

std::vector<double> solve_numerically(const FlatSystem& system, const Values& known) {
  const Incidence incidence = find_incidence(system);
  const Matching matching = find_matching(incidence);
  if (const std::vector<Error> errors = find_undetermined(system, incidence, matching); !errors.empty())
    throw errors.front();
  std::vector<double> result(system.unknowns.size());
  Values values = known;
  SampledValues samples(known);
  for (const FlatBlock& block : find_blocks(incidence, matching)) {
    const LinearBlock linear = make_linear_block(system, block, {}, samples);
    const auto n = static_cast<Eigen::Index>(linear.rows.size());
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd right(n);
    for (Eigen::Index r = 0; r < n; ++r) {
      const LinearRow& row = linear.rows[static_cast<std::size_t>(r)];
      right[r] = evaluate(row.right, values);
      for (const auto& [column, coefficient] : row.entries)
        entries.emplace_back(r, static_cast<Eigen::Index>(column), evaluate(coefficient, values));
    }
    const Scales scales = find_scales(entries, linear.rows.size());
    for (auto& entry : entries) {
      const auto r = static_cast<std::size_t>(entry.row()), c = static_cast<std::size_t>(entry.col());
      entry = {entry.row(), entry.col(), std::ldexp(entry.value(), scales.rows[r] + scales.columns[c])};
    }
    for (Eigen::Index r = 0; r < n; ++r) right[r] = std::ldexp(right[r], scales.rows[static_cast<std::size_t>(r)]);
    SparseMatrix a(n, n);
    a.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd x(n);
    try {
      SparseLu lu(a);
      lu.factor(a);
      x = lu.solve(right);
      for (Eigen::Index c = 0; c < n; ++c) x[c] = std::ldexp(x[c], scales.columns[static_cast<std::size_t>(c)]);
    } catch (const Error&) {
      std::vector<std::string> names;
      for (std::size_t u : block.unknowns) names.push_back(to_text(system.unknowns[u].symbol));
      throw Error(ErrorCode::kSingularMatrix,
                  fmt::format("the equations are singular at these values: {}", list_names(std::move(names))));
    }
    for (std::size_t i = 0; i < block.unknowns.size(); ++i) {
      result[block.unknowns[i]] = x[static_cast<Eigen::Index>(i)];
      values.emplace(system.unknowns[block.unknowns[i]].symbol, x[static_cast<Eigen::Index>(i)]);
    }
  }
  return result;
}

}  // namespace kinemate
