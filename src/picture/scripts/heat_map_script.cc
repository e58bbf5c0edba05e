#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include "base/check.h"
#include "picture/scripts/cells.h"
#include "picture/scripts/colour_scale.h"
#include "picture/scripts/frame.h"
#include "picture/scripts/script.h"

namespace kinemate {
namespace {

// More cells become an image of a point a pixel: as many rectangles would make a file that no viewer opens.
constexpr std::size_t kMostRectangles = 20'000;

// Rectangles reach this far under the later ones, in pixels, or the page shines through between them.
constexpr double kOverlap = 1;

// Numbers at the points if these are short and there is room for all, else round ones.
std::vector<AxisTick> map_ticks_across(const CellAxis& axis, bool logarithmic, double width) {
  const std::vector<AxisTick> ticks = ticks_at(axis.points);
  const bool room = !ticks.empty() && fit_across(ticks, axis.range, logarithmic, width);
  return room ? ticks : round_ticks_across(axis.range, logarithmic, width);
}

std::vector<AxisTick> map_ticks_upwards(const CellAxis& axis, bool logarithmic, double height) {
  const std::vector<AxisTick> ticks = ticks_at(axis.points);
  const bool room = !ticks.empty() && fit_upwards(ticks, axis.range, logarithmic, height);
  return room ? ticks : round_ticks_upwards(axis.range, logarithmic, height);
}

struct MapCells {
  const HeatMap& map;
  CellAxis x;
  CellAxis y;

  double value(std::size_t column, std::size_t row) const {
    return map.values[x.indices[column] + y.indices[row] * map.x.size()];
  }
  std::vector<double> values() const {
    std::vector<double> all;
    for (std::size_t row = 0; row < y.points.size(); ++row)
      for (std::size_t column = 0; column < x.points.size(); ++column) all.push_back(value(column, row));
    return all;
  }
};

// Lines of x, y, x from and to, y from and to, colour; in pixels.
std::string rectangles(const MapCells& cells, const ColourScale& scale, double width, double height) {
  std::string text;
  for (std::size_t row = 0; row < cells.y.points.size(); ++row) {
    const double bottom = height * cells.y.edges[row];
    const double top = std::min(height, height * cells.y.edges[row + 1] + kOverlap);
    for (std::size_t column = 0; column < cells.x.points.size(); ++column) {
      const double left = width * cells.x.edges[column];
      const double right = std::min(width, width * cells.x.edges[column + 1] + kOverlap);
      fmt::format_to(std::back_inserter(text), "{0:.2f} {2:.2f} {0:.2f} {1:.2f} {2:.2f} {3:.2f} {4}\n", left, right,
                     bottom, top, colour_of(cells.value(column, row), scale));
    }
  }
  return text;
}

// A matrix of colours, a number a pixel.
std::string image(const MapCells& cells, const ColourScale& scale, double width, double height) {
  std::vector<std::size_t> columns;
  for (double x = 0.5; x < width; ++x) columns.push_back(cell_at(cells.x, x / width));
  std::string text;
  for (double y = 0.5; y < height; ++y) {
    const std::size_t row = cell_at(cells.y, y / height);
    for (const std::size_t column : columns)
      fmt::format_to(std::back_inserter(text), "{} ", colour_of(cells.value(column, row), scale));
    text += '\n';
  }
  return text;
}

constexpr const char* kPlotRectangles =
    ", $cells using 1:2:3:4:5:6:7 axes x2y2 with boxxyerror linecolor rgb variable fillstyle solid 1 noborder notitle";
constexpr const char* kPlotImage =
    ", $cells matrix using ($1 + 0.5):($2 + 0.5):(int($3) >> 16):((int($3) >> 8) & 255):(int($3) & 255) axes x2y2 "
    "with rgbimage notitle";

}  // namespace

std::string gnuplot_script(const HeatMap& map, PictureKind kind) {
  CHECK(map.values.size() == map.x.size() * map.y.size());
  const MapCells cells{map, make_cell_axis(map.x, map.x_logarithmic), make_cell_axis(map.y, map.y_logarithmic)};
  const std::vector<double> values = cells.values();
  const bool blanks = std::any_of(values.begin(), values.end(), [](double v) { return !is_visible(v, false); });
  const std::string legend =
      blanks ? legend_entry(gnuplot_points(kSquareSign, 1.6, kind) + fmt::format(" linecolor rgb {}", kBlankColour),
                            "no value")
             : "";

  PictureFrame frame{.kind = kind, .top = frame_top(map.title, legend)};
  frame.bottom = std::round(frame.height - kAxisHeight);
  const double height = frame.bottom - frame.top;
  const std::vector<AxisTick> y_ticks = map_ticks_upwards(cells.y, map.y_logarithmic, height);
  const ColourScale scale = make_colour_scale(values, height);
  frame.left = frame_left(y_ticks);
  frame.right = std::floor(kPageWidth - colour_bar_width(scale));
  const double width = frame.right - frame.left;

  // cells are drawn over axes of their own, in pixels
  const bool as_image = values.size() > kMostRectangles;
  return "$cells << END\n" + (as_image ? image(cells, scale, width, height) : rectangles(cells, scale, width, height)) +
         "END\n" + frame_head(frame, map.title, map.x_label, map.y_label) +
         frame_axis("x", cells.x.range, map.x_logarithmic, map_ticks_across(cells.x, map.x_logarithmic, width)) +
         frame_axis("y", cells.y.range, map.y_logarithmic, y_ticks) + colour_bar(scale, map.value_label, frame) +
         fmt::format("set x2range [0:{}] noextend\nset y2range [0:{}] noextend\n", width, height) + kPlotColourBar +
         (values.empty() ? ""
          : as_image     ? kPlotImage
                         : kPlotRectangles) +
         legend + "\nset output\n";
}

}  // namespace kinemate
