#include "picture/scripts/ticks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "picture/scripts/page.h"

namespace kinemate {
namespace {

std::string labels_of(const std::vector<AxisTick>& ticks) {
  std::string text;
  for (const AxisTick& tick : ticks)
    if (!tick.label.empty()) text += (text.empty() ? "" : " ") + tick.label;
  return text;
}

TEST(Ticks, AreRoundNumbers) {
  EXPECT_EQ(labels_of(round_ticks({0, 1}, false, 6)), "0 0.2 0.4 0.6 0.8 1");
  EXPECT_EQ(labels_of(round_ticks({0, 1}, false, 5)), "0 0.5 1");
  EXPECT_EQ(labels_of(round_ticks({-0.31, 0.29}, false, 8)), "-0.3 -0.2 -0.1 0 0.1 0.2");
  EXPECT_EQ(labels_of(round_ticks({-3e-9, 4e-9}, false, 4)), "0");
  EXPECT_EQ(labels_of(round_ticks({-3e-9, 4e-9}, false, 5)), "-2e-09 0 2e-09 4e-09");
  EXPECT_EQ(labels_of(round_ticks({9.5e5, 2.1e6}, false, 4)), "1e+06 1.5e+06 2e+06");
  for (const AxisTick& tick : round_ticks({0, 1}, false, 11)) EXPECT_EQ(tick.at, std::stod(tick.label));
}

TEST(Ticks, HaveTheDigitsInWhichTheyDiffer) {
  EXPECT_EQ(labels_of(round_ticks({1e6 + 0.01, 1e6 + 0.06}, false, 4)), "1000000.02 1000000.04 1000000.06");
}

TEST(Ticks, OfDecades) {
  EXPECT_EQ(labels_of(round_ticks({0.01, 1e4}, true, 8)), "0.01 0.1 1 10 100 1000 10000");
  EXPECT_EQ(labels_of(round_ticks({0.01, 1e4}, true, 4)), "0.01 1 100 10000");
  EXPECT_EQ(labels_of(round_ticks({0.9, 40}, true, 8)), "1 2 5 10 20");
  EXPECT_EQ(labels_of(round_ticks({1e-300, 1e300}, true, 4)), "1e-200 1 1e+200");
}

TEST(Ticks, WithinADecadeThereAreNumbersToo) {
  EXPECT_EQ(labels_of(round_ticks({1.2, 1.9}, true, 8)), "1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9");
  EXPECT_EQ(labels_of(round_ticks({2, 8}, true, 4)), "2 4 6 8");
}

TEST(Ticks, ShortOnesStandBetweenDecades) {
  const std::vector<AxisTick> ticks = round_ticks({1, 1000}, true, 8);
  ASSERT_EQ(ticks.size(), 28u);
  EXPECT_EQ(ticks[1].at, 2);
  EXPECT_EQ(ticks[1].label, "");
  EXPECT_EQ(ticks[9].label, "10");
}

TEST(Ticks, AnyRangeHasFew) {
  const double least = std::numeric_limits<double>::min();
  for (const AxisRange& range : std::vector<AxisRange>{{-1e300, 1e300},
                                                       {0, 1e-300},
                                                       {least, 2 * least},
                                                       {0, 4e-324},
                                                       {1, 1 + 1e-13},
                                                       {1e300, 1.5e300},
                                                       {1e15, 1e15 + 1}}) {
    for (bool logarithmic : {false, true}) {
      if (logarithmic && range.low <= 0) continue;
      for (int most : {2, 3, 12}) {
        int labels = 0;
        double before = -std::numeric_limits<double>::infinity();
        for (const AxisTick& tick : round_ticks(range, logarithmic, most)) {
          EXPECT_TRUE(tick.at >= range.low && tick.at <= range.high) << tick.at;
          EXPECT_GT(tick.at, before);
          before = tick.at;
          labels += !tick.label.empty();
        }
        EXPECT_LE(labels, most) << range.low << " " << range.high;
      }
    }
  }
}

TEST(Ticks, LabelsLeaveRoomBetweenThem) {
  const AxisRange range{1e5, 1e5 + 1e-4};
  EXPECT_TRUE(fit_across(round_ticks({0, 1}, false, 6), {0, 1}, false, 600));
  EXPECT_FALSE(fit_across(round_ticks(range, false, 12), range, false, 600));
  const std::vector<AxisTick> ticks = round_ticks_across(range, false, 600);
  EXPECT_GE(ticks.size(), 2u);
  EXPECT_LE(static_cast<double>(ticks.size()) * widest_label(ticks), 700);
  EXPECT_FALSE(fit_upwards(round_ticks({0, 1}, false, 11), {0, 1}, false, 150));
  EXPECT_EQ(labels_of(round_ticks_upwards({0, 1}, false, 100)), "0 0.2 0.4 0.6 0.8 1");
  EXPECT_EQ(labels_of(round_ticks_upwards({0, 1}, false, 70)), "0 0.5 1");
}

TEST(Ticks, NoLabelSticksOutOfThePage) {
  for (double offset = 0; offset < 1e-4; offset += 1e-5) {
    const AxisRange range{1e5, 1e5 + 1e-4 + offset};
    for (const AxisTick& tick : round_ticks_across(range, false, 400))
      EXPECT_LT(400 * place_on_axis(tick.at, range, false) + text_width(tick.label) / 2, 400 + kPageMargin);
  }
}

TEST(Ticks, OfDegreesAreMultiplesOf45) {
  const auto degrees = [](double low, double high, double height) {
    return labels_of(ticks_upwards_of(AxisNumbers::kDegrees, {low, high}, height));
  };
  EXPECT_EQ(degrees(-189, 9, 230), "-180 -135 -90 -45 0");
  EXPECT_EQ(degrees(-200, 190, 230), "-180 -90 0 90 180");
  EXPECT_EQ(degrees(-189, 9, 100), "-180 -90 0");
  EXPECT_EQ(degrees(-1890, 90, 230), "-1800 -1440 -1080 -720 -360 0");
  EXPECT_EQ(degrees(-63, 3, 230), "-60 -30 0");
  EXPECT_EQ(degrees(-5, 1, 230), "-5 -4 -3 -2 -1 0 1");
}

TEST(Ticks, OfDecibelsAreMultiplesOf20) {
  EXPECT_EQ(labels_of(ticks_upwards_of(AxisNumbers::kDecibels, {-87, 28}, 230)), "-80 -60 -40 -20 0 20");
  EXPECT_EQ(labels_of(ticks_upwards_of(AxisNumbers::kDecibels, {-28, -2}, 230)), "-25 -20 -15 -10 -5");
  EXPECT_EQ(labels_of(ticks_upwards_of(AxisNumbers::kRound, {0, 1}, 100)), "0 0.2 0.4 0.6 0.8 1");
}

TEST(Ticks, AtPlacesWithShortNumbers) {
  EXPECT_EQ(labels_of(ticks_at({-0.25, 0.1 * 3, 12.5, 1e-7})), "-0.25 0.3 12.5 1e-07");
  EXPECT_TRUE(ticks_at({1, 2.0 / 3}).empty());
}

TEST(Ticks, InGnuplotsLanguage) {
  EXPECT_EQ(gnuplot_ticks("x", {{1, "1"}, {2, ""}, {0.5, "it's"}}), "set xtics ('1' 1 0, '' 2 1, 'it''s' 0.5 0)\n");
  EXPECT_EQ(gnuplot_ticks("cb", {}), "unset cbtics\n");
  EXPECT_EQ(gnuplot_bare_ticks("x", {{1, "1"}, {2, ""}}), "set xtics ('' 1 0, '' 2 1)\n");
}

}  // namespace
}  // namespace kinemate
