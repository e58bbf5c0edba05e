#include "loops/block_solver.h"

#include <gtest/gtest.h>

#include <random>

#include "expr/evaluate.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class BlockSolverTest : public ModelTest {
 protected:
  // B as symbols b_row_column where `pattern` has an x, with random numbers.
  void fill(const std::vector<std::string>& pattern) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> number(0.5, 2);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      FormulaRow& row = rows.emplace_back();
      std::vector<std::size_t>& columns = structure.emplace_back();
      for (std::size_t j = 0; j < pattern[i].size(); ++j) {
        if (pattern[i][j] != 'x') continue;
        const Expr entry = make_symbol("b_" + std::to_string(i) + "_" + std::to_string(j));
        values[entry] = number(random);
        row.emplace_back(j, entry);
        columns.push_back(j);
      }
    }
  }

  double residual(std::size_t row, const std::vector<double>& x, double right) const {
    double sum = -right;
    for (const auto& [column, entry] : rows[row]) sum += values.at(entry) * x[column];
    return sum;
  }

  std::vector<FormulaRow> rows;
  std::vector<std::vector<std::size_t>> structure;
  Values values;
};

std::vector<std::size_t> first(std::size_t n) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < n; ++i) result.push_back(i);
  return result;
}

TEST_F(BlockSolverTest, SolvesBlocksInTheirOrder) {
  fill({"x..xx", "xx...", ".xx..", "...xx", "..xx."});
  const std::vector<SolverBlock> blocks = find_blocks(structure, first(5), {}, first(5));
  std::size_t unknowns = 0;
  for (const SolverBlock& block : blocks) unknowns += block.columns.size();
  EXPECT_EQ(unknowns, 5u);
  const BlockSolver solver(rows, blocks);
  std::vector<Expr> right;
  for (int i = 0; i < 5; ++i) right.push_back(Expr(i + 1));
  const std::vector<double> x = evaluate(solver.solve(right, 5), values);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(residual(i, x, static_cast<double>(i + 1)), 0, 1e-11);
}

TEST_F(BlockSolverTest, TriangularRowsAreBlocksOfOne) {
  fill({"xxxx", "x...", "xx..", "xxx."});
  const std::vector<SolverBlock> blocks = find_blocks(structure, first(4), {}, first(4));
  EXPECT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].rows, std::vector<std::size_t>{1});
  EXPECT_EQ(blocks[3].columns, std::vector<std::size_t>{3});
}

// A pivot that is 0 must not matter: the first entry of a regular block.
TEST_F(BlockSolverTest, DividesByDeterminantsOnly) {
  fill({"xx", "xx"});
  const BlockSolver solver(rows, find_blocks(structure, first(2), {}, first(2)));
  values[rows[0][0].second] = 0;
  const std::vector<double> x = evaluate(solver.solve({Expr(1), Expr(2)}, 2), values);
  EXPECT_NEAR(residual(0, x, 1), 0, 1e-14);
  EXPECT_NEAR(residual(1, x, 2), 0, 1e-14);
}

TEST_F(BlockSolverTest, RowsThatFollowDoNoHarm) {
  fill({"xxxx", "xxxx", "xxxx", "xxxx", "...."});
  FormulaRow sum;  // of the first and twice the third
  for (std::size_t j = 0; j < 4; ++j) {
    sum.emplace_back(j, rows[0][j].second + Expr(2) * rows[2][j].second);
    structure[4].push_back(j);
  }
  rows[4] = sum;
  const std::vector<std::size_t> further = {4};
  const BlockSolver solver(rows, find_blocks(structure, first(4), further, first(4)));
  const std::vector<double> x = evaluate(solver.solve({Expr(1), Expr(2), Expr(3), Expr(4), Expr(7)}, 4), values);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(residual(i, x, static_cast<double>(i + 1)), 0, 1e-9);
}

TEST_F(BlockSolverTest, SolvesTheTransposedSystem) {
  fill({"xx...", "xx...", ".xxxx", "x.xxx", "..xxx"});
  for (auto& [symbol, value] : values) value += 0.1;
  const BlockSolver solver(rows, find_blocks(structure, first(5), {}, first(5)));
  const std::vector<double> multipliers =
      evaluate(solver.solve_transposed({Expr(1), Expr(2), Expr(3), Expr(4), Expr(5)}), values);
  for (std::size_t j = 0; j < 5; ++j) {
    double sum = -static_cast<double>(j + 1);
    for (std::size_t i = 0; i < 5; ++i)
      for (const auto& [column, entry] : rows[i])
        if (column == j) sum += values.at(entry) * multipliers[i];
    EXPECT_NEAR(sum, 0, 1e-10);
  }
}

}  // namespace
}  // namespace kinemate
