#include "loops/block_factors.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "expr/evaluate.h"
#include "expr/graph.h"
#include "model/fixture.h"

namespace kinemate {
namespace {

class BlockFactorsTest : public ModelTest {
 protected:
  // 'x': a symbol, '1', '-': units, '.': nothing
  std::vector<std::vector<Expr>> block(const std::vector<std::string>& pattern) {
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> number(-2, 2);
    std::vector<std::vector<Expr>> entries;
    numbers =
        Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(pattern.size()), static_cast<Eigen::Index>(pattern[0].size()));
    for (std::size_t i = 0; i < pattern.size(); ++i) {
      entries.emplace_back();
      for (std::size_t j = 0; j < pattern[i].size(); ++j) {
        const char c = pattern[i][j];
        Expr entry(c == '1' ? 1 : c == '-' ? -1 : 0);
        if (c == 'x') {
          entry = make_symbol("b_" + std::to_string(i) + "_" + std::to_string(j));
          values[entry] = number(random);
        }
        entries.back().push_back(entry);
        numbers(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            c == 'x' ? values.at(entry) : entry.real();
      }
    }
    return entries;
  }

  Eigen::VectorXd at(const std::vector<Expr>& formulas) const {
    const std::vector<double> found = evaluate(formulas, values);
    return Eigen::Map<const Eigen::VectorXd>(found.data(), static_cast<Eigen::Index>(found.size()));
  }

  std::vector<Expr> right(std::size_t size) {
    std::vector<Expr> symbols;
    for (std::size_t i = 0; i < size; ++i) {
      symbols.push_back(make_symbol("r_" + std::to_string(i)));
      values[symbols.back()] = 0.3 + static_cast<double>(i);
    }
    return symbols;
  }

  Values values;
  Eigen::MatrixXd numbers;
};

TEST_F(BlockFactorsTest, SolvesBothWays) {
  const std::vector<std::vector<std::string>> patterns = {
      {"x"},
      {"xx", "xx"},
      {"xxx", "x.x", "xx."},
      {"1.xx", ".1xx", "1.xx", ".1xx"},  // two wheels
      {"1x.x", "-x1.", "x.x-", ".1xx"},
      {"xxxx", "xxxx", "xxxx", "xxxx"},               // nothing to begin with
      {"1....", "x1...", "xx1..", "xxx1.", "xxxx1"},  // nothing left
      {"1xxxxx", "x1xxxx", "xx-xxx", "xxxxxx", "xxxxxx", "xxxxxx"}};
  for (const auto& pattern : patterns) {
    const BlockFactors factors(block(pattern));
    const std::size_t n = pattern.size();
    const std::vector<Expr> b = right(n);
    EXPECT_LT((numbers * at(factors.solve(b)) - at(b)).norm(), 1e-10) << pattern[0];
    EXPECT_LT((numbers.transpose() * at(factors.solve_transposed(b)) - at(b)).norm(), 1e-10) << pattern[0];
  }
}

// More rows than unknowns: with consistent right sides all are met, and λ is the shortest.
TEST_F(BlockFactorsTest, RowsThatFollow) {
  const BlockFactors factors(block({"xx", "xx", "xx"}));
  Eigen::VectorXd x(2);
  x << 0.7, -1.1;
  std::vector<Expr> b = right(3);
  for (std::size_t i = 0; i < 3; ++i) values[b[i]] = (numbers * x)[static_cast<Eigen::Index>(i)];
  EXPECT_LT((at(factors.solve(b)) - x).norm(), 1e-12);
  const std::vector<Expr> r = {b[0], b[1]};
  const Eigen::VectorXd lambda = at(factors.solve_transposed(r));
  EXPECT_LT((numbers.transpose() * lambda - at(r)).norm(), 1e-12);
  EXPECT_LT((lambda - numbers * (numbers.transpose() * numbers).inverse() * at(r)).norm(), 1e-12);
}

// Nothing is divided by but the one determinant that is left: at a point where other entries vanish there are values.
TEST_F(BlockFactorsTest, UnitsAreNoDivisors) {
  const BlockFactors factors(block({"1.xx", ".1xx", "1.xx", ".1xx"}));
  for (auto& [symbol, value] : values) value = 0;
  values.at(make_symbol("b_2_2")) = values.at(make_symbol("b_3_3")) = 1;
  const std::vector<Expr> b = right(4);
  EXPECT_EQ(at(factors.solve(b))[0], 0.3);
}

}  // namespace
}  // namespace kinemate
