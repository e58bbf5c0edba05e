#include "picture/thin.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace kinemate {

std::vector<PicturePoint> thin_out(const std::vector<PicturePoint>& line, double column) {
  CHECK(column > 0);
  const auto lower = [](const PicturePoint& a, const PicturePoint& b) { return a.y < b.y; };
  std::vector<PicturePoint> thin;
  for (auto from = line.begin(); from != line.end();) {
    const double here = std::floor(from->x / column);
    const auto to = std::find_if(from, line.end(), [&](const auto& p) { return std::floor(p.x / column) != here; });
    auto [lowest, highest] = std::minmax_element(from, to, lower);
    if (highest < lowest) std::swap(lowest, highest);
    auto kept = from;
    thin.push_back(*from);
    for (const auto next : {lowest, highest, to - 1}) {
      if (next > kept) thin.push_back(*(kept = next));
    }
    from = to;
  }
  return thin;
}

}  // namespace kinemate
