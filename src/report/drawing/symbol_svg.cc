#include "report/drawing/symbol_svg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace kinemate {
namespace {

constexpr double kHalfWidth = 5;     // of zigzags and dashpots
constexpr double kLeastSpring = 14;  // shorter ones are lines
constexpr double kLongestTooth = 14;
constexpr int kFewTeeth = 4, kMostTeeth = 10;
constexpr int kEllipseParts = 48;
constexpr double kHatch = 8;  // between the lines of hatching

SvgPlace operator+(SvgPlace a, SvgPlace b) { return {a.x + b.x, a.y + b.y}; }
SvgPlace operator-(SvgPlace a, SvgPlace b) { return {a.x - b.x, a.y - b.y}; }
SvgPlace operator*(SvgPlace a, double k) { return {a.x * k, a.y * k}; }
double length_of(SvgPlace a) { return std::hypot(a.x, a.y); }

SvgPlace direction_of(SvgPlace direction) {
  const double length = length_of(direction);
  return length > 0 ? direction * (1 / length) : SvgPlace{0, -1};
}

std::string svg_place_text(SvgPlace p) { return to_text(SvgPixel{std::lround(10 * p.x), std::lround(10 * p.y)}); }

std::string polyline(std::initializer_list<SvgPlace> places) {
  std::string d;
  for (const SvgPlace& place : places) d += (d.empty() ? "M" : "L") + svg_place_text(place);
  return d;
}

// Places along a line and beside it, both in pixels.
struct Along {
  SvgPlace from, ahead, left;
  double length;

  Along(SvgPlace a, SvgPlace b, double side)
      : from(a), ahead(direction_of(b - a)), left{ahead.y, -ahead.x}, length(length_of(b - a)) {
    from = from + left * side;
  }
  SvgPlace at(double on, double beside = 0) const { return from + ahead * on + left * beside; }
};

}  // namespace

std::string straight_path(SvgPlace from, SvgPlace to) { return polyline({from, to}); }

std::string zigzag_path(SvgPlace from, SvgPlace to, double side) {
  const Along along(from, to, side);
  if (along.length < kLeastSpring) return straight_path(from, to);
  const double lead = std::min(0.15 * along.length, 12.0), coil = along.length - 2 * lead;
  const int teeth = std::clamp(static_cast<int>(std::lround(coil / kLongestTooth)), kFewTeeth, kMostTeeth);
  std::string d = "M" + svg_place_text(from) + "L" + svg_place_text(along.at(lead));
  for (int k = 0; k < teeth; ++k)
    d += "L" + svg_place_text(along.at(lead + coil * (k + 0.25) / teeth, kHalfWidth)) + "L" +
         svg_place_text(along.at(lead + coil * (k + 0.75) / teeth, -kHalfWidth));
  return d + "L" + svg_place_text(along.at(along.length - lead)) + "L" + svg_place_text(to);
}

std::string dashpot_path(SvgPlace from, SvgPlace to, double side) {
  const Along along(from, to, side);
  if (along.length < kLeastSpring) return straight_path(from, to);
  const double half = std::min(12.0, 0.25 * along.length), middle = along.length / 2, w = kHalfWidth;
  const double bottom = middle - half, mouth = middle + half;
  return "M" + svg_place_text(from) + "L" + svg_place_text(along.at(std::min(6.0, bottom / 2))) + "L" +
         svg_place_text(along.at(bottom)) +
         polyline({along.at(mouth, w), along.at(bottom, w), along.at(bottom, -w), along.at(mouth, -w)}) +
         polyline({along.at(middle, 0.7 * w), along.at(middle, -0.7 * w)}) + "M" + svg_place_text(along.at(middle)) + "L" +
         svg_place_text(along.at(along.length - std::min(6.0, bottom / 2))) + "L" + svg_place_text(to);
}

std::string spiral_path(SvgPlace centre) {
  std::string d;
  for (int k = 0; k <= 30; ++k) {
    const double angle = k * std::numbers::pi / 6, radius = 4 + 0.25 * k;
    d += (d.empty() ? "M" : "L") + svg_place_text(centre + SvgPlace{std::cos(angle), std::sin(angle)} * radius);
  }
  return d;
}

std::string block_path(SvgPlace centre, SvgPlace direction, double length, double width) {
  const SvgPlace ahead = direction_of(direction) * (length / 2), left = SvgPlace{ahead.y, -ahead.x} * (width / length);
  return polyline({centre + ahead + left, centre + ahead - left, centre - ahead - left, centre - ahead + left}) + "Z";
}

std::string ground_path(SvgPlace place, SvgPlace up, double half_length) {
  const SvgPlace above = direction_of(up), across{-above.y, above.x};
  std::string d = polyline({place - across * half_length, place + across * half_length});
  const int count = static_cast<int>(half_length / kHatch);
  for (int k = -count; k <= count; ++k) {
    const SvgPlace foot = place + across * (k * kHatch);
    d += polyline({foot, foot - above * 6 - across * 5});
  }
  return d;
}

std::string ellipse_path(SvgPlace centre, SvgPlace u, SvgPlace v) {
  std::string d;
  for (int k = 0; k < kEllipseParts; ++k) {
    const double angle = 2 * std::numbers::pi * k / kEllipseParts;
    d += (d.empty() ? "M" : "L") + svg_place_text(centre + u * std::cos(angle) + v * std::sin(angle));
  }
  return d + "Z";
}

}  // namespace kinemate
