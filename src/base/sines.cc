// By libmvec, the vector mathematics of glibc (at most 4 units in the last place), where there is one and the processor
// has AVX2; else by libm.
#include "base/sines.h"

#include <cmath>

#if defined(__x86_64__) && defined(__GLIBC__)
#include <immintrin.h>
#endif

namespace kinemate {
namespace {

void compute_one_by_one(const double* x, double* sines, double* cosines, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sines[i] = std::sin(x[i]), cosines[i] = std::cos(x[i]);
}

#if defined(__x86_64__) && defined(__GLIBC__)
// names of glibc's vector ABI: four doubles in AVX2 registers
extern "C" __attribute__((target("avx2"))) __m256d _ZGVdN4v_sin(__m256d);
extern "C" __attribute__((target("avx2"))) __m256d _ZGVdN4v_cos(__m256d);

__attribute__((target("avx2"))) void compute_by_fours(const double* x, double* sines, double* cosines,
                                                      std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4) {
    _mm256_storeu_pd(sines + i, _ZGVdN4v_sin(_mm256_loadu_pd(x + i)));
    _mm256_storeu_pd(cosines + i, _ZGVdN4v_cos(_mm256_loadu_pd(x + i)));
  }
}
#endif

auto choose() {
#if defined(__x86_64__) && defined(__GLIBC__)
  if (__builtin_cpu_supports("avx2")) return &compute_by_fours;
#endif
  return &compute_one_by_one;
}

}  // namespace

void compute_sines_and_cosines(const double* arguments, double* sines, double* cosines, std::size_t count) {
  static const auto compute = choose();
  compute(arguments, sines, cosines, count);
}

}  // namespace kinemate
