// What of a machine can be drawn: strokes from joint to joint, discs where its bodies have no extent.
//
// Nothing is known of the shapes of bodies, so a body is drawn by the points that its description names: the joints,
// the centre of mass, and on bodies that carry no others also frames and recorded points, such as a tip or a foot.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.h"
#include "program/program.h"

namespace kinemate {

/// Points are numbered; those of a stroke lie on one body, but for guides.
struct Skeleton {
  struct Stroke {
    std::size_t body, from, to;
  };
  struct Spot {
    std::size_t body, point;
  };
  std::vector<Stroke> lines;       ///< from the joint that carries a body to its other joints, or to its ends
  std::vector<Stroke> guides;      ///< from a body to the one that slides on it
  std::vector<Spot> discs;         ///< centres of mass of bodies that carry none, and bodies without a line
  std::vector<Spot> tips;          ///< the outermost point of each body that carries none
  std::vector<std::size_t> marks;  ///< joints on the world
  std::size_t points = 0;
  /// x, y, z of each point in inertial axes: of t and, as x, all coordinates in the order of the model, driven ones
  /// too. As StateFunction takes it.
  Program program;
};

/// Throws Error where events change what positions depend on. REQUIRES: all bodies connected, all parameters but those
/// that events set replaced by numbers.
Skeleton make_skeleton(const Model& model);

}  // namespace kinemate
