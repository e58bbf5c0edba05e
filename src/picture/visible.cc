#include "picture/visible.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

// Larger numbers would overflow where gnuplot computes with them.
constexpr double kLargest = 1e300;

bool shown(double value, bool logarithmic) {
  return std::abs(value) <= kLargest && (!logarithmic || value >= std::numeric_limits<double>::min());
}

struct Extent {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void include(double value) {
    least = std::min(least, value);
    greatest = std::max(greatest, value);
  }
};

AxisRange widened(const Extent& extent, bool logarithmic) {
  if (extent.least > extent.greatest) return logarithmic ? AxisRange{1, 10} : AxisRange{};
  const double size = std::max(std::abs(extent.least), std::abs(extent.greatest));
  const double width = extent.greatest - extent.least;
  // a constant with the rounding of a long sum is a constant
  if (width <= 1e-13 * size || width == 0) {
    const double middle = extent.least;
    if (logarithmic) return {middle / 10, middle * 10};
    const double half = middle == 0 ? 1 : std::abs(middle) / 2;
    return {middle - half, middle + half};
  }
  const int digits = static_cast<int>(std::ceil(std::log10(size / width))) + 3;
  return {extent.least, extent.greatest, std::clamp(digits, 6, 16)};
}

}  // namespace

VisibleLines visible_lines(const Curve& curve, bool x_logarithmic, bool y_logarithmic) {
  CHECK(curve.x.size() == curve.y.size());
  VisibleLines lines;
  bool broken = true;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool visible = shown(curve.x[i], x_logarithmic) && shown(curve.y[i], y_logarithmic);
    if (visible && broken) lines.emplace_back();
    if (visible) lines.back().push_back({curve.x[i], curve.y[i]});
    broken = !visible;
  }
  return lines;
}

AxisRange x_range(const Figure& figure, const std::vector<std::vector<VisibleLines>>& lines) {
  Extent extent;
  for (const auto& panel : lines)
    for (const auto& curve : panel)
      for (const auto& line : curve)
        for (const PicturePoint& point : line) extent.include(point.x);
  return widened(extent, figure.x_logarithmic);
}

AxisRange y_range(const Panel& panel, const std::vector<VisibleLines>& lines) {
  Extent extent;
  for (const auto& curve : lines)
    for (const auto& line : curve)
      for (const PicturePoint& point : line) extent.include(point.y);
  AxisRange range = widened(extent, panel.y_logarithmic);
  if (panel.y_logarithmic) {
    // 10^floor may round to zero below the least normal number
    range.low = std::max(std::pow(10.0, std::floor(std::log10(range.low))), std::numeric_limits<double>::min());
    range.high = std::pow(10.0, std::ceil(std::log10(range.high)));
    range.digits = 6;
    if (range.high <= range.low) range.high = range.low * 10;
  } else {
    const double room = 0.05 * (range.high - range.low);
    range.low -= room;
    range.high += room;
  }
  return range;
}

}  // namespace kinemate
