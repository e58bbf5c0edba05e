// Lines of equal damping ratio in the plane of the poles: rays from the origin, -ζ to √(1-ζ²).
#pragma once

#include <string>

#include "picture/scripts/frame.h"
#include "picture/visible.h"

namespace kinemate {

/// gnuplot's commands for as many of the usual ratios as can be told apart, each with its number where the ray leaves
/// the frame; nothing where there is no room. REQUIRES: both ranges hold the origin.
std::string damping_lines(const PictureFrame& frame, const AxisRange& real, const AxisRange& imaginary);

}  // namespace kinemate
