// The ledgers of several computers that shared a study, as one.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace kinemate {

struct MergedRuns {
  std::uint64_t runs = 0;      ///< of the whole study
  std::uint64_t finished = 0;  ///< runs in the merged ledger that are good
  std::uint64_t failed = 0;
  std::uint64_t missing = 0;                 ///< in none of the ledgers
  std::vector<std::uint64_t> first_missing;  ///< the first ten of them at most
};

/// Writes a ledger without a shard, that can be continued like any other, in the place of `out`. A run that is good in
/// one ledger and failed in another is good. Metadata that all have in common stay. The order of `paths` does not
/// matter. Throws Error where two ledgers are of different studies or have different results of one run, where `out` is
/// some other file, and as Ledger does. REQUIRES: there is a path.
MergedRuns merge_ledgers(std::span<const std::string> paths, const std::string& out);

}  // namespace kinemate
