// The inverse of the normal distribution.
#pragma once

namespace kinemate {

/// The number that a normal variable of mean 0 and deviation 1 stays below with this probability, to 16 digits; the
/// same bits on every computer. REQUIRES: 0 < probability < 1.
double normal_quantile(double probability);

}  // namespace kinemate
