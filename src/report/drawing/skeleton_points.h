// The points of a machine's skeleton in space, and what they tell of where to look from.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "model/model.h"
#include "picture/thin.h"
#include "report/drawing/film_view.h"

namespace kinemate {

/// From the numbers x, y, z of each point.
std::vector<Eigen::Vector3d> skeleton_points(std::span<const double> numbers);

/// Sums as choose_film_view takes them. REQUIRES: as many points before as after.
Eigen::Matrix3d spread_of(const std::vector<Eigen::Vector3d>& points);
Eigen::Matrix3d motion_between(const std::vector<Eigen::Vector3d>& before, const std::vector<Eigen::Vector3d>& after);

/// In the plane of the picture.
std::vector<PicturePoint> seen_from(const FilmView& view, const std::vector<Eigen::Vector3d>& points);
std::vector<std::vector<PicturePoint>> seen_from(const FilmView& view,
                                                 const std::vector<std::vector<Eigen::Vector3d>>& lines);

/// With parameters that events set as they are at the start. REQUIRES: all parameters have values.
Eigen::Vector3d gravity_at(const Model& model, double time);

}  // namespace kinemate
