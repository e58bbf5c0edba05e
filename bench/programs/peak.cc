// Compiled for the processor at hand, with contraction (bench/CMakeLists.txt).
#include "bench/programs/peak.h"

namespace kinemate {
namespace {

typedef double Vector __attribute__((vector_size(32)));

}  // namespace

double multiply_and_add(std::size_t rounds) {
  Vector a[12];
  for (int i = 0; i < 12; ++i) a[i] = Vector{1, 2, 3, 4} + static_cast<double>(i);
  const Vector factor = Vector{} + 0.999999, term = Vector{} + 1e-6;
  for (std::size_t round = 0; round < rounds; ++round)
    for (int i = 0; i < 12; ++i) a[i] = a[i] * factor + term;
  for (int i = 1; i < 12; ++i) a[0] += a[i];
  return a[0][0] + a[0][1] + a[0][2] + a[0][3];
}

}  // namespace kinemate
