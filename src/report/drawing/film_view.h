// From where a machine is looked at: what moves in one plane at right angles to it, all else from the side and above.
#pragma once

#include <Eigen/Core>
#include <string>

namespace kinemate {

/// The plane of the picture, by unit vectors in inertial axes.
struct FilmView {
  Eigen::Vector3d right, up;
  bool planar = true;
};

/// motion: Σ d dᵀ over the displacements d of points. spread: Σ r rᵀ over the points from their middle, which says what
/// plane a machine lies in where its motion does not. Up is against gravity, or z, or y; right is rather along the
/// positive than along the negative axes.
FilmView choose_film_view(const Eigen::Matrix3d& motion, const Eigen::Matrix3d& spread, const Eigen::Vector3d& gravity);

/// What a direction is called, and whether its numbers grow the other way: "z" and true for -z.
struct DirectionName {
  std::string text;  ///< x, y, z, or the vector: (0.6, 0, 0.8)
  bool reversed = false;
};
DirectionName name_direction(const Eigen::Vector3d& direction);

}  // namespace kinemate
