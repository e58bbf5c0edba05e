#include "report/drawing/film_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

#include "base/check.h"
#include "report/drawing/skeleton_svg.h"
#include "report/drawing/svg.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostNames = 18;    // in the legend
constexpr std::size_t kLongestName = 20;  // characters
constexpr std::size_t kLongestMachine = 40;
constexpr std::size_t kMostPathPoints = 24'000;  // of all paths together: about 200 kB

// Lengths in pixels.
constexpr double kLargestWidth = 640, kLargestHeight = 560;  // of the panel
constexpr double kSmallestWidth = 320, kSmallestHeight = 260;
constexpr double kTop = 46, kRight = 16, kLegend = 210, kLine = 21;
constexpr double kShortestStep = 1;  // of a path
constexpr double kLongPath = 8000;

constexpr const char* kSignInk = "#404040";

double opacity(std::size_t moment, std::size_t count) {
  if (moment + 1 == count) return 1;
  return 0.12 + 0.4 * static_cast<double>(moment) / static_cast<double>(std::max<std::size_t>(count - 2, 1));
}

// So many decimals that neighbouring ticks differ.
std::string tick_text(double value, double step) {
  if (std::abs(value) < step / 2) return "0";
  if (step < 1e-4 || std::abs(value) >= 1e6) return fmt::format("{:.6g}", value);
  return fmt::format("{:.{}f}", value, std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))));
}

class FilmWriter {
 public:
  explicit FilmWriter(const FilmPage& page) : page_(page) {
    const auto [x, y] = panel_ranges({&page.moments, &page.paths});
    x_ = x, y_ = y;
    double& scale = panel_.scale;
    scale = std::min(kLargestWidth / x_.size(), kLargestHeight / y_.size());
    x_.widen(kSmallestWidth / scale), y_.widen(kSmallestHeight / scale);
    width_ = x_.size() * scale, height_ = y_.size() * scale;
    panel_.left = page.view.planar ? 72 : 20;
    panel_.top = kTop;
    panel_.x_low = x_.low;
    panel_.y_high = y_.high;
  }

  std::string write() {
    const double full_width = panel_.left + width_ + kRight + kLegend;
    const double full_height = kTop + std::max(height_, legend_height()) + (page_.view.planar ? 56 : 20);
    svg_ += svg_head(full_width, full_height);
    write_text(panel_.left, 27, "font-size=\"15\"",
               fmt::format("{}, t = {:.6g} .. {:.6g} s", shortened_name(page_.machine, kLongestMachine), page_.start,
                           page_.end));
    if (page_.view.planar) write_axes();
    add("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#606060\"/>\n",
        panel_.left, kTop, width_, height_);
    write_grounds();
    write_paths();
    for (std::size_t m = 0; m < page_.moments.size(); ++m) write_moment(m);
    write_legend();
    add("</svg>\n");
    return std::move(svg_);
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Arguments>(arguments)...);
  }

  void write_text(double x, double y, const char* look, const std::string& text) {
    svg_ += svg_label(x, y, look, text);
  }

  void write_axes() {
    const double step = nice_step(std::max(x_.size(), y_.size()), 8);
    const DirectionName across = name_direction(page_.view.right), above = name_direction(page_.view.up);
    const auto first = [&](const PanelRange& range) { return static_cast<long>(std::ceil(range.low / step)); };
    const auto last = [&](const PanelRange& range) { return static_cast<long>(std::floor(range.high / step)); };
    const auto text = [&](long k, const DirectionName& name) {
      return tick_text((name.reversed ? -1 : 1) * static_cast<double>(k) * step, step);
    };
    add("<path stroke=\"#e2e2e2\" d=\"");
    for (long k = first(x_); k <= last(x_); ++k)
      add("M{:.1f} {:.0f}v{:.1f}", panel_.right(static_cast<double>(k) * step), kTop, height_);
    for (long k = first(y_); k <= last(y_); ++k)
      add("M{:.0f} {:.1f}h{:.1f}", panel_.left, panel_.down(static_cast<double>(k) * step), width_);
    add("\"/>\n");
    for (long k = first(x_); k <= last(x_); ++k)
      write_text(panel_.right(static_cast<double>(k) * step), kTop + height_ + 18, "text-anchor=\"middle\"",
                 text(k, across));
    for (long k = first(y_); k <= last(y_); ++k)
      write_text(panel_.left - 7, panel_.down(static_cast<double>(k) * step) + 4.5, "text-anchor=\"end\"",
                 text(k, above));
    write_text(panel_.left + width_ / 2, kTop + height_ + 40, "text-anchor=\"middle\"", across.text + " [m]");
    add("<text text-anchor=\"middle\" transform=\"translate(17 {:.1f})rotate(-90)\">{} [m]</text>\n",
        kTop + height_ / 2, svg_text(above.text));
  }

  // Points that the eye can tell apart, of very many only some, in unbroken pieces.
  std::vector<std::vector<SvgPixel>> thinned(const std::vector<PicturePoint>& path) const {
    std::vector<std::vector<SvgPixel>> pieces;
    std::size_t count = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (std::isnan(path[i].x)) continue;
      const SvgPixel p = panel_.pixel(path[i]);
      const bool begins = i == 0 || std::isnan(path[i - 1].x), ends = i + 1 == path.size() || std::isnan(path[i + 1].x);
      if (begins) pieces.emplace_back();
      if (!begins && !ends && distance(p, pieces.back().back()) < 10 * kShortestStep) continue;
      pieces.back().push_back(p);
      ++count;
    }
    const std::size_t most = std::max<std::size_t>(kMostPathPoints / page_.paths.size(), 2);
    const std::size_t stride = (count + most - 1) / most;
    for (std::vector<SvgPixel>& piece : pieces) {
      std::vector<SvgPixel> some;
      for (std::size_t i = 0; stride > 1 && i < piece.size(); i += stride) some.push_back(piece[i]);
      if (stride > 1) piece = std::move(some);
    }
    return pieces;
  }

  void write_paths() {
    std::vector<std::vector<std::vector<SvgPixel>>> paths;
    double length = 0;
    for (const std::vector<PicturePoint>& path : page_.paths) {
      paths.push_back(thinned(path));
      for (const std::vector<SvgPixel>& piece : paths.back())
        for (std::size_t k = 1; k < piece.size(); ++k) length += distance(piece[k], piece[k - 1]) / 10;
    }
    // paths that fill the panel must not hide the machine
    const double shade = std::clamp(0.55 * kLongPath / std::max(length, 1.0), 0.15, 0.55);
    add("<g fill=\"none\" stroke-width=\"0.8\" stroke-linejoin=\"round\" opacity=\"{:.2f}\">\n", shade);
    for (std::size_t i = 0; i < paths.size(); ++i) write_path(paths[i], body_colour(page_.skeleton.tips[i].body));
    add("</g>\n");
  }

  void write_path(const std::vector<std::vector<SvgPixel>>& pieces, std::string_view ink) {
    std::string d;
    for (const std::vector<SvgPixel>& piece : pieces) {
      if (piece.size() < 2) continue;
      d += fmt::format("M{}l", to_text(piece[0]));
      for (std::size_t k = 1; k < piece.size(); ++k) {
        const SvgPixel step{piece[k].x - piece[k - 1].x, piece[k].y - piece[k - 1].y};
        d += (k == 1 || step.x < 0 ? "" : " ") + to_text(step);
      }
    }
    if (!d.empty()) add("<path stroke=\"{}\" d=\"{}\"/>\n", ink, d);
  }

  void write_moment(std::size_t m) {
    const bool last = m + 1 == page_.moments.size();
    SkeletonLook look{.opacity = opacity(m, page_.moments.size())};
    if (!last) {
      look.line_width = 2.2, look.disc_radius = 4;
      look.other_pose = &page_.moments.back();
      look.with_joints = false;
    }
    svg_ += skeleton_svg(page_.skeleton, page_.moments[m], panel_, look);
  }

  // Planes that one looks along, as hatched lines through the panel.
  void write_grounds() {
    if (page_.skeleton.grounds.empty() || !page_.view.planar) return;
    add("<clipPath id=\"panel\"><rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.1f}\"/></clipPath>\n",
        panel_.left, kTop, width_, height_);
    for (const Skeleton::Slider& ground : page_.skeleton.grounds) {
      const PicturePoint &p = page_.moments.back()[ground.point], &q = page_.moments.back()[ground.towards];
      const double x = (q.x - p.x) / kSkeletonStep, y = (q.y - p.y) / kSkeletonStep;
      if (std::hypot(x, y) < 0.999) continue;
      // the foot of the middle of the panel, so that the line goes all the way
      const SvgPlace foot = panel_.place(p), middle{panel_.left + width_ / 2, kTop + height_ / 2};
      const double off = (middle.x - foot.x) * x - (middle.y - foot.y) * y;
      add("<path class=\"ground\" fill=\"none\" stroke=\"#909090\" clip-path=\"url(#panel)\" d=\"{}\"/>\n",
          ground_path({middle.x - off * x, middle.y + off * y}, {x, -y}, std::hypot(width_, height_) / 2));
    }
  }

  std::vector<std::size_t> drawn_bodies() const {
    std::vector<std::size_t> bodies;
    for (const auto* strokes : {&page_.skeleton.lines, &page_.skeleton.twigs})
      for (const Skeleton::Stroke& line : *strokes) bodies.push_back(line.body);
    for (const Skeleton::Spot& disc : page_.skeleton.discs) bodies.push_back(disc.body);
    for (const Skeleton::Circle& circle : page_.skeleton.circles) bodies.push_back(circle.body);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    return bodies;
  }

  // What signs there are and what they mean: pieces of SVG around the place (0, 0) of a line of the legend.
  std::vector<std::pair<std::string, const char*>> signs() const {
    const Skeleton& skeleton = page_.skeleton;
    const auto has = [&](auto... kinds) {
      return std::any_of(skeleton.wires.begin(), skeleton.wires.end(),
                         [&](const Skeleton::Wire& wire) { return ((wire.kind == kinds) || ...); });
    };
    const auto path = [](const std::string& d, const char* more = "") {
      return fmt::format("<path fill=\"none\" stroke=\"#606060\" stroke-width=\"1.2\"{} d=\"{}\"/>\n", more, d);
    };
    using Kind = Skeleton::WireKind;
    std::vector<std::pair<std::string, const char*>> list;
    if (!skeleton.centres.empty()) list.emplace_back(centre_svg(0, "12", "0", 5, kSignInk), "centre of mass");
    if (!skeleton.pins.empty())
      list.emplace_back(
          "<circle cx=\"12\" cy=\"0\" r=\"3.4\" fill=\"#fff\" stroke=\"#202020\" stroke-width=\"1.3\"/>\n", "joint");
    if (!skeleton.sliders.empty()) list.emplace_back(path(block_path({12, 0}, {1, 0}, 18, 11)), "slider");
    if (!skeleton.guides.empty()) list.emplace_back(path("M2 0h20", " stroke-dasharray=\"4 3\""), "guide");
    if (has(Kind::kSpring, Kind::kSpringDamper) || !skeleton.spirals.empty())
      list.emplace_back(path(zigzag_path({0, 0}, {26, 0})), "spring");
    if (has(Kind::kDamper, Kind::kSpringDamper)) list.emplace_back(path(dashpot_path({0, 0}, {26, 0})), "damper");
    if (has(Kind::kLine)) list.emplace_back(path("M2 0h20"), "force along a line");
    if (!skeleton.frames.empty())
      list.emplace_back("<path stroke=\"#c03030\" d=\"M6 5h13\"/><path stroke=\"#3050c0\" d=\"M6 5v-12\"/>\n",
                        "frame: x red, y green, z blue");
    if (!page_.paths.empty())
      list.emplace_back(path("M2 0h20"), page_.paths.size() == 1 ? "path of the end" : "paths of the ends");
    return list;
  }

  double legend_height() const {
    const std::size_t entries = std::min(drawn_bodies().size(), kMostNames + 1) + signs().size();
    return kLine * static_cast<double>(entries) + 110 + (page_.view.planar ? 0 : 140);
  }

  void write_legend() {
    const double x = panel_.left + width_ + kRight;
    double y = kTop + 12;
    const std::vector<std::size_t> bodies = drawn_bodies();
    for (std::size_t i = 0; i < std::min(bodies.size(), kMostNames); ++i, y += kLine) {
      add("<path stroke=\"{}\" stroke-width=\"3.2\" stroke-linecap=\"round\" d=\"M{:.1f} {:.1f}h20\"/>\n",
          body_colour(bodies[i]), x + 2, y - 4.5);
      write_text(x + 32, y, "", shortened_name(page_.names[bodies[i]], kLongestName));
    }
    if (bodies.size() > kMostNames)
      write_text(x + 32, y, "", fmt::format("and {} more", bodies.size() - kMostNames)), y += kLine;
    y += 6;
    for (const auto& [sign, name] : signs()) {
      add("<g transform=\"translate({:.1f} {:.1f})\">\n{}</g>\n", x, y - 4.5, sign);
      write_text(x + 32, y, "font-size=\"12\"", name);
      y += kLine;
    }
    write_shades(x, y + 10);
    if (!page_.view.planar) svg_ += triad_svg(page_.view, panel_.scale, x + 60, y + 145);
  }

  void write_shades(double x, double y) {
    const std::size_t count = page_.moments.size();
    for (std::size_t m = 0; m < count; ++m)
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"14\" fill=\"#303030\" opacity=\"{:.2f}\"/>\n",
          x + 2 + 9 * static_cast<double>(m), y - 8, opacity(m, count));
    write_text(x + 2, y + 24, "font-size=\"12\"", fmt::format("from t = {:.4g} s, pale,", page_.start));
    const double step = (page_.end - page_.start) / std::max(1.0, static_cast<double>(count) - 1);
    write_text(x + 2, y + 41, "font-size=\"12\"",
               count < 2 ? fmt::format("to t = {:.4g} s", page_.end)
                         : fmt::format("to t = {:.4g} s: every {:.3g} s", page_.end, std::abs(step)));
  }

  const FilmPage& page_;
  PanelRange x_, y_;  // of the panel, m
  SvgPanel panel_;
  double width_ = 0, height_ = 0;
  std::string svg_;
};

}  // namespace

std::string film_svg(const FilmPage& page) {
  CHECK(!page.moments.empty());
  return FilmWriter(page).write();
}

}  // namespace kinemate
