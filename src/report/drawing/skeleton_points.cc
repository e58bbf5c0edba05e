#include "report/drawing/skeleton_points.h"

#include "base/check.h"
#include "expr/evaluate.h"
#include "model/formulas.h"

namespace kinemate {

using Eigen::Matrix3d;
using Eigen::Vector3d;

std::vector<Vector3d> skeleton_points(std::span<const double> numbers) {
  std::vector<Vector3d> points;
  points.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
    points.emplace_back(numbers[i], numbers[i + 1], numbers[i + 2]);
  return points;
}

Matrix3d spread_of(const std::vector<Vector3d>& points) {
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& point : points) middle += point / static_cast<double>(points.size());
  Matrix3d spread = Matrix3d::Zero();
  for (const Vector3d& point : points) spread += (point - middle) * (point - middle).transpose();
  return spread;
}

Matrix3d motion_between(const std::vector<Vector3d>& before, const std::vector<Vector3d>& after) {
  CHECK(before.size() == after.size());
  Matrix3d motion = Matrix3d::Zero();
  for (std::size_t p = 0; p < after.size(); ++p) motion += (after[p] - before[p]) * (after[p] - before[p]).transpose();
  return motion;
}

std::vector<PicturePoint> seen_from(const FilmView& view, const std::vector<Vector3d>& points) {
  std::vector<PicturePoint> flat;
  flat.reserve(points.size());
  for (const Vector3d& point : points) flat.push_back({point.dot(view.right), point.dot(view.up)});
  return flat;
}

std::vector<std::vector<PicturePoint>> seen_from(const FilmView& view,
                                                 const std::vector<std::vector<Vector3d>>& lines) {
  std::vector<std::vector<PicturePoint>> flat;
  for (const std::vector<Vector3d>& line : lines) flat.push_back(seen_from(view, line));
  return flat;
}

Vector3d gravity_at(const Model& model, double time) {
  Values values{{make_symbol("t"), time}};
  for (const auto& [symbol, value] : parameter_values(model)) values.emplace(symbol, evaluate(value, {}));
  const Vector& g = model.gravity;
  return {evaluate(g.x, values), evaluate(g.y, values), evaluate(g.z, values)};
}

}  // namespace kinemate
