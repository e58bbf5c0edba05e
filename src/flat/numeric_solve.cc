#include "flat/numeric_solve.h"

#include <fmt/format.h>

#include "expr/graph.h"
#include "expr/print.h"
#include "flat/determined.h"
#include "flat/linear_block.h"
#include "flat/words.h"
#include "numeric/sparse_lu.h"

namespace kinemate {

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
    SparseMatrix a(n, n);
    a.setFromTriplets(entries.begin(), entries.end());
    Eigen::VectorXd x(n);
    try {
      SparseLu lu(a);
      lu.factor(a);
      x = lu.solve(right);
    } catch (const Error&) {
      std::vector<std::string> names;
      for (std::size_t u : block.unknowns) names.push_back(to_text(system.unknowns[u].symbol));
      throw Error(fmt::format("the equations are singular at these values: {}", list_names(std::move(names))), "",
                  Error::Kind::kNumerical);
    }
    for (std::size_t i = 0; i < block.unknowns.size(); ++i) {
      result[block.unknowns[i]] = x[static_cast<Eigen::Index>(i)];
      values.emplace(system.unknowns[block.unknowns[i]].symbol, x[static_cast<Eigen::Index>(i)]);
    }
  }
  return result;
}

}  // namespace kinemate
