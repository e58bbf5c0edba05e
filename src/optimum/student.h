// Student's t: how far from the mean of few measurements the truth may lie.
#pragma once

namespace kinemate {

/// P(T ≤ t) of Student's distribution. REQUIRES: freedoms > 0.
double student_probability(double t, double freedoms);

/// The t with P(T ≤ t) = probability; ±∞ for 1 and 0. REQUIRES: 0 ≤ probability ≤ 1, freedoms > 0.
double student_quantile(double probability, double freedoms);

}  // namespace kinemate
