#include "picture/scripts/damping_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

namespace kinemate {
namespace {

// The first of them have a line rather than the later ones.
constexpr std::array<double, 14> kRatios = {0.1, 0.5, 0.01,  0.2,   0.7,   0.05, 0.02,
                                            0.3, 0.9, 0.001, 0.005, 0.002, 1e-4, 1e-5};

constexpr double kLeastWidth = 140, kLeastHeight = 120;       // of the quadrant, in pixels
constexpr double kLeastAngle = 9.0 * std::numbers::pi / 180;  // between lines, as they are seen
constexpr double kRatioFont = 11;
constexpr double kHalfNumber = 30, kHalfLine = 9;  // of the box of a number, in pixels

// In pixels.
struct Quadrant {
  double width, height;  // left of the imaginary axis, above the real one
  double across, up;     // of 1/s
};

// As it is seen: `left` and `up` are its direction, `length` goes to the middle of its number.
struct DampingLine {
  double ratio, angle;
  double left, up;
  double length;

  bool is_near(const DampingLine& other) const {
    return std::abs(other.angle - angle) < kLeastAngle ||
           (std::abs(other.left * other.length - left * length) < 2 * kHalfNumber &&
            std::abs(other.up * other.length - up * length) < 2 * kHalfLine);
  }
};

std::vector<DampingLine> choose_damping_lines(const Quadrant& quadrant) {
  std::vector<DampingLine> lines;
  for (const double ratio : kRatios) {
    const double angle = std::atan2(ratio * quadrant.across, std::sqrt(1 - ratio * ratio) * quadrant.up);
    if (angle < kLeastAngle || angle > std::numbers::pi / 2 - kLeastAngle) continue;
    DampingLine line{ratio, angle, std::sin(angle), std::cos(angle), 0};
    line.length = std::min((quadrant.width - kHalfNumber) / line.left, (quadrant.height - kHalfLine) / line.up);
    const auto near = [&](const DampingLine& other) { return line.is_near(other); };
    if (std::none_of(lines.begin(), lines.end(), near)) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string damping_lines(const PictureFrame& frame, const AxisRange& real, const AxisRange& imaginary) {
  const double across = (frame.right - frame.left) / (real.high - real.low);
  const double up = (frame.bottom - frame.top) / (imaginary.high - imaginary.low);
  const Quadrant quadrant{-real.low * across, imaginary.high * up, across, up};
  if (quadrant.width < kLeastWidth || quadrant.height < kLeastHeight) return "";
  std::string text;
  const auto draw_to = [&](double to_left, double upwards) {
    fmt::format_to(std::back_inserter(text),
                   "set arrow from 0,0 to {:.6g},{:.6g} nohead back linecolor '#BDBDBD' linewidth 0.8 dashtype 2\n",
                   -to_left / across, upwards / up);
  };
  for (const DampingLine& line : choose_damping_lines(quadrant)) {
    const double above = line.length - std::min(kHalfNumber / line.left, kHalfLine / line.up);  // as far as the number
    const double below = std::min(quadrant.width / line.left, -imaginary.low * up / line.up);
    draw_to(above * line.left, above * line.up);
    draw_to(below * line.left, -below * line.up);
    fmt::format_to(std::back_inserter(text),
                   "set label 'ζ = {:g}' at {:.6g},{:.6g} center back textcolor '#7A7A7A' font {}\n", line.ratio,
                   -line.length * line.left / across, line.length * line.up / up, gnuplot_font(kRatioFont, frame.kind));
  }
  return text;
}

}  // namespace kinemate
