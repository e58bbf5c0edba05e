// The distribution is half an incomplete beta function of x = ν/(ν + t²), and that a continued fraction:
// M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.1 and 26.5.8; evaluated from the front
// after W. J. Lentz, Applied Optics 15 (1976). The quantile is found by halving, which no starting value can mislead.
#include "optimum/student.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr double kRounding = std::numeric_limits<double>::epsilon();

// Γ(a + ½)/Γ(a), for large a by the series of its logarithm (from A&S 6.1.41), since both overflow.
double gamma_ratio(double a) {
  if (a < 100) return std::tgamma(a + 0.5) / std::tgamma(a);
  return std::sqrt(a) * std::exp((-1.0 / 8 + (1.0 / 192 - 1 / (640 * a * a)) / (a * a)) / a);
}

// 1/(1 + d₁/(1 + d₂/(1 + ...))) of A&S 26.5.8; converges fast for x < (a + 1)/(a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double kTiny = 1e-300;  // instead of a zero that would be divided by
  double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), product = d;
  for (int m = 1; m < 100000; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double factor = 1;
    for (const double next : {even, odd}) {
      d = 1 + next * d;
      c = 1 + next / c;
      d = 1 / (std::abs(d) < kTiny ? kTiny : d);
      c = std::abs(c) < kTiny ? kTiny : c;
      factor = c * d;
      product *= factor;
    }
    if (std::abs(factor - 1) <= kRounding) break;
  }
  return product;
}

// P(|T| > t): I_x(ν/2, ½) with x = ν/(ν + t²), y = 1 - x given apart because it may be tiny.
double both_tails(double t, double freedoms) {
  const double a = freedoms / 2, b = 0.5, sum = freedoms + t * t;
  const double x = freedoms / sum, y = t * t / sum;
  const double one_over_beta = gamma_ratio(a) / std::sqrt(std::numbers::pi);
  const double front = one_over_beta * std::exp(-a * std::log1p(t * t / freedoms)) * std::sqrt(y);
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, y) / b;
}

}  // namespace

double student_probability(double t, double freedoms) {
  CHECK(freedoms > 0);
  if (std::isinf(t)) return t > 0 ? 1 : 0;
  const double tail = both_tails(t, freedoms) / 2;
  return t > 0 ? 1 - tail : tail;
}

double student_quantile(double probability, double freedoms) {
  CHECK(probability >= 0 && probability <= 1 && freedoms > 0);
  if (probability < 0.5) return -student_quantile(1 - probability, freedoms);
  if (probability == 0.5) return 0;
  if (probability == 1) return std::numeric_limits<double>::infinity();
  const double tail = 1 - probability;
  double low = 0, high = 1;
  while (both_tails(high, freedoms) / 2 > tail) high *= 2;
  while (high - low > 2 * kRounding * high) {
    const double middle = (low + high) / 2;
    (both_tails(middle, freedoms) / 2 > tail ? low : high) = middle;
  }
  return high;
}

}  // namespace kinemate
