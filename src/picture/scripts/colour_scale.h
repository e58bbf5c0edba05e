// Numbers as colours from violet over green to yellow, and the bar that tells which is which.
//
// The colours are viridis of S. van der Walt and N. Smith (matplotlib 2.0, 2015): equal steps of a number look equally
// far, also to the colour blind and in grey. Nine of its colours are kept; between them it is interpolated.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "picture/scripts/frame.h"
#include "picture/scripts/ticks.h"

namespace kinemate {

/// Where there is no number.
inline constexpr std::uint32_t kBlankColour = 0xC4C4C4;

struct ColourScale {
  AxisRange range;  ///< of the numbers
  std::vector<AxisTick> ticks;
  bool empty = true;  ///< there is no number at all
  bool logarithmic = false;
};

/// For numbers of which some may not be finite, or not positive where that is needed, with a bar of so many pixels.
ColourScale make_colour_scale(const std::vector<double>& values, double height, bool logarithmic = false);

/// As 0xRRGGBB; kBlankColour for a number that the scale cannot show.
std::uint32_t colour_of(double value, const ColourScale& scale);

/// Room that the bar takes at the right of the frame, in pixels.
double colour_bar_width(const ColourScale& scale);

/// gnuplot's commands for the bar, right of the frame. The plot command has to begin
/// as below: gnuplot draws no bar unless something has its colours.
std::string colour_bar(const ColourScale& scale, const std::string& label, const PictureFrame& frame);
inline constexpr const char* kPlotColourBar = "plot NaN with points palette notitle";

}  // namespace kinemate
