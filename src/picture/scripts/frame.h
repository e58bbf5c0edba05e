// The frame of a picture that is one panel: axes, title, legend.
#pragma once

#include <string>
#include <vector>

#include "picture/scripts/page.h"
#include "picture/scripts/ticks.h"

namespace kinemate {

/// Lengths in pixels, from the left and from the top of the page.
struct PictureFrame {
  PictureKind kind = PictureKind::kSvg;
  double height = 600;  ///< of the page
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
};

/// From the bottom of the frame to that of the page, for the numbers and the label of the axis.
inline constexpr double kAxisHeight = 62;

/// Below the title and the legend, if there are any.
double frame_top(const std::string& title, const std::string& legend);

/// Right of the label and the numbers of the axis.
double frame_left(const std::vector<AxisTick>& y_ticks);

/// gnuplot's commands for the page, the edges of the frame, the title, and labels of the axes.
std::string frame_head(const PictureFrame& frame, const std::string& title, const std::string& x_label,
                       const std::string& y_label);

/// gnuplot's commands for an axis, "x" or "y".
std::string frame_axis(const std::string& axis, const AxisRange& range, bool logarithmic,
                       const std::vector<AxisTick>& ticks);

/// One entry of the legend for a plot command: a sign that looks like this, and what it means.
std::string legend_entry(const std::string& look, const std::string& name);

}  // namespace kinemate
