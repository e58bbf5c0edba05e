// Sparse linear systems with one pattern and changing values, by solvers that know nothing of where they come from.
#pragma once

#include <memory>
#include <span>
#include <vector>

namespace kinemate {

/// By compressed columns: entries of column c are those from column_begins[c] on.
struct SparsePattern {
  std::vector<int> column_begins;  ///< columns + 1
  std::vector<int> rows;           ///< of each entry, ascending within a column
};

class SparseSolver {
 public:
  SparseSolver() = default;
  virtual ~SparseSolver() = default;
  SparseSolver(const SparseSolver&) = delete;
  SparseSolver& operator=(const SparseSolver&) = delete;

  /// Decomposes and solves; `values` of the entries of the pattern. REQUIRES: not singular.
  virtual std::span<const double> solve(std::span<const double> values, std::span<const double> right) = 0;
};

/// The pattern is analysed once; every call chooses pivots and decomposes. No iterative refinement, which is the
/// library's default and takes time. `values` are some for which the system is solvable.
std::unique_ptr<SparseSolver> make_umfpack(const SparsePattern& pattern, std::span<const double> values);

/// KLU, which keeps the pivots of the first call.
std::unique_ptr<SparseSolver> make_klu(const SparsePattern& pattern, std::span<const double> values);

}  // namespace kinemate
