#include "expr/normal/polynomial.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class PolynomialTest : public testing::Test {
 protected:
  Ring ring_{3};
  Work work_{1e6};
  Polynomial x_ = Polynomial::variable(ring_, 0), y_ = Polynomial::variable(ring_, 1);
  Polynomial sum_ = add(x_, y_, work_);
};

TEST_F(PolynomialTest, Computes) {
  const Polynomial square = multiply(sum_, sum_, work_);
  EXPECT_EQ(square.term_count(), 3u);
  EXPECT_EQ(square.degree(0), 2u);
  EXPECT_EQ(square.total_degree(), 2u);
  EXPECT_TRUE(power(sum_, 2, work_) == square);
  EXPECT_TRUE(add(square, scale(square, Rational(-1)), work_).is_zero());
  EXPECT_EQ(square.term(1).coefficient, Rational(2));
  EXPECT_EQ(*Polynomial(ring_, Rational(3, 4)).constant(), Rational(3, 4));
  EXPECT_FALSE(square.constant());
  EXPECT_TRUE(Polynomial::from_terms(ring_, square.terms()) == square);
  EXPECT_TRUE(power(Polynomial(ring_), 0, work_).is_one());
}

TEST_F(PolynomialTest, DividesAndFactors) {
  const Polynomial difference = add(x_, scale(y_, Rational(-1)), work_), product = multiply(sum_, difference, work_);
  EXPECT_TRUE(*divide_exactly(product, sum_, work_) == difference);
  EXPECT_FALSE(divide_exactly(sum_, difference, work_));
  EXPECT_TRUE(gcd(product, multiply(sum_, x_, work_), work_) == sum_);
  const Factors factors = factor(multiply(product, scale(sum_, Rational(6)), work_), work_);
  EXPECT_EQ(factors.powers.size(), 2u);
  EXPECT_EQ(factors.constant, Rational(6));
  const Factors squares = factor_square_free(power(sum_, 4, work_), work_);
  ASSERT_EQ(squares.powers.size(), 1u);
  EXPECT_EQ(squares.powers[0].second, 4u);
}

TEST_F(PolynomialTest, ReplacesPowers) {
  // x^5 with x^2 = y + 1 is x·(y + 1)^2
  const Polynomial by = add(y_, Polynomial(ring_, Rational(1)), work_);
  EXPECT_TRUE(replace_power(power(x_, 5, work_), 0, 2, by, work_) == multiply(x_, power(by, 2, work_), work_));
  EXPECT_TRUE(replace_power(x_, 0, 2, by, work_) == x_);
  // (x + y)^2 with x^2 = y + 1 is y + 1 + 2·x·y + y^2
  const Polynomial xy = scale(multiply(x_, y_, work_), Rational(2));
  EXPECT_TRUE(replace_power(power(sum_, 2, work_), 0, 2, by, work_) ==
              add(add(by, xy, work_), power(y_, 2, work_), work_));
}

TEST_F(PolynomialTest, StopsBeforeItIsTooLate) {
  Work little(100);
  EXPECT_THROW(power(add(sum_, Polynomial::variable(ring_, 2), work_), 100, little), WorkExceeded);
  EXPECT_LE(little.spent(), 100);
  EXPECT_THROW(power(x_, 2'000'000, work_), WorkExceeded);
  EXPECT_THROW(factor(power(add(sum_, Polynomial(ring_, Rational(1)), work_), 20, work_), work_), WorkExceeded);
}

}  // namespace
}  // namespace kinemate
