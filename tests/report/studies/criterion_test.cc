#include "report/studies/criterion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "expr/pool.h"
#include "report/studies/simulation.h"

namespace kinemate {
namespace {

struct CriterionReport : testing::Test {
  Pool pool;
  PoolScope scope{pool};
};

// A pendulum in x and y, with a ball joint: a chart of it as the trace looks at it.
SimulatedMachine pendulum_chart(std::vector<std::string> speeds, std::vector<std::size_t> independent,
                                std::vector<std::size_t> turned) {
  SimulatedMachine chart;
  chart.watched.speeds = std::move(speeds);
  chart.watched.independent = std::move(independent);
  chart.model.joints.resize(2);
  chart.model.joints[1].name = "ball";
  chart.watched.joints = {1};
  chart.chart.turned = std::move(turned);
  return chart;
}

CoordinateLook look_of(std::vector<double> cosines, double value, std::vector<double> qualities) {
  CoordinateLook look;
  look.cosines = std::move(cosines);
  look.value = value;
  look.best.value = 0.9;
  look.qualities = std::move(qualities);
  return look;
}

// Over four seconds: y for one and a half, then x, at last in a chart that has u instead of y.
CriterionTrace pendulum_trace() {
  const SimulatedMachine first = pendulum_chart({"x'", "y'"}, {1}, {}), second = pendulum_chart({"x'", "y'"}, {0}, {}),
                         third = pendulum_chart({"u", "x'"}, {1}, {1});
  CriterionTrace trace;
  trace.add(0, look_of({0, 1}, 1, {0.5}), first);
  trace.add(1, look_of({0.25, 0.75}, 0.75, {0.25}), first);
  trace.add(2, look_of({0.9, 0.1}, 0.9, {0.125}), second);
  trace.add(4, look_of({0.375, 0.8}, 0.8, {0.625}), third);
  return trace;
}

SimulationReport pendulum_report() {
  SimulationReport report;
  report.status.time = 4;
  report.switches = {{1.5, 0.0625, 0.875, "y", "x", 3, 4}};
  return report;
}

TEST_F(CriterionReport, KeepsALineForEachName) {
  const CriterionTrace trace = pendulum_trace();
  ASSERT_EQ(trace.coordinates.size(), 3u);
  EXPECT_EQ(trace.coordinates[0].name, "x");
  EXPECT_EQ(trace.coordinates[0].values, (std::vector<double>{0, 0.25, 0.9, 0.8}));
  EXPECT_EQ(trace.coordinates[0].in_use, (std::vector<char>{0, 0, 1, 1}));
  EXPECT_EQ(trace.coordinates[1].name, "y");
  EXPECT_TRUE(std::isnan(trace.coordinates[1].values[3]));
  EXPECT_EQ(trace.coordinates[2].name, "u");  // no rate of a coordinate
  EXPECT_TRUE(std::isnan(trace.coordinates[2].values[2]));
  EXPECT_EQ(trace.coordinates[2].values[3], 0.375);
  ASSERT_EQ(trace.joints.size(), 1u);
  EXPECT_EQ(trace.joints[0].name, "ball");
  EXPECT_EQ(trace.joints[0].in_use, (std::vector<char>{1, 1, 1, 0}));
  EXPECT_EQ(trace.chosen_set, (std::vector<double>{1, 0.75, 0.9, 0.8}));
}

TEST_F(CriterionReport, SaysLeastAndLargestAndHowLong) {
  const CriterionTrace trace = pendulum_trace();
  const SimulationReport report = pendulum_report();
  EXPECT_EQ(criterion_text({trace, report, "pendulum"}),
            "pendulum: how well coordinates suited from t = 0 to 4 s, in 4 rows (1: at best, 0: not at all)\n"
            "\n"
            "  projection criterion: cos^2 of the angle between a coordinate and the motions that are free\n"
            "              least  at t  largest  at t  independent\n"
            "  x           0      0     0.9      2     62.5 %\n"
            "  y           0.1    2     1        0     37.5 %\n"
            "  u           0.375  4     0.375    4     0 %\n"
            "  chosen set  0.75   1     1        0\n"
            "  best set    0.9    0     0.9      0\n"
            "\n"
            "  angles that lock: sin^2 of the angle between the first and the last axis\n"
            "              least  at t  largest  at t  angles of the file\n"
            "  joint ball  0.125  2     0.625    4     75 %\n"
            "\n" +
                switches_text(report.switches));
  EXPECT_NE(criterion_text({trace, {}, ""}).find("\n  coordinates   not changed\n"), std::string::npos);
}

TEST_F(CriterionReport, OfARunBackwards) {
  const SimulatedMachine chart = pendulum_chart({"x'", "y'"}, {1}, {});
  CriterionTrace trace;
  trace.add(4, look_of({0.25, 0.75}, 0.75, {}), chart);
  trace.add(3, look_of({0.5, 0.5}, 0.5, {}), chart);
  const std::string text = criterion_text({trace, {}, ""});
  EXPECT_NE(text.find("x           0.25   4     0.5      3     0 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("y           0.5    3     0.75     4     100 %\n"), std::string::npos) << text;
}

TEST_F(CriterionReport, RoundingIsNoChange) {
  const SimulatedMachine chart = pendulum_chart({"x'"}, {0}, {});
  CriterionTrace trace;
  trace.add(0, look_of({1}, 1, {1e-17}), chart);
  trace.add(1, look_of({1 - 1e-15}, 1, {0}), chart);
  const std::string text = criterion_text({trace, {}, ""});
  EXPECT_NE(text.find("x           1      0     1        0     100 %\n"), std::string::npos) << text;
  EXPECT_NE(text.find("joint ball  0      0     0        0     100 %\n"), std::string::npos) << text;
}

TEST_F(CriterionReport, JsonHasTheSameNumbers) {
  const CriterionTrace trace = pendulum_trace();
  const SimulationReport report = pendulum_report();
  const auto json = nlohmann::json::parse(criterion_json({trace, report, "pendulum"}));
  EXPECT_EQ(json["rows"], 4);
  EXPECT_EQ(json["coordinates"][1]["name"], "y");
  EXPECT_EQ(json["coordinates"][1]["least"], 0.1);
  EXPECT_EQ(json["coordinates"][1]["least_at"], 2);
  EXPECT_EQ(json["coordinates"][1]["independent"], 0.375);
  EXPECT_EQ(json["joints"][0]["largest"], 0.625);
  EXPECT_EQ(json["joints"][0]["angles_of_the_file"], 0.75);
  EXPECT_EQ(json["chosen_set"]["least"], 0.75);
  ASSERT_EQ(json["switches"].size(), 1u);
  EXPECT_EQ(json["switches"][0]["to"], "x");
  EXPECT_EQ(json["switches"][0]["before"], 0.0625);
  EXPECT_EQ(json["switches"][0]["order_after"], 4);
}

TEST_F(CriterionReport, FigureHasCoordinatesAboveTheirSetAboveAngles) {
  const Figure figure = criterion_figure(pendulum_trace(), "pendulum");
  EXPECT_EQ(figure.title, "pendulum");
  ASSERT_EQ(figure.panels.size(), 3u);
  ASSERT_EQ(figure.panels[0].curves.size(), 3u);
  EXPECT_EQ(figure.panels[0].curves[0].name, "x");
  EXPECT_EQ(figure.panels[0].curves[0].x, (std::vector<double>{0, 1, 2, 4}));
  EXPECT_EQ(figure.panels[1].curves[0].name, "chosen set");
  EXPECT_EQ(figure.panels[1].curves[0].y, (std::vector<double>{1, 0.75, 0.9, 0.8}));
  EXPECT_EQ(figure.panels[2].curves[0].name, "joint ball");
}

TEST_F(CriterionReport, FigureOfATreeHasAnglesAlone) {
  CriterionTrace trace;
  trace.add(0, look_of({}, 1, {0.5}), pendulum_chart({}, {}, {}));
  const Figure figure = criterion_figure(trace, "");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.panels[0].curves[0].name, "joint ball");
}

TEST_F(CriterionReport, FigureOfManyShowsThoseThatChangeMost) {
  std::vector<std::string> speeds;
  std::vector<double> before(14, 0.5), after(14, 0.5);
  for (std::size_t i = 0; i < 14; ++i) {
    speeds.push_back("q" + std::to_string(i + 1) + "'");
    after[i] += i == 3 || i == 8 ? 0.001 : i % 2 == 0 ? 0.25 : -0.25;
  }
  const SimulatedMachine chart = pendulum_chart(speeds, {0}, {});
  CriterionTrace trace;
  trace.add(0, look_of(before, 1, {1}), chart);
  trace.add(1, look_of(after, 1, {1}), chart);
  std::vector<std::string> names;
  const Figure figure = criterion_figure(trace, "");
  for (const Curve& curve : figure.panels[0].curves) names.push_back(curve.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"q1", "q2", "q3", "q5", "q6", "q7", "q8", "q10", "q11", "q12", "q13", "q14"}));
}

}  // namespace
}  // namespace kinemate
