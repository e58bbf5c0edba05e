#include "picture/scripts/script.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "picture/scripts/page.h"
#include "picture/scripts/ticks.h"
#include "picture/visible.h"

namespace kinemate {
namespace {

constexpr std::array<int, 4> kDashes = {1, 4, 3, 5};  // solid, dash dot, dots, dash dot dot; 2 is for kDashed

// Lengths in pixels.
constexpr double kSample = 60;  // a line in the legend and the room beside it
constexpr double kEntry = 80;   // the same in a row of entries
constexpr double kLegendLine = 22, kGap = 14, kBottom = 62;
constexpr double kWidestLegend = 300;

const std::string kPalePoints = "with points pointtype 7 pointsize 0.45 linecolor '#B4BEC6'";

struct Layout {
  double height = 600;
  double left = 95;
  double right = kPageWidth - kPageMargin;
  bool legend_beside = false;
  double legend_font = kFontSize;
  double panel_height = 0;
  std::vector<double> tops;  // of the panels
};

double legend_row_width(const Panel& panel) {
  double widest = 0, count = 0;  // gnuplot gives all entries the room of the widest
  for (const Curve& curve : panel.curves)
    if (!curve.name.empty()) widest = std::max(widest, kEntry + text_width(curve.name)), ++count;
  return count * widest;
}

Layout make_layout(const Figure& figure, int y_digits) {
  Layout layout;
  const double count = static_cast<double>(figure.panels.size());
  layout.height = std::max(600.0, 100 + 165 * count);
  if (y_digits > 6) layout.left += kLetterWidth * (y_digits - 5);
  double widest_row = 0, widest_name = 0, longest_column = 0;
  for (const Panel& panel : figure.panels) {
    widest_row = std::max(widest_row, legend_row_width(panel));
    longest_column = std::max(longest_column, kLegendLine * static_cast<double>(panel.curves.size()));
    for (const Curve& curve : panel.curves) widest_name = std::max(widest_name, text_width(curve.name));
  }
  layout.legend_beside = widest_row > layout.right - layout.left;
  double top = kPageTop + (figure.title.empty() ? 0 : kTitleHeight);
  if (layout.legend_beside) layout.height = std::max(layout.height, top + longest_column * count + kBottom);
  for (const Panel& panel : figure.panels) {
    const double row = layout.legend_beside || legend_row_width(panel) == 0 ? 0 : kLegendHeight;
    layout.tops.push_back(top += row);
    top += kGap;
  }
  layout.panel_height = (layout.height - kBottom + kGap - top) / count;
  for (std::size_t p = 0; p < layout.tops.size(); ++p) layout.tops[p] += static_cast<double>(p) * layout.panel_height;
  if (layout.legend_beside) {
    const double scale = std::min(1.0, (kWidestLegend - kSample) / widest_name);
    layout.legend_font = std::max(kSmallestFont, kFontSize * scale);
    layout.right = kPageWidth - kSample - widest_name * layout.legend_font / kFontSize - 15;
  }
  return layout;
}

class Writer {
 public:
  Writer(const Figure& figure, PictureKind kind) : figure_(figure), kind_(kind) {
    for (const Panel& panel : figure.panels) {
      std::vector<VisibleLines>& lines = lines_.emplace_back();
      for (const Curve& curve : panel.curves)
        lines.push_back(visible_lines(curve, figure.x_logarithmic, panel.y_logarithmic));
      y_.push_back(y_range(panel, lines));
    }
    x_ = x_range(figure, lines_);
    const auto fewer = [](const AxisRange& a, const AxisRange& b) { return a.digits < b.digits; };
    layout_ = make_layout(figure, std::max_element(y_.begin(), y_.end(), fewer)->digits);
  }

  std::string write() {
    for (std::size_t p = 0; p < lines_.size(); ++p)
      for (std::size_t c = 0; c < lines_[p].size(); ++c) write_points(p, c);
    write_head();
    for (std::size_t p = 0; p < lines_.size(); ++p) write_panel(p);
    add("unset multiplot\nset output\n");
    return script_;
  }

 private:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(script_), format, std::forward<Arguments>(arguments)...);
  }

  std::string font(double size) const { return gnuplot_font(size, kind_); }

  void write_points(std::size_t p, std::size_t c) {
    add("$curve_{}_{} << END\n", p, c);
    const CurveStyle style = figure_.panels[p].curves[c].style;
    const bool all = figure_.x_logarithmic || style == CurveStyle::kPoints || style == CurveStyle::kBoth;
    const double column = (x_.high - x_.low) / (2 * kPageWidth);
    for (const std::vector<PicturePoint>& line : lines_[p][c]) {
      for (const PicturePoint& point : all || column <= 0 ? line : thin_out(line, column))
        add("{} {}\n", point.x, point.y);
      add("\n");
    }
    add("END\n");
  }

  void write_head() {
    script_ += gnuplot_page(kind_, layout_.height);
    add("set multiplot\n");
    add("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n", layout_.left / kPageWidth,
        layout_.right / kPageWidth);
    add("set border 31 linecolor '#606060'\nset tics textcolor '#000000'\nset tics nomirror\n");
    add("set xrange [{}:{}] noextend\n", x_.low, x_.high);
    if (!figure_.x_logarithmic) {
      add("set grid linecolor '#D9D9D9' linewidth 0.7 linetype 1\n");
      return;
    }
    add("set logscale x 10\n");
    add("set grid xtics ytics mxtics linecolor '#D0D0D0' linewidth 0.7 linetype 1, ");
    add("linecolor '#EAEAEA' linewidth 0.7 linetype 1\n");
  }

  // Put at a point of the screen, since a key of the margins is put at the edge of the whole picture.
  void write_legend(double top) {
    const auto [x, y] = layout_.legend_beside ? std::pair(layout_.right + 8, top) : std::pair(middle(), top - 3);
    add("set key at screen {:.5f},{:.5f} {} Left reverse samplen 3 font {}\n", x / kPageWidth, 1 - y / layout_.height,
        layout_.legend_beside ? "left top vertical" : "center bottom horizontal maxrows 1", font(layout_.legend_font));
  }

  double middle() const { return (layout_.left + layout_.right) / 2; }

  void write_panel(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    const bool first = p == 0, last = p + 1 == lines_.size();
    const double top = layout_.tops[p];
    add("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n", 1 - top / layout_.height,
        1 - (top + layout_.panel_height) / layout_.height);
    const FittedText title = fit_text(figure_.title, kPageWidth - 2 * kPageMargin);
    if (first && !figure_.title.empty())
      add("set label 1 {} at screen {:.5f},{:.5f} center font {}\n", gnuplot_string(title.text), middle() / kPageWidth,
          1 - (kPageTop + kTitleHeight / 3) / layout_.height, font(title.font));
    write_legend(top);
    // no ylabel, which would stand elsewhere at each panel
    const FittedText beside = fit_text(panel.y_label, layout_.panel_height);
    add("set label 2 {} at screen {:.5f}, graph 0.5 center rotate by 90 font {}\n", gnuplot_string(beside.text),
        18 / kPageWidth, font(beside.font));
    const FittedText below = fit_text(last ? figure_.x_label : "", layout_.right - layout_.left);
    add("set xlabel {} font {}\n", gnuplot_string(below.text), font(below.font));
    write_x_numbers(last);
    write_y_numbers(p);
    write_curves(p);
    if (first) add("unset label 1\n");
  }

  // On a logarithmic axis gnuplot has no numbers within a decade.
  void write_x_numbers(bool last) {
    if (figure_.x_logarithmic) {
      const std::vector<AxisTick> ticks = round_ticks_across(x_, true, layout_.right - layout_.left);
      script_ += last ? gnuplot_ticks("x", ticks) : gnuplot_bare_ticks("x", ticks);
    } else {
      add("set format x '{}'\n", last ? fmt::format("%.{}g", x_.digits) : "");
    }
  }

  void write_y_numbers(std::size_t p) {
    const Panel& panel = figure_.panels[p];
    add("set format y '%.{}g'\n", y_[p].digits);
    add("{}\n", panel.y_logarithmic ? "set logscale y 10" : "unset logscale y");
    add("set yrange [{}:{}] noextend\n", y_[p].low, y_[p].high);
    const bool usual = panel.y_logarithmic || panel.y_numbers == AxisNumbers::kRound;
    script_ += usual ? "set ytics autofreq\n"
                     : gnuplot_ticks("y", ticks_upwards_of(panel.y_numbers, y_[p], layout_.panel_height));
  }

  void write_curves(std::size_t p) {
    add("plot NaN notitle");  // a panel may have no point at all
    for (std::size_t c = 0; c < lines_[p].size(); ++c) {
      const Curve& curve = figure_.panels[p].curves[c];
      const std::string source = lines_[p][c].empty() ? "keyentry" : fmt::format("$curve_{}_{} using 1:2", p, c);
      const std::string name = curve.name.empty() ? "notitle" : "title " + gnuplot_string(curve.name);
      if (lines_[p][c].empty() && curve.name.empty()) continue;
      const bool pale = curve.style == CurveStyle::kPoints && has_line_after(figure_.panels[p], c);
      add(", {} {} {}", source, pale ? kPalePoints : look(curve.style, c), name);
    }
    add("\n");
  }

  // Points that a curve is drawn over must not hide it, however dense they are.
  static bool has_line_after(const Panel& panel, std::size_t c) {
    return std::any_of(panel.curves.begin() + static_cast<std::ptrdiff_t>(c), panel.curves.end(),
                       [](const Curve& curve) { return curve.style == CurveStyle::kLine; });
  }

  static std::string look(CurveStyle style, std::size_t c) {
    const std::string_view colour = kDistinctColours[c % kDistinctColours.size()];
    const std::size_t round = c / kDistinctColours.size() % kDashes.size();
    const int dash = style == CurveStyle::kDashed ? 2 : kDashes[round];
    switch (style) {
      case CurveStyle::kPoints:
        return fmt::format("with points pointtype {} pointsize 0.6 linecolor '{}'", 7 + 2 * round, colour);
      case CurveStyle::kBoth:
        return fmt::format("with linespoints dashtype {} linewidth 1.8 pointtype {} pointsize 0.6 linecolor '{}'", dash,
                           7 + 2 * round, colour);
      case CurveStyle::kLine:
      case CurveStyle::kDashed: break;
    }
    return fmt::format("with lines dashtype {} linewidth 1.8 linecolor '{}'", dash, colour);
  }

  const Figure& figure_;
  PictureKind kind_;
  std::vector<std::vector<VisibleLines>> lines_;  // by panels and curves
  AxisRange x_;
  std::vector<AxisRange> y_;  // by panels
  Layout layout_;
  std::string script_;
};

}  // namespace

std::string gnuplot_script(const Figure& figure, PictureKind kind) {
  CHECK(!figure.panels.empty());
  return Writer(figure, kind).write();
}

}  // namespace kinemate
