#include "flat/joint_pivots.h"

#include <algorithm>
#include <cmath>

namespace kinemate {

void JointPivots::add(std::size_t row, std::size_t column) {
  rows_.push_back(row);
  columns_.push_back(column);
}

// Against the largest coefficient of the row, at the worst point; 0 where there is none.
double JointPivots::quality(std::size_t row, std::size_t column) {
  const auto& entries = elimination_.row(row);
  const auto own = entries.find(column);
  if (own == entries.end()) return 0;
  double worst = 1;
  for (std::size_t k = 0; k < SampledValues::kSensible; ++k) {
    double largest = 0;
    for (std::size_t other : columns_)
      if (const auto found = entries.find(other); found != entries.end())
        largest = std::max(largest, std::abs(samples_.at(found->second)[k].value));
    const double size = std::abs(samples_.at(own->second)[k].value);
    if (std::isfinite(size) && largest > 0) worst = std::min(worst, size / largest);
  }
  return worst;
}

void JointPivots::eliminate() {
  while (!rows_.empty()) {
    double best = 0;
    std::size_t r = 0, c = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        const double here = quality(rows_[i], columns_[j]) * (i == j ? 2 : 1);  // rather what was matched
        if (here > best) best = here, r = i, c = j;
      }
    }
    if (best == 0) return;
    if (!elimination_.eliminate(rows_[r], columns_[c])) continue;  // a zero, which is gone now
    std::swap(columns_[c], columns_[r]);                           // others stay matched
    rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(r));
    columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(r));
  }
}

}  // namespace kinemate
