// Logarithms and powers of two for step sizes: six digits, by additions, multiplications and shifts alone.
//
// Unlike those of libm they have the same bits on every processor, and a loop over them runs in vectors: what decides
// on the next step of many runs at once is cheap, and decides as for one run alone.
#pragma once

#include <bit>
#include <cstdint>

namespace kinemate {

/// log₂ x. REQUIRES: x ≥ 0 and finite; zero and what is smaller than doubles of full length give about -1023.
[[gnu::always_inline]] inline double quick_log2(double x) {
  constexpr std::uint64_t kFraction = 0x000fffffffffffff, kOne = 0x3ff0000000000000, kTwo52 = 0x4330000000000000;
  constexpr double kRoot2 = 1.4142135623730951, kTwoByLn2 = 2.8853900817779268;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  // an integer below 2⁵² in the last bits of 2⁵² is their sum
  const double exponent = std::bit_cast<double>((bits >> 52) | kTwo52) - (0x1p52 + 1023);
  const double fraction = std::bit_cast<double>((bits & kFraction) | kOne);
  // log₂(m/√2) = 2/ln 2 artanh z, |z| < 0.172
  const double z = (fraction - kRoot2) / (fraction + kRoot2), s = z * z;
  // sums in pairs, which wait less for each other
  const double series = (1 + s * (1.0 / 3)) + s * s * ((1.0 / 5 + s * (1.0 / 7)) + s * s * (1.0 / 9));
  return exponent + (0.5 + kTwoByLn2 * z * series);
}

/// 2ˣ. REQUIRES: |x| < 1000.
[[gnu::always_inline]] inline double quick_exp2(double x) {
  constexpr double kShift = 0x1.8p52, kLn2 = 0.6931471805599453;
  const double shifted = x + kShift;  // the nearest integer stands in the last bits
  const double u = kLn2 * (x - (shifted - kShift));
  const double square = u * u;  // e^u up to u⁶/6!
  const double upper = (1.0 / 24 + u * (1.0 / 120)) + square * (1.0 / 720);
  const double series = (1 + u) + square * ((1.0 / 2 + u * (1.0 / 6)) + square * upper);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(series) + (std::bit_cast<std::uint64_t>(shifted) << 52));
}

}  // namespace kinemate
