#include "picture/scripts/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace kinemate {

double frame_top(const std::string& title, const std::string& legend) {
  return kPageTop + (title.empty() ? 0 : kTitleHeight) + (legend.empty() ? 0 : kLegendHeight);
}

double frame_left(const std::vector<AxisTick>& y_ticks) {
  return std::ceil(52 + std::max(widest_label(y_ticks), 20.0));
}

std::string frame_head(const PictureFrame& frame, const std::string& title, const std::string& x_label,
                       const std::string& y_label) {
  const double middle = (frame.left + frame.right) / 2;
  const FittedText head = fit_text(title, kPageWidth - 2 * kPageMargin);
  const FittedText below = fit_text(x_label, frame.right - frame.left);
  const FittedText beside = fit_text(y_label, frame.bottom - frame.top);
  // over the middle of the frame, as far as the page has room
  const double half = kPageMargin + text_width(head.text) * head.font / kFontSize / 2;
  const double centre = std::clamp(middle, std::min(half, kPageWidth / 2), std::max(kPageWidth - half, kPageWidth / 2));
  return gnuplot_page(frame.kind, frame.height) +
         fmt::format("set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n", frame.left / kPageWidth,
                     frame.right / kPageWidth) +
         fmt::format("set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n", 1 - frame.top / frame.height,
                     1 - frame.bottom / frame.height) +
         "set border 31 front linecolor '#606060'\n" +
         // in SVG ticks are longer and numbers farther away
         fmt::format("set tics nomirror out scale {} textcolor '#000000'\n",
                     frame.kind == PictureKind::kSvg ? 0.6 : 1) +
         fmt::format("set label 1 {} at screen {:.5f},{:.5f} center font {}\n", gnuplot_string(head.text),
                     centre / kPageWidth, 1 - (kPageTop + kTitleHeight / 3) / frame.height,
                     gnuplot_font(head.font, frame.kind)) +
         fmt::format("set label 2 {} at screen {:.5f}, graph 0.5 center rotate by 90 font {}\n",
                     gnuplot_string(beside.text), 18 / kPageWidth, gnuplot_font(beside.font, frame.kind)) +
         fmt::format("set label 4 {} at screen {:.5f},{:.5f} center font {}\n", gnuplot_string(below.text),
                     middle / kPageWidth, 15 / frame.height, gnuplot_font(below.font, frame.kind)) +
         // put at a point of the screen, since a key of the margins is put at the edge of the whole page
         fmt::format("set key at screen {:.5f},{:.5f} center bottom horizontal maxrows 1 Left reverse samplen 1.5\n",
                     middle / kPageWidth, 1 - (frame.top - 3) / frame.height);
}

std::string frame_axis(const std::string& axis, const AxisRange& range, bool logarithmic,
                       const std::vector<AxisTick>& ticks) {
  return fmt::format("set {}range [{}:{}] noextend\n", axis, range.low, range.high) +
         (logarithmic ? fmt::format("set logscale {} 10\n", axis) : "") + gnuplot_ticks(axis, ticks);
}

std::string legend_entry(const std::string& look, const std::string& name) {
  return fmt::format(", keyentry {} title {}", look, gnuplot_string(name));
}

}  // namespace kinemate
