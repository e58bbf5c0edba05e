#include "report/drawing/skeleton_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>

namespace kinemate {
namespace {

// The colours of M. Okabe and K. Ito, "Color Universal Design", 2008, without the yellow, and three dark ones of
// P. Tol, "Colour Schemes", 2021.
constexpr std::array<std::string_view, 10> kBodyColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                                           "#56B4E9", "#000000", "#882255", "#999933", "#332288"};

constexpr std::string_view kWireInk = "#606060", kPinInk = "#202020";

// Lengths in pixels.
constexpr double kBlockLength = 20, kBlockWidth = 13, kPinRadius = 3.4, kAxisLength = 13, kBesideDamper = 8;

// A machine in one pose as SVG.
class PoseWriter {
 public:
  PoseWriter(const Skeleton& skeleton, const std::vector<PicturePoint>& points, const SvgPanel& panel,
             const SkeletonLook& look)
      : skeleton_(skeleton), points_(points), panel_(panel), look_(look) {}

  std::string write() {
    write_wires();
    write_strokes(skeleton_.guides, "stroke-width=\"1\" stroke-dasharray=\"4 3\"");
    write_circles();
    write_strokes(skeleton_.twigs, fmt::format("stroke-width=\"{:.1f}\"", 0.45 * look_.line_width));
    write_strokes(skeleton_.lines, "");
    for (const Skeleton::Slider& slider : skeleton_.sliders) write_block(slider);
    for (const Skeleton::Spot& disc : skeleton_.discs)
      add("<circle class=\"b{} disc\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", disc.body, across(disc.point),
          below(disc.point), look_.disc_radius, ink(disc.body));
    if (look_.with_joints) write_joints();
    for (const Skeleton::Spot& centre : skeleton_.centres) write_centre(centre);
    if (look_.with_joints)
      for (const Skeleton::Axes& frame : skeleton_.frames) write_frame(frame);
    return std::move(svg_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Arguments>(arguments)...);
  }

  SvgPlace at(std::size_t point) const { return panel_.place(points_[point]); }
  std::string across(std::size_t point) const { return tenths(panel_.pixel(points_[point]).x); }
  std::string below(std::size_t point) const { return tenths(panel_.pixel(points_[point]).y); }
  std::string_view ink(std::size_t body) const {
    return look_.ink.empty() ? body_colour(body) : std::string_view(look_.ink);
  }

  // On the page, of two points that are too near each other to be told apart there.
  SvgPlace direction(std::size_t from, std::size_t to) const {
    const double x = points_[to].x - points_[from].x, y = points_[to].y - points_[from].y, size = std::hypot(x, y);
    return size > 0 ? SvgPlace{x / size, -y / size} : SvgPlace{};
  }

  // One path for all strokes of a body; in one ink, for all.
  void write_strokes(const std::vector<Skeleton::Stroke>& strokes, const std::string& manner) {
    if (strokes.empty()) return;
    if (!manner.empty()) add("<g {}>\n", manner);
    std::map<std::size_t, std::string> paths;
    for (const Skeleton::Stroke& stroke : strokes)
      paths[look_.ink.empty() ? stroke.body : 0] +=
          fmt::format("M{}L{}", to_text(panel_.pixel(points_[stroke.from])), to_text(panel_.pixel(points_[stroke.to])));
    for (const auto& [body, d] : paths)
      if (look_.ink.empty()) {
        add("<path class=\"b{}\" stroke=\"{}\" d=\"{}\"/>\n", body, body_colour(body), d);
      } else {
        add("<path stroke=\"{}\" d=\"{}\"/>\n", look_.ink, d);
      }
    if (!manner.empty()) add("</g>\n");
  }

  void write_wires() {
    if (skeleton_.wires.empty()) return;
    add("<g stroke=\"{}\" stroke-width=\"1.2\" stroke-linejoin=\"round\">\n", look_.ink.empty() ? kWireInk : look_.ink);
    for (const Skeleton::Wire& wire : skeleton_.wires) {
      const SvgPlace from = at(wire.from), to = at(wire.to);
      using Kind = Skeleton::WireKind;
      const double beside = wire.kind == Kind::kSpringDamper ? kBesideDamper : 0;
      if (wire.kind == Kind::kSpring || wire.kind == Kind::kSpringDamper)
        add("<path class=\"spring\" d=\"{}\"/>\n", zigzag_path(from, to, beside));
      if (wire.kind == Kind::kDamper || wire.kind == Kind::kSpringDamper)
        add("<path class=\"damper\" d=\"{}\"/>\n", dashpot_path(from, to, -beside));
      if (wire.kind == Kind::kLine) add("<path class=\"wire\" d=\"{}\"/>\n", straight_path(from, to));
    }
    add("</g>\n");
  }

  void write_circles() {
    for (const Skeleton::Circle& circle : skeleton_.circles) {
      const SvgPlace c = at(circle.centre), u = at(circle.u), v = at(circle.v);
      add("<path class=\"b{} circle\" stroke=\"{}\" stroke-width=\"{:.1f}\" d=\"{}\"/>\n", circle.body,
          ink(circle.body), 0.6 * look_.line_width, ellipse_path(c, {u.x - c.x, u.y - c.y}, {v.x - c.x, v.y - c.y}));
    }
  }

  void write_block(const Skeleton::Slider& slider) {
    add("<path class=\"b{} block\" stroke=\"{}\" stroke-width=\"1.4\" fill=\"#fff\" d=\"{}\"/>\n", slider.body,
        ink(slider.body),
        block_path(at(slider.point), direction(slider.point, slider.towards), kBlockLength, kBlockWidth));
  }

  void write_joints() {
    for (const std::size_t spiral : skeleton_.spirals)
      add("<path class=\"spring\" stroke=\"{}\" stroke-width=\"1.1\" d=\"{}\"/>\n",
          look_.ink.empty() ? kWireInk : look_.ink, spiral_path(at(spiral)));
    for (const std::size_t pin : skeleton_.pins)
      add("<circle class=\"pin\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.3\"/>\n",
          across(pin), below(pin), kPinRadius, look_.ink.empty() ? kPinInk : look_.ink);
  }

  // The sign of engineers, a disc with two quarters filled; small and plain in poses that fade.
  void write_centre(const Skeleton::Spot& centre) {
    const std::string x = across(centre.point), y = below(centre.point);
    if (!look_.with_joints) {
      add("<circle class=\"b{} com\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", centre.body, x, y,
          0.6 * look_.disc_radius, ink(centre.body));
      return;
    }
    svg_ += centre_svg(centre.body, x, y, look_.disc_radius, ink(centre.body));
  }

  void write_frame(const Skeleton::Axes& frame) {
    constexpr std::array<std::string_view, 3> kInks = {"#c03030", "#308030", "#3050c0"};
    const SvgPlace origin = at(frame.origin);
    for (std::size_t i = 0; i < 3; ++i) {
      const SvgPlace ahead = foreshortened(frame.origin, frame.towards[i]);
      add("<path class=\"frame\" stroke=\"{}\" stroke-width=\"1.1\" d=\"{}\"/>\n", kInks[i],
          straight_path(origin, {origin.x + ahead.x, origin.y + ahead.y}));
    }
  }

  // Axes are as long as they are seen.
  SvgPlace foreshortened(std::size_t from, std::size_t to) const {
    const double factor = kAxisLength / kSkeletonStep;
    return {(points_[to].x - points_[from].x) * factor, -(points_[to].y - points_[from].y) * factor};
  }

  const Skeleton& skeleton_;
  const std::vector<PicturePoint>& points_;
  const SvgPanel& panel_;
  const SkeletonLook& look_;
  std::string svg_;
};

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
  const double margin = largest > 4 * kSkeletonStep ? 0.06 * largest : 1;  // else it is one place
  x.widen(x.size() + 2 * margin), y.widen(y.size() + 2 * margin);
  return ranges;
}

SvgPixel SvgPanel::pixel(const PicturePoint& p) const {
  return {std::lround(10 * right(p.x)), std::lround(10 * down(p.y))};
}

std::string_view body_colour(std::size_t body) { return kBodyColours[(body - 1) % kBodyColours.size()]; }

std::string centre_svg(std::size_t body, const std::string& x, const std::string& y, double radius,
                       std::string_view ink) {
  return fmt::format(
      "<circle class=\"b{0} com\" cx=\"{1}\" cy=\"{2}\" r=\"{3}\" fill=\"#fff\" stroke=\"{4}\" "
      "stroke-width=\"1\"/><path fill=\"{4}\" d=\"M{1} {2}v-{3}a{3} {3} 0 0 1 {3} {3}h-{5}a{3} {3} 0 0 0 {3} "
      "{3}z\"/>\n",
      body, x, y, radius, ink, 2 * radius);
}

std::string skeleton_svg(const Skeleton& skeleton, const std::vector<PicturePoint>& points, const SvgPanel& panel,
                         const SkeletonLook& look) {
  std::string svg = fmt::format("<g opacity=\"{:.2f}\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\">\n",
                                look.opacity, look.line_width) +
                    marks_svg(skeleton, points, panel, look);
  return svg + PoseWriter(skeleton, points, panel, look).write() + "</g>\n";
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
