#include "picture/growing_curve.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace kinemate {
namespace {

constexpr std::size_t kMostPoints = 24'000;
constexpr double kColumns = 2048;  // some more than pictures have pixels; four points each at most

}  // namespace

void GrowingCurve::add(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y)) {
    broken_ = true;
    return;
  }
  if (broken_) lines_.emplace_back();
  broken_ = false;
  lines_.back().push_back({x, y});
  if (++points_ > kMostPoints) thin();
}

void GrowingCurve::thin() {
  const double column = std::abs(lines_.back().back().x - lines_.front().front().x) / kColumns;
  points_ = 0;
  for (std::vector<PicturePoint>& line : lines_) {
    if (column > 0) line = thin_out(line, column);
    points_ += line.size();
  }
  if (points_ <= kMostPoints / 2) return;
  // very many short lines, or no time goes by: only some of them
  std::vector<std::vector<PicturePoint>> some;
  points_ = 0;
  for (std::size_t i = 0; i < lines_.size(); i += 2) points_ += lines_[i].size(), some.push_back(std::move(lines_[i]));
  if (some.size() > 1) {
    lines_ = std::move(some);
    broken_ = true;
  } else {
    lines_ = std::move(some);
    lines_[0].resize(std::min<std::size_t>(lines_[0].size(), kMostPoints / 2));
    points_ = lines_[0].size();
  }
}

Curve GrowingCurve::curve(const std::string& name) const {
  Curve whole{name, {}, {}};
  for (const std::vector<PicturePoint>& line : lines_) {
    if (!whole.x.empty()) {
      whole.x.push_back(line.front().x);
      whole.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    for (const PicturePoint& point : line) whole.x.push_back(point.x), whole.y.push_back(point.y);
  }
  return whole;
}

}  // namespace kinemate
