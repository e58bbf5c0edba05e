#include "picture/root_locus_view.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr double kFar = 30;  // times the median: in a picture that shows such poles too, the others are one spot
constexpr double kBeside = 2;
constexpr double kOnAxis = 1e-7;       // of the largest pole: what is nearer to an axis is on it, but for rounding
constexpr double kLeastSize = 1e-200;  // 1/s: nothing divides by what is less
constexpr double kStandstill = 1e-3;   // 1/s, with kOnAxis: a pole at 0, but for rounding
constexpr double kRoom = 0.06;         // of the range, at both ends
constexpr double kHalfPlane = 0.12;    // of the range, to show on which side of the imaginary axis poles are

// Distances from the origin of all poles.
std::vector<double> sizes_of(const std::vector<RootLocus::Branch>& branches) {
  std::vector<double> sizes;
  for (const RootLocus::Branch& branch : branches)
    for (std::size_t i = 0; i < branch.real.size(); ++i)
      if (is_visible(branch.real[i], false) && is_visible(branch.imaginary[i], false))
        sizes.push_back(std::hypot(branch.real[i], branch.imaginary[i]));
  return sizes;
}

// The largest distance within each branch; in a map of poles, of each pole.
std::vector<double> branch_sizes(const RootLocus& locus) {
  if (locus.values.empty()) return sizes_of(locus.branches);
  std::vector<double> sizes;
  for (const RootLocus::Branch& branch : locus.branches)
    if (const std::vector<double> all = sizes_of({branch}); !all.empty())
      sizes.push_back(*std::max_element(all.begin(), all.end()));
  return sizes;
}

double median_of(std::vector<double> sizes) {
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle;
}

double choose_reach(const RootLocus& locus) {
  std::vector<double> sizes = sizes_of(locus.branches);
  const double largest = sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
  // poles of a free motion are at 0, and say nothing of the others
  std::erase_if(sizes, [&](double size) { return size == 0 || size < std::min(kOnAxis * largest, kStandstill); });
  if (sizes.empty()) return largest;
  const double far = kFar * median_of(std::move(sizes));
  if (largest <= far) return largest;
  // all of what stays near, and the others as far as they go beside it
  double near = 0;
  for (const double size : branch_sizes(locus))
    if (size <= far) near = std::max(near, size);
  return near == 0 ? far : std::min(far, kBeside * near);
}

// Of numbers along an axis, and 0. `size` is that of the poles, `other` the least share of the range on both sides of
// 0.
AxisRange locus_range(const std::vector<double>& values, double size, double least_side) {
  double low = 0, high = 0;
  for (const double value : values) low = std::min(low, value), high = std::max(high, value);
  const double width = high - low;
  if (width <= kOnAxis * size) return {-0.4 * size, 0.4 * size};
  return {std::min(low - kRoom * width, -least_side * width), std::max(high + kRoom * width, least_side * width)};
}

}  // namespace

bool LocusView::shows(double at_real, double at_imaginary) const {
  return is_visible(at_real, false) && is_visible(at_imaginary, false) && std::hypot(at_real, at_imaginary) <= reach;
}

LocusView choose_locus_view(const RootLocus& locus) {
  for (const RootLocus::Branch& branch : locus.branches) {
    CHECK(branch.real.size() == branch.imaginary.size());
    CHECK(locus.values.empty() || locus.values.size() == branch.real.size());
  }
  LocusView view;
  view.reach = choose_reach(locus);
  for (const RootLocus::Mark& mark : locus.boundaries)
    view.reach = std::max(view.reach, std::hypot(mark.real, mark.imaginary));
  std::vector<double> real, imaginary;
  double size = 0;
  const auto take = [&](double re, double im) {
    real.push_back(re);
    imaginary.push_back(im);
    size = std::max(size, std::hypot(re, im));
  };
  for (const RootLocus::Branch& branch : locus.branches) {
    const std::size_t before = view.poles_beyond;
    for (std::size_t i = 0; i < branch.real.size(); ++i) {
      const double re = branch.real[i], im = branch.imaginary[i];
      if (!is_visible(re, false) || !is_visible(im, false)) continue;
      if (view.shows(re, im)) {
        take(re, im);
      } else {
        ++view.poles_beyond;
        view.farthest = std::max(view.farthest, std::hypot(re, im));
      }
    }
    view.branches_beyond += view.poles_beyond > before;
  }
  for (const RootLocus::Mark& mark : locus.boundaries) take(mark.real, mark.imaginary);
  if (size < kLeastSize) size = 1;
  view.real = locus_range(real, size, kHalfPlane);
  view.imaginary = locus_range(imaginary, size, kRoom);
  return view;
}

}  // namespace kinemate
