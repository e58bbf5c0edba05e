#include "flat/incidence.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class IncidenceTest : public FlatTest {};

using Rows = std::vector<std::vector<std::size_t>>;

// How many a largest matching has, by trying everything.
std::size_t largest_matching(const Rows& rows, std::size_t row, unsigned taken) {
  if (row == rows.size()) return 0;
  std::size_t most = largest_matching(rows, row + 1, taken);
  for (std::size_t u : rows[row])
    if ((taken >> u & 1) == 0) most = std::max(most, 1 + largest_matching(rows, row + 1, taken | 1u << u));
  return most;
}

TEST_F(IncidenceTest, UnknownsOfBothSidesOnceAndInOrder) {
  const FlatSystem system = flat(R"(parameters: {p: }
unknowns: [x, y, z]
equations:
  - z + p = x*y + z^2
  - p*y = sin(p)
  - p = 1
)");
  const Incidence incidence = find_incidence(system);
  EXPECT_EQ(incidence.unknowns_of, (Rows{{0, 1, 2}, {1}, {}}));
  EXPECT_EQ(incidence.equations_of, (Rows{{0}, {0, 1}, {0}}));
}

// Each unknown takes the first equation that is free; the last one makes all others move.
TEST_F(IncidenceTest, MatchedUnknownsGiveWay) {
  const Matching matching = find_matching(make_incidence({{0, 3}, {0, 1}, {1, 2}, {2}}, 4));
  EXPECT_EQ(matching.equation_of, (std::vector<std::size_t>{1, 2, 3, 0}));
  EXPECT_EQ(matching.unknown_of, (std::vector<std::size_t>{3, 0, 1, 2}));
}

TEST_F(IncidenceTest, MatchingsAreLargest) {
  std::mt19937_64 random(7);
  for (int round = 0; round < random_cases(300); ++round) {
    const std::size_t count = 1 + random() % 7, unknowns = 1 + random() % 7;
    Rows rows(count);
    for (auto& row : rows)
      for (std::size_t u = 0; u < unknowns; ++u)
        if (random() % 3 == 0) row.push_back(u);
    const Matching matching = find_matching(make_incidence(rows, unknowns));
    std::size_t matched = 0;
    for (std::size_t e = 0; e < count; ++e) {
      const std::size_t u = matching.unknown_of[e];
      if (u == kUnmatched) continue;
      ++matched;
      EXPECT_EQ(matching.equation_of[u], e);
      EXPECT_TRUE(std::find(rows[e].begin(), rows[e].end(), u) != rows[e].end());
    }
    EXPECT_EQ(matched, largest_matching(rows, 0, 0)) << "round " << round;
    const auto free = std::count(matching.equation_of.begin(), matching.equation_of.end(), kUnmatched);
    EXPECT_EQ(unknowns - static_cast<std::size_t>(free), matched);
  }
}

// One way through all unknowns, which would be as deep a recursion.
TEST_F(IncidenceTest, LongWaysOfGivingWay) {
  const std::size_t n = 200'000;
  Rows rows{{0, n - 1}};  // the first equation is taken by unknown 0, and the last unknown needs it
  for (std::size_t e = 1; e < n; ++e) rows.push_back({e - 1, e});
  rows.back() = {n - 2};
  const Matching matching = find_matching(make_incidence(rows, n));
  EXPECT_EQ(matching.equation_of[n - 1], 0u);
  for (std::size_t u = 0; u + 1 < n; ++u) ASSERT_EQ(matching.equation_of[u], u + 1);
}

}  // namespace
}  // namespace kinemate
