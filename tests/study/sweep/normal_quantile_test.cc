#include "study/sweep/normal_quantile.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace kinemate {
namespace {

TEST(NormalQuantile, KnownNumbers) {
  struct Case {
    double probability, quantile;
  };
  // to 17 digits, by 50 of them
  for (const Case& one : std::vector<Case>{{0.5001, 0.000250662830088007492},
                                           {0.0749, -1.44023826752796366},
                                           {0.0751, -1.43882539275253998},
                                           {0.025, -1.95996398454005421},
                                           {0.975, 1.95996398454005386},
                                           {0.001, -3.09023230616781354},
                                           {1e-6, -4.75342430882289896},
                                           {1e-10, -6.3613409024040562},
                                           {1.3e-11, -6.66761145651074083},
                                           {1.5e-11, -6.64657088747711286},
                                           {1e-15, -7.94134532617099677},
                                           {1e-100, -21.2734535609653243},
                                           {1e-300, -37.0470962993611992},
                                           {0.3, -0.524400512708040816}})
    EXPECT_NEAR(normal_quantile(one.probability), one.quantile, 6e-16 * std::abs(one.quantile)) << one.probability;
}

// The distribution by the error function of the library.
TEST(NormalQuantile, InvertsTheDistribution) {
  for (double x = -8; x < 8; x += 0.03125) {
    const double probability = std::erfc(-x / std::sqrt(2.0)) / 2;
    const double density = std::exp(-x * x / 2) / std::sqrt(2 * 3.141592653589793);
    // above 0, a probability near 1 knows less of x
    EXPECT_NEAR(normal_quantile(probability), x, 1e-14 * std::abs(x) + 2e-16 * probability / density) << x;
  }
}

TEST(NormalQuantile, IsSymmetric) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  for (double p : {0.25, 0x1p-5, 0x1p-20, 0x1p-52}) EXPECT_EQ(normal_quantile(p), -normal_quantile(1 - p));
}

}  // namespace
}  // namespace kinemate
