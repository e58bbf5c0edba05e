#include "flat/sparse_order.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class SparseOrderTest : public FlatTest {
 protected:
  // Pivots as (row, column), all of them found.
  static std::vector<std::pair<std::size_t, std::size_t>> pivots_of(const Elimination& elimination) {
    std::vector<std::pair<std::size_t, std::size_t>> pivots;
    for (const auto& [row, column, inverse] : elimination.pivots()) pivots.emplace_back(row, column);
    return pivots;
  }
};

// The head of an arrow comes last.
TEST_F(SparseOrderTest, LittleFillIn) {
  std::string unknown = "head", rows, sum = "head";
  for (int i = 1; i <= 30; ++i) {
    unknown += fmt::format(", x{}", i);
    sum += fmt::format(" + 3*x{}", i);
    rows += fmt::format("  - 2*x{} + 3*head = {}\n", i, i);
  }
  const FlatSystem system = flat("unknowns: [" + unknown + "]\nequations:\n  - " + sum + " = 1\n" + rows);
  SampledValues samples({});
  Elimination elimination(whole_block(system, samples), samples);
  eliminate_sparsely(elimination, samples);
  EXPECT_EQ(elimination.pivots().size(), 31u);
  EXPECT_EQ(elimination.fill_in(), 0u);
}

// Both pivots of the first column cost the same: then 1 before another number before a formula.
TEST_F(SparseOrderTest, ShortPivotsFirst) {
  SampledValues samples({});
  for (const auto& [first, second, expected] :
       {std::tuple{"2", "-1", 1u}, std::tuple{"1", "2", 0u}, std::tuple{"a", "2", 1u}, std::tuple{"2", "a", 0u}}) {
    const FlatSystem system = flat(fmt::format(
        "parameters: {{a: }}\nunknowns: [x, y]\nequations: [{}*x + 7*a*y = 1, {}*x + 5*a*y = 2]\n", first, second));
    Elimination elimination(whole_block(system, samples), samples);
    eliminate_sparsely(elimination, samples);
    EXPECT_EQ(pivots_of(elimination)[0], std::pair(std::size_t{expected}, std::size_t{0})) << first << ", " << second;
  }
}

// The cheapest pivot would be 1e-9, in a row of its own size.
TEST_F(SparseOrderTest, NoSmallPivots) {
  const FlatSystem system = flat(R"(unknowns: [x, y, z]
equations:
  - x/10^9 + y = 1
  - x + y + z = 2
  - x - y + 2*z = 3
)");
  SampledValues samples({});
  Elimination elimination(whole_block(system, samples), samples);
  eliminate_sparsely(elimination, samples);
  for (const auto& pivot : pivots_of(elimination)) EXPECT_NE(pivot, std::pair(std::size_t{0}, std::size_t{0}));
  // rows are scaled: times 10^9 the same row is as good as the others
  const FlatSystem scaled = flat(R"(unknowns: [x, y]
equations: [x/10^9 + y/10^9 = 1, x - y = 2]
)");
  Elimination of_scaled(whole_block(scaled, samples), samples);
  eliminate_sparsely(of_scaled, samples);
  EXPECT_EQ(of_scaled.pivots().size(), 2u);
}

// A coefficient that vanishes at the values that are given is no pivot where there is another one, and one where there
// is none.
TEST_F(SparseOrderTest, PivotsThatVanishAtThePoint) {
  SampledValues samples({{make_symbol("a"), 2}});
  const FlatSystem system =
      flat("parameters: {a: 2}\nunknowns: [x, y]\nequations: [(a - 2)*x + y = 1, 3*a*x + 5*a*y = 2]\n");
  Elimination elimination(whole_block(system, samples), samples);
  eliminate_sparsely(elimination, samples);
  ASSERT_EQ(elimination.pivots().size(), 2u);
  for (const auto& pivot : pivots_of(elimination)) EXPECT_NE(pivot, std::pair(std::size_t{0}, std::size_t{0}));
  const FlatSystem alone = flat("parameters: {a: 2}\nunknowns: [x]\nequations: [(a - 2)*x = 1]\n");
  Elimination of_alone(whole_block(alone, samples), samples);
  eliminate_sparsely(of_alone, samples);
  EXPECT_EQ(of_alone.pivots().size(), 1u);
}

TEST_F(SparseOrderTest, StopsWhereNothingIsLeft) {
  SampledValues samples({});
  const FlatSystem system = flat(R"(parameters: {q: }
unknowns: [x, y]
equations:
  - cos(q)*x + sin(q)*y = 1
  - cos(q)*sin(q)*x + (1 - cos(q)^2)*y = 2
)");
  Elimination elimination(whole_block(system, samples), samples);
  eliminate_sparsely(elimination, samples);
  EXPECT_EQ(elimination.pivots().size(), 1u);
}

// What is zero at first because two coefficients exclude each other may be a pivot later, and has to be here.
TEST_F(SparseOrderTest, ZerosThatAreZeroNoMore) {
  SampledValues samples({});
  const FlatSystem system = flat(R"(parameters: {q: , a: }
unknowns: [x, y, z]
equations:
  - x + if(q < 1, 0, 1)*y = 1
  - if(q < 1, 1, 0)*x + z = 2
  - 5*a*y + 3*a*z = 3
)");
  Elimination elimination(whole_block(system, samples), samples);
  ASSERT_TRUE(elimination.eliminate(0, 0));  // y of the second row is 0 now, and not known to be
  eliminate_sparsely(elimination, samples);
  EXPECT_EQ(elimination.pivots().size(), 3u);
}

// Random sparse systems are solved.
TEST_F(SparseOrderTest, RandomSystems) {
  std::mt19937_64 random(11);
  for (int round = 0; round < random_cases(15); ++round) {
    std::string unknown, rows;
    for (int r = 0; r < 12; ++r) {
      unknown += fmt::format("{}x{}", r == 0 ? "" : ", ", r);
      rows += fmt::format("  - p{}*x{}", r, r);
      for (int k = 0; k < 3; ++k) rows += fmt::format(" + {}*x{}", random() % 5, random() % 12);
      rows += fmt::format(" = {}\n", random() % 9);
    }
    std::string known;
    for (int r = 0; r < 12; ++r) known += fmt::format("{}p{}: ", r == 0 ? "" : ", ", r);
    const FlatSystem system = flat("parameters: {" + known + "}\nunknowns: [" + unknown + "]\nequations:\n" + rows);
    SampledValues samples({});
    Elimination elimination(whole_block(system, samples), samples);
    eliminate_sparsely(elimination, samples);
    ASSERT_EQ(elimination.pivots().size(), 12u);
    const Values values = random_known(system, random);
    EXPECT_LT(left_over(system, values, evaluate(elimination.substitute_back(), values)), 1e-10);
  }
}

}  // namespace
}  // namespace kinemate
