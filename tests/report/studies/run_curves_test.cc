#include "report/studies/run_curves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"

namespace kinemate {
namespace {

ResultTable table() {
  return {{{{"t", "s", "time"},
            {"x", "m", "coordinate"},
            {"q", "rad", "coordinate"},
            {"y", "m", "coordinate"},
            {"x'", "m/s", "speed"}},
           {{"machine", "crane"}}},
          {0, 1, 2, 3, 4, 1, 5, 6, 7, 8},
          false};
}

TEST(ResultFigure, HasAPanelForEachUnit) {
  const Figure figure = result_figure(table(), {});
  EXPECT_EQ(figure.title, "crane");
  EXPECT_EQ(figure.x_label, "t [s]");
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].curves.size(), 2u);
  EXPECT_EQ(figure.panels[0].y_label, "[m]");
  EXPECT_EQ(figure.panels[1].y_label, "q [rad]");
  EXPECT_EQ(figure.panels[0].curves[1].y, (std::vector<double>{3, 7}));
}

TEST(ResultFigure, ShowsWhatIsAskedFor) {
  const Figure figure = result_figure(table(), {"x'"}, "x");
  ASSERT_EQ(figure.panels.size(), 1u);
  EXPECT_EQ(figure.x_label, "x [m]");
  EXPECT_EQ(figure.panels[0].curves[0].x, (std::vector<double>{1, 5}));
  EXPECT_THROW(result_figure(table(), {"z"}), Error);
}

// No two units in one panel, whatever is asked for; a unit that is not known is like no other.
TEST(ResultFigure, NeverMixesUnits) {
  ResultTable mixed{{{{"t", "s", "time"},
                      {"a", "rad", "coordinate"},
                      {"b", "m", "coordinate"},
                      {"a'", "rad/s", "speed"},
                      {"b'", "m/s", "speed"},
                      {"flow", "", ""},
                      {"price", "", ""},
                      {"e0", "", "coordinate"},
                      {"e1", "", "coordinate"}},
                     {}},
                    {0, 1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 2, 3, 4, 5, 6, 7, 8},
                    false};
  const Figure figure = result_figure(mixed, {"all"});
  std::size_t curves = 0;
  for (const Panel& panel : figure.panels) {
    std::set<std::string> units;
    for (const Curve& curve : panel.curves) {
      const ResultColumn& column = mixed.header.columns[find_result_column(mixed.header, curve.name)];
      units.insert(column.unit.empty() && column.meaning.empty() ? "of " + column.name : column.unit);
      ++curves;
    }
    EXPECT_EQ(units.size(), 1u) << panel.y_label;
  }
  EXPECT_EQ(curves, 8u) << "all of them, but the time";
  EXPECT_EQ(figure.panels.size(), 7u);
}

TEST(ResultFigure, SaysWhatItLeavesOut) {
  EXPECT_NE(left_out_note(table().header, {}).find("leaves out x'; --show x' draws"), std::string::npos)
      << left_out_note(table().header, {});
  EXPECT_EQ(left_out_note(table().header, {"x"}), "") << "that was chosen";
  EXPECT_EQ(left_out_note(table().header, {"all"}), "");
  ResultHeader many{{{"t", "s", "time"}}, {}};
  for (int i = 0; i < 40; ++i) many.columns.push_back({"q" + std::to_string(i), "m", "coordinate"});
  const std::string note = left_out_note(many, {});
  EXPECT_NE(note.find("q12, q13"), std::string::npos) << note;
  EXPECT_NE(note.find("and 16 more columns; --show q12,q13"), std::string::npos) << note;
}

TEST(RunCurves, AreTheFigureOfTheSameRows) {
  const ResultTable rows = table();
  RunCurves curves(rows.header, {});
  EXPECT_TRUE(curves.is_empty());
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    const std::span<const double> row(rows.values.data() + r * rows.columns(), rows.columns());
    EXPECT_EQ(curves.drawn(row).size(), 3u);
    curves.take(row);
  }
  const Figure figure = curves.figure(), expected = result_figure(rows, {});
  ASSERT_EQ(figure.panels.size(), expected.panels.size());
  for (std::size_t p = 0; p < figure.panels.size(); ++p)
    for (std::size_t c = 0; c < figure.panels[p].curves.size(); ++c) {
      EXPECT_EQ(figure.panels[p].curves[c].x, expected.panels[p].curves[c].x);
      EXPECT_EQ(figure.panels[p].curves[c].y, expected.panels[p].curves[c].y);
    }
  EXPECT_THROW(RunCurves(rows.header, {"nothing"}), Error);
}

}  // namespace
}  // namespace kinemate
