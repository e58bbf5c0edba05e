#include "report/drawing/mode_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "picture/scripts/page.h"
#include "report/drawing/skeleton_svg.h"
#include "report/drawing/svg.h"

namespace kinemate {
namespace {

// Not those of bodies: what moves together at one moment has one colour.
constexpr const char* kRest = "#8C8C8C";
constexpr const char* kOneWay = "#0072B2";
constexpr const char* kOtherWay = "#D55E00";

// Lengths in pixels.
constexpr double kPageEdge = 22, kTileGap = 20, kTileTitle = 24, kHeadHeight = 46;
constexpr double kFootHeight = 150, kFootLine = 20;
constexpr double kLeastPageWidth = 620;

// For one, two and three columns.
constexpr std::array<double, 3> kTileWidths = {576, 400, 290};

class ModeWriter {
 public:
  explicit ModeWriter(const ModePage& page) : page_(page) {
    const std::size_t count = std::max<std::size_t>(page.tiles.size(), 1);
    columns_ = count == 1 ? 1 : count == 2 || count == 4 ? 2 : 3;
    rows_ = (count + columns_ - 1) / columns_;
    choose_panel();
  }

  std::string write() {
    const auto number = [](std::size_t n) { return static_cast<double>(n); };
    const double width = std::max(kLeastPageWidth, 2 * kPageEdge + number(columns_) * (width_ + kTileGap) - kTileGap);
    const double foot = kHeadHeight + number(rows_) * (kTileTitle + height_ + kTileGap);
    svg_ = svg_head(width, foot + kFootHeight + (page_.remark.empty() ? 0 : kFootLine));
    const FittedText title = fit_text(page_.title, width - 2 * kPageEdge);
    svg_ += svg_label(kPageEdge, 29, fmt::format("font-size=\"{:.1f}\"", title.font * 15 / kFontSize), title.text);
    for (std::size_t i = 0; i < rows_ * columns_; ++i) {
      if (i >= std::max<std::size_t>(page_.tiles.size(), 1)) break;
      panel_.left = kPageEdge + number(i % columns_) * (width_ + kTileGap);
      panel_.top = kHeadHeight + kTileTitle + number(i / columns_) * (kTileTitle + height_ + kTileGap);
      write_tile(page_.tiles.empty() ? ModeTile{"no modes", {}, {}, true} : page_.tiles[i]);
    }
    write_foot(foot);
    return svg_ + "</svg>\n";
  }

 private:
  // All tiles show the same part of the plane in one scale, so that modes can be compared.
  void choose_panel() {
    std::vector<std::vector<PicturePoint>> poses = {page_.reference};
    std::vector<const std::vector<std::vector<PicturePoint>>*> lines = {&poses};
    for (const ModeTile& tile : page_.tiles) lines.insert(lines.end(), {&tile.phases, &tile.paths});
    auto [x, y] = panel_ranges(lines);
    width_ = kTileWidths[columns_ - 1];
    const double highest = 1.15 * width_, lowest = 0.5 * width_;
    panel_.scale = std::min(width_ / x.size(), highest / y.size());
    height_ = std::round(std::max(lowest, y.size() * panel_.scale));
    x.widen(width_ / panel_.scale), y.widen(height_ / panel_.scale);
    panel_.x_low = x.low;
    panel_.y_high = y.high;
  }

  void write_tile(const ModeTile& tile) {
    const FittedText title = fit_text(tile.title, width_);
    svg_ += svg_label(panel_.left, panel_.top - 7, fmt::format("font-size=\"{:.1f}\"", title.font * 13 / kFontSize),
                      title.text);
    svg_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" stroke=\"#b0b0b0\"/>\n",
        panel_.left, panel_.top, width_, height_);
    if (tile.seen) write_paths(tile);
    SkeletonLook look{.line_width = 2.4, .disc_radius = 3.6, .ink = kRest};
    svg_ += skeleton_svg(page_.skeleton, page_.reference, panel_, look);
    look.other_pose = &page_.reference;
    look.with_joints = false;
    if (tile.seen && !tile.phases.empty()) write_phases(tile, look);
    if (!tile.seen)
      svg_ += svg_label(panel_.left + width_ / 2, panel_.top + height_ - 10,
                        "text-anchor=\"middle\" font-size=\"12\" fill=\"#606060\"", "nothing that is drawn moves");
  }

  // Those between first, since the extremes matter more.
  void write_phases(const ModeTile& tile, SkeletonLook look) {
    const std::size_t count = tile.phases.size();
    const auto write = [&](std::size_t k) {
      look.ink = 2 * k < count ? kOneWay : kOtherWay;
      svg_ += skeleton_svg(page_.skeleton, tile.phases[k], panel_, look);
    };
    look.opacity = 0.28, look.line_width = 1.8, look.disc_radius = 3;
    for (std::size_t k = 1; k + 1 < count; ++k) write(k);
    look.opacity = 0.9, look.line_width = 2.6, look.disc_radius = 4;
    write(count - 1);
    write(0);
  }

  void write_paths(const ModeTile& tile) {
    svg_ += "<g fill=\"none\" stroke=\"#404040\" stroke-width=\"0.8\" opacity=\"0.55\">\n";
    for (const std::vector<PicturePoint>& path : tile.paths) {
      std::string d;
      for (const PicturePoint& point : path) d += (d.empty() ? "M" : "L") + to_text(panel_.pixel(point));
      if (!d.empty()) svg_ += fmt::format("<path d=\"{}\"/>\n", d);
    }
    svg_ += "</g>\n";
  }

  void write_entry(double x, double y, const char* ink, const char* width, const char* opacity, const char* name) {
    svg_ += fmt::format(
        "<path stroke=\"{}\" stroke-width=\"{}\" opacity=\"{}\" stroke-linecap=\"round\" d=\"M{:.1f} {:.1f}h22\"/>\n",
        ink, width, opacity, x, y - 4.5);
    svg_ += svg_label(x + 32, y, "", name);
  }

  void write_foot(double top) {
    const double x = kPageEdge, y = top + 16;
    write_entry(x, y, kRest, "2.4", "1", "reference");
    write_entry(x, y + kFootLine, kOneWay, "2.6", "0.9", "one extreme");
    write_entry(x, y + 2 * kFootLine, kOtherWay, "2.6", "0.9", "the other; paler: between them");
    write_entry(x, y + 3 * kFootLine, "#404040", "0.8", "0.55", "paths of the ends");
    svg_ += svg_label(x, y + 4 * kFootLine + 4, "font-size=\"12\" fill=\"#606060\"",
                      "A mode has no size of its own: amplitudes are chosen to be seen.");
    if (!page_.remark.empty()) svg_ += svg_label(x, y + 5 * kFootLine + 6, "", page_.remark);
    svg_ += triad_svg(page_.view, panel_.scale, kLeastPageWidth - kPageEdge - 90, y + 70);
  }

  const ModePage& page_;
  std::size_t columns_ = 1, rows_ = 1;
  double width_ = 0, height_ = 0;  // of a tile's panel
  SvgPanel panel_;                 // of the tile that is written
  std::string svg_;
};

}  // namespace

std::string mode_svg(const ModePage& page) { return ModeWriter(page).write(); }

}  // namespace kinemate
