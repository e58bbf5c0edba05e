// The loops of an explicit step over states and lanes, for the vectors of this processor.
//
// There is one source for vectors of 2 (any x86-64) and of 4 (AVX2). Both round each operation by itself (AVX2 without
// fused multiply-adds) and in the order of the integrator of one run (runge_kutta.cc), so a lane has the same bits in
// all of them.
#pragma once

#include <array>
#include <cstddef>

#include "sim/explicit/weighted_sum.h"
#include "sim/lanes/lane_clock.h"

namespace kinemate {

/// What the error of a try is taken from. Arrays are n x W.
struct LaneErrors {
  std::size_t n = 0;
  const double* atol = nullptr;  ///< n
  double rtol = 0;
  const double *y = nullptr, *solution = nullptr, *end_slope = nullptr;
  const double *first = nullptr, *second = nullptr;  ///< estimates; no second: null
};

/// A step whose inside is wanted. Arrays are n x W.
struct LaneStep {
  std::size_t n = 0;
  const double *y = nullptr, *solution = nullptr, *start_slope = nullptr, *end_slope = nullptr;
  const double* h = nullptr;  ///< W
};

/// Pointers lead to arrays of W or n x W numbers. Any alignment will do.
template <unsigned W>
struct LaneKernels {
  using Masks = typename LaneClock<W>::Masks;

  /// At [J]: out = base + h Σ weightⱼ columnⱼ of J weights; no base is a base of zeros. Column j stands at columns + j
  /// n W.
  using Add = void (*)(const SparseWeights& weights, std::size_t n, const double* columns, const double* base,
                       const double* h, double* out);
  std::array<Add, SparseWeights::kMost + 1> add{};

  void (*plan)(LaneClock<W>& lanes, double limit, double max_step) = nullptr;
  /// Sets first, second and check.
  void (*measure)(const LaneErrors& errors, LaneClock<W>& lanes) = nullptr;
  void (*decide)(LaneClock<W>& lanes, const StepRule& rule) = nullptr;

  /// to = from in the lanes of the mask.
  void (*take)(std::size_t n, const Masks& mask, const double* from, double* to) = nullptr;
  /// Rows 0 to 3 of the dense output in the lanes of the mask: the start and the cubic, see interpolate.
  void (*take_cubic)(const LaneStep& step, const Masks& mask, double* dense) = nullptr;
  /// y₀ + θ(F₀ + (1-θ)(F₁ + θ(F₂ + ...))): row 0 is y₀, row r + 1 is F_r.
  void (*interpolate)(std::size_t n, std::size_t rows, const double* theta, const double* dense, double* y) = nullptr;
};

/// The best of this processor. W is 4 or 8.
template <unsigned W>
const LaneKernels<W>& lane_kernels();

/// Those for vectors of two, which every processor has.
template <unsigned W>
const LaneKernels<W>& plain_lane_kernels();

}  // namespace kinemate
