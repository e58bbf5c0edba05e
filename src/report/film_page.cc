#include "report/film_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"

namespace kinemate {
namespace {

// The colours of M. Okabe and K. Ito, "Color Universal Design", 2008, without the yellow, and three dark ones of
// P. Tol, "Colour Schemes", 2021.
constexpr std::array<std::string_view, 10> kColours = {"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00",
                                                       "#56B4E9", "#000000", "#882255", "#999933", "#332288"};
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

std::string shortened_name(const std::string& text, std::size_t most) {
  std::size_t at = 0, count = 0;
  while (at < text.size() && count < most) at += decode_utf8(text, at).length, ++count;
  return at < text.size() ? text.substr(0, at) + "..." : text;
}

// 1, 2 or 5 times a power of ten, about a part of the range.
double nice_step(double range, double parts) {
  const double rough = range / parts, power = std::pow(10.0, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough * (1 - 1e-9)) return factor * power;
  return 10 * power;
}

// So many decimals that neighbouring ticks differ.
std::string tick_text(double value, double step) {
  if (std::abs(value) < step / 2) return "0";
  if (step < 1e-4 || std::abs(value) >= 1e6) return fmt::format("{:.6g}", value);
  return fmt::format("{:.{}f}", value, std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))));
}

struct PanelRange {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void take(double x) { low = std::min(low, x), high = std::max(high, x); }
  double size() const { return high - low; }
  void widen(double to) {
    const double more = (to - size()) / 2;
    if (more > 0) low -= more, high += more;
  }
};

// Tenths of a pixel, which is all that a picture needs: whole numbers, so that differences do not add up errors.
struct Pixel {
  long x = 0, y = 0;
};
double distance(Pixel a, Pixel b) { return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)); }
std::string tenths(long n) {
  const char* sign = n < 0 ? "-" : "";
  const long size = std::abs(n);
  return size % 10 == 0 ? fmt::format("{}{}", sign, size / 10) : fmt::format("{}{}.{}", sign, size / 10, size % 10);
}
std::string to_text(Pixel p) { return tenths(p.x) + (p.y < 0 ? "" : " ") + tenths(p.y); }

class FilmWriter {
 public:
  explicit FilmWriter(const FilmPage& page) : page_(page) {
    for (const auto* lines : {&page.moments, &page.paths})
      for (const std::vector<PicturePoint>& line : *lines)
        for (const PicturePoint& point : line) x_.take(point.x), y_.take(point.y);
    const double largest = std::max({x_.size(), y_.size(), 1e-9 * (std::abs(x_.low) + std::abs(y_.low))});
    const double margin = largest > 0 ? 0.06 * largest : 1;
    x_.widen(x_.size() + 2 * margin), y_.widen(y_.size() + 2 * margin);
    scale_ = std::min(kLargestWidth / x_.size(), kLargestHeight / y_.size());
    x_.widen(kSmallestWidth / scale_), y_.widen(kSmallestHeight / scale_);
    left_ = page.view.planar ? 72 : 20;
    width_ = x_.size() * scale_, height_ = y_.size() * scale_;
  }

  std::string write() {
    const double full_width = left_ + width_ + kRight + kLegend;
    const double full_height = kTop + std::max(height_, legend_height()) + (page_.view.planar ? 56 : 20);
    add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" "
        "height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        full_width, full_height);
    write_text(left_, 27, "font-size=\"15\"",
               fmt::format("{}, t = {:.6g} .. {:.6g} s", shortened_name(page_.machine, kLongestMachine), page_.start,
                           page_.end));
    if (page_.view.planar) write_axes();
    add("<rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#606060\"/>\n",
        left_, kTop, width_, height_);
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
    add("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y, *look == 0 ? "" : " ", look, svg_text(text));
  }

  double right(double x) const { return left_ + (x - x_.low) * scale_; }
  double down(double y) const { return kTop + (y_.high - y) * scale_; }
  Pixel pixel(const PicturePoint& p) const { return {std::lround(10 * right(p.x)), std::lround(10 * down(p.y))}; }

  static std::string_view colour(std::size_t body) { return kColours[(body - 1) % kColours.size()]; }

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
      add("M{:.1f} {:.0f}v{:.1f}", right(static_cast<double>(k) * step), kTop, height_);
    for (long k = first(y_); k <= last(y_); ++k)
      add("M{:.0f} {:.1f}h{:.1f}", left_, down(static_cast<double>(k) * step), width_);
    add("\"/>\n");
    for (long k = first(x_); k <= last(x_); ++k)
      write_text(right(static_cast<double>(k) * step), kTop + height_ + 18, "text-anchor=\"middle\"", text(k, across));
    for (long k = first(y_); k <= last(y_); ++k)
      write_text(left_ - 7, down(static_cast<double>(k) * step) + 4.5, "text-anchor=\"end\"", text(k, above));
    write_text(left_ + width_ / 2, kTop + height_ + 40, "text-anchor=\"middle\"", across.text + " [m]");
    add("<text text-anchor=\"middle\" transform=\"translate(17 {:.1f})rotate(-90)\">{} [m]</text>\n",
        kTop + height_ / 2, svg_text(above.text));
  }

  // Points that the eye can tell apart, of very many only some.
  std::vector<Pixel> thinned(const std::vector<PicturePoint>& path) const {
    std::vector<Pixel> all;
    for (const PicturePoint& point : path) {
      const Pixel p = pixel(point);
      if (all.empty() || distance(p, all.back()) >= 10 * kShortestStep || &point == &path.back()) all.push_back(p);
    }
    const std::size_t most = std::max<std::size_t>(kMostPathPoints / page_.paths.size(), 2);
    const std::size_t stride = (all.size() + most - 1) / most;
    if (stride < 2) return all;
    std::vector<Pixel> some;
    for (std::size_t i = 0; i < all.size(); i += stride) some.push_back(all[i]);
    return some;
  }

  void write_paths() {
    std::vector<std::vector<Pixel>> paths;
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
      if (paths[i].size() > 1) write_path(paths[i], colour(page_.skeleton.tips[i].body));
    add("</g>\n");
  }

  void write_path(const std::vector<Pixel>& path, std::string_view ink) {
    add("<path stroke=\"{}\" d=\"M{}l", ink, to_text(path[0]));
    for (std::size_t k = 1; k < path.size(); ++k) {
      const Pixel step{path[k].x - path[k - 1].x, path[k].y - path[k - 1].y};
      add("{}{}", k == 1 || step.x < 0 ? "" : " ", to_text(step));
    }
    add("\"/>\n");
  }

  // One path for all strokes of a colour, so that machines of many bodies stay small.
  void write_strokes(const std::vector<Skeleton::Stroke>& strokes, const std::vector<PicturePoint>& points) {
    for (std::size_t c = 0; c < kColours.size(); ++c) {
      std::string d;
      for (const Skeleton::Stroke& stroke : strokes) {
        if ((stroke.body - 1) % kColours.size() != c) continue;
        d += fmt::format("M{}L{}", to_text(pixel(points[stroke.from])), to_text(pixel(points[stroke.to])));
      }
      if (!d.empty()) add("<path stroke=\"{}\" d=\"{}\"/>\n", kColours[c], d);
    }
  }

  void write_moment(std::size_t m) {
    const std::vector<PicturePoint>& points = page_.moments[m];
    const Skeleton& skeleton = page_.skeleton;
    const bool last = m + 1 == page_.moments.size();
    add("<g opacity=\"{:.2f}\" fill=\"none\" stroke-width=\"{}\" stroke-linecap=\"round\">\n",
        opacity(m, page_.moments.size()), last ? "3.2" : "2.2");
    for (std::size_t mark : skeleton.marks) {
      if (!last && pixel(points[mark]).x == pixel(page_.moments.back()[mark]).x &&
          pixel(points[mark]).y == pixel(page_.moments.back()[mark]).y)
        continue;  // it stands still: once will do
      add("<path fill=\"#909090\" d=\"M{}l-7 12h14z\"/>\n", to_text(pixel(points[mark])));
    }
    if (!skeleton.guides.empty()) {
      add("<g stroke-width=\"1\" stroke-dasharray=\"4 3\">\n");
      write_strokes(skeleton.guides, points);
      add("</g>\n");
    }
    write_strokes(skeleton.lines, points);
    for (const Skeleton::Spot& disc : skeleton.discs) {
      const Pixel p = pixel(points[disc.point]);
      add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>\n", tenths(p.x), tenths(p.y), last ? "5" : "4",
          colour(disc.body));
    }
    add("</g>\n");
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
    const double x = left_ + width_ + kRight;
    double y = kTop + 12;
    const std::vector<std::size_t> bodies = drawn_bodies();
    for (std::size_t i = 0; i < std::min(bodies.size(), kMostNames); ++i, y += kLine) {
      add("<path stroke=\"{}\" stroke-width=\"3.2\" stroke-linecap=\"round\" d=\"M{:.1f} {:.1f}h20\"/>\n",
          colour(bodies[i]), x + 2, y - 4.5);
      write_text(x + 32, y, "", shortened_name(page_.names[bodies[i]], kLongestName));
    }
    if (bodies.size() > kMostNames) write_text(x + 32, y, "", "..."), y += kLine;
    if (!page_.paths.empty()) {
      add("<path stroke=\"#404040\" stroke-width=\"0.8\" d=\"M{:.1f} {:.1f}h20\"/>\n", x + 2, y - 4.5);
      write_text(x + 32, y, "", page_.paths.size() == 1 ? "path of the end" : "paths of the ends");
      y += kLine;
    }
    write_shades(x, y + 10);
    if (!page_.view.planar) write_triad(x + 60, y + 145);
  }

  void write_shades(double x, double y) {
    const std::size_t count = page_.moments.size();
    for (std::size_t m = 0; m < count; ++m)
      add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"14\" fill=\"#303030\" opacity=\"{:.2f}\"/>\n",
          x + 2 + 9 * static_cast<double>(m), y - 8, opacity(m, count));
    write_text(x + 2, y + 24, "font-size=\"12\"", fmt::format("from t = {:.4g} s, pale,", page_.start));
    write_text(x + 2, y + 41, "font-size=\"12\"", fmt::format("to t = {:.4g} s", page_.end));
  }

  // The axes of inertial space, of one length that is said beside them: the scale of the picture.
  void write_triad(double x, double y) {
    const double length =
        nice_step(60 / scale_, 1) <= 80 / scale_ ? nice_step(60 / scale_, 1) : nice_step(60 / scale_, 1) / 2;
    constexpr const char* kNames[] = {"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
      const double across = length * scale_ * page_.view.right[i], above = length * scale_ * page_.view.up[i];
      add("<path stroke=\"#404040\" stroke-width=\"1.5\" d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}\"/>\n", x, y, across, -above);
      const double size = std::max(std::hypot(across, above), 1.0);
      write_text(x + across * (1 + 10 / size), y - above * (1 + 10 / size) + 4, "text-anchor=\"middle\"", kNames[i]);
    }
    write_text(x - 58, y + 55, "font-size=\"12\"", fmt::format("axes of {:.4g} m", length));
  }

  const FilmPage& page_;
  PanelRange x_, y_;  // of the panel, m
  double scale_ = 1, left_ = 0, width_ = 0, height_ = 0;
  std::string svg_;
};

}  // namespace

std::string svg_text(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    switch (text[at]) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      default: result += printable(std::string_view(text).substr(at, length));
    }
    at += length;
  }
  return result;
}

std::string film_svg(const FilmPage& page) {
  CHECK(!page.moments.empty());
  return FilmWriter(page).write();
}

}  // namespace kinemate
