#include "loops/block_solver.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr std::size_t kUnmatched = ~std::size_t{0};

// Which kept row belongs to each column: augmenting paths.
std::vector<std::size_t> match(const std::vector<std::vector<std::size_t>>& columns_of_row, std::size_t column_count) {
  std::vector<std::size_t> row_of(column_count, kUnmatched);
  for (std::size_t start = 0; start < columns_of_row.size(); ++start) {
    // breadth first over rows; each reached by a column
    std::vector<std::size_t> before(column_count, kUnmatched), queue = {start};
    std::vector<char> seen(column_count, 0);
    std::size_t end = kUnmatched;
    for (std::size_t at = 0; at < queue.size() && end == kUnmatched; ++at) {
      for (std::size_t column : columns_of_row[queue[at]]) {
        if (seen[column] != 0) continue;
        seen[column] = 1;
        before[column] = queue[at];
        if (row_of[column] == kUnmatched) {
          end = column;
          break;
        }
        queue.push_back(row_of[column]);
      }
    }
    CHECK(end != kUnmatched);
    // turn the path over
    std::unordered_map<std::size_t, std::size_t> column_of;
    for (std::size_t c = 0; c < column_count; ++c)
      if (row_of[c] != kUnmatched) column_of[row_of[c]] = c;
    for (std::size_t column = end;;) {
      const std::size_t row = before[column];
      const auto previous = column_of.find(row);
      row_of[column] = row;
      if (row == start) break;
      column = previous->second;
    }
  }
  return row_of;
}

// Strongly connected parts of a graph, what is reached before what reaches it (Tarjan, without recursion).
std::vector<std::vector<std::size_t>> connected_parts(const std::vector<std::vector<std::size_t>>& reached) {
  const std::size_t n = reached.size();
  std::vector<std::size_t> index(n, kUnmatched), low(n, 0), stack, next(n, 0);
  std::vector<char> on_stack(n, 0);
  std::vector<std::vector<std::size_t>> parts;
  std::size_t counter = 0;
  for (std::size_t root = 0; root < n; ++root) {
    if (index[root] != kUnmatched) continue;
    std::vector<std::size_t> calls = {root};
    while (!calls.empty()) {
      const std::size_t v = calls.back();
      if (index[v] == kUnmatched) {
        index[v] = low[v] = counter++;
        stack.push_back(v);
        on_stack[v] = 1;
      }
      if (next[v] < reached[v].size()) {
        const std::size_t w = reached[v][next[v]++];
        if (index[w] == kUnmatched) {
          calls.push_back(w);
        } else if (on_stack[w] != 0) {
          low[v] = std::min(low[v], index[w]);
        }
        continue;
      }
      calls.pop_back();
      if (!calls.empty()) low[calls.back()] = std::min(low[calls.back()], low[v]);
      if (low[v] != index[v]) continue;
      std::vector<std::size_t>& part = parts.emplace_back();
      for (std::size_t w = kUnmatched; w != v;) {
        w = stack.back();
        stack.pop_back();
        on_stack[w] = 0;
        part.push_back(w);
      }
      std::sort(part.begin(), part.end());
    }
  }
  return parts;
}

}  // namespace

std::vector<SolverBlock> find_blocks(std::span<const std::vector<std::size_t>> rows, std::span<const std::size_t> kept,
                                     std::span<const std::size_t> further, std::span<const std::size_t> columns) {
  std::unordered_map<std::size_t, std::size_t> place;
  for (std::size_t i = 0; i < columns.size(); ++i) place.emplace(columns[i], i);
  auto places_in = [&](std::size_t row) {
    std::vector<std::size_t> result;
    for (std::size_t column : rows[row])
      if (const auto found = place.find(column); found != place.end()) result.push_back(found->second);
    return result;
  };
  std::vector<std::vector<std::size_t>> of_kept;
  for (std::size_t row : kept) of_kept.push_back(places_in(row));
  const std::vector<std::size_t> row_of = match(of_kept, columns.size());
  // a column needs those that stand in its row
  std::vector<std::vector<std::size_t>> needed(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t other : of_kept[row_of[c]])
      if (other != c) needed[c].push_back(other);
  std::vector<SolverBlock> blocks;
  std::vector<std::size_t> block_of(columns.size(), 0);
  for (const std::vector<std::size_t>& part : connected_parts(needed)) {
    SolverBlock block;
    for (std::size_t c : part) {
      block_of[c] = blocks.size();
      block.columns.push_back(columns[c]);
      block.rows.push_back(kept[row_of[c]]);
    }
    blocks.push_back(std::move(block));
  }
  for (std::size_t row : further) {
    const std::vector<std::size_t> unknowns = places_in(row);
    if (unknowns.empty()) continue;
    std::size_t last = 0;
    for (std::size_t c : unknowns) last = std::max(last, block_of[c]);
    blocks[last].rows.push_back(row);
  }
  return blocks;
}

BlockSolver::BlockSolver(std::vector<FormulaRow> rows, std::vector<SolverBlock> blocks)
    : rows_(std::move(rows)), blocks_(std::move(blocks)) {
  for (const SolverBlock& block : blocks_) {
    std::vector<std::vector<Expr>> entries;
    for (std::size_t row : block.rows) {
      entries.emplace_back();
      for (std::size_t column : block.columns) entries.back().push_back(entry(row, column));
    }
    factors_.emplace_back(std::move(entries));
  }
}

Expr BlockSolver::entry(std::size_t row, std::size_t column) const {
  for (const auto& [at, value] : rows_[row])
    if (at == column) return value;
  return Expr(0);
}

std::vector<Expr> BlockSolver::solve(const std::vector<Expr>& right, std::size_t columns) const {
  std::vector<Expr> x(columns, Expr(0));
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const SolverBlock& block = blocks_[b];
    std::vector<Expr> rest;
    for (std::size_t row : block.rows) {
      Expr& sum = rest.emplace_back(right[row]);
      for (const auto& [column, value] : rows_[row])
        if (!x[column].is_zero()) sum -= value * x[column];
    }
    const std::vector<Expr> solved = factors_[b].solve(std::move(rest));
    for (std::size_t i = 0; i < solved.size(); ++i) x[block.columns[i]] = solved[i];
  }
  return x;
}

std::vector<Expr> BlockSolver::solve_transposed(const std::vector<Expr>& right) const {
  std::vector<Expr> multipliers(rows_.size(), Expr(0));
  for (std::size_t b = blocks_.size(); b-- > 0;) {
    const SolverBlock& block = blocks_[b];
    std::vector<Expr> rest;
    for (std::size_t column : block.columns) {
      Expr& sum = rest.emplace_back(right[column]);
      for (std::size_t row = 0; row < rows_.size(); ++row)
        if (!multipliers[row].is_zero()) sum -= entry(row, column) * multipliers[row];
    }
    const std::vector<Expr> solved = factors_[b].solve_transposed(std::move(rest));
    for (std::size_t k = 0; k < block.rows.size(); ++k) multipliers[block.rows[k]] = solved[k];
  }
  return multipliers;
}

}  // namespace kinemate
