#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "picture/scripts/frame.h"
#include "picture/scripts/script.h"

namespace kinemate {
namespace {

// In pixels.
constexpr double kBarRow = 26;
constexpr double kWidestBarName = 330;
constexpr double kSmallestBarFont = 11;
constexpr double kHalfBar = 0.36;  // of a row

constexpr std::string_view kLowColour = kDistinctColours[0];
constexpr std::string_view kHighColour = kDistinctColours[1];

bool is_end(double value) { return is_visible(value, false); }

// The height of a bar on the axis: 0 on top, and downwards.
double row_of(std::size_t bar) { return -static_cast<int>(bar); }

// How far the bar reaches from one end to the other, the middle included.
double bar_length(const Tornado::Bar& bar, double middle) {
  double least = middle, greatest = middle;
  for (const double end : {bar.low, bar.high}) {
    if (!is_end(end)) continue;
    least = std::min(least, end);
    greatest = std::max(greatest, end);
  }
  return greatest - least;
}

std::vector<Tornado::Bar> longest_bars(const Tornado& tornado) {
  std::vector<Tornado::Bar> bars = tornado.bars;
  std::stable_sort(bars.begin(), bars.end(), [&](const Tornado::Bar& a, const Tornado::Bar& b) {
    return bar_length(a, tornado.middle) > bar_length(b, tornado.middle);
  });
  if (bars.size() > kMostTornadoBars) bars.resize(kMostTornadoBars);
  return bars;
}

std::string tornado_title(const Tornado& tornado) {
  if (tornado.bars.size() <= kMostTornadoBars) return tornado.title;
  return fmt::format("{}{}… and {} more", tornado.title, tornado.title.empty() ? "" : " ",
                     tornado.bars.size() - kMostTornadoBars);
}

std::string bar_name(const Tornado::Bar& bar, const Tornado& tornado) {
  if (is_end(bar.low) && is_end(bar.high)) return bar.name;
  if (is_end(bar.low)) return fmt::format("{} ({}: no value)", bar.name, tornado.high_name);
  if (is_end(bar.high)) return fmt::format("{} ({}: no value)", bar.name, tornado.low_name);
  return fmt::format("{} (no value)", bar.name);
}

// All names in letters of one size.
struct BarNames {
  std::vector<std::string> texts;
  double font = kFontSize;
  double width = 0;
};

BarNames make_bar_names(const std::vector<Tornado::Bar>& bars, const Tornado& tornado) {
  BarNames names;
  for (const Tornado::Bar& bar : bars)
    names.font = std::min(names.font, fit_text(bar_name(bar, tornado), kWidestBarName, kSmallestBarFont).font);
  for (const Tornado::Bar& bar : bars) {
    names.texts.push_back(fit_text(bar_name(bar, tornado), kWidestBarName, kSmallestBarFont).text);
    names.width = std::max(names.width, text_width(names.texts.back()) * names.font / kFontSize);
  }
  return names;
}

// Lines of x, y, x from and to, y from and to.
std::string bar_rectangles(const std::vector<Tornado::Bar>& bars, double middle, double Tornado::Bar::*end) {
  std::string text;
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const Tornado::Bar& bar = bars[i];
    if (!is_end(bar.*end) || bar.*end == middle) continue;
    const bool one_side = (bar.low > middle && bar.high > middle) || (bar.low < middle && bar.high < middle);
    const double row = row_of(i);
    const double bottom = one_side && end == &Tornado::Bar::low ? row : row - kHalfBar;
    const double top = one_side && end == &Tornado::Bar::high ? row : row + kHalfBar;
    fmt::format_to(std::back_inserter(text), "{0} {2:.2f} {0} {1} {2:.2f} {3:.2f}\n", std::min(middle, bar.*end),
                   std::max(middle, bar.*end), bottom, top);
  }
  return text;
}

}  // namespace

std::string gnuplot_script(const Tornado& tornado, PictureKind kind) {
  CHECK(is_end(tornado.middle));
  const std::vector<Tornado::Bar> bars = longest_bars(tornado);
  const BarNames names = make_bar_names(bars, tornado);
  std::vector<double> values = {tornado.middle};
  for (const Tornado::Bar& bar : bars) values.insert(values.end(), {bar.low, bar.high});
  const AxisRange range = range_around_values(values, false);

  PictureFrame frame{.kind = kind};
  frame.left = kPageMargin + std::ceil(names.width);
  frame.right = kPageWidth - kPageMargin;
  const auto entry = [&](std::string_view colour, const std::string& name) {
    return legend_entry(gnuplot_points(kSquareSign, 1.6, kind) + fmt::format(" linecolor '{}'", colour),
                        fit_text(name, 200, kFontSize).text);
  };
  const std::string legend = entry(kLowColour, tornado.low_name) + entry(kHighColour, tornado.high_name);
  frame.top = frame_top(tornado_title(tornado), legend);
  frame.bottom = frame.top + kBarRow * static_cast<double>(std::max<std::size_t>(bars.size(), 2)) + 8;
  frame.height = frame.bottom + kAxisHeight;

  std::vector<AxisTick> name_ticks;
  for (std::size_t i = 0; i < bars.size(); ++i) name_ticks.push_back({row_of(i), names.texts[i]});
  const double rows = static_cast<double>(std::max<std::size_t>(bars.size(), 1));
  const std::string low = bar_rectangles(bars, tornado.middle, &Tornado::Bar::low);
  const std::string high = bar_rectangles(bars, tornado.middle, &Tornado::Bar::high);
  const auto plot = [](std::string_view block, std::string_view colour) {
    return fmt::format(", {} using 1:2:3:4:5:6 with boxxyerror linecolor '{}' fillstyle solid 1 noborder notitle",
                       block, colour);
  };
  return "$low << END\n" + low + "END\n$high << END\n" + high + "END\n" +
         frame_head(frame, tornado_title(tornado), tornado.value_label, "") +
         "set grid xtics back linecolor '#E3E3E3' linewidth 0.7 linetype 1\n" +
         frame_axis("x", range, false, round_ticks_across(range, false, frame.right - frame.left)) +
         fmt::format("set ytics scale 0 font {}\n", gnuplot_font(names.font, kind)) +
         frame_axis("y", {.low = 0.4 - rows, .high = 0.6}, false, name_ticks) +
         fmt::format("set arrow 1 from {0}, graph 0 to {0}, graph 1 nohead front linewidth 1.4 linecolor '#303030'\n",
                     tornado.middle) +
         "plot NaN notitle" + (low.empty() ? "" : plot("$low", kLowColour)) +
         (high.empty() ? "" : plot("$high", kHighColour)) + legend + "\nset output\n";
}

}  // namespace kinemate
