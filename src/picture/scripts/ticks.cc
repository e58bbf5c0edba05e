#include "picture/scripts/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "base/check.h"
#include "picture/scripts/page.h"

namespace kinemate {
namespace {

constexpr double kLabelGap = 16;                  // in pixels
constexpr double kDigitWidth = 0.64 * kFontSize;  // more than that of letters
constexpr int kMostLabels = 12;
constexpr double kLeastTickDistance = 30;  // in pixels, of steps that may be doubled

// Through text, since 3 * 0.1 is not 0.3.
double decimal(double whole, int exponent) {
  const std::string text = fmt::format("{:.0f}e{}", whole, exponent);
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

int decade_of(double value) { return static_cast<int>(std::floor(std::log10(value))); }

std::vector<AxisTick> even_ticks(const AxisRange& range, int most) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  // not so small that its multiples cannot be told apart
  const double least_step = std::max({range.high / (most - 1) - range.low / (most - 1), 1e-15 * size, 1e-300});
  const int decade = decade_of(least_step);
  int mantissa = 10;
  for (const int smaller : {5, 2, 1})
    if (decimal(smaller, decade) >= least_step) mantissa = smaller;
  const double step = decimal(mantissa, decade), first = std::floor(range.low / step);
  const int digits = std::clamp(decade_of(std::max(size, step)) - decade + 1, 6, 17);
  std::vector<AxisTick> ticks;
  for (int i = 0; i <= most + 1; ++i) {
    const double at = first + i == 0 ? 0 : decimal((first + i) * mantissa, decade);
    if (at >= range.low && at <= range.high) ticks.push_back({at, fmt::format("{:.{}g}", at, digits)});
  }
  return ticks;
}

// At 10^k for every `stride`-th k, times each of the mantissas.
std::vector<AxisTick> decade_ticks(const AxisRange& range, int stride, const std::vector<int>& mantissas) {
  std::vector<AxisTick> ticks;
  for (int k = decade_of(range.low); k <= decade_of(range.high); ++k) {
    if (k % stride != 0) continue;
    for (const int mantissa : mantissas) {
      const double at = decimal(mantissa, k);
      if (at >= range.low && at <= range.high) ticks.push_back({at, fmt::format("{:.6g}", at)});
    }
  }
  return ticks;
}

// Short ones at all whole digits between.
std::vector<AxisTick> with_short_ticks(std::vector<AxisTick> ticks, const AxisRange& range) {
  for (const AxisTick& tick : decade_ticks(range, 1, {1, 2, 3, 4, 5, 6, 7, 8, 9})) {
    const auto same = [&](const AxisTick& other) { return other.at == tick.at; };
    if (std::none_of(ticks.begin(), ticks.end(), same)) ticks.push_back({tick.at, ""});
  }
  std::sort(ticks.begin(), ticks.end(), [](const AxisTick& a, const AxisTick& b) { return a.at < b.at; });
  return ticks;
}

std::vector<AxisTick> logarithmic_ticks(const AxisRange& range, int most) {
  const double decades = std::log10(range.high) - std::log10(range.low);
  const auto fits = [&](const std::vector<AxisTick>& ticks) { return static_cast<int>(ticks.size()) <= most; };
  const std::vector<AxisTick> three = decade_ticks(range, 1, {1, 2, 5});
  if (three.size() < 3) return even_ticks(range, most);
  if (decades < 3 && fits(three)) return with_short_ticks(three, range);
  for (const int stride : {1, 2, 3, 5, 10, 20, 50, 100, 200}) {
    const std::vector<AxisTick> ticks = decade_ticks(range, stride, {1});
    if (ticks.size() >= 2 && fits(ticks)) return decades < 10 ? with_short_ticks(ticks, range) : ticks;
  }
  return even_ticks(range, most);
}

double label_width(const std::string& label) { return text_width(label) * kDigitWidth / kLetterWidth; }

// `size` is the length of a label along the axis.
template <class Size>
bool labels_fit(const std::vector<AxisTick>& ticks, const AxisRange& range, bool logarithmic, double length,
                const Size& size) {
  double end = -std::numeric_limits<double>::infinity();
  for (const AxisTick& tick : ticks) {
    if (tick.label.empty()) continue;
    const double at = length * place_on_axis(tick.at, range, logarithmic), half = size(tick.label) / 2;
    if (at - half < end) return false;
    end = at + half + kLabelGap;
  }
  return true;
}

template <class Label>
std::string tick_list(const std::string& axis, const std::vector<AxisTick>& ticks, const Label& label) {
  if (ticks.empty()) return fmt::format("unset {}tics\n", axis);  // an empty list means gnuplot's own
  std::string text = fmt::format("set {}tics (", axis);
  for (const AxisTick& tick : ticks)
    fmt::format_to(std::back_inserter(text), "{}{} {} {}", text.back() == '(' ? "" : ", ", gnuplot_string(label(tick)),
                   tick.at, tick.label.empty() ? 1 : 0);
  return text + ")\n";
}

}  // namespace

std::vector<AxisTick> round_ticks(const AxisRange& range, bool logarithmic, int most) {
  CHECK(most >= 2 && range.low < range.high);
  return logarithmic ? logarithmic_ticks(range, most) : even_ticks(range, most);
}

std::vector<AxisTick> round_ticks_across(const AxisRange& range, bool logarithmic, double width) {
  const auto sticks_out = [&](const AxisTick& tick) {
    return width * place_on_axis(tick.at, range, logarithmic) + label_width(tick.label) / 2 > width + kPageMargin;
  };
  for (int most = kMostLabels;; --most) {
    std::vector<AxisTick> ticks = round_ticks(range, logarithmic, most);
    std::erase_if(ticks, sticks_out);
    if (most == 2 || fit_across(ticks, range, logarithmic, width)) return ticks;
  }
}

std::vector<AxisTick> round_ticks_upwards(const AxisRange& range, bool logarithmic, double height) {
  for (int most = kMostLabels;; --most) {
    std::vector<AxisTick> ticks = round_ticks(range, logarithmic, most);
    if (most == 2 || fit_upwards(ticks, range, logarithmic, height)) return ticks;
  }
}

std::vector<AxisTick> ticks_upwards_of(AxisNumbers numbers, const AxisRange& range, double height) {
  // the usual step, which may be doubled; parts of it are for axes that show too few of its multiples
  const std::vector<double> steps = numbers == AxisNumbers::kDegrees    ? std::vector<double>{45, 30, 15}
                                    : numbers == AxisNumbers::kDecibels ? std::vector<double>{20, 10, 5}
                                                                        : std::vector<double>{};
  const double most = std::clamp(std::floor(height / kLeastTickDistance), 3.0, static_cast<double>(kMostLabels));
  for (const double usual : steps) {
    double step = usual;
    while (std::floor(range.high / step) - std::ceil(range.low / step) + 1 > most) step *= 2;
    const double first = std::ceil(range.low / step), count = std::floor(range.high / step) - first + 1;
    if (count < 3) continue;
    std::vector<AxisTick> ticks;
    for (int i = 0; i < static_cast<int>(count); ++i) {
      const double at = step * (first + i) + 0.0;  // no negative zero
      ticks.push_back({at, fmt::format("{:.6g}", at)});
    }
    return ticks;
  }
  return round_ticks_upwards(range, false, height);
}

bool fit_across(const std::vector<AxisTick>& ticks, const AxisRange& range, bool logarithmic, double width) {
  return labels_fit(ticks, range, logarithmic, width, label_width);
}

bool fit_upwards(const std::vector<AxisTick>& ticks, const AxisRange& range, bool logarithmic, double height) {
  return labels_fit(ticks, range, logarithmic, height, [](const std::string&) { return 0.2 * kFontSize; });
}

std::vector<AxisTick> ticks_at(const std::vector<double>& places) {
  std::vector<AxisTick> ticks;
  for (const double place : places) ticks.push_back({place, fmt::format("{:.4g}", place)});
  const auto short_number = [](const AxisTick& tick) {
    double value = 0;
    std::from_chars(tick.label.data(), tick.label.data() + tick.label.size(), value);
    return std::abs(value - tick.at) <= 1e-12 * std::abs(tick.at);
  };
  return std::all_of(ticks.begin(), ticks.end(), short_number) ? ticks : std::vector<AxisTick>{};
}

double widest_label(const std::vector<AxisTick>& ticks) {
  double widest = 0;
  for (const AxisTick& tick : ticks) widest = std::max(widest, label_width(tick.label));
  return widest;
}

std::string gnuplot_ticks(const std::string& axis, const std::vector<AxisTick>& ticks) {
  return tick_list(axis, ticks, [](const AxisTick& tick) { return tick.label; });
}

std::string gnuplot_bare_ticks(const std::string& axis, const std::vector<AxisTick>& ticks) {
  return tick_list(axis, ticks, [](const AxisTick&) { return std::string(); });
}

}  // namespace kinemate
