#include "optimum/student.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"

namespace kinemate {
namespace {

TEST(Student, QuantilesOfOneAndTwoFreedomsAreKnown) {
  for (const double p : {0.6, 0.75, 0.9, 0.975, 0.999, 0.999999}) {
    const double cauchy = 1 / std::tan(std::numbers::pi * (1 - p));
    EXPECT_NEAR(student_quantile(p, 1), cauchy, 1e-13 * cauchy) << p;
    const double two = (2 * p - 1) / std::sqrt(2 * p * (1 - p));
    EXPECT_NEAR(student_quantile(p, 2), two, 1e-13 * two) << p;
    EXPECT_EQ(student_quantile(1 - p, 2), -student_quantile(1 - (1 - p), 2));
  }
}

// Table 26.10 of Abramowitz and Stegun, three decimals.
TEST(Student, QuantilesOfTheTable) {
  const struct {
    double freedoms, at_975, at_995;
  } rows[] = {{3, 3.182, 5.841}, {5, 2.571, 4.032}, {10, 2.228, 3.169}, {30, 2.042, 2.750}, {120, 1.980, 2.617}};
  for (const auto& row : rows) {
    EXPECT_NEAR(student_quantile(0.975, row.freedoms), row.at_975, 5.01e-4) << row.freedoms;
    EXPECT_NEAR(student_quantile(0.995, row.freedoms), row.at_995, 5.01e-4) << row.freedoms;
  }
}

// P of the normal distribution and its first correction: t ≈ z + (z³ + z)/4ν, A&S 26.7.5.
TEST(Student, ManyFreedomsAreTheNormalDistribution) {
  const double z = 1.959963984540054;
  for (const double freedoms : {1e4, 1e6, 1e8}) {
    EXPECT_NEAR(student_quantile(0.975, freedoms), z + (z * z * z + z) / (4 * freedoms),
                3 / (freedoms * freedoms) + 2e-9);
  }
}

// The two ways to the factor before the fraction meet at 200 freedoms.
TEST(Student, IsSmoothWhereTheFormulaChanges) {
  const double below = student_quantile(0.975, 200 - 1e-6), above = student_quantile(0.975, 200 + 1e-6);
  EXPECT_NEAR(below, above, 1e-9);
  EXPECT_GT(below, above);
}

TEST(Student, ProbabilityIsTheInverse) {
  for (const double freedoms : {0.5, 1.0, 4.0, 17.0, 250.0, 1e5}) {
    EXPECT_EQ(student_probability(0, freedoms), 0.5);
    for (const double p : {0.001, 0.2, 0.4999, 0.7, 0.99}) {
      EXPECT_NEAR(student_probability(student_quantile(p, freedoms), freedoms), p, 1e-12) << freedoms << ' ' << p;
    }
  }
}

TEST(Student, Ends) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(student_quantile(1, 3), infinity);
  EXPECT_EQ(student_quantile(0, 3), -infinity);
  EXPECT_EQ(student_quantile(0.5, 3), 0);
  EXPECT_EQ(student_probability(infinity, 3), 1);
  EXPECT_EQ(student_probability(-infinity, 3), 0);
  EXPECT_THROW(student_quantile(1.1, 3), CheckFailure);
  EXPECT_THROW(student_quantile(0.9, 0), CheckFailure);
}

}  // namespace
}  // namespace kinemate
