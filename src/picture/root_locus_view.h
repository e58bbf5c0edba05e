// The part of the complex plane that a picture of poles shows.
#pragma once

#include <cstddef>

#include "picture/root_locus.h"
#include "picture/visible.h"

namespace kinemate {

/// Both ranges hold the origin. They are those of the poles with some room; where all poles are on one of the axes, the
/// other gets a range of the size of the poles, so that rounding does not look like damping.
struct LocusView {
  AxisRange real, imaginary;
  double reach = 1;                 ///< poles farther from the origin are left out, 1/s
  std::size_t branches_beyond = 0;  ///< that have such poles
  std::size_t poles_beyond = 0;
  double farthest = 0;  ///< of the poles that are left out, 1/s

  bool shows(double at_real, double at_imaginary) const;
};

LocusView choose_locus_view(const RootLocus& locus);

}  // namespace kinemate
