// One of several shares of a study: which runs this process does, where several processes share them without talking.
//
// Runs are dealt out in turn, not in blocks: neighbours cost about the same, so that all shares last about as long.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ranks/environment.h"

namespace kinemate {

struct Shard {
  std::uint64_t index = 1;  ///< 1 … count
  std::uint64_t count = 1;

  bool operator==(const Shard&) const = default;
};

/// "2/4", the second of four. Throws Error.
Shard parse_shard(std::string_view text);

/// "2/4".
std::string shard_text(const Shard& shard);

/// The share of a task of a Slurm array, by its position among the tasks; none where there is no array. Throws Error
/// where the tasks are not evenly spaced (--array=1,2,7), since the position is unknown then.
std::optional<Shard> shard_of_slurm_array(const EnvironmentLookup& lookup);

}  // namespace kinemate
