#include "study/sweep/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "study/simulation/fixture.h"

namespace kinemate {
namespace {

class SummaryTest : public StudyTest {
 protected:
  /// Of x = sin(2 t) and y = t over [0, end].
  std::vector<double> of_sine(const std::vector<std::string>& texts, double end = 10, int rows = 2000) {
    const Summaries summaries = make_summaries(model_, texts, {"l"});
    std::vector<double> grid;
    for (int i = 0; i <= rows; ++i) grid.push_back(end * i / rows);
    SummaryBook book(summaries);
    std::vector<double> result;
    for (int round = 0; round < 2; ++round) {  // the second is as the first
      book.begin();
      for (double t : summary_times(summaries, 0, end, summaries.needs_rows() ? grid : std::vector<double>{})) {
        std::vector<double> watched;
        for (Expr formula : summaries.watched)
          watched.push_back(evaluate(formula, {{make_symbol("x"), std::sin(2 * t)}, {make_symbol("y"), t}}));
        book.row(t, watched.data(), 1);
      }
      book.event("landing", 1.25);
      book.event("landing", 3);
      const std::span<const double> values = book.finish(std::vector<double>{4});
      result.assign(values.begin(), values.end());
    }
    return result;
  }
  std::string refused(const std::string& text) {
    return refusal([&] { make_summaries(model_, {text}, {"l"}); });
  }

  Model model_ = machine(
      falling_ball("landing: {condition: z, direction: falling, stop: true}, end: {at: 9, stop: true}", "# nothing\n"));
};

TEST_F(SummaryTest, NumbersOfAKnownMotion) {
  const std::vector<double> values =
      of_sine({"max(x)", "min(x)", "mean(y)", "rms(y)", "end(y)", "start(x)", "at(2.5, x)", "period(x)"});
  EXPECT_NEAR(values[0], 1, 1e-4);
  EXPECT_NEAR(values[1], -1, 1e-4);
  EXPECT_NEAR(values[2], 5, 1e-12);
  EXPECT_NEAR(values[3], 10 / std::sqrt(3), 1e-10);
  EXPECT_DOUBLE_EQ(values[4], 10);
  EXPECT_DOUBLE_EQ(values[5], 0);
  EXPECT_DOUBLE_EQ(values[6], std::sin(5));
  EXPECT_NEAR(values[7], std::numbers::pi, 1e-6);
}

TEST_F(SummaryTest, FormulasOfThem) {
  const std::vector<double> values =
      of_sine({"max(abs(x)) + 2*max(y)", "max(end(y), 3)", "l*k + g", "time(landing)", "count(landing)", "time(end)"});
  EXPECT_NEAR(values[0], 21, 1e-4);
  EXPECT_DOUBLE_EQ(values[1], 10);  // of two numbers
  EXPECT_DOUBLE_EQ(values[2], 4 * 1 + 10);
  EXPECT_DOUBLE_EQ(values[3], 1.25);
  EXPECT_DOUBLE_EQ(values[4], 2);
  EXPECT_TRUE(std::isnan(values[5]));  // it never was
}

TEST_F(SummaryTest, OnlyTheTimesThatAreNeeded) {
  const Summaries few = make_summaries(model_, {"end(x) - at(2, x)"}, {});
  EXPECT_FALSE(few.needs_rows());
  EXPECT_EQ(summary_times(few, 0, 3, {}), (std::vector<double>{0, 2, 3}));
  EXPECT_EQ(summary_times(few, 3, 0, {}), (std::vector<double>{3, 2, 0}));
  EXPECT_TRUE(contains(refusal([&] { summary_times(few, 0, 1, {}); }), "the run goes from 0 to 1"));
  EXPECT_TRUE(make_summaries(model_, {"mean(x)"}, {}).needs_rows());
  EXPECT_EQ(make_summaries(model_, {"end(x)", "max(x)"}, {}).watched.size(), 1u);  // looked at once
}

TEST_F(SummaryTest, NoNumbersStayNoNumbers) {
  const Summaries summaries = make_summaries(model_, {"max(x)"}, {});
  SummaryBook book(summaries);
  book.begin();
  for (double x : {1.0, std::nan(""), 2.0}) book.row(x, &x, 1);
  EXPECT_TRUE(std::isnan(book.finish({})[0]));
}

TEST_F(SummaryTest, Refusals) {
  EXPECT_TRUE(contains(refused("x"), "is another number at each time"));
  EXPECT_TRUE(contains(refused("maximum(x)"), "there is no function maximum"));
  EXPECT_TRUE(contains(refused("at(x)"), "at has 2 arguments"));
  EXPECT_TRUE(contains(refused("mean()"), "mean has 1 argument"));
  EXPECT_TRUE(contains(refused("time(landung)"), "there is no event landung"));
  EXPECT_TRUE(contains(refused("max(x"), "bracket"));
  EXPECT_FALSE(refused("max(x) +").empty());
  EXPECT_FALSE(refused("").empty());
}

TEST_F(SummaryTest, UnitsAreThoseOfTheColumns) {
  const ResultHeader header{{{"t", "s", "time"}, {"x", "m", ""}, {"y", "rad", ""}, {"x'", "m/s", ""}}, {}};
  const Summaries summaries = make_summaries(
      model_, {"max(x)", "max(abs(x)) - min(x)", "2*at(2, y)", "period(x)", "end(x')", "end(x*y)", "max(x) + max(y)"},
      {});
  EXPECT_EQ(summary_units(summaries, header), (std::vector<std::string>{"m", "m", "rad", "s", "m/s", "", ""}));
}

}  // namespace
}  // namespace kinemate
