#include "flat/information_flow.h"

#include "flat/anonymous.h"
#include "flat/fixture.h"

namespace kinemate {
namespace {

class InformationFlowTest : public FlatTest {
 protected:
  SampledValues samples_{{}};

  InformationFlow flow_of(const FlatSystem& system) { return find_information_flow(whole_block(system, samples_)); }

  // Everything that must hold for a flow, whatever was torn.
  void expect_consistent(const FlatSystem& system) {
    const LinearBlock block = whole_block(system, samples_);
    const InformationFlow flow = find_information_flow(block);
    std::vector<bool> known(block.unknowns.size(), false), used(block.rows.size(), false);
    for (std::size_t t : flow.tears) {
      EXPECT_FALSE(known[t]);
      known[t] = true;
    }
    for (const auto& [row, column] : flow.pairs) {
      EXPECT_FALSE(used[row]);
      EXPECT_FALSE(known[column]);
      used[row] = true;
      for (const auto& [c, coefficient] : block.rows[row].entries) {
        if (c == column) {
          EXPECT_TRUE(coefficient.is_one() || coefficient == Expr(-1));
        } else {
          EXPECT_TRUE(known[c]) << "row " << row;
        }
      }
      known[column] = true;
    }
    EXPECT_TRUE(std::all_of(known.begin(), known.end(), [](bool k) { return k; }));
    for (std::size_t r : flow.residuals) {
      EXPECT_FALSE(used[r]);
      used[r] = true;
    }
    EXPECT_TRUE(std::all_of(used.begin(), used.end(), [](bool u) { return u; }));
    EXPECT_TRUE(std::is_sorted(flow.residuals.begin(), flow.residuals.end()));
    EXPECT_EQ(flow.tears.size(), flow.residuals.size());
  }
};

// A mass on a slope: a from s, the force from a, and what is left over is the equation of motion.
TEST_F(InformationFlowTest, OneTear) {
  const FlatSystem system = flat(R"(parameters: {m: , r: , T: }
unknowns: [s, a, f, t]
equations:
  - motion: a = r*s
  - force: f = m*a
  - torque: t = r*f
  - balance: T = r*t + m*s
)");
  const InformationFlow flow = flow_of(system);
  EXPECT_EQ(flow.tears, (std::vector<std::size_t>{0}));
  EXPECT_EQ(flow.residuals, (std::vector<std::size_t>{3}));
  ASSERT_EQ(flow.pairs.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(flow.pairs[i].row, i);
    EXPECT_EQ(flow.pairs[i].column, i + 1);
  }
}

// Without a circle nothing is torn, whatever the coefficients of -1 say.
TEST_F(InformationFlowTest, TrianglesNeedNoTears) {
  const InformationFlow flow = flow_of(flat(R"(parameters: {p: }
unknowns: [x, y, z]
equations: [p*x + p*y - z = 1, p*x - y = 2, -x = 3]
)"));
  EXPECT_TRUE(flow.tears.empty());
  EXPECT_TRUE(flow.residuals.empty());
  EXPECT_EQ(flow.pairs.front().row, 2u);
  EXPECT_EQ(flow.pairs.back().column, 2u);
}

// A coefficient that is no 1 gives nothing: x and y must both be torn.
TEST_F(InformationFlowTest, OnlyUnitsGive) {
  const InformationFlow flow = flow_of(flat(R"(parameters: {p: }
unknowns: [x, y]
equations: [2*x + p*y = 1, p*x - 3*y = 2]
)"));
  EXPECT_EQ(flow.tears.size(), 2u);
  EXPECT_TRUE(flow.pairs.empty());
}

TEST_F(InformationFlowTest, LaddersTearOnceARung) {
  for (const std::size_t rungs : {1u, 2u, 5u, 40u}) {
    const FlatSystem ladder = resistor_ladder(rungs);
    expect_consistent(ladder);
    for (std::uint64_t seed : {1u, 2u, 3u}) {
      const FlatSystem shuffled = make_anonymous(ladder, seed).system;
      expect_consistent(shuffled);
      EXPECT_LE(flow_of(shuffled).tears.size(), rungs);
    }
  }
}

TEST_F(InformationFlowTest, RandomSystemsAreConsistent) {
  std::mt19937_64 random(5);
  for (int round = 0; round < random_cases(60); ++round) {
    const std::size_t n = 2 + random() % 12;
    FlatSystem system;
    for (std::size_t i = 0; i < n; ++i) {
      system.unknowns.push_back({make_symbol(fmt::format("x{}", i)), "", {}});
      Expr sum = (random() % 2 == 0 ? Expr(1) : make_symbol("p")) * system.unknowns[i].symbol;
      system.equations.push_back({fmt::format("equation {}", i + 1), sum, Expr(1), {}});
    }
    for (FlatEquation& equation : system.equations)
      for (int k = 0; k < 3; ++k)
        equation.left += Expr(static_cast<long>(random() % 3) - 1) * system.unknowns[random() % n].symbol;
    expect_consistent(system);
  }
}

}  // namespace
}  // namespace kinemate
