// A number over a grid, as a picture of coloured cells.
//
// Texts are shown as they are written: an underscore makes no subscript, a prime stays a prime. Units belong into the
// labels: "stiffness [N/m]".
#pragma once

#include <string>
#include <vector>

namespace kinemate {

/// Coordinates stand in any order and at any distance; a cell reaches to the middle between its point and the next, on
/// a logarithmic axis to the geometric mean. A value that is not finite leaves its cell grey, with "no value" in the
/// legend. Columns and rows whose coordinate is not finite, or not positive on a logarithmic axis, are left out.
/// Cells that are much smaller than a pixel may not show. REQUIRES: there are x.size() * y.size() values.
struct HeatMap {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::string value_label;  ///< beside the colour bar
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> values;  ///< at x[i] and y[j]: values[i + j * x.size()]
  bool x_logarithmic = false;
  bool y_logarithmic = false;
};

}  // namespace kinemate
