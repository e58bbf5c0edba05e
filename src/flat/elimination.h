// Gauss's elimination on formulas, one pivot at a time, rows sparse.
//
// Coefficients that come about are auxiliary variables by themselves: formulas are a shared graph, so each is made once
// and stands by reference wherever it is used. Pivots and fill-in are asked whether they are zero (SampledValues), and
// what is zero is left out. Numbers that get long become doubles.
#pragma once

#include <map>
#include <set>

#include "flat/linear_block.h"

namespace kinemate {

/// So many products are made before an Elimination gives up: programs of more operations are no use.
inline constexpr std::size_t kMostProducts = 3'000'000;

class Elimination {
 public:
  /// Thrown where more would have to be made.
  struct TooLarge {};

  struct Pivot {
    std::size_t row, column;
    Expr inverse;
  };

  /// Both outlive it. No more than `most` products are made.
  Elimination(const LinearBlock& block, SampledValues& samples, std::size_t most = kMostProducts);

  /// Whether the coefficient was no zero, so that the column is gone from all rows without a pivot; if it was, the
  /// coefficient is gone. Throws TooLarge.
  bool eliminate(std::size_t row, std::size_t column);

  std::size_t size() const { return rows_.size(); }
  bool is_done(std::size_t row) const { return done_[row]; }
  const std::map<std::size_t, Expr>& row(std::size_t r) const { return rows_[r]; }  ///< what is left of it
  const std::set<std::size_t>& column(std::size_t c) const { return columns_[c]; }  ///< rows without a pivot
  const Expr& right(std::size_t r) const { return rights_[r]; }
  const std::vector<Pivot>& pivots() const { return pivots_; }
  std::size_t fill_in() const { return fill_in_; }  ///< coefficients where there were none
  std::size_t products() const { return products_; }

  /// For each column. REQUIRES: every row has its pivot.
  std::vector<Expr> substitute_back() const;

 private:
  SampledValues& samples_;
  const std::size_t most_;
  std::vector<std::map<std::size_t, Expr>> rows_;
  std::vector<Expr> rights_;
  std::vector<std::set<std::size_t>> columns_;
  std::vector<bool> done_;
  std::vector<Pivot> pivots_;
  std::size_t fill_in_ = 0, products_ = 0;
};

}  // namespace kinemate
