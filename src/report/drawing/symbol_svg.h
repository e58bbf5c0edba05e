// Symbols of drawings of machines, as paths of SVG: sizes in pixels, whatever the scale of the picture.
#pragma once

#include <string>

#include "report/drawing/svg.h"

namespace kinemate {

/// A place on the page in pixels, from the left and from the top.
struct SvgPlace {
  double x = 0, y = 0;
};

/// What stands in the attribute `d` of a path. `side` moves the middle of the symbol so many pixels to its left. Where
/// both ends are too near for the symbol, a straight line.
std::string zigzag_path(SvgPlace from, SvgPlace to, double side = 0);   ///< a spring
std::string dashpot_path(SvgPlace from, SvgPlace to, double side = 0);  ///< a damper
std::string straight_path(SvgPlace from, SvgPlace to);

/// A spring that turns, about a pin.
std::string spiral_path(SvgPlace centre);

/// A block along a direction; upright where that is none.
std::string block_path(SvgPlace centre, SvgPlace direction, double length, double width);

/// A line at right angles to `up` of a length on both sides of a place, hatched below: ground.
std::string ground_path(SvgPlace place, SvgPlace up, double half_length);

/// What becomes of a circle: through centre + cos φ u + sin φ v.
std::string ellipse_path(SvgPlace centre, SvgPlace u, SvgPlace v);

}  // namespace kinemate
