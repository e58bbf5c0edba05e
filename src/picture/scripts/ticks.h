// Numbers along an axis, as many as there is room for.
//
// gnuplot's own are not enough: it knows no width of texts, and a logarithmic axis within one decade gets none at all.
#pragma once

#include <string>
#include <vector>

#include "picture/figure.h"
#include "picture/visible.h"

namespace kinemate {

struct AxisTick {
  double at = 0;
  std::string label;  ///< empty for a short tick between those with numbers
};

/// At multiples of 1, 2 or 5 times a power of ten; on a logarithmic axis at powers of ten if it has some decades.
/// At most `most` labels. REQUIRES: most >= 2.
std::vector<AxisTick> round_ticks(const AxisRange& range, bool logarithmic, int most);

/// The same for an axis of so many pixels, with room between the labels.
std::vector<AxisTick> round_ticks_across(const AxisRange& range, bool logarithmic, double width);
std::vector<AxisTick> round_ticks_upwards(const AxisRange& range, bool logarithmic, double height);

/// The same at multiples of 45 degrees or 20 decibels, of their doubles, or of rounder parts of them; without short
/// ones.
std::vector<AxisTick> ticks_upwards_of(AxisNumbers numbers, const AxisRange& range, double height);

/// One at each of some increasing places; none if not all of them are numbers of up to four digits.
std::vector<AxisTick> ticks_at(const std::vector<double>& places);

/// Whether there is room between the labels, side by side or above each other, on an axis of so many pixels.
bool fit_across(const std::vector<AxisTick>& ticks, const AxisRange& range, bool logarithmic, double width);
bool fit_upwards(const std::vector<AxisTick>& ticks, const AxisRange& range, bool logarithmic, double height);

/// In pixels, of the labels.
double widest_label(const std::vector<AxisTick>& ticks);

/// "set xtics (...)" for axis "x"; and the same ticks without their numbers.
std::string gnuplot_ticks(const std::string& axis, const std::vector<AxisTick>& ticks);
std::string gnuplot_bare_ticks(const std::string& axis, const std::vector<AxisTick>& ticks);

}  // namespace kinemate
