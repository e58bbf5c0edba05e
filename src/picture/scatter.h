// Points that nothing joins, coloured by a number, and points at which something failed.
//
// Texts are shown as they are written, as in figure.h.
#pragma once

#include <string>
#include <vector>

namespace kinemate {

/// A later point lies on top of an earlier one. A point whose coordinates are not finite, or not positive on a
/// logarithmic axis, is left out; one whose value is not finite is grey, with "no value" in the legend.
/// REQUIRES: x and y are of one length, failed_x and failed_y too; value is as long as x, or empty.
struct Scatter {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::string value_label;  ///< beside the colour bar
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> value;     ///< the colours; if empty, all points have one colour and there is no colour bar
  std::vector<double> failed_x;  ///< crosses, "failed" in the legend
  std::vector<double> failed_y;
  bool x_logarithmic = false;
  bool y_logarithmic = false;
};

}  // namespace kinemate
