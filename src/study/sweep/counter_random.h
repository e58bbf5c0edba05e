// Random numbers and permutations, any of which is computed without those before it.
#pragma once

#include <cstdint>
#include <string_view>

namespace kinemate {

/// A key from a seed and a name.
std::uint64_t random_key(std::uint64_t seed, std::string_view name);

/// The number `index` of the sequence of a key: 64 random bits (SplitMix64).
std::uint64_t random_bits(std::uint64_t key, std::uint64_t index);

/// The same as a number above 0 and below 1, a multiple of 2^-53.
double random_fraction(std::uint64_t key, std::uint64_t index);

/// Where a random permutation of 0 ... size - 1 puts `index`. REQUIRES: index < size <= 2^62.
std::uint64_t permuted(std::uint64_t key, std::uint64_t index, std::uint64_t size);

}  // namespace kinemate
