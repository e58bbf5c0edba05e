#include "report/drawing/skeleton_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace kinemate {
namespace {

// The colours of M. Okabe and K. Ito, "Color Universal Design", 2008, without the yellow, and three dark ones of
// P. Tol, "Colour Schemes", 2021.
constexpr std::array<std::string_view, 10> kBodyColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                                           "#56B4E9", "#000000", "#882255", "#999933", "#332288"};

std::string stroke_path(std::string_view ink, const std::string& d) {
  return d.empty() ? "" : fmt::format("<path stroke=\"{}\" d=\"{}\"/>\n", ink, d);
}

// One path for all strokes of a colour, so that machines of many bodies stay small.
std::string strokes_svg(const std::vector<Skeleton::Stroke>& strokes, const std::vector<PicturePoint>& points,
                        const SvgPanel& panel, const std::string& ink) {
  const auto path_of = [&](const auto& wanted) {
    std::string d;
    for (const Skeleton::Stroke& stroke : strokes)
      if (wanted(stroke))
        d += fmt::format("M{}L{}", to_text(panel.pixel(points[stroke.from])), to_text(panel.pixel(points[stroke.to])));
    return d;
  };
  if (!ink.empty()) return stroke_path(ink, path_of([](const Skeleton::Stroke&) { return true; }));
  std::string svg;
  for (const std::string_view colour : kBodyColours)
    svg += stroke_path(colour, path_of([&](const Skeleton::Stroke& s) { return body_colour(s.body) == colour; }));
  return svg;
}

std::string marks_svg(const Skeleton& skeleton, const std::vector<PicturePoint>& points, const SvgPanel& panel,
                      const SkeletonLook& look) {
  std::string svg;
  for (const std::size_t mark : skeleton.marks) {
    const SvgPixel here = panel.pixel(points[mark]);
    const SvgPixel there = look.other_pose == nullptr ? SvgPixel{} : panel.pixel((*look.other_pose)[mark]);
    if (look.other_pose == nullptr || here.x != there.x || here.y != there.y)
      svg += fmt::format("<path fill=\"#909090\" d=\"M{}l-7 12h14z\"/>\n", to_text(here));
  }
  return svg;
}

}  // namespace

PanelRange::PanelRange()
    : low(std::numeric_limits<double>::infinity()), high(-std::numeric_limits<double>::infinity()) {}

void PanelRange::take(double x) { low = std::min(low, x), high = std::max(high, x); }

void PanelRange::widen(double to) {
  const double more = (to - size()) / 2;
  if (more > 0) low -= more, high += more;
}

PanelRanges panel_ranges(const std::vector<const std::vector<std::vector<PicturePoint>>*>& lines) {
  PanelRanges ranges;
  auto& [x, y] = ranges;
  for (const auto* some : lines)
    for (const std::vector<PicturePoint>& line : *some)
      for (const PicturePoint& point : line) x.take(point.x), y.take(point.y);
  const double largest = std::max({x.size(), y.size(), 1e-9 * (std::abs(x.low) + std::abs(y.low))});
  const double margin = largest > 0 ? 0.06 * largest : 1;
  x.widen(x.size() + 2 * margin), y.widen(y.size() + 2 * margin);
  return ranges;
}

SvgPixel SvgPanel::pixel(const PicturePoint& p) const {
  return {std::lround(10 * right(p.x)), std::lround(10 * down(p.y))};
}

std::string_view body_colour(std::size_t body) { return kBodyColours[(body - 1) % kBodyColours.size()]; }

std::string skeleton_svg(const Skeleton& skeleton, const std::vector<PicturePoint>& points, const SvgPanel& panel,
                         const SkeletonLook& look) {
  std::string svg = fmt::format("<g opacity=\"{:.2f}\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\">\n",
                                look.opacity, look.line_width) +
                    marks_svg(skeleton, points, panel, look);
  if (!skeleton.guides.empty())
    svg += "<g stroke-width=\"1\" stroke-dasharray=\"4 3\">\n" + strokes_svg(skeleton.guides, points, panel, look.ink) +
           "</g>\n";
  svg += strokes_svg(skeleton.lines, points, panel, look.ink);
  for (const Skeleton::Spot& disc : skeleton.discs) {
    const SvgPixel p = panel.pixel(points[disc.point]);
    svg += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", tenths(p.x), tenths(p.y),
                       look.disc_radius, look.ink.empty() ? body_colour(disc.body) : std::string_view(look.ink));
  }
  return svg + "</g>\n";
}

std::string triad_svg(const FilmView& view, double scale, double x, double y) {
  const double rough = nice_step(60 / scale, 1), length = rough <= 80 / scale ? rough : rough / 2;
  constexpr const char* kNames[] = {"x", "y", "z"};
  std::string svg;
  double lowest = 0;  // below the origin
  for (int i = 0; i < 3; ++i) {
    const double across = length * scale * view.right[i], above = length * scale * view.up[i];
    const double size = std::hypot(across, above);
    if (size < 1) continue;
    lowest = std::max(lowest, -above);
    svg += fmt::format("<path stroke=\"#404040\" stroke-width=\"1.5\" d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}\"/>\n", x, y,
                       across, -above);
    svg +=
        svg_label(x + across * (1 + 10 / size), y - above * (1 + 10 / size) + 4, "text-anchor=\"middle\"", kNames[i]);
  }
  return svg + svg_label(x - 58, y + lowest + 31, "font-size=\"12\"", fmt::format("axes of {:.4g} m", length));
}

}  // namespace kinemate
