// Curves of very many points, thinned to what can be seen.
#pragma once

#include <vector>

namespace kinemate {

struct PicturePoint {
  double x = 0;
  double y = 0;
};

/// Points of one unbroken line with the same look: of each stretch that stays within one of the columns of width
/// `column`, the first, the lowest, the highest and the last, in their order. REQUIRES: column > 0, finite points.
std::vector<PicturePoint> thin_out(const std::vector<PicturePoint>& line, double column);

}  // namespace kinemate
