// What a study varies, as users write it:
//
//   k = 10 .. 20 : 5          a grid of 5 points with equal distances, both ends among them
//   k = 10 .. 1000 : 5 log    a grid with equal ratios
//   k = [1, 2, 5]             a list; the brackets may be left out
//   k = 10 .. 20              a range, of which samples are taken
//   k = 10 .. 1000 log        the same, the logarithm equally distributed
//   k = normal(10, 0.5)       samples of a normal distribution: mean and standard deviation
//
// Numbers may be formulas of numbers: pi/4, 1/3. Names may have primes: phi'.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kinemate {

struct Variation {
  enum class Kind { kGrid, kList, kRange, kNormal };

  std::string name;
  Kind kind = Kind::kList;
  std::vector<double> values;      ///< of a list
  std::uint64_t points = 0;        ///< of a grid
  double low = 0, high = 0;        ///< of a grid or range; low < high
  double mean = 0, deviation = 0;  ///< of a normal distribution; deviation > 0
  bool logarithmic = false;        ///< of a grid or range, with low > 0
  std::string text;                ///< as it was given

  /// Whether it says how many values it has; else samples are taken of it.
  bool counted() const { return kind == Kind::kGrid || kind == Kind::kList; }
  /// REQUIRES: counted().
  std::uint64_t count() const { return kind == Kind::kGrid ? points : values.size(); }
};

/// Throws Error with its place.
Variation read_variation(std::string_view text);

/// One text each. Throws Error also where a name stands twice.
std::vector<Variation> read_variations(std::span<const std::string> texts);

/// Throws Error where a name stands twice.
void require_different_names(std::span<const Variation> variations);

}  // namespace kinemate
