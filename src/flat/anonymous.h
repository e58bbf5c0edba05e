// A flat list without a trace of where it comes from: other names, another order, sides exchanged.
#pragma once

#include <cstdint>

#include "flat/flat_system.h"

namespace kinemate {

struct AnonymousNames {
  FlatSystem system;
  std::vector<std::size_t> unknown_at;  ///< where each unknown of the original is now
};

/// The same seed, the same list. Known symbols are called k1, k2, … and unknown ones x1, x2, …, meanings are gone.
AnonymousNames make_anonymous(const FlatSystem& system, std::uint64_t seed);

}  // namespace kinemate
