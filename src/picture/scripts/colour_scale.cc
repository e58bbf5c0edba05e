#include "picture/scripts/colour_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

namespace kinemate {
namespace {

constexpr std::array<std::uint32_t, 9> kViridis = {0x440154, 0x472D7B, 0x3B528B, 0x2C728E, 0x21908C,
                                                   0x27AD81, 0x5DC863, 0xAADC32, 0xFDE725};

// In pixels: from the frame to the bar, of the bar, from it to the numbers, of the label at the right.
constexpr double kBarGap = 20, kBarWidth = 18, kNumberGap = 14, kBarLabel = 34;

std::uint32_t between(std::uint32_t from, std::uint32_t to, double share) {
  std::uint32_t colour = 0;
  for (const unsigned shift : {16u, 8u, 0u}) {
    const double a = (from >> shift) & 0xFFu, b = (to >> shift) & 0xFFu;
    colour |= static_cast<std::uint32_t>(std::lround(a + share * (b - a))) << shift;
  }
  return colour;
}

std::string gnuplot_palette() {
  std::string text = "set palette defined (";
  for (std::size_t i = 0; i < kViridis.size(); ++i)
    fmt::format_to(std::back_inserter(text), "{}{} '#{:06X}'", i == 0 ? "" : ", ", i, kViridis[i]);
  return text + ")\n";
}

}  // namespace

ColourScale make_colour_scale(const std::vector<double>& values, double height, bool logarithmic) {
  ColourScale scale;
  scale.logarithmic = logarithmic;
  scale.empty =
      std::none_of(values.begin(), values.end(), [&](double value) { return is_visible(value, logarithmic); });
  scale.range = range_of_values(values, logarithmic);
  scale.ticks = round_ticks_upwards(scale.range, logarithmic, height);
  return scale;
}

std::uint32_t colour_of(double value, const ColourScale& scale) {
  if (!is_visible(value, scale.logarithmic)) return kBlankColour;
  const double place =
      std::clamp(place_on_axis(value, scale.range, scale.logarithmic), 0.0, 1.0) * (kViridis.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(place), kViridis.size() - 2);
  return between(kViridis[i], kViridis[i + 1], place - static_cast<double>(i));
}

double colour_bar_width(const ColourScale& scale) {
  return scale.empty ? kPageMargin : kBarGap + kBarWidth + kNumberGap + widest_label(scale.ticks) + kBarLabel;
}

std::string colour_bar(const ColourScale& scale, const std::string& label, const PictureFrame& frame) {
  if (scale.empty) return "unset colorbox\n";
  const FittedText fitted = fit_text(label, frame.bottom - frame.top);
  return gnuplot_palette() + fmt::format("set cbrange [{}:{}]\n", scale.range.low, scale.range.high) +
         (scale.logarithmic ? "set logscale cb 10\n" : "") + gnuplot_ticks("cb", scale.ticks) +
         fmt::format("set colorbox vertical user origin screen {:.5f},{:.5f} size screen {:.5f},{:.5f}\n",
                     (frame.right + kBarGap) / kPageWidth, 1 - frame.bottom / frame.height, kBarWidth / kPageWidth,
                     (frame.bottom - frame.top) / frame.height) +
         fmt::format("set label 3 {} at screen {:.5f}, graph 0.5 center rotate by 90 font {}\n",
                     gnuplot_string(fitted.text), (frame.right + colour_bar_width(scale) - kBarLabel / 2) / kPageWidth,
                     gnuplot_font(fitted.font, frame.kind));
}

}  // namespace kinemate
