// A machine's skeleton on a page of SVG, in one of its poses.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "picture/thin.h"
#include "report/drawing/film_view.h"
#include "report/drawing/svg.h"
#include "report/drawing/symbol_svg.h"
#include "study/simulation/skeleton.h"

namespace kinemate {

/// The least and the greatest of some numbers.
struct PanelRange {
  double low, high;
  PanelRange();
  void take(double x);
  double size() const { return high - low; }
  void widen(double to);  ///< on both sides, to this size; never less
};

/// Around all points with a margin, m; of some size even where all points are one.
struct PanelRanges {
  PanelRange x, y;
};
PanelRanges panel_ranges(const std::vector<const std::vector<std::vector<PicturePoint>>*>& lines);

/// Where metres of the view are on the page: one scale for both directions.
struct SvgPanel {
  double left = 0, top = 0;      ///< of the panel on the page, in pixels
  double x_low = 0, y_high = 0;  ///< there, m
  double scale = 1;              ///< pixels a metre

  double right(double x) const { return left + (x - x_low) * scale; }
  double down(double y) const { return top + (y_high - y) * scale; }
  SvgPixel pixel(const PicturePoint& p) const;
  SvgPlace place(const PicturePoint& p) const { return {right(p.x), down(p.y)}; }
};

std::string_view body_colour(std::size_t body);

struct SkeletonLook {
  double opacity = 1;
  double line_width = 3.2, disc_radius = 5;
  std::string ink = {};     ///< a colour; if empty, every body has its own
  bool with_joints = true;  ///< pins, spirals and axes of frames too, and centres of mass by their sign
  /// A pose whose marks on the world are drawn anyway: one that stands still is left out.
  const std::vector<PicturePoint>* other_pose = nullptr;
};

/// One group of SVG. What belongs to the body i has the class "b" and i, centres of mass "com", pins "pin", springs
/// "spring", dampers "damper", other wires "wire". REQUIRES: a point for each of the skeleton.
std::string skeleton_svg(const Skeleton& skeleton, const std::vector<PicturePoint>& points, const SvgPanel& panel,
                         const SkeletonLook& look);

/// The sign of a centre of mass, two of its quarters filled, at a place in pixels.
std::string centre_svg(std::size_t body, const std::string& x, const std::string& y, double radius,
                       std::string_view ink);

/// The axes of inertial space from a place on the page, of one length that is said below: the scale of the picture.
/// Those along which one looks are left out.
std::string triad_svg(const FilmView& view, double scale, double x, double y);

}  // namespace kinemate
