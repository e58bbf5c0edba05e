// Which runs a study has: every combination of the grids and lists, with samples of the ranges.
//
// A run's values depend on its number alone, and are the same bits on every computer: so a study can be split, stopped
// and continued anywhere. Random numbers come from counters (SplitMix64: Steele, Lea, Flood 2014, Fast splittable
// pseudorandom number generators), the strata of a Latin hypercube (McKay, Beckman, Conover 1979) from permutations
// that are computed element by element: Feistel networks, walked until they are in range (Black, Rogaway 2002, Ciphers
// with arbitrary finite domains). No function of the system's library takes part whose last bit differs between
// computers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "study/sweep/listed_runs.h"
#include "study/sweep/variation.h"

namespace kinemate {

struct SamplePlan {
  enum class Kind {
    kGrid,   ///< no samples: grids and lists only
    kLatin,  ///< each of `samples` equally likely parts of a range is met once
    kRandom  ///< each sample for itself
  };
  Kind kind = Kind::kGrid;
  std::uint64_t samples = 0;  ///< for each combination of the grids and lists, the same ones each time; 0 for kGrid
  std::uint64_t seed = 0;
};

class RunTable {
 public:
  /// Samples of a name depend on the seed and on this name, not on what else is varied. Throws Error: for ranges
  /// without samples and samples without ranges, a name twice, more than 2^53 runs.
  RunTable(std::vector<Variation> variations, const SamplePlan& plan);

  /// Runs as they were listed.
  explicit RunTable(ListedRuns runs);

  const std::vector<std::string>& names() const { return names_; }
  std::uint64_t size() const { return size_; }

  /// The values of names() in a run; the last grid or list changes fastest among these, samples faster than all. Takes
  /// no longer for later runs; any threads may call it. REQUIRES: run < size(), as many values as names.
  void values(std::uint64_t run, std::span<double> out) const;

 private:
  struct Column {
    Variation variation;
    std::uint64_t stride = 1;  // runs from one value to the next, of grids and lists
    std::uint64_t key = 0;     // of the random numbers
  };
  double sample(const Column& column, std::uint64_t index) const;

  SamplePlan plan_;
  std::vector<Column> columns_;  // none where runs are listed
  ListedRuns listed_;
  std::vector<std::string> names_;
  std::uint64_t size_ = 1;
};

}  // namespace kinemate
