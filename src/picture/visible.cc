#include "picture/visible.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

// Larger numbers would overflow where gnuplot computes with them.
constexpr double kLargest = 1e300;

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

// What an axis shows at least.
double least_extent(AxisNumbers numbers) {
  switch (numbers) {
    case AxisNumbers::kRound: return 0;
    case AxisNumbers::kDegrees: return 20;
    case AxisNumbers::kDecibels: return 6;
  }
  return 0;
}

// Numbers become lengths along an axis up to a factor.
double measure(double value, bool logarithmic) { return logarithmic ? std::log10(value) : value; }

}  // namespace

bool is_visible(double value, bool logarithmic) {
  return std::abs(value) <= kLargest && (!logarithmic || value >= std::numeric_limits<double>::min());
}

VisibleLines visible_lines(const Curve& curve, bool x_logarithmic, bool y_logarithmic) {
  CHECK(curve.x.size() == curve.y.size());
  VisibleLines lines;
  bool broken = true;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const bool visible = is_visible(curve.x[i], x_logarithmic) && is_visible(curve.y[i], y_logarithmic);
    if (visible && broken) lines.emplace_back();
    if (visible) lines.back().push_back({curve.x[i], curve.y[i]});
    broken = !visible;
  }
  return lines;
}

AxisRange range_of_values(const std::vector<double>& values, bool logarithmic) {
  Extent extent;
  for (const double value : values)
    if (is_visible(value, logarithmic)) extent.include(value);
  return widened(extent, logarithmic);
}

AxisRange range_around_values(const std::vector<double>& values, bool logarithmic) {
  AxisRange range = range_of_values(values, logarithmic);
  const double room = 0.04 * (measure(range.high, logarithmic) - measure(range.low, logarithmic));
  if (logarithmic) {
    range.low = std::max(range.low / std::pow(10.0, room), std::numeric_limits<double>::min());
    range.high = std::min(range.high * std::pow(10.0, room), 1e307);
  } else {
    range.low -= room;
    range.high += room;
  }
  return range;
}

double place_on_axis(double value, const AxisRange& range, bool logarithmic) {
  const double low = measure(range.low, logarithmic), high = measure(range.high, logarithmic);
  return (measure(value, logarithmic) - low) / (high - low);
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
    const double lacking = least_extent(panel.y_numbers) - (range.high - range.low);
    const double room = std::max(0.05 * (range.high - range.low), lacking / 2);
    range.low -= room;
    range.high += room;
    if (panel.y_numbers != AxisNumbers::kRound) range.digits = 6;
  }
  return range;
}

}  // namespace kinemate
