// How often a test program has allocated, if one of its files includes allocations.h.
#pragma once

#include <atomic>
#include <cstddef>

namespace kinemate {

inline std::atomic<std::size_t> allocations = 0;  ///< since the program started

}  // namespace kinemate
