#include "picture/thin.h"

#include <gtest/gtest.h>

#include <cmath>

namespace kinemate {
namespace {

TEST(Thin, AStretchKeepsItsEndsAndItsExtremes) {
  const std::vector<PicturePoint> line = {{0, 0}, {0.1, 1}, {0.2, 5}, {0.3, 2}, {0.4, -3}, {0.5, 0}, {0.6, 1}, {1, 7}};
  std::vector<double> y;
  for (const PicturePoint& point : thin_out(line, 1)) y.push_back(point.y);
  EXPECT_EQ(y, (std::vector<double>{0, 5, -3, 1, 7}));
}

TEST(Thin, FewPointsStay) {
  const std::vector<PicturePoint> line = {{0, 0}, {1, 1}, {2, 0}, {2.1, 0}, {2.2, 0}, {1, 5}};
  EXPECT_EQ(thin_out(line, 0.01).size(), 6u);
  EXPECT_TRUE(thin_out({}, 1).empty());
}

TEST(Thin, ManyPointsAreFewAndAsHigh) {
  std::vector<PicturePoint> line;
  for (int i = 0; i < 100'000; ++i) line.push_back({i * 1e-5, std::sin(i * 0.7)});
  const std::vector<PicturePoint> thin = thin_out(line, 0.01);
  EXPECT_LE(thin.size(), 4u * 101u);
  const auto lower = [](const PicturePoint& a, const PicturePoint& b) { return a.y < b.y; };
  EXPECT_EQ(std::max_element(line.begin(), line.end(), lower)->y, std::max_element(thin.begin(), thin.end(), lower)->y);
  EXPECT_EQ(std::min_element(line.begin(), line.end(), lower)->y, std::min_element(thin.begin(), thin.end(), lower)->y);
  for (std::size_t i = 1; i < thin.size(); ++i) EXPECT_LT(thin[i - 1].x, thin[i].x);
}

}  // namespace
}  // namespace kinemate
