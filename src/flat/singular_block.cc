#include "flat/singular_block.h"

#include <fmt/format.h>

#include <cmath>

#include "expr/text/print.h"
#include "flat/words.h"
#include "numeric/rank.h"

namespace kinemate {
namespace {

constexpr Eigen::Index kLargest = 2000;  // beyond, only the equation that is left over is named

// Rows whose multiples add up to nothing; empty where numbers do not tell.
std::vector<std::size_t> find_dependent_rows(const LinearBlock& block, SampledValues& samples, bool by_columns) {
  const auto n = static_cast<Eigen::Index>(block.rows.size());
  if (n > kLargest) return {};
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    double largest = 0;
    for (const auto& [column, coefficient] : block.rows[r].entries) {
      const double value = samples.at(coefficient)[1].value;
      if (!std::isfinite(value)) return {};
      a(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(column)) = value;
      largest = std::max(largest, std::abs(value));
    }
    if (largest > 0) a.row(static_cast<Eigen::Index>(r)) /= largest;
  }
  const Eigen::MatrixXd null_space = compute_null_space(by_columns ? a : Eigen::MatrixXd(a.transpose()));
  if (null_space.cols() != 1) return {};
  std::vector<std::size_t> rows;
  for (Eigen::Index i = 0; i < n; ++i)
    if (std::abs(null_space(i, 0)) > 1e-6 * null_space.cwiseAbs().maxCoeff())
      rows.push_back(static_cast<std::size_t>(i));
  return rows;
}

}  // namespace

void refuse_singular(const FlatSystem& system, const LinearBlock& block, const Elimination& elimination,
                     SampledValues& samples) {
  for (std::size_t r = 0; r < block.rows.size(); ++r) {
    if (elimination.is_done(r)) continue;
    const FlatEquation& equation = system.equations[block.equations[r]];
    std::vector<std::string> others, unknowns;
    for (std::size_t other : find_dependent_rows(block, samples, false))
      if (other != r) others.push_back(describe(system.equations[block.equations[other]]));
    for (std::size_t column : find_dependent_rows(block, samples, true))
      unknowns.push_back(to_text(system.unknowns[block.unknowns[column]].symbol));
    const bool follows = samples.is_zero(elimination.right(r));
    Error error(ErrorCode::kFlatUnsolvable,
                fmt::format("singular: {} {} {}", equation.name, follows ? "follows from" : "contradicts",
                            others.empty() ? "other equations" : list_names(std::move(others))),
                unknowns.empty() ? "some unknowns are not determined"
                                 : fmt::format("so {} not determined: {}",
                                               unknowns.size() == 1 ? "this is" : "these are", list_names(unknowns)));
    error.place = equation.place;
    throw error;
  }
}

}  // namespace kinemate
