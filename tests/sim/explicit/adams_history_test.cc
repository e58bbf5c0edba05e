#include "sim/explicit/adams_history.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

AdamsHistory uneven_history() {
  AdamsHistory history{.t = 2, .order = 3};
  history.psi = {0, 0.5, 0.75, 2};
  return history;
}

TEST(AdamsHistory, TimesAreThoseOfPsi) { EXPECT_EQ(adams_times(uneven_history()), (std::vector{2.0, 1.5, 1.25, 0.0})); }

// f = t²: f[t] = 4, f[t, t₁] = t + t₁ = 3.5, f[t, t₁, t₂] = 1, and none above.
TEST(AdamsHistory, DifferencesOfASquare) {
  AdamsHistory history = uneven_history();
  std::vector<double> slopes;
  for (const double t : adams_times(history)) slopes.push_back(t * t);
  set_adams_slopes(history, 1, slopes);
  const std::vector<double> expected = {4, 0.5 * 3.5, 0.5 * 0.75, 0};
  ASSERT_EQ(history.phi.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(history.phi[i], expected[i], 1e-15);
}

TEST(AdamsHistory, SlopesComeBack) {
  AdamsHistory history = uneven_history();
  const std::vector<double> slopes = {1, 2, -3, 4, 0.5, 7, 9, -8};
  set_adams_slopes(history, 2, slopes);
  EXPECT_LT(largest_difference(adams_slopes(history, 2), slopes), 1e-13);
}

}  // namespace
}  // namespace kinemate
