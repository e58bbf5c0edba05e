// What of a machine can be drawn: bodies from joint to joint, joints, springs, dampers, ropes, round bodies, frames.
//
// Nothing is known of the shapes of bodies, so a body is drawn by the points that its description names: the joints,
// the centre of mass, frames, recorded points and points where loads act. The radius of a round body is known where it
// rolls or meshes, or is taken from its inertia (round_bodies.h).
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "model/model.h"
#include "program/program.h"

namespace kinemate {

/// m: so near are points that tell a direction alone: too near to count as places.
inline constexpr double kSkeletonStep = 1e-8;

/// Points are numbered; those of a stroke lie on one body, but for guides.
struct Skeleton {
  struct Stroke {
    std::size_t body, from, to;
  };
  struct Spot {
    std::size_t body, point;
  };
  /// centre + cos φ (u - centre) + sin φ (v - centre)
  struct Circle {
    std::size_t body, centre, u, v;
  };
  enum class WireKind { kSpring, kDamper, kSpringDamper, kLine };
  /// Between points of any bodies.
  struct Wire {
    WireKind kind;
    std::size_t from, to;
  };
  /// `towards` is kSkeletonStep away.
  struct Slider {
    std::size_t body, point, towards;
  };
  struct Axes {
    std::size_t origin;
    std::array<std::size_t, 3> towards;
  };
  std::vector<Stroke> lines;         ///< from the joint that carries a body to its other joints, or to its ends
  std::vector<Stroke> twigs;         ///< thin: to the centre of mass and to named points beside these, spokes
  std::vector<Stroke> guides;        ///< from a body or the world to what slides on it
  std::vector<Circle> circles;       ///< outlines of round bodies
  std::vector<Wire> wires;           ///< springs, dampers and what else acts along a line
  std::vector<Spot> discs;           ///< bodies without a line
  std::vector<Spot> centres;         ///< of mass, of all other bodies that have mass
  std::vector<Slider> sliders;       ///< what is guided along a line
  std::vector<Spot> tips;            ///< the outermost point of each body that carries none
  std::vector<std::size_t> pins;     ///< where joints let bodies turn
  std::vector<std::size_t> spirals;  ///< those of these that a spring turns back
  std::vector<std::size_t> marks;    ///< what is fixed on the world: joints, and feet of springs and dampers
  std::vector<Axes> frames;          ///< that have names
  std::vector<Slider> grounds;       ///< planes on the world that bodies roll on: a point, and towards the normal
  std::vector<bool> uses;            ///< for each coordinate of the model: whether positions depend on it
  std::size_t points = 0;
  /// x, y, z of each point in inertial axes: of t and, as x, all coordinates in the order of the model, driven ones
  /// too. As StateFunction takes it.
  Program program;
};

/// Throws Error where events change what positions depend on. REQUIRES: all bodies connected, all parameters but those
/// that events set replaced by numbers.
Skeleton make_skeleton(const Model& model);

}  // namespace kinemate
