// The motion of a point as text, LaTeX and JSON.
#pragma once

#include <string>

#include "study/point_kinematics.h"

namespace kinemate {

struct PointMotionReport {
  std::string machine;
  std::string body;
  Vector point;      ///< in body axes
  std::string axes;  ///< what the vectors are resolved in
  PointKinematics kinematics;
};

/// Shared parts get names where the formulas would be long.
std::string point_motion_text(const PointMotionReport& report);
/// A document that compiles.
std::string point_motion_latex(const PointMotionReport& report);
std::string point_motion_json(const PointMotionReport& report);

}  // namespace kinemate
