#include "report/studies/sensitivity.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

// x by k and phi0, at two times.
SensitivityRun two_causes() { return {"crane", {"x"}, {"k", "phi"}, {10, 0}, {0, 2}, {1, 4}, {0, 1, 0.5, -3}}; }

TEST(Sensitivity, TextHasTheEndAndTheLargest) {
  const std::string text = sensitivity_text(two_causes());
  EXPECT_NE(text.find("x = 4 at the end"), std::string::npos) << text;
  EXPECT_NE(text.find("1.25"), std::string::npos) << text;  // 0.5 * 10 / 4
  EXPECT_NE(text.find("-3"), std::string::npos) << text;
}

TEST(Sensitivity, HeaderAndJson) {
  const ResultHeader header = sensitivity_header(two_causes());
  ASSERT_EQ(header.columns.size(), 4u);
  EXPECT_EQ(header.columns[3].name, "d(x)/d(phi)");
  EXPECT_EQ(nlohmann::json::parse(sensitivity_json(two_causes()))["derivatives"][3], -3);
}

TEST(Sensitivity, Pictures) {
  const Figure figure = sensitivity_figure(two_causes());
  ASSERT_EQ(figure.panels.size(), 2u) << "changes by a part of k have the unit of x; phi is 0: its derivative does not";
  EXPECT_EQ(figure.panels[0].curves[0].name, "by 1 % of k");
  EXPECT_NEAR(figure.panels[0].curves[0].y[1], 0.05, 1e-15);
  EXPECT_EQ(figure.panels[1].y_label, "d x / d phi");
  EXPECT_EQ(figure.panels[1].curves[0].y, (std::vector<double>{1, -3}));
  const Tornado tornado = sensitivity_tornado(two_causes(), 0, 0.1);
  EXPECT_DOUBLE_EQ(tornado.middle, 4);
  EXPECT_DOUBLE_EQ(tornado.bars[0].high, 4.5);
  EXPECT_DOUBLE_EQ(tornado.bars[1].low, 4.3);  // of 0: by the share itself
}

}  // namespace
}  // namespace kinemate
