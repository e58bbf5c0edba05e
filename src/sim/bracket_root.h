// The place where a function of time leaves a sign, between two times that enclose it.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace kinemate {

struct SignChange {
  double before = 0, after = 0;              ///< times; the sign is still held at the first, no more at the second
  double value_before = 0, value_after = 0;  ///< of the function there
};

/// Narrows a sign change to neighbouring times, as far as rounding allows; a value of 0 counts as changed. Inverse
/// quadratic interpolation where it is safe, halving elsewhere: T. R. Chandrupatla, Adv. Eng. Software 28 (1997).
template <class Function>
SignChange narrow_sign_change(const SignChange& change, Function&& value) {
  struct Tried {
    double t, g;
  };
  const bool positive = change.value_before > 0;
  const auto holds = [&](const Tried& point) { return positive ? point.g > 0 : point.g < 0; };
  // a and b enclose the change, c is the point before
  Tried a{change.after, change.value_after}, b{change.before, change.value_before}, c = b;
  const double tolerance = std::numeric_limits<double>::epsilon() * std::max(std::abs(a.t), std::abs(b.t));
  double part = 0.5;
  while (std::abs(b.t - a.t) > 2 * tolerance && (holds(a) ? b.g : a.g) != 0) {
    Tried x{.t = a.t + part * (b.t - a.t)};
    x.g = value(x.t);
    if (holds(x) == holds(a)) {
      c = a;
    } else {
      c = std::exchange(b, a);
    }
    a = x;
    const double xi = (a.t - b.t) / (c.t - b.t), phi = (a.g - b.g) / (c.g - b.g);
    const bool safe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    part =
        safe ? a.g / (b.g - a.g) * c.g / (b.g - c.g) + (c.t - a.t) / (b.t - a.t) * a.g / (c.g - a.g) * b.g / (c.g - b.g)
             : 0.5;
    const double least = std::min(0.5, tolerance / std::abs(b.t - a.t));
    part = std::clamp(part, least, 1 - least);
  }
  return holds(a) ? SignChange{a.t, b.t, a.g, b.g} : SignChange{b.t, a.t, b.g, a.g};
}

}  // namespace kinemate
