// The picture of modes as SVG: a tile for each, with the machine at its reference, at both extremes, and between them.
#pragma once

#include <string>
#include <vector>

#include "picture/thin.h"
#include "report/drawing/film_view.h"
#include "study/simulation/skeleton.h"

namespace kinemate {

/// Points are in the plane of the view, m.
struct ModeTile {
  std::string title;
  std::vector<std::vector<PicturePoint>> phases;  ///< from one extreme to the other: points of the skeleton
  std::vector<std::vector<PicturePoint>> paths;   ///< of the first tips of the skeleton
  bool seen = true;                               ///< some point moves; else the tile says that none does
};

/// REQUIRES: finite numbers, and in each pose a point for each of the skeleton.
struct ModePage {
  std::string title;
  const Skeleton& skeleton;
  FilmView view;
  std::vector<PicturePoint> reference;
  std::vector<ModeTile> tiles;  ///< if there is none, the reference is drawn alone
  std::string remark;           ///< below all tiles; nothing if empty
};

std::string mode_svg(const ModePage& page);

}  // namespace kinemate
