// Cells around the points of a grid.
#pragma once

#include <cstddef>
#include <vector>

#include "picture/visible.h"

namespace kinemate {

/// One axis of a grid, n cells. Each reaches to the middle between its point and the next one; the outermost are as
/// long on both sides.
struct CellAxis {
  std::vector<double> points;        ///< increasing, of length n
  std::vector<std::size_t> indices;  ///< of the points among the coordinates, of length n
  std::vector<double> edges;         ///< places from 0 to 1 along the axis, not decreasing, of length n + 1
  AxisRange range;                   ///< from the first edge to the last
};

/// Coordinates in any order; those that the axis cannot show are left out.
CellAxis make_cell_axis(const std::vector<double>& coordinates, bool logarithmic);

/// The cell at a place from 0 to 1 along the axis. REQUIRES: there is a cell.
std::size_t cell_at(const CellAxis& axis, double place);

}  // namespace kinemate
