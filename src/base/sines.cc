// Four at a time on processors with AVX2, else by libm.
//
// x = n π/2 + r, |r| ≤ π/4, with π/2 in three parts and fused multiply-adds, so that r is right to its last places;
// then the polynomials of fdlibm (Sun Microsystems 1993, k_sin.c and k_cos.c) for sin r and cos r, which both results
// need anyway: half the work of two functions. Quadrants exchange them and change signs. Arguments beyond 10⁶ go to
// libm.
#include "base/sines.h"

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace kinemate {
namespace {

void compute_one_by_one(const double* x, double* sines, double* cosines, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) sines[i] = std::sin(x[i]), cosines[i] = std::cos(x[i]);
}

#if defined(__x86_64__)
constexpr double kLargest = 1e6;

// Highest coefficient first; in steps of x², which take half as long one after the other as steps of x.
template <std::size_t kCount>
__attribute__((target("avx2,fma"), always_inline)) inline __m256d polynomial(const double (&c)[kCount], __m256d x) {
  const __m256d square = _mm256_mul_pd(x, x);
  const auto pair = [&](std::size_t i) __attribute__((target("avx2,fma"), always_inline)) {
    return _mm256_fmadd_pd(_mm256_set1_pd(c[i]), x, _mm256_set1_pd(c[i + 1]));
  };
  constexpr std::size_t kFirst = 2 - kCount % 2;
  __m256d sum = kFirst == 2 ? pair(0) : _mm256_set1_pd(c[0]);
  for (std::size_t i = kFirst; i < kCount; i += 2) sum = _mm256_fmadd_pd(sum, square, pair(i));
  return sum;
}

__attribute__((target("avx2,fma"), always_inline)) inline void compute_four(const double* x, double* sines,
                                                                            double* cosines) {
  constexpr double kSine[] = {1.58969099521155010221e-10,  -2.50507602534068634195e-08, 2.75573137070700676789e-06,
                              -1.98412698298579493134e-04, 8.33333333332248946124e-03,  -1.66666666666666324348e-01};
  constexpr double kCosine[] = {-1.13596475577881948265e-11,
                                2.08757232129817482790e-09,
                                -2.75573143513906633035e-07,
                                2.48015872894767294178e-05,
                                -1.38888888888741095749e-03,
                                4.16666666666666019037e-02,
                                -0.5};
  const __m256d value = _mm256_loadu_pd(x);
  // the nearest integer stands in the last bits of its sum with 3·2⁵¹
  const __m256d shift = _mm256_set1_pd(6755399441055744.0);
  const __m256d shifted = _mm256_fmadd_pd(value, _mm256_set1_pd(0.63661977236758134308), shift);
  const __m256d n = _mm256_sub_pd(shifted, shift);
  const __m256i quadrant = _mm256_castpd_si256(shifted);
  __m256d r = _mm256_fnmadd_pd(n, _mm256_set1_pd(1.5707963267948965580), value);
  r = _mm256_fnmadd_pd(n, _mm256_set1_pd(6.1232339957367660359e-17), r);
  r = _mm256_fnmadd_pd(n, _mm256_set1_pd(-1.4973849048591833314e-33), r);

  const __m256d square = _mm256_mul_pd(r, r);
  const __m256d sine = _mm256_fmadd_pd(_mm256_mul_pd(square, r), polynomial(kSine, square), r);
  const __m256d cosine = _mm256_fmadd_pd(square, polynomial(kCosine, square), _mm256_set1_pd(1));

  const __m256d odd = _mm256_castsi256_pd(_mm256_slli_epi64(quadrant, 63));
  const __m256i two = _mm256_set1_epi64x(2);
  const __m256i sine_sign = _mm256_slli_epi64(_mm256_and_si256(quadrant, two), 62);
  const __m256i next = _mm256_add_epi64(quadrant, _mm256_set1_epi64x(1));
  const __m256i cosine_sign = _mm256_slli_epi64(_mm256_and_si256(next, two), 62);
  _mm256_storeu_pd(sines, _mm256_xor_pd(_mm256_blendv_pd(sine, cosine, odd), _mm256_castsi256_pd(sine_sign)));
  _mm256_storeu_pd(cosines, _mm256_xor_pd(_mm256_blendv_pd(cosine, sine, odd), _mm256_castsi256_pd(cosine_sign)));

  const __m256d size = _mm256_andnot_pd(_mm256_set1_pd(-0.0), value);
  const int large = _mm256_movemask_pd(_mm256_cmp_pd(size, _mm256_set1_pd(kLargest), _CMP_NLE_UQ));
  if (__builtin_expect(large == 0, 1)) return;
  double arguments[4];  // `x` may be where results go
  _mm256_storeu_pd(arguments, value);
  for (std::size_t i = 0; i < 4; ++i)
    if ((large >> i) & 1) compute_one_by_one(arguments + i, sines + i, cosines + i, 1);
}

__attribute__((target("avx2,fma"))) void compute_by_fours(const double* x, double* sines, double* cosines,
                                                          std::size_t count) {
  for (std::size_t i = 0; i < count; i += 4) compute_four(x + i, sines + i, cosines + i);
}
#endif

auto choose() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &compute_by_fours;
#endif
  return &compute_one_by_one;
}

}  // namespace

void compute_sines_and_cosines(const double* arguments, double* sines, double* cosines, std::size_t count) {
  static const auto compute = choose();
  compute(arguments, sines, cosines, count);
}

}  // namespace kinemate
