#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "picture/scripts/colour_scale.h"
#include "picture/scripts/frame.h"
#include "picture/scripts/script.h"

namespace kinemate {
namespace {

constexpr std::uint32_t kPlainColour = 0x0072B2;
constexpr std::size_t kMostLoosePoints = 10'000;
constexpr double kSquare = 2;  // in pixels; points are wider

struct ScatterAxes {
  AxisRange x;
  AxisRange y;
  bool x_logarithmic;
  bool y_logarithmic;

  bool holds(double at_x, double at_y) const {
    return is_visible(at_x, x_logarithmic) && is_visible(at_y, y_logarithmic);
  }
};

// Of the points that can be seen. Of very many, among those within one square only the last is left, which lies on top.
std::vector<std::size_t> seen_points(const std::vector<double>& x, const std::vector<double>& y,
                                     const ScatterAxes& axes, const PictureFrame& frame) {
  const double across = (frame.right - frame.left) / kSquare, up = (frame.bottom - frame.top) / kSquare;
  std::vector<std::size_t> seen;
  std::set<std::pair<long, long>> taken;
  for (std::size_t i = x.size(); i-- > 0;) {
    if (!axes.holds(x[i], y[i])) continue;
    const std::pair square(std::lround(across * place_on_axis(x[i], axes.x, axes.x_logarithmic)),
                           std::lround(up * place_on_axis(y[i], axes.y, axes.y_logarithmic)));
    if (x.size() <= kMostLoosePoints || taken.insert(square).second) seen.push_back(i);
  }
  std::reverse(seen.begin(), seen.end());
  return seen;
}

ScatterAxes make_scatter_axes(const Scatter& scatter) {
  ScatterAxes axes{{}, {}, scatter.x_logarithmic, scatter.y_logarithmic};
  std::vector<double> x, y;
  const auto add = [&](const std::vector<double>& some_x, const std::vector<double>& some_y) {
    CHECK(some_x.size() == some_y.size());
    for (std::size_t i = 0; i < some_x.size(); ++i) {
      if (!axes.holds(some_x[i], some_y[i])) continue;
      x.push_back(some_x[i]);
      y.push_back(some_y[i]);
    }
  };
  add(scatter.x, scatter.y);
  add(scatter.failed_x, scatter.failed_y);
  axes.x = range_around_values(x, scatter.x_logarithmic);
  axes.y = range_around_values(y, scatter.y_logarithmic);
  return axes;
}

// So many that they hide each other are drawn smaller.
double point_size(std::size_t count) { return count <= 300 ? 1 : count <= 3000 ? 0.7 : 0.5; }

std::string cross(double size, PictureKind kind) {
  return gnuplot_points(kCrossSign, 0.9 * std::max(size, 0.75), kind) + " linewidth 1.6 linecolor '#D55E00'";
}

std::vector<double> shown_values(const Scatter& scatter, const ScatterAxes& axes) {
  std::vector<double> values;
  for (std::size_t i = 0; i < scatter.value.size(); ++i)
    if (axes.holds(scatter.x[i], scatter.y[i])) values.push_back(scatter.value[i]);
  return values;
}

std::string scatter_legend(const Scatter& scatter, const ScatterAxes& axes, PictureKind kind) {
  std::string legend;
  const std::vector<double> values = shown_values(scatter, axes);
  if (std::any_of(values.begin(), values.end(), [](double value) { return !is_visible(value, false); }))
    legend =
        legend_entry(gnuplot_points(kDiscSign, 1, kind) + fmt::format(" linecolor rgb {}", kBlankColour), "no value");
  for (std::size_t i = 0; i < scatter.failed_x.size(); ++i)
    if (axes.holds(scatter.failed_x[i], scatter.failed_y[i])) return legend + legend_entry(cross(1, kind), "failed");
  return legend;
}

}  // namespace

std::string gnuplot_script(const Scatter& scatter, PictureKind kind) {
  CHECK(scatter.value.empty() || scatter.value.size() == scatter.x.size());
  const ScatterAxes axes = make_scatter_axes(scatter);
  const std::string legend = scatter_legend(scatter, axes, kind);

  PictureFrame frame{.kind = kind, .top = frame_top(scatter.title, legend)};
  frame.bottom = frame.height - kAxisHeight;
  const std::vector<AxisTick> y_ticks = round_ticks_upwards(axes.y, axes.y_logarithmic, frame.bottom - frame.top);
  const ColourScale scale = make_colour_scale(shown_values(scatter, axes), frame.bottom - frame.top);
  frame.left = frame_left(y_ticks);
  frame.right = std::floor(kPageWidth - colour_bar_width(scale));
  const std::vector<AxisTick> x_ticks = round_ticks_across(axes.x, axes.x_logarithmic, frame.right - frame.left);

  const std::vector<std::size_t> points = seen_points(scatter.x, scatter.y, axes, frame);
  const std::vector<std::size_t> failed = seen_points(scatter.failed_x, scatter.failed_y, axes, frame);
  const double size = point_size(points.size() + failed.size());
  std::string script = "$points << END\n";
  for (const std::size_t i : points)
    fmt::format_to(std::back_inserter(script), "{} {} {}\n", scatter.x[i], scatter.y[i],
                   scatter.value.empty() ? kPlainColour : colour_of(scatter.value[i], scale));
  script += "END\n$failed << END\n";
  for (const std::size_t i : failed)
    fmt::format_to(std::back_inserter(script), "{} {}\n", scatter.failed_x[i], scatter.failed_y[i]);
  script += "END\n" + frame_head(frame, scatter.title, scatter.x_label, scatter.y_label) +
            "set grid back linecolor '#E3E3E3' linewidth 0.7 linetype 1\n" +
            frame_axis("x", axes.x, axes.x_logarithmic, x_ticks) +
            frame_axis("y", axes.y, axes.y_logarithmic, y_ticks) + colour_bar(scale, scatter.value_label, frame) +
            kPlotColourBar;
  if (!points.empty())
    script += ", $points using 1:2:3 " + gnuplot_points(kDiscSign, size, kind) + " linecolor rgb variable notitle";
  if (!failed.empty()) script += ", $failed using 1:2 " + cross(size, kind) + " notitle";
  return script + legend + "\nset output\n";
}

}  // namespace kinemate
