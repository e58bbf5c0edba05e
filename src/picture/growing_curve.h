// A curve that grows while a run goes on, thinned to what can be seen whenever it has too many points.
#pragma once

#include <vector>

#include "picture/figure.h"
#include "picture/thin.h"

namespace kinemate {

class GrowingCurve {
 public:
  /// x must not turn round. A y that is not finite parts the line.
  void add(double x, double y);

  /// At most some ten thousand points; what a picture of the whole range of x shows is in them.
  Curve curve(const std::string& name) const;

 private:
  void thin();

  std::vector<std::vector<PicturePoint>> lines_;  // unbroken ones
  std::size_t points_ = 0;
  bool broken_ = true;
};

}  // namespace kinemate
