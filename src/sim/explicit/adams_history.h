// The past of an Adams method: slopes at the last times, as modified divided differences.
//
// L. F. Shampine, M. K. Gordon: Computer Solution of Ordinary Differential Equations, Freeman 1975, chapter 5. Plain
// data, so that the past can be told in other coordinates when the integration goes on in them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace kinemate {

/// Arrays over orders count from 1, as in the book; entry 0 is not used.
struct AdamsHistory {
  static constexpr std::size_t kHighestOrder = 12;

  double t = 0;                                 ///< the newest time
  std::size_t order = 0;                        ///< slopes at order + 1 times are known
  std::array<double, kHighestOrder + 3> psi{};  ///< ψᵢ = t - tᵢ, tᵢ the i-th time before t
  std::vector<double> phi;  ///< n x (order + 1), column i - 1: φᵢ = ψ₁ ... ψᵢ₋₁ f[t, t₁, ..., tᵢ₋₁]
};

/// t, t₁, ... of the slopes that are known: order + 1 times.
std::vector<double> adams_times(const AdamsHistory& history);

/// The slopes at these times, n x (order + 1), newest first.
std::vector<double> adams_slopes(const AdamsHistory& history, std::size_t n);

/// Sets φ to that of other slopes at the same times. REQUIRES: slopes as from adams_slopes; the number n of states may
/// differ.
void set_adams_slopes(AdamsHistory& history, std::size_t n, std::span<const double> slopes);

}  // namespace kinemate
