// The numbers of an explicit Runge-Kutta method, and its stages.
#pragma once

#include <array>
#include <cstddef>

#include "sim/explicit/weighted_sum.h"

namespace kinemate {

/// Columns of the memory of a step: slopes k₀ ... k_{s-1} of the stages, k_s = f at the end of the step, then those of
/// the stages that only the dense output needs.
struct Tableau {
  static constexpr std::size_t kMostStages = 16;
  static constexpr std::size_t kMostDense = 4;

  std::size_t stages = 0;                          ///< s
  std::array<double, kMostStages> c{};             ///< times of the columns in parts of the step; c_s = 1
  std::array<SparseWeights, kMostStages> a{};      ///< row i: how column i is reached; row s is the solution
  int order = 1;                                   ///< of the solution
  int error_order = 0;                             ///< of the lesser solution the error is taken from; 0: none
  SparseWeights error;                             ///< the error in units of h
  SparseWeights second_error;                      ///< of a lesser order still, or empty; see error_square
  std::size_t dense_stages = 0;                    ///< columns after s
  std::size_t dense_rows = 0;                      ///< coefficients beyond the cubic
  std::array<SparseWeights, kMostDense> dense{};   ///< these coefficients in units of h
  double stiff_bound = 0;                          ///< of |hλ|, above which stability rules; 0: is not watched
  double beta = 0;                                 ///< of the step size's memory (Gustafsson)
  double least_factor = 0.2, largest_factor = 10;  ///< of step sizes that follow each other

  constexpr std::size_t columns() const { return stages + 1 + dense_stages; }
};

/// One step without control: columns 1 ... s of k and the solution, from y and column 0. `argument` takes where the
/// last column before k_s was evaluated. Returns the first column where f(t, y, ydot) has no value, or s + 1.
template <class Function>
std::size_t run_stages(const Tableau& tableau, std::size_t n, double t, double h, const double* y, double* k,
                       double* argument, double* solution, Function&& f) {
  for (std::size_t i = 1; i <= tableau.stages; ++i) {
    double* const target = i == tableau.stages ? solution : argument;
    add_weighted(tableau.a[i], n, k, y, h, target);
    if (!f(t + tableau.c[i] * h, target, k + i * n)) return i;
  }
  return tableau.stages + 1;
}

}  // namespace kinemate
