#include "flat/blocks.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class BlocksTest : public FlatTest {
 protected:
  static std::vector<FlatBlock> blocks_of(const Incidence& incidence) {
    return find_blocks(incidence, find_matching(incidence));
  }
};

TEST_F(BlocksTest, WhatNeedsEachOtherIsTogetherAndInOrder) {
  const FlatSystem system = flat(R"(parameters: {q: }
unknowns: [e, a, b, c, d]
equations:
  - e = a*d
  - a + b = c
  - a - b = 2*c
  - c = cos(q)
  - d*c = b
)");
  const std::vector<FlatBlock> blocks = blocks_of(find_incidence(system));
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_EQ(blocks[0].equations, (std::vector<std::size_t>{3}));
  EXPECT_EQ(blocks[0].unknowns, (std::vector<std::size_t>{3}));
  EXPECT_EQ(blocks[1].equations, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(blocks[1].unknowns, (std::vector<std::size_t>{1, 2}));
  EXPECT_EQ(blocks[2].equations, (std::vector<std::size_t>{4}));
  EXPECT_EQ(blocks[2].unknowns, (std::vector<std::size_t>{4}));
  EXPECT_EQ(blocks[3].equations, (std::vector<std::size_t>{0}));
  EXPECT_EQ(blocks[3].unknowns, (std::vector<std::size_t>{0}));
}

// Against who reaches whom, by closing the relation.
TEST_F(BlocksTest, BlocksAreTheStronglyConnectedParts) {
  std::mt19937_64 random(3);
  for (int round = 0; round < random_cases(200); ++round) {
    const std::size_t n = 1 + random() % 8;
    std::vector<std::vector<std::size_t>> rows(n);
    for (std::size_t e = 0; e < n; ++e)
      for (std::size_t u = 0; u < n; ++u)
        if (u == e || random() % 5 == 0) rows[e].push_back(u);
    const Incidence incidence = make_incidence(rows, n);
    const Matching matching = find_matching(incidence);
    std::vector<std::vector<bool>> needs(n, std::vector<bool>(n, false));
    for (std::size_t e = 0; e < n; ++e)
      for (std::size_t u : rows[e]) needs[e][matching.equation_of[u]] = true;
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) needs[i][j] = needs[i][j] || (needs[i][k] && needs[k][j]);
    const std::vector<FlatBlock> blocks = find_blocks(incidence, matching);
    std::vector<std::size_t> block_of(n, kUnmatched);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      EXPECT_TRUE(std::is_sorted(blocks[b].equations.begin(), blocks[b].equations.end()));
      EXPECT_TRUE(std::is_sorted(blocks[b].unknowns.begin(), blocks[b].unknowns.end()));
      ASSERT_EQ(blocks[b].equations.size(), blocks[b].unknowns.size());
      for (std::size_t e : blocks[b].equations) block_of[e] = b;
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        EXPECT_EQ(block_of[i] == block_of[j], i == j || (needs[i][j] && needs[j][i]));
        EXPECT_TRUE(!needs[i][j] || block_of[j] <= block_of[i]);
      }
    }
  }
}

TEST_F(BlocksTest, LongChainsAreNoRecursion) {
  const std::size_t n = 200'000;
  std::vector<std::vector<std::size_t>> rows;
  for (std::size_t e = 0; e + 1 < n; ++e) rows.push_back({e, e + 1});
  rows.push_back({n - 1});
  const std::vector<FlatBlock> blocks = blocks_of(make_incidence(rows, n));
  ASSERT_EQ(blocks.size(), n);
  EXPECT_EQ(blocks.front().unknowns.front(), n - 1);
  EXPECT_EQ(blocks.back().unknowns.front(), 0u);
  rows.back() = {0, n - 1};  // a circle
  ASSERT_EQ(blocks_of(make_incidence(rows, n)).size(), 1u);
}

}  // namespace
}  // namespace kinemate
