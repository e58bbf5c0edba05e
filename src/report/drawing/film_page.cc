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

constexpr std::size_t kMostNames = 10;    // in the legend
constexpr std::size_t kLongestName = 20;  // characters
constexpr std::size_t kLongestMachine = 40;
constexpr std::size_t kMostPathPoints = 24'000;  // of all paths together: about 200 kB

// Lengths in pixels.
constexpr double kLargestWidth = 640, kLargestHeight = 560;  // of the panel
constexpr double kSmallestWidth = 320, kSmallestHeight = 260;
constexpr double kTop = 46, kRight = 16, kLegend = 210, kLine = 21;
constexpr double kShortestStep = 1;  // of a path
constexpr double kLongPath = 8000;

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

  // Points that the eye can tell apart, of very many only some.
  std::vector<SvgPixel> thinned(const std::vector<PicturePoint>& path) const {
    std::vector<SvgPixel> all;
    for (const PicturePoint& point : path) {
      const SvgPixel p = panel_.pixel(point);
      if (all.empty() || distance(p, all.back()) >= 10 * kShortestStep || &point == &path.back()) all.push_back(p);
    }
    const std::size_t most = std::max<std::size_t>(kMostPathPoints / page_.paths.size(), 2);
    const std::size_t stride = (all.size() + most - 1) / most;
    if (stride < 2) return all;
    std::vector<SvgPixel> some;
    for (std::size_t i = 0; i < all.size(); i += stride) some.push_back(all[i]);
    return some;
  }

  void write_paths() {
    std::vector<std::vector<SvgPixel>> paths;
    double length = 0;
    for (const std::vector<PicturePoint>& path : page_.paths) {
      paths.push_back(thinned(path));
      for (std::size_t k = 1; k < paths.back().size(); ++k)
        length += distance(paths.back()[k], paths.back()[k - 1]) / 10;
    }
    // paths that fill the panel must not hide the machine
    const double shade = std::clamp(0.55 * kLongPath / std::max(length, 1.0), 0.15, 0.55);
    add("<g fill=\"none\" stroke-width=\"0.8\" stroke-linejoin=\"round\" opacity=\"{:.2f}\">\n", shade);
    for (std::size_t i = 0; i < paths.size(); ++i)
      if (paths[i].size() > 1) write_path(paths[i], body_colour(page_.skeleton.tips[i].body));
    add("</g>\n");
  }

  void write_path(const std::vector<SvgPixel>& path, std::string_view ink) {
    add("<path stroke=\"{}\" d=\"M{}l", ink, to_text(path[0]));
    for (std::size_t k = 1; k < path.size(); ++k) {
      const SvgPixel step{path[k].x - path[k - 1].x, path[k].y - path[k - 1].y};
      add("{}{}", k == 1 || step.x < 0 ? "" : " ", to_text(step));
    }
    add("\"/>\n");
  }

  void write_moment(std::size_t m) {
    const bool last = m + 1 == page_.moments.size();
    SkeletonLook look{.opacity = opacity(m, page_.moments.size())};
    if (!last) {
      look.line_width = 2.2, look.disc_radius = 4;
      look.other_pose = &page_.moments.back();
    }
    svg_ += skeleton_svg(page_.skeleton, page_.moments[m], panel_, look);
  }

  std::vector<std::size_t> drawn_bodies() const {
    std::vector<std::size_t> bodies;
    for (const Skeleton::Stroke& line : page_.skeleton.lines) bodies.push_back(line.body);
    for (const Skeleton::Spot& disc : page_.skeleton.discs) bodies.push_back(disc.body);
    std::sort(bodies.begin(), bodies.end());
    bodies.erase(std::unique(bodies.begin(), bodies.end()), bodies.end());
    return bodies;
  }

  double legend_height() const {
    return kLine * static_cast<double>(std::min(drawn_bodies().size(), kMostNames + 1)) + 110 +
           (page_.view.planar ? 0 : 140);
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
    if (bodies.size() > kMostNames) write_text(x + 32, y, "", "..."), y += kLine;
    if (!page_.paths.empty()) {
      add("<path stroke=\"#404040\" stroke-width=\"0.8\" d=\"M{:.1f} {:.1f}h20\"/>\n", x + 2, y - 4.5);
      write_text(x + 32, y, "", page_.paths.size() == 1 ? "path of the end" : "paths of the ends");
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
    write_text(x + 2, y + 41, "font-size=\"12\"", fmt::format("to t = {:.4g} s", page_.end));
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
