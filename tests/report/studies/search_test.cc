#include "report/studies/search.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace kinemate {
namespace {

FitRequest asked() {
  FitRequest request;
  request.parameters = {{"k", 8, 5, 20}, {"m", 1, 0, 9}};
  request.measured = {{0, 1}, {"x"}, {3, 4}, {1}};
  return request;
}

FitResult answered() {
  FitResult result;
  result.found.values = {10, 2};
  result.found.residuals = {0.5, -0.5};
  result.found.converged = true;
  result.found.covariance = {4, 1, 1, 1};
  result.found.deviations = {2, 1};
  result.found.confidence = {4.5, 2.5};
  result.found.at_bound = {false, false};
  result.start_rms = {9};
  result.rms = {0.5};
  result.fitted = {3.5, 3.5};
  return result;
}

TEST(SearchReport, FitHasValuesConfidenceAndCorrelation) {
  const std::string text = fit_text(asked(), answered());
  EXPECT_NE(text.find("2 parameters from 2 measurements at 2 times: found"), std::string::npos) << text;
  EXPECT_NE(text.find("4.5"), std::string::npos);
  EXPECT_NE(text.find("0.500"), std::string::npos) << text;  // 1 / (2 * 1)
  const nlohmann::json json = nlohmann::json::parse(fit_json(asked(), answered()));
  EXPECT_EQ(json["parameters"][1]["value"], 2);
  EXPECT_EQ(json["measured"][0]["rms"], 0.5);
}

TEST(SearchReport, FitSaysWhatIsNotKnown) {
  FitResult result = answered();
  result.found.undetermined = {0, 1};
  result.found.deviations = result.found.confidence = {INFINITY, INFINITY};
  const std::string text = fit_text(asked(), result);
  EXPECT_NE(text.find("k, m can change together"), std::string::npos) << text;
  EXPECT_TRUE(nlohmann::json::parse(fit_json(asked(), result))["parameters"][0]["confidence"].is_null());
}

TEST(SearchReport, FitFigure) {
  const Figure figure = fit_figure(asked(), answered(), "crane");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.panels[0].curves[0].y, (std::vector<double>{3, 4}));
  EXPECT_EQ(figure.panels[0].curves[1].y, (std::vector<double>{3.5, 3.5}));
}

TEST(SearchReport, Goal) {
  GoalRequest request;
  request.goal = "max(x)";
  request.parameters = {{"k", 8, 5, 20}};
  GoalResult result;
  result.found.values = {20};
  result.found.at_bound = {true};
  result.found.converged = true;
  result.found.value = 0.25;
  result.start = 3;
  result.failed = 2;
  const std::string text = goal_text(request, result);
  EXPECT_NE(text.find("smallest max(x)"), std::string::npos) << text;
  EXPECT_NE(text.find("at its bound"), std::string::npos) << text;
  EXPECT_NE(text.find("2 of them without a value"), std::string::npos) << text;
  EXPECT_EQ(nlohmann::json::parse(goal_json(request, result))["value"], 0.25);
}

}  // namespace
}  // namespace kinemate
