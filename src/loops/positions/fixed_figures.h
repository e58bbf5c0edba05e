// What motions one after the other leave where it is, as seen from both of their ends: points, directions, planes and
// lines.
//
// Turns about axes through one point leave that point; turns about parallel axes their direction, and with shifts
// across it only, planes across it; turns about and shifts along one line leave the line. Two groups
// of joints with such figures are a characteristic pair: C. Woernle, "Ein systematisches Verfahren zur Aufstellung der
// geometrischen Schließbedingungen in kinematischen Schleifen", VDI Fortschritt-Berichte 18/59, 1988.
#pragma once

#include <span>
#include <vector>

#include "loops/positions/motion_chain.h"
#include "loops/positions/position_samples.h"

namespace kinemate {

enum class FigureKind { kPoint, kDirection, kPlane, kLine };

/// A figure in one frame.
struct FramedFigure {
  Vector point;      ///< of points; of lines, one of theirs
  Vector direction;  ///< of directions, planes (their normal) and lines; of planes of any length
  Expr height;       ///< of planes: direction · x = height
};

/// In the frame before the first motion, `before` its link not included; and in the frame after the last one.
struct FixedFigure {
  FigureKind kind;
  FramedFigure start, end;
};

/// `length` is the size of the loop.
std::vector<FixedFigure> find_fixed_figures(std::span<const ChainLink> links, const PositionSamples& samples,
                                            double length);

/// A figure as seen from the frame that `pose` is against.
FramedFigure seen_through(const SteadyPose& pose, const FramedFigure& figure);
/// A figure of the frame that `pose` is against, as seen from the frame that it leads to.
FramedFigure seen_back(const SteadyPose& pose, const FramedFigure& figure);

}  // namespace kinemate
