#include "sim/explicit/adams_weights.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

// On equal steps the weights are those of Adams and Bashforth: 1, 1/2, 5/12, 3/8, 251/720 of backward differences.
TEST(AdamsWeights, EqualStepsGiveBashforthsNumbers) {
  AdamsWeights weights;
  for (std::size_t k = 1; k <= 4; ++k) {
    for (int repeat = 0; repeat < 2; ++repeat) {
      plan_adams_step(weights, 0.1, k);
      weights.last_step = 0.1;
      weights.last_order = k;
    }
  }
  for (int repeat = 0; repeat < 4; ++repeat) plan_adams_step(weights, 0.1, 4);
  const std::vector<double> expected = {1, 1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(weights.g[i + 1], expected[i], 1e-15) << i;
  for (std::size_t i = 1; i <= 4; ++i) {
    EXPECT_NEAR(weights.psi[i], 0.1 * static_cast<double>(i), 1e-15);
    EXPECT_NEAR(weights.alpha[i], 1 / static_cast<double>(i), 1e-15);
    EXPECT_NEAR(weights.beta[i], 1, 1e-15);
  }
}

TEST(AdamsWeights, ARevokedStepLeavesTheOlderTimes) {
  AdamsWeights weights;
  const std::vector<double> steps = {0.1, 0.2, 0.3};
  for (std::size_t k = 1; k <= 3; ++k) {
    plan_adams_step(weights, steps[k - 1], k);
    weights.last_step = steps[k - 1];
    weights.last_order = k;
  }
  EXPECT_NEAR(weights.psi[1], 0.3, 1e-15);
  EXPECT_NEAR(weights.psi[2], 0.5, 1e-15);
  EXPECT_NEAR(weights.psi[3], 0.6, 1e-15);
  plan_adams_step(weights, 0.4, 3);
  EXPECT_NEAR(weights.psi[3], 0.9, 1e-15);
  revoke_adams_step(weights, 0.4, 3);
  EXPECT_NEAR(weights.psi[1], 0.3, 1e-15);
  EXPECT_NEAR(weights.psi[2], 0.5, 1e-15);
}

// Slopes t² at t = 2, 1.5, 1.25: the integral back to any time is exact.
TEST(AdamsWeights, InterpolatesPolynomials) {
  AdamsHistory history{.t = 2, .order = 2};
  history.psi = {0, 0.5, 0.75};
  std::vector<double> slopes;
  for (const double t : adams_times(history)) slopes.push_back(t * t);
  set_adams_slopes(history, 1, slopes);
  AdamsWeights::Orders psi{};
  std::copy(history.psi.begin(), history.psi.end(), psi.begin());
  for (const double past : {-0.1, -0.5, 0.3}) {
    const AdamsWeights::Orders g = adams_interpolation(psi, past, 2);
    double sum = 0;
    for (std::size_t i = 1; i <= 3; ++i) sum += g[i] * history.phi[i - 1];
    EXPECT_NEAR(past * sum, (std::pow(2 + past, 3) - 8) / 3, 1e-14);
  }
}

}  // namespace
}  // namespace kinemate
