#include "study/sweep/twofold.h"

#include <algorithm>
#include <cmath>

namespace kinemate {
namespace {

constexpr Twofold kLogarithmOf2{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

// a + b without error.
Twofold exact_sum(double a, double b) {
  const double sum = a + b, b_in_sum = sum - a;
  return {sum, (a - (sum - b_in_sum)) + (b - b_in_sum)};
}

// a·b without error.
Twofold exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// REQUIRES: |a| >= |b|.
Twofold ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

Twofold divided(Twofold a, double b) {
  const double quotient = a.high / b;
  return ordered_sum(quotient, (std::fma(-quotient, b, a.high) + a.low) / b);
}

}  // namespace

Twofold operator+(Twofold a, Twofold b) {
  const Twofold high = exact_sum(a.high, b.high), low = exact_sum(a.low, b.low);
  const Twofold sum = ordered_sum(high.high, high.low + low.high);
  return ordered_sum(sum.high, sum.low + low.low);
}

Twofold operator-(Twofold a, Twofold b) { return a + Twofold{-b.high, -b.low}; }

Twofold operator*(Twofold a, Twofold b) {
  const Twofold high = exact_product(a.high, b.high);
  return ordered_sum(high.high, high.low + (a.high * b.low + a.low * b.high));
}

Twofold operator/(Twofold a, Twofold b) {
  // long division in three digits, each a double
  const double first = a.high / b.high;
  Twofold rest = a - b * Twofold{first};
  const double second = rest.high / b.high;
  rest = rest - b * Twofold{second};
  return ordered_sum(first, second) + Twofold{rest.high / b.high};
}

Twofold twofold_exp(Twofold x) {
  // exp(x) = 2^k·exp(r)^64, |r| <= ln(2)/128, and r^13/13! is below the last digit
  const double k = std::floor(x.high / kLogarithmOf2.high + 0.5);
  const Twofold rest = x - kLogarithmOf2 * Twofold{k};
  const Twofold r{rest.high / 64, rest.low / 64};
  Twofold power{1};
  for (int n = 12; n > 0; --n) power = Twofold{1} + divided(r * power, n);
  for (int squares = 0; squares < 6; ++squares) power = power * power;
  const int exponent = static_cast<int>(k);
  return {std::ldexp(power.high, exponent), std::ldexp(power.low, exponent)};
}

Twofold twofold_log(double x) {
  // x = 2^k·m, m near 1, so that nothing is lost where x is near 1
  int k = 0;
  double m = std::frexp(x, &k);
  if (m < 0.70710678) {
    m *= 2;
    --k;
  }
  // one step of Newton's method doubles the digits, and takes away what the library's last bit is
  const Twofold first{std::log(m)};
  const Twofold better = first + (Twofold{m} * twofold_exp(Twofold{-first.high}) - Twofold{1});
  return kLogarithmOf2 * Twofold{static_cast<double>(k)} + better;
}

double rounded_between(double low, double high, Twofold part) {
  const Twofold value = Twofold{low} + (Twofold{high} - Twofold{low}) * part;
  return std::clamp(value.high, low, high);
}

double rounded_between_logarithms(double low, double high, Twofold part) {
  const Twofold ratio = twofold_log(high) - twofold_log(low);
  return std::clamp(twofold_exp(twofold_log(low) + ratio * part).high, low, high);
}

}  // namespace kinemate
