#include "recursion/completion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "expr/fixture.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

class CompletionTest : public ExprTest {};

template <class S>
S product(const Six<S>& a, const Six<S>& b) {
  S sum(0);
  for (std::size_t i = 0; i < 6; ++i) sum += a[i] * b[i];
  return sum;
}

bool is_near(double a, int b) { return std::abs(a - b) < 1e-12; }
bool is_near(Expr a, int b) { return test_zero(a - Expr(b)).zero; }

// [D K]ᵀ [A C] = E
template <class S>
void expect_dual(const std::vector<Six<S>>& vectors) {
  const Completion<S> c = complete_basis(vectors);
  ASSERT_EQ(c.dual.size(), vectors.size());
  ASSERT_EQ(c.kernel.size(), 6 - vectors.size());
  std::vector<Six<S>> left = c.dual, right = vectors;
  left.insert(left.end(), c.kernel.begin(), c.kernel.end());
  right.insert(right.end(), c.complement.begin(), c.complement.end());
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) EXPECT_TRUE(is_near(product(left[i], right[j]), i == j)) << i << j;
}

template <class S>
Six<S> six(std::initializer_list<S> entries) {
  Six<S> result;
  std::copy(entries.begin(), entries.end(), result.begin());
  return result;
}

TEST_F(CompletionTest, RandomVectors) {
  std::mt19937_64 random(24);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int round = 0; round < random_cases(300); ++round) {
    std::vector<Six<double>> numbers(random() % 7);
    for (Six<double>& vector : numbers)
      for (double& entry : vector) entry = random() % 3 == 0 ? 0 : uniform(random);
    try {
      expect_dual(numbers);
    } catch (const DependentVector&) {  // of many zeros
    }
  }
  for (int round = 0; round < random_cases(40); ++round) {
    std::vector<Six<Expr>> exact(random() % 7);
    for (Six<Expr>& vector : exact)
      for (Expr& entry : vector) entry = Expr(Rational(static_cast<long>(random() % 9) - 4, 3));
    try {
      expect_dual(exact);
    } catch (const DependentVector&) {
    }
  }
}

// Vectors of any length: nothing is taken for zero that is only small.
TEST_F(CompletionTest, SizesDoNotMatter) {
  const std::vector<Six<double>> vectors = {six({1e-20, 0., 3e-20, 0., 0., 0.}), six({0., 1e15, 0., 0., 2e15, 0.})};
  const Completion<double> c = complete_basis(vectors);
  EXPECT_NEAR(product(c.dual[0], vectors[0]), 1, 1e-15);
  EXPECT_NEAR(product(c.dual[1], vectors[1]), 1, 1e-15);
}

template <class S>
void expect_units() {
  const S o(0), e(1);
  const Completion<S> c = complete_basis<S>({six({o, o, e, o, o, o}), six({o, o, o, S(-1), o, o})});
  EXPECT_EQ(c.dual, (std::vector{six({o, o, e, o, o, o}), six({o, o, o, S(-1), o, o})}));
  const std::vector others{six({e, o, o, o, o, o}), six({o, e, o, o, o, o}), six({o, o, o, o, e, o}),
                           six({o, o, o, o, o, e})};
  EXPECT_EQ(c.kernel, others);
  EXPECT_EQ(c.complement, others);
}

TEST_F(CompletionTest, AxesGiveZerosAndOnes) {
  expect_units<double>();
  expect_units<Expr>();
}

TEST_F(CompletionTest, TurnedAxesAreNeverSingular) {
  const Expr c = parse("cos(q)"), s = parse("sin(q)");
  const Completion<Expr> completion = complete_basis<Expr>({six<Expr>({c, s, 0, 0, 0, 0})});
  EXPECT_EQ(completion.dual[0], six<Expr>({c, s, 0, 0, 0, 0}));
  EXPECT_EQ(completion.kernel[0], six<Expr>({-s, c, 0, 0, 0, 0}));
  expect_dual<Expr>({six<Expr>({c, s, 0, 0, 0, 0}), six<Expr>({0, 0, 1, parse("a"), 0, parse("b*q")})});
}

TEST_F(CompletionTest, DependentVectorsAreNamed) {
  const auto index_of = [](const auto& vectors) {
    try {
      complete_basis(vectors);
      return std::size_t{9};
    } catch (const DependentVector& dependent) {
      return dependent.index;
    }
  };
  const double third = 1.0 / 3;
  EXPECT_EQ(index_of(std::vector{six({1., 2., 0., 0., 0., 0.}), six({third, 2 * third, 0., 0., 0., 0.})}), 1u);
  EXPECT_EQ(index_of(std::vector{six({0., 0., 0., 0., 0., 0.})}), 0u);
  const Expr x = parse("x"), square = parse("(x+1)^2-x^2-2*x-1");
  EXPECT_EQ(index_of(std::vector{six<Expr>({x, 0, 0, 0, 0, 0}), six<Expr>({0, square, 0, 0, 0, 0})}), 1u);
  EXPECT_EQ(index_of(std::vector<Six<double>>(7)), 6u);
}

}  // namespace
}  // namespace kinemate
