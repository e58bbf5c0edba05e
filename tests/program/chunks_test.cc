#include "program/chunks.h"

#include <gtest/gtest.h>

#include "base/check.h"

namespace kinemate {
namespace {

Step add(Slot a, Slot b, Slot result, std::uint32_t last_use) {
  return {.code = Code::kAdd, .count = 2, .operands = {a, b, 99}, .result = result, .last_use = last_use};
}

// Positions 10 to 15; slots 5 and 6 are inputs, slot 0 is used again as soon as it is free.
const std::vector<Step> kSteps = {add(5, 6, 0, 11), add(0, 6, 1, 13), add(1, 1, 0, 12),
                                  add(0, 6, 0, 14), add(0, 1, 2, 15), add(2, 5, 7, kForever)};

TEST(Chunks, KeepsWhatIsUsedLater) {
  const std::vector<Chunk> chunks = cut_into_chunks(kSteps, 10, 3);
  ASSERT_EQ(chunks.size(), 2U);
  EXPECT_EQ(chunks[0].first, 0U);
  EXPECT_EQ(chunks[0].count, 3U);
  EXPECT_EQ(chunks[0].kept, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(chunks[1].first, 3U);
  EXPECT_EQ(chunks[1].count, 3U);
  EXPECT_EQ(chunks[1].kept, (std::vector<bool>{false, false, true}));
}

TEST(Chunks, AUseAtTheFirstPositionAfterTheChunkCounts) {
  const std::vector<Step> steps = {add(5, 6, 0, 11), add(5, 6, 1, 12), add(5, 6, 2, 13)};
  EXPECT_EQ(cut_into_chunks(steps, 10, 3)[0].kept, (std::vector<bool>{false, false, true}));
  EXPECT_EQ(cut_into_chunks(steps, 0, 3)[0].kept, (std::vector<bool>{true, true, true}));
}

TEST(Chunks, ReadsWhatComesFromBefore) {
  const std::vector<Chunk> chunks = cut_into_chunks(kSteps, 10, 2);
  ASSERT_EQ(chunks.size(), 3U);
  EXPECT_EQ(chunks[0].reads, (std::vector<Slot>{5, 6}));
  EXPECT_EQ(chunks[1].reads, (std::vector<Slot>{1, 6}));
  EXPECT_EQ(chunks[2].reads, (std::vector<Slot>{0, 1, 5}));
}

TEST(Chunks, AreAboutEquallyLong) {
  const std::vector<Step> steps(1001, add(0, 1, 2, 0));
  std::size_t next = 0;
  const std::vector<Chunk> chunks = cut_into_chunks(steps, 0, 100);
  EXPECT_EQ(chunks.size(), 11U);
  for (const Chunk& chunk : chunks) {
    EXPECT_EQ(chunk.first, next);
    EXPECT_EQ(chunk.count, 91U);
    EXPECT_EQ(chunk.kept.size(), chunk.count);
    next += chunk.count;
  }
  EXPECT_EQ(next, 1001U);
}

TEST(Chunks, OfNothingAreNone) {
  EXPECT_TRUE(cut_into_chunks({}, 0, 10).empty());
  EXPECT_THROW(cut_into_chunks(kSteps, 0, 0), CheckFailure);
}

}  // namespace
}  // namespace kinemate
