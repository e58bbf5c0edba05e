// A picture of curves as data: panels above each other over one axis.
//
// Texts are shown as they are written: an underscore makes no subscript, a prime stays a prime. Units belong into the
// labels: "angle [rad]".
#pragma once

#include <string>
#include <vector>

namespace kinemate {

enum class CurveStyle { kLine, kPoints, kBoth, kDashed };

/// Points in the order in which they are joined. A point that is not finite, or not positive on a logarithmic axis, is
/// left out and parts the line. REQUIRES: x and y are of one length.
struct Curve {
  std::string name;  ///< in the legend; none if empty
  std::vector<double> x;
  std::vector<double> y;
  CurveStyle style = CurveStyle::kLine;
};

/// The numbers beside an axis: round ones, or those that engineers expect: multiples of 45 degrees, of 20 decibels. An
/// axis of degrees or decibels never shows less than a few of them, so that rounding does not look like a result.
enum class AxisNumbers { kRound, kDegrees, kDecibels };

struct Panel {
  std::string y_label;
  bool y_logarithmic = false;
  std::vector<Curve> curves;
  AxisNumbers y_numbers = AxisNumbers::kRound;  ///< not looked at if the axis is logarithmic
};

/// REQUIRES: there is a panel.
struct Figure {
  std::string title;
  std::string x_label;
  bool x_logarithmic = false;
  std::vector<Panel> panels;  ///< from top to bottom
};

}  // namespace kinemate
