#include "study/sweep/counter_random.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <vector>

namespace kinemate {
namespace {

// The first numbers of SplitMix64 from state 1234567, as published with the generator.
TEST(CounterRandom, IsSplitMix64) {
  EXPECT_EQ(random_bits(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(random_bits(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(random_bits(1234567, 2), 9817491932198370423u);
}

TEST(CounterRandom, FractionsAreInside) {
  double sum = 0, square = 0;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    const double x = random_fraction(9, i);
    ASSERT_TRUE(x > 0 && x < 1);
    sum += x;
    square += (x - 0.5) * (x - 0.5);
  }
  EXPECT_NEAR(sum / 1e5, 0.5, 0.003);  // 3.3 deviations
  EXPECT_NEAR(square / 1e5, 1 / 12.0, 0.001);
}

TEST(CounterRandom, KeysDiffer) {
  std::set<std::uint64_t> keys;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (const char* name : {"", "k", "K", "kk", "ab", "ba", "phi", "phi'"}) keys.insert(random_key(seed, name));
  EXPECT_EQ(keys.size(), 800u);
}

TEST(CounterRandom, PermutationsAreOneToOne) {
  for (std::uint64_t size : {1u, 2u, 3u, 4u, 5u, 7u, 16u, 17u, 64u, 65u, 1000u, 4097u}) {
    for (std::uint64_t key = 0; key < 20; ++key) {
      std::set<std::uint64_t> seen;
      for (std::uint64_t i = 0; i < size; ++i) {
        const std::uint64_t place = permuted(key, i, size);
        EXPECT_LT(place, size);
        seen.insert(place);
      }
      EXPECT_EQ(seen.size(), size);
    }
  }
}

// All orders of a few come equally often.
TEST(CounterRandom, PermutationsAreRandom) {
  std::map<std::array<std::uint64_t, 3>, int> times;
  constexpr int kKeys = 6000;
  for (std::uint64_t key = 0; key < kKeys; ++key)
    ++times[{permuted(key, 0, 3), permuted(key, 1, 3), permuted(key, 2, 3)}];
  ASSERT_EQ(times.size(), 6u);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, kKeys / 6, 115);  // 4 deviations
}

TEST(CounterRandom, LargePermutations) {
  const std::uint64_t size = 1'000'000'000'000'000;
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    seen.insert(permuted(5, i, size));
    seen.insert(permuted(5, size - 1 - i, size));
  }
  EXPECT_EQ(seen.size(), 2000u);
  EXPECT_LT(*seen.begin(), size / 50);
  EXPECT_GT(*seen.rbegin(), size - size / 50);
  EXPECT_LT(*seen.rbegin(), size);
}

}  // namespace
}  // namespace kinemate
