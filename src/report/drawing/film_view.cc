#include "report/drawing/film_view.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>

namespace kinemate {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kFlat = 1e-3;  // of the largest extent: what is thinner looks flat
constexpr double kSteep = 0.1;  // sine of the angle below which the plane counts as level
constexpr double kSameAxis = 1e-6;
constexpr double kAzimuth = 0.6;  // rad, from x towards y: x comes forward to the left, y goes to the right
constexpr double kElevation = 0.4;

// Directions of a sum of squares with the largest first; those without extent do not count.
struct Extents {
  Matrix3d directions = Matrix3d::Identity();
  int rank = 0;
};

Extents find_extents(const Matrix3d& squares) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(squares);
  Extents extents;
  const double largest = solver.eigenvalues()[2];
  for (int i = 0; i < 3; ++i) {
    extents.directions.col(i) = solver.eigenvectors().col(2 - i);
    if (largest > 0 && solver.eigenvalues()[2 - i] > kFlat * kFlat * largest) ++extents.rank;
  }
  return extents;
}

// The part of the first direction that is at right angles to `normal`; of the next ones where that is next to nothing.
Vector3d upright(const Vector3d& normal, const Vector3d& gravity) {
  const double size = gravity.norm();
  for (const Vector3d& wish :
       {size > 0 ? Vector3d(-gravity / size) : Vector3d(0, 0, 1), Vector3d(0, 0, 1), Vector3d(0, 1, 0)}) {
    const Vector3d part = wish - normal * normal.dot(wish);
    if (part.norm() > kSteep) return part.normalized();
  }
  return Vector3d(1, 0, 0);
}

Vector3d snapped(Vector3d v) {
  for (double& component : v) {
    if (std::abs(component) < kSameAxis) component = 0;
    if (std::abs(component) > 1 - kSameAxis) component = component > 0 ? 1 : -1;
  }
  return v;
}

// The sign of an eigenvector is nobody's choice: the largest component becomes positive, of equal ones the first.
Vector3d forward(const Vector3d& v) {
  Eigen::Index at = 0;
  for (Eigen::Index i = 1; i < 3; ++i)
    if (std::abs(v[i]) > std::abs(v[at]) + kSameAxis) at = i;
  return v[at] < 0 ? -v : v;
}

FilmView view_along(const Vector3d& normal, const Vector3d& gravity) {
  const Vector3d up = upright(normal, gravity);
  return {snapped(forward(up.cross(normal))), snapped(up), true};
}

FilmView view_from_above(const Vector3d& gravity) {
  const Vector3d vertical = upright(Vector3d::Zero(), gravity);
  Vector3d first = Vector3d::UnitX() - vertical * vertical.x();
  if (first.norm() < kSteep) first = Vector3d::UnitY() - vertical * vertical.y();
  first.normalize();
  const Vector3d second = vertical.cross(first);
  const Vector3d level = std::cos(kAzimuth) * first + std::sin(kAzimuth) * second;
  return {vertical.cross(level), std::cos(kElevation) * vertical - std::sin(kElevation) * level, false};
}

}  // namespace

FilmView choose_film_view(const Matrix3d& motion, const Matrix3d& spread, const Vector3d& gravity) {
  Extents extents = find_extents(motion);
  if (extents.rank < 2) extents = find_extents(motion + spread);
  if (extents.rank == 3) return view_from_above(gravity);
  if (extents.rank == 2) return view_along(extents.directions.col(2), gravity);
  // along a line, or nothing at all: a plane with the vertical, and with x if the line is vertical
  const Vector3d line = extents.rank == 1 ? Vector3d(extents.directions.col(0)) : Vector3d::UnitX();
  const Vector3d vertical = upright(Vector3d::Zero(), gravity);
  Vector3d normal = line.cross(vertical);
  if (normal.norm() < kSteep)
    normal = vertical.cross(std::abs(vertical.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY());
  return view_along(normal.normalized(), gravity);
}

DirectionName name_direction(const Vector3d& direction) {
  constexpr const char* kNames[] = {"x", "y", "z"};
  for (Eigen::Index i = 0; i < 3; ++i)
    if (std::abs(direction[i]) > 1 - kSameAxis) return {kNames[i], direction[i] < 0};
  const auto number = [](double x) { return fmt::format("{:.3g}", std::round(x * 1000) / 1000 + 0.0); };
  return {fmt::format("({}, {}, {})", number(direction.x()), number(direction.y()), number(direction.z())), false};
}

}  // namespace kinemate
