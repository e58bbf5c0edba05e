#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

#include "picture/root_locus_view.h"
#include "picture/scripts/colour_scale.h"
#include "picture/scripts/damping_lines.h"
#include "picture/scripts/frame.h"
#include "picture/scripts/script.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostDots = 60;     // values beyond these are a line without dots
constexpr double kShortestSegment = 1.5;  // in pixels
constexpr double kFarAway = 1e4;          // times the reach: the line to a pole farther away looks the same
constexpr double kMarkFont = 13, kMarkRing = 8;
constexpr const char* kSignColour = "'#202020'";
constexpr const char* kMarkColour = "'#B8340A'";

// Lengths in pixels, from the left and from the bottom of the frame.
struct LocusPlane {
  LocusView view;
  double width, height;

  double across(double real) const { return width * place_on_axis(real, view.real, false); }
  double up(double imaginary) const { return height * place_on_axis(imaginary, view.imaginary, false); }
};

using LocusBranch = RootLocus::Branch;

bool has_pole(const LocusBranch& branch, std::size_t i) {
  return is_visible(branch.real[i], false) && is_visible(branch.imaginary[i], false);
}

// Lines of real part, imaginary part and colour; points that hardly differ are left out.
std::string branch_lines(const RootLocus& locus, const LocusPlane& plane, const ColourScale& scale) {
  std::string text;
  for (const LocusBranch& branch : locus.branches) {
    std::size_t last = branch.real.size();  // that was written, if the line is unbroken
    for (std::size_t i = 0; i < branch.real.size(); ++i) {
      if (!has_pole(branch, i)) {
        text += "\n";
        last = branch.real.size();
        continue;
      }
      const bool ends = i + 1 == branch.real.size() || !has_pole(branch, i + 1);
      if (last < i && !ends &&
          std::hypot(plane.across(branch.real[i]) - plane.across(branch.real[last]),
                     plane.up(branch.imaginary[i]) - plane.up(branch.imaginary[last])) < kShortestSegment)
        continue;
      last = i;
      const double size = std::hypot(branch.real[i], branch.imaginary[i]), most = kFarAway * plane.view.reach;
      const double factor = size > most ? most / size : 1;
      fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g} {}\n", factor * branch.real[i],
                     factor * branch.imaginary[i], colour_of(locus.values[i], scale));
    }
    text += "\n";
  }
  return text;
}

// Poles with the value number i, or all of them.
std::string poles_at(const RootLocus& locus, const LocusView& view, std::size_t from, std::size_t to) {
  std::string text;
  for (const LocusBranch& branch : locus.branches)
    for (std::size_t i = from; i < std::min(to, branch.real.size()); ++i)
      if (view.shows(branch.real[i], branch.imaginary[i]))
        fmt::format_to(std::back_inserter(text), "{:.9g} {:.9g}\n", branch.real[i], branch.imaginary[i]);
  return text;
}

// At the edge of the frame, in the direction of the farthest pole of each branch that leaves it.
std::string signs_at_edge(const RootLocus& locus, const LocusView& view) {
  std::string text;
  for (const LocusBranch& branch : locus.branches) {
    double farthest = view.reach, real = 0, imaginary = 0;
    for (std::size_t i = 0; i < branch.real.size(); ++i) {
      if (!has_pole(branch, i) || !(std::hypot(branch.real[i], branch.imaginary[i]) > farthest)) continue;
      real = branch.real[i], imaginary = branch.imaginary[i];
      farthest = std::hypot(real, imaginary);
    }
    if (farthest == view.reach) continue;
    // where the way from the origin leaves the frame: on its edge to the last digit, or gnuplot draws nothing
    const double side = real < 0 ? view.real.low : view.real.high;
    const double end = imaginary < 0 ? view.imaginary.low : view.imaginary.high;
    const bool through_side = std::abs(side * imaginary) <= std::abs(end * real);
    fmt::format_to(std::back_inserter(text), "{} {}\n", through_side ? side : end / imaginary * real,
                   through_side ? side / real * imaginary : end);
  }
  return text;
}

struct LabelBox {
  double left, right, bottom, top;
  bool meets(const LabelBox& other) const {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
  }
};

// Labels stand beside, above or below their ring, where neither the frame nor another label is in the way.
std::string mark_labels(const RootLocus& locus, const LocusPlane& plane, PictureKind kind) {
  std::vector<LabelBox> taken = {{plane.width - 70, plane.width, 0, 20}};  // "unstable"
  for (const RootLocus::Mark& mark : locus.boundaries) {
    const double x = plane.across(mark.real), y = plane.up(mark.imaginary);
    taken.push_back({x - kMarkRing, x + kMarkRing, y - kMarkRing, y + kMarkRing});
  }
  std::string text;
  for (const RootLocus::Mark& mark : locus.boundaries) {
    const double x = plane.across(mark.real), y = plane.up(mark.imaginary);
    const double half = text_width(mark.label) * kMarkFont / kFontSize / 2, aside = half + kMarkRing + 4, above = 12;
    const double outwards = mark.imaginary < 0 ? -above : above;  // branches rather come from the real axis
    const std::array<std::array<double, 2>, 8> places = {{{aside, outwards},
                                                          {aside, -outwards},
                                                          {-aside, outwards},
                                                          {-aside, -outwards},
                                                          {aside, 0},
                                                          {-aside, 0},
                                                          {0, 2 * outwards},
                                                          {0, -2 * outwards}}};
    const auto box_at = [&](const std::array<double, 2>& place) {
      return LabelBox{x + place[0] - half, x + place[0] + half, y + place[1] - 8, y + place[1] + 8};
    };
    const auto is_free = [&](const std::array<double, 2>& place) {
      const LabelBox box = box_at(place);
      return box.left > 2 && box.right < plane.width - 2 && box.bottom > 2 && box.top < plane.height - 2 &&
             std::none_of(taken.begin(), taken.end(), [&](const LabelBox& other) { return box.meets(other); });
    };
    const auto found = std::find_if(places.begin(), places.end(), is_free);
    const std::array<double, 2>& place = found == places.end() ? places[0] : *found;
    taken.push_back(box_at(place));
    fmt::format_to(std::back_inserter(text), "set label {} at graph {:.5f},{:.5f} center front textcolor {} font {}\n",
                   gnuplot_string(mark.label), (x + place[0]) / plane.width, (y + place[1]) / plane.height, kMarkColour,
                   gnuplot_font(kMarkFont, kind));
  }
  return text;
}

struct LocusSigns {
  std::string start, end, mark, beyond;
};

LocusSigns locus_signs(PictureKind kind) {
  const auto sign = [&](int type, double size, double width, const char* colour) {
    return gnuplot_points(type, size, kind) + fmt::format(" linewidth {} linecolor {}", width, colour);
  };
  return {sign(kCrossSign, 0.9, 1.6, kSignColour), sign(kRingSign, 1.2, 1.4, kSignColour),
          sign(kRingSign, 1.8, 1.8, kMarkColour), sign(kDiamondSign, 1.2, 1, "'#606060'")};
}

std::string locus_legend(const RootLocus& locus, const LocusSigns& signs) {
  std::string legend;
  if (locus.values.size() > 1)
    legend += legend_entry(signs.start, fmt::format("first, {:.4g}", locus.values.front())) +
              legend_entry(signs.end, fmt::format("last, {:.4g}", locus.values.back()));
  if (!locus.boundaries.empty()) legend += legend_entry(signs.mark, "limit of stability");
  return legend;
}

// With what is not to be seen.
std::string locus_title(const RootLocus& locus, const LocusView& view) {
  if (view.poles_beyond == 0) return locus.title;
  const bool moving = locus.values.size() > 1;
  const std::size_t count = moving ? view.branches_beyond : view.poles_beyond;
  const char* what = moving ? (count == 1 ? "branch goes on" : "branches go on") : (count == 1 ? "pole" : "poles");
  const std::string note = fmt::format("◆ {} {} {} {:.3g} 1/s", count, what,
                                       moving       ? "to"
                                       : count == 1 ? "outside, at"
                                                    : "outside, up to",
                                       view.farthest);
  return locus.title.empty() ? note : fmt::format("{} ({})", locus.title, note);
}

// The half plane of motions that grow, and the axes.
std::string half_planes(const LocusView& view) {
  return fmt::format(
      "set object 1 rectangle from 0,{0} to {1},{2} behind fillcolor '#FCEEE6' fillstyle solid 1 noborder\n"
      "set arrow from 0,{0} to 0,{2} nohead back linecolor '#404040' linewidth 1.8\n"
      "set arrow from {3},0 to {1},0 nohead back linecolor '#808080' linewidth 0.9\n"
      "set label 'unstable' at graph 0.994, graph 0.02 right back textcolor '#C0795A' font ",
      view.imaginary.low, view.real.high, view.imaginary.high, view.real.low);
}

}  // namespace

std::string gnuplot_script(const RootLocus& locus, PictureKind kind) {
  const LocusView view = choose_locus_view(locus);
  const bool moving = locus.values.size() > 1;
  const LocusSigns signs = locus_signs(kind);
  const std::string legend = locus_legend(locus, signs), title = locus_title(locus, view);

  PictureFrame frame{.kind = kind, .top = frame_top(title, legend)};
  frame.bottom = frame.height - kAxisHeight;
  const double height = frame.bottom - frame.top;
  const std::vector<AxisTick> y_ticks = round_ticks_upwards(view.imaginary, false, height);
  const ColourScale scale = make_colour_scale(moving ? locus.values : std::vector<double>{}, height, locus.logarithmic);
  frame.left = frame_left(y_ticks);
  frame.right = std::floor(kPageWidth - colour_bar_width(scale));
  const LocusPlane plane{view, frame.right - frame.left, height};

  const std::size_t all = moving ? 1 : static_cast<std::size_t>(-1);
  const std::string lines = moving ? branch_lines(locus, plane, scale) : "";
  const std::string start = poles_at(locus, view, 0, all);
  const std::string end = moving ? poles_at(locus, view, locus.values.size() - 1, locus.values.size()) : "";
  const std::string edge = signs_at_edge(locus, view);
  std::string marks;
  for (const RootLocus::Mark& mark : locus.boundaries)
    fmt::format_to(std::back_inserter(marks), "{:.9g} {:.9g}\n", mark.real, mark.imaginary);

  std::string script, plot = kPlotColourBar;
  const auto add = [&](const char* name, const std::string& data, const std::string& look) {
    if (data.find_first_not_of('\n') == std::string::npos) return;
    script += fmt::format("${} << END\n{}END\n", name, data);
    plot += fmt::format(", ${} using 1:2{} notitle", name, look);
  };
  add("lines", lines, ":3 with lines linewidth 2 linecolor rgb variable");
  if (locus.values.size() <= kMostDots)
    add("dots", lines, ":3 " + gnuplot_points(kDiscSign, 0.45, kind) + " linecolor rgb variable");
  add("start", start, " " + signs.start);
  add("end", end, " " + signs.end);
  add("marks", marks, " " + signs.mark);
  add("beyond", edge, " " + signs.beyond);
  return script + frame_head(frame, title, "real part [1/s]", "imaginary part [1/s]") +
         colour_bar(scale, locus.parameter, frame) +
         "set grid back linecolor '#E3E3E3' linewidth 0.7 linetype 1\nset clip two\n" + half_planes(view) +
         gnuplot_font(11, kind) + "\n" + damping_lines(frame, view.real, view.imaginary) +
         frame_axis("x", view.real, false, round_ticks_across(view.real, false, plane.width)) +
         frame_axis("y", view.imaginary, false, y_ticks) + mark_labels(locus, plane, kind) + plot + legend +
         "\nset output\n";
}

}  // namespace kinemate
