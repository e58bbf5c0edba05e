// Sines and cosines of many numbers at once, several times as fast as one by one.
#pragma once

#include <cstddef>

namespace kinemate {

/// Each result depends on its argument alone, not on its place or on `count`. REQUIRES: count is a multiple of 4.
void compute_sines_and_cosines(const double* arguments, double* sines, double* cosines, std::size_t count);

}  // namespace kinemate
