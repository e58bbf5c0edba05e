// The picture of a film as SVG: moments over each other, early ones pale; paths as thin curves; axes and a legend.
#pragma once

#include <string>
#include <vector>

#include "picture/thin.h"
#include "report/drawing/film_view.h"
#include "study/simulation/skeleton.h"

namespace kinemate {

/// REQUIRES: finite numbers, a moment, and a point in each moment for each of the skeleton.
struct FilmPage {
  std::string machine;
  std::vector<std::string> names;  ///< of the bodies, the world's too
  const Skeleton& skeleton;
  FilmView view;
  double start = 0, end = 0;                       ///< times of the first and last moment, s
  std::vector<std::vector<PicturePoint>> moments;  ///< points of the skeleton in the plane of the view, m
  std::vector<std::vector<PicturePoint>> paths;    ///< of the first tips of the skeleton
};

std::string film_svg(const FilmPage& page);

}  // namespace kinemate
