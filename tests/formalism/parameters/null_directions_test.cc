#include "formalism/parameters/null_directions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "expr/pool.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class NullDirectionsTest : public testing::Test {
 protected:
  Pool pool_;
  PoolScope scope_{pool_};
  std::mt19937_64 random_{5};

  Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index columns) {
    std::uniform_real_distribution<double> number(-1, 1);
    return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return number(random_); });
  }
};

TEST_F(NullDirectionsTest, SolvedForTheFirstOfTheOrder) {
  Eigen::MatrixXd columns = random_matrix(12, 4);
  columns.col(2) = 3 * columns.col(0) - columns.col(3) / 8;
  const std::vector<std::size_t> orders[] = {{0, 1, 2, 3}, {1, 3, 0, 2}};
  const std::size_t pivots[] = {0, 3};
  for (int i = 0; i < 2; ++i) {
    const auto found = find_null_directions(columns, columns.colwise().norm(), orders[i]);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].pivot, pivots[i]);
    EXPECT_TRUE(found[0].factors[pivots[i]].is_one());
    EXPECT_TRUE(found[0].factors[1].is_zero());
  }
  const auto found = find_null_directions(columns, columns.colwise().norm(), orders[0]);
  EXPECT_EQ(to_text(found[0].factors[2]), "-1/3");
  EXPECT_EQ(to_text(found[0].factors[3]), "-1/24");
}

TEST_F(NullDirectionsTest, ColumnsOfOtherUnitsAndRounding) {
  Eigen::MatrixXd columns = random_matrix(20, 5);
  columns.col(0) *= 1e-7;
  columns.col(4) = 1e7 * columns.col(0) + columns.col(1) * std::sqrt(2.0);
  columns.col(3) *= 1e-16;  // rounding of what cancels
  Eigen::VectorXd scale = columns.colwise().norm();
  scale[3] = 1;
  const std::vector<std::size_t> order = {4, 3, 2, 1, 0};
  const auto found = find_null_directions(columns, scale, order);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].pivot, 4u);
  EXPECT_NEAR(found[0].factors[1].real(), -std::sqrt(2.0), 1e-13);
  EXPECT_NEAR(found[0].factors[0].real(), -1e7, 1e-5);
  EXPECT_EQ(found[1].pivot, 3u);
  for (std::size_t j : {0u, 1u, 2u, 4u}) EXPECT_TRUE(found[1].factors[j].is_zero());
}

TEST_F(NullDirectionsTest, AllOrNothing) {
  const std::vector<std::size_t> order = {0, 1, 2};
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(3);
  EXPECT_TRUE(find_null_directions(random_matrix(9, 3), ones, order).empty());
  EXPECT_EQ(find_null_directions(1e-15 * random_matrix(9, 3), ones, order).size(), 3u);
  EXPECT_EQ(find_null_directions(Eigen::MatrixXd(0, 3), Eigen::VectorXd::Zero(3), order).size(), 3u);
  EXPECT_TRUE(find_null_directions(Eigen::MatrixXd(0, 0), Eigen::VectorXd(0), {}).empty());
}

TEST_F(NullDirectionsTest, ShortNumbers) {
  EXPECT_EQ(to_text(to_short_number(0.75 + 1e-12)), "3/4");
  EXPECT_EQ(to_short_number(-0.125), Expr(Rational(-1, 8)));
  EXPECT_EQ(to_short_number(1e-14), Expr(0));
  EXPECT_EQ(to_short_number(std::sqrt(2.0)).kind(), Kind::kReal);
  EXPECT_EQ(to_short_number(1e17).real(), 1e17);
}

}  // namespace
}  // namespace kinemate
