#include "picture/scripts/cells.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

void expect_edges(const CellAxis& axis, const std::vector<double>& edges) {
  ASSERT_EQ(axis.edges.size(), edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) EXPECT_NEAR(axis.edges[i], edges[i], 1e-14) << i;
}

TEST(Cells, ReachToTheMiddle) {
  const CellAxis axis = make_cell_axis({0, 1, 3, 7}, false);
  EXPECT_DOUBLE_EQ(axis.range.low, -0.5);
  EXPECT_DOUBLE_EQ(axis.range.high, 9);
  expect_edges(axis, {0, 1 / 9.5, 2.5 / 9.5, 5.5 / 9.5, 1});
}

TEST(Cells, ReachToTheGeometricMeanOnLogarithmicAxes) {
  const CellAxis axis = make_cell_axis({1, 100, 1000}, true);
  EXPECT_NEAR(axis.range.low, 0.1, 1e-14);
  EXPECT_NEAR(axis.range.high, 1000 * std::sqrt(10.0), 1e-9);
  expect_edges(axis, {0, 2 / 4.5, 3.5 / 4.5, 1});
}

TEST(Cells, AnyOrderOfCoordinates) {
  const CellAxis axis = make_cell_axis({3, NAN, 1, 2}, false);
  EXPECT_EQ(axis.points, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(axis.indices, (std::vector<std::size_t>{2, 3, 0}));
  EXPECT_EQ(make_cell_axis({-1, 0, 4, 2}, true).indices, (std::vector<std::size_t>{3, 2}));
}

TEST(Cells, OneCellHasAWidth) {
  for (double point : {0.0, 5.0, -1e-9, 1e300, 5e-324})
    for (bool logarithmic : {false, true}) {
      const CellAxis axis = make_cell_axis({point}, logarithmic);
      EXPECT_LT(axis.range.low, axis.range.high);
      if (!axis.points.empty()) expect_edges(axis, {0, 1});
    }
  const CellAxis least = make_cell_axis({std::numeric_limits<double>::min()}, true);
  EXPECT_GT(least.range.low, 0);
  const CellAxis widest = make_cell_axis({1e-300, 1e300}, true);
  EXPECT_TRUE(widest.range.low > 0 && std::isfinite(widest.range.high));
  const CellAxis same = make_cell_axis({2, 2}, false);
  EXPECT_LT(same.range.low, same.range.high);
  expect_edges(same, {0, 0.5, 1});
}

TEST(Cells, AtPlaces) {
  const CellAxis axis = make_cell_axis({0, 1, 3, 7}, false);
  EXPECT_EQ(cell_at(axis, 0), 0u);
  EXPECT_EQ(cell_at(axis, 0.11), 1u);
  EXPECT_EQ(cell_at(axis, 0.57), 2u);
  EXPECT_EQ(cell_at(axis, 0.58), 3u);
  EXPECT_EQ(cell_at(axis, 1), 3u);
  EXPECT_EQ(cell_at(make_cell_axis({4}, false), 0.5), 0u);
  EXPECT_THROW(cell_at(make_cell_axis({}, false), 0.5), CheckFailure);
}

}  // namespace
}  // namespace kinemate
