#include "flat/elimination.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class EliminationTest : public FlatTest {
 protected:
  SampledValues samples_{{}};
};

TEST_F(EliminationTest, PivotsInAnyOrderGiveTheSameValues) {
  const LinearBlock block = whole_block(flat(R"(unknowns: [x, y, z]
equations:
  - 2*x + y = 5
  - x - y + z = 3
  - 4*y - z = 1
)"),
                                        samples_);
  const std::size_t orders[][3][2] = {
      {{0, 0}, {1, 1}, {2, 2}}, {{2, 2}, {1, 0}, {0, 1}}, {{1, 2}, {2, 1}, {0, 0}}, {{1, 1}, {0, 0}, {2, 2}}};
  for (const auto& order : orders) {
    Elimination elimination(block, samples_);
    for (const auto& [row, column] : order) {
      EXPECT_FALSE(elimination.is_done(row));
      EXPECT_TRUE(elimination.eliminate(row, column));
      EXPECT_TRUE(elimination.is_done(row));
      EXPECT_TRUE(elimination.column(column).empty());
    }
    EXPECT_EQ(elimination.substitute_back(), (std::vector<Expr>{Rational(11, 5), Rational(3, 5), Rational(7, 5)}));
    ASSERT_EQ(elimination.pivots().size(), 3u);
    EXPECT_EQ(elimination.pivots()[1].row, order[1][0]);
    EXPECT_EQ(elimination.pivots()[1].column, order[1][1]);
  }
}

// An arrow: from its shaft to its head nothing comes about, the other way round everything.
TEST_F(EliminationTest, FillInIsCounted) {
  const FlatSystem system = flat(R"(parameters: {a: , b: , c: }
unknowns: [x, y, z, head]
equations:
  - a*x + head = 1
  - b*y + head = 2
  - c*z + head = 3
  - x + y + z + head = 4
)");
  const LinearBlock block = whole_block(system, samples_);
  Elimination good(block, samples_), bad(block, samples_);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(good.eliminate(i, i));
  EXPECT_EQ(good.fill_in(), 0u);
  EXPECT_TRUE(bad.eliminate(0, 3));  // x into the other rows, where the last one has it already
  EXPECT_EQ(bad.fill_in(), 2u);
  EXPECT_EQ(bad.row(1).size(), 2u);
  EXPECT_EQ(bad.column(0), (std::set<std::size_t>{1, 2, 3}));
  for (std::size_t i = 1; i < 4; ++i) EXPECT_TRUE(bad.eliminate(i, i - 1));
  const std::vector<Expr> one = good.substitute_back(), other = bad.substitute_back();
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(samples_.is_zero(one[i] - other[i])) << i;
}

// Coefficients that cancel by the laws of sines are gone, and no pivots.
TEST_F(EliminationTest, WhatCancelsIsGone) {
  const FlatSystem system = flat(R"(parameters: {q: }
unknowns: [x, y, z]
equations:
  - cos(q)*x - sin(q)*y + z = 1
  - sin(q)*x + (1/cos(q) - cos(q))*-1*y + z = 2
  - x + y + z = 3
)");
  Elimination elimination(whole_block(system, samples_), samples_);
  EXPECT_TRUE(elimination.eliminate(0, 0));
  EXPECT_FALSE(elimination.row(1).contains(1));  // -sin²/cos + sin²/cos
  EXPECT_EQ(elimination.column(1), (std::set<std::size_t>{2}));
  EXPECT_FALSE(elimination.eliminate(1, 1));
  EXPECT_FALSE(elimination.is_done(1));
  EXPECT_EQ(elimination.pivots().size(), 1u);
  EXPECT_TRUE(elimination.eliminate(2, 1));
  EXPECT_TRUE(elimination.eliminate(1, 2));
}

// A product of two coefficients that are not zero may still be one, where they exclude each other. Asked for it, the
// coefficient is gone; a later one in its place counts.
TEST_F(EliminationTest, CoefficientsThatExcludeEachOther) {
  const FlatSystem system = flat(R"(parameters: {q: }
unknowns: [x, y, z]
equations:
  - x + if(q < 1, 0, 1)*y = 1
  - if(q < 1, 1, 0)*x + z = 2
  - y + z = 3
)");
  Elimination elimination(whole_block(system, samples_), samples_);
  EXPECT_TRUE(elimination.eliminate(0, 0));
  EXPECT_FALSE(elimination.eliminate(1, 1));
  EXPECT_FALSE(elimination.row(1).contains(1));
  EXPECT_FALSE(elimination.column(1).contains(1));
  EXPECT_TRUE(elimination.eliminate(2, 2));  // y comes into the second row
  EXPECT_TRUE(elimination.eliminate(1, 1));
  for (const double q : {0.5, 1.5}) {
    const std::vector<double> found = evaluate(elimination.substitute_back(), {{make_symbol("q"), q}});
    const std::vector<double> expected = q < 1 ? std::vector<double>{1, 2, 1} : std::vector<double>{0, 1, 2};
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected[i], 1e-14);
  }
}

// Fractions would be ten thousands of digits long.
TEST_F(EliminationTest, LongNumbersBecomeDoubles) {
  const FlatSystem system = dense_system(14, Coefficients::kNumbers);
  Elimination elimination(whole_block(system, samples_), samples_);
  for (std::size_t i = 0; i < 14; ++i) ASSERT_TRUE(elimination.eliminate(i, i));
  std::vector<double> values;
  for (Expr value : elimination.substitute_back()) {
    EXPECT_FALSE(split_number(value).number.is_rational() && bits(split_number(value).number.rational()) > 60);
    values.push_back(evaluate(value, {{make_symbol("b"), 1}}));
  }
  EXPECT_LT(left_over(system, {{make_symbol("b"), 1}}, values), 1e-11);
}

// Rounded to doubles, a sum of other rows is one of them no more; what is left of it counts as nothing.
TEST_F(EliminationTest, RoundedRowsThatDepend) {
  const FlatSystem system = flat(R"(parameters: {a: }
unknowns: [x, y, z]
equations:
  - 0.1234567890123*x + 0.2345678901234*y + 1/3*z = a
  - 0.987654321987*x + 0.1111111111117*y + 1/7*z = 2*a
  - 1.1111111109993*x + 0.3456790012351*y + 10/21*z = 3*a
)");
  Elimination elimination(whole_block(system, samples_), samples_);
  EXPECT_TRUE(elimination.eliminate(0, 0));
  EXPECT_TRUE(elimination.eliminate(1, 1));
  EXPECT_TRUE(elimination.row(2).empty());
  EXPECT_TRUE(elimination.right(2).is_zero());
}

TEST_F(EliminationTest, GivesUpWhereTooMuchWouldBeMade) {
  const LinearBlock block = whole_block(dense_system(6, Coefficients::kSymbols), samples_);
  Elimination elimination(block, samples_, 70);
  EXPECT_TRUE(elimination.eliminate(0, 0));
  EXPECT_EQ(elimination.products(), 36u);
  EXPECT_TRUE(elimination.eliminate(1, 1));
  EXPECT_EQ(elimination.products(), 61u);
  EXPECT_THROW(elimination.eliminate(2, 2), Elimination::TooLarge);
}

}  // namespace
}  // namespace kinemate
