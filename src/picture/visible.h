// What an axis can show: numbers, points, and the range that holds them.
#pragma once

#include <vector>

#include "picture/figure.h"
#include "picture/thin.h"

namespace kinemate {

/// Finite and not too large to compute with; positive on a logarithmic axis.
bool is_visible(double value, bool logarithmic);

/// Unbroken lines of points, each with at least one.
using VisibleLines = std::vector<std::vector<PicturePoint>>;

VisibleLines visible_lines(const Curve& curve, bool x_logarithmic, bool y_logarithmic);

/// Of an axis; low < high, and low > 0 if it is logarithmic.
struct AxisRange {
  double low = 0;
  double high = 1;
  int digits = 6;  ///< that numbers along it need to differ
};

/// From the least to the greatest of the numbers that are visible; widened where all are the same, also but for
/// rounding.
AxisRange range_of_values(const std::vector<double>& values, bool logarithmic);

/// The same with a little room at both ends.
AxisRange range_around_values(const std::vector<double>& values, bool logarithmic);

/// The same of the x of all curves.
AxisRange x_range(const Figure& figure, const std::vector<std::vector<VisibleLines>>& lines);

/// With some room above and below, or whole decades.
AxisRange y_range(const Panel& panel, const std::vector<VisibleLines>& lines);

/// The length of the axis up to this number, where the whole axis has length 1.
double place_on_axis(double value, const AxisRange& range, bool logarithmic);

}  // namespace kinemate
