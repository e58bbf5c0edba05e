// The part of a figure that can be shown: the points on its axes, and the ranges of these.
#pragma once

#include <vector>

#include "picture/figure.h"
#include "picture/thin.h"

namespace kinemate {

/// Unbroken lines of points, each with at least one.
using VisibleLines = std::vector<std::vector<PicturePoint>>;

VisibleLines visible_lines(const Curve& curve, bool x_logarithmic, bool y_logarithmic);

/// Of an axis; low < high, and low > 0 if it is logarithmic.
struct AxisRange {
  double low = 0;
  double high = 1;
  int digits = 6;  ///< that numbers along it need to differ
};

/// From the least to the greatest x of all curves; widened where all are the same, also but for rounding.
AxisRange x_range(const Figure& figure, const std::vector<std::vector<VisibleLines>>& lines);

/// With some room above and below, or whole decades.
AxisRange y_range(const Panel& panel, const std::vector<VisibleLines>& lines);

}  // namespace kinemate
