#include "picture/scripts/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr double kLastDecade = 307;  // larger numbers overflow

// Of a cell that is alone, in decades on a logarithmic axis.
double lone_half(double point, bool logarithmic) {
  if (logarithmic || point == 0) return 0.5;
  return std::max(std::abs(point) / 2, std::numeric_limits<double>::min());
}

// Of increasing points, logarithms on a logarithmic axis.
std::vector<double> edges_around(const std::vector<double>& points, double lone) {
  const bool alone = points.front() == points.back();
  std::vector<double> edges = {0};
  for (std::size_t i = 1; i < points.size(); ++i) edges.push_back(points[i - 1] / 2 + points[i] / 2);
  edges.push_back(points.back() + (alone ? lone : points.back() - edges.back()));
  edges.front() = points.front() - (alone ? lone : edges[1] - points.front());
  return edges;
}

}  // namespace

CellAxis make_cell_axis(const std::vector<double>& coordinates, bool logarithmic) {
  CellAxis axis;
  for (std::size_t i = 0; i < coordinates.size(); ++i)
    if (is_visible(coordinates[i], logarithmic)) axis.indices.push_back(i);
  std::stable_sort(axis.indices.begin(), axis.indices.end(),
                   [&](std::size_t a, std::size_t b) { return coordinates[a] < coordinates[b]; });
  for (const std::size_t i : axis.indices) axis.points.push_back(coordinates[i]);
  axis.range = range_of_values(axis.points, logarithmic);
  if (axis.points.empty()) return axis;
  std::vector<double> measures = axis.points;
  if (logarithmic)
    std::transform(measures.begin(), measures.end(), measures.begin(), [](double v) { return std::log10(v); });
  axis.edges = edges_around(measures, lone_half(axis.points.front(), logarithmic));
  if (logarithmic) {
    axis.edges.front() = std::max(axis.edges.front(), std::log10(std::numeric_limits<double>::min()));
    axis.edges.back() = std::min(axis.edges.back(), kLastDecade);
  }
  const double first = axis.edges.front(), length = axis.edges.back() - first;
  axis.range.low = logarithmic ? std::pow(10.0, first) : first;
  axis.range.high = logarithmic ? std::pow(10.0, axis.edges.back()) : axis.edges.back();
  for (double& edge : axis.edges) edge = (edge - first) / length;
  return axis;
}

std::size_t cell_at(const CellAxis& axis, double place) {
  CHECK(!axis.points.empty());
  const auto above = std::upper_bound(axis.edges.begin() + 1, axis.edges.end() - 1, place);
  return static_cast<std::size_t>(above - axis.edges.begin()) - 1;
}

}  // namespace kinemate
