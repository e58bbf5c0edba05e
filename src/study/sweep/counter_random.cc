#include "study/sweep/counter_random.h"

#include <bit>

namespace kinemate {
namespace {

constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

}  // namespace

std::uint64_t random_bits(std::uint64_t key, std::uint64_t index) {
  std::uint64_t z = key + kGoldenRatio * (index + 1);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

std::uint64_t random_key(std::uint64_t seed, std::string_view name) {
  std::uint64_t key = random_bits(seed, name.size());
  for (char c : name) key = random_bits(key, static_cast<unsigned char>(c));
  return key;
}

double random_fraction(std::uint64_t key, std::uint64_t index) {
  return (static_cast<double>(random_bits(key, index) >> 12) + 0.5) * 0x1p-52;
}

std::uint64_t permuted(std::uint64_t key, std::uint64_t index, std::uint64_t size) {
  if (size == 1) return 0;
  // A Feistel network permutes the next larger square of a power of 2; what leaves the range goes on until it is back.
  constexpr std::uint64_t kRounds = 8;
  const int half = (static_cast<int>(std::bit_width(size - 1)) + 1) / 2;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = index >> half, right = index & mask;
    for (std::uint64_t round = 0; round < kRounds; ++round) {
      const std::uint64_t mixed = left ^ (random_bits(random_bits(key, round), right) & mask);
      left = right;
      right = mixed;
    }
    index = left << half | right;
  } while (index >= size);
  return index;
}

}  // namespace kinemate
