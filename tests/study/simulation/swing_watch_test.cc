#include "study/simulation/swing_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace kinemate {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;

template <class F>
SwingWatch::Fastest fastest_of(F numbers, double end = 5, double step = 1e-3) {
  SwingWatch watch;
  for (int i = 0; i * step <= end; ++i) watch.take(i * step, numbers(i * step));
  return watch.fastest();
}

TEST(SwingWatch, FindsTheHighestFrequencyThatCanBeSeen) {
  const auto found = fastest_of([](double t) {
    return std::vector<double>{t, std::sin(kTwoPi * 2 * t), 3 * std::sin(kTwoPi * t) + std::sin(kTwoPi * 18 * t),
                               std::sin(kTwoPi * t) + 1e-4 * std::sin(kTwoPi * 90 * t)};
  });
  EXPECT_NEAR(found.frequency, 18, 0.8);
  EXPECT_EQ(found.index, 2u);
}

TEST(SwingWatch, SingleJumpsAndMonotoneMotionsAreNoSwings) {
  EXPECT_EQ(fastest_of([](double t) { return std::vector<double>{t, t < 2 ? 0.0 : 1.0, std::exp(t)}; }).frequency, 0);
  EXPECT_EQ(fastest_of([](double t) { return std::vector<double>{std::exp(-std::pow((t - 2) / 0.01, 2))}; }).frequency,
            0);
}

TEST(SwingWatch, RoundingAtRestDoesNotCount) {
  const auto found = fastest_of([i = 0](double t) mutable {
    const double noise = (++i % 2) * 1e-16;
    return std::vector<double>{t < 1 ? 1 + noise : 1 + std::sin(kTwoPi * 3 * (t - 1))};
  });
  EXPECT_NEAR(found.frequency, 3, 0.1);
}

TEST(SwingWatch, RunsMayGoBackwardsAndBeInterrupted) {
  SwingWatch watch;
  for (int i = 0; i < 3000; ++i) {
    if (i % 100 == 99) watch.interrupt();  // shorter than three periods
    watch.take(-1e-3 * i, std::vector<double>{std::sin(kTwoPi * 10e-3 * i)});
  }
  EXPECT_EQ(watch.fastest().frequency, 0);
  for (int i = 3000; i < 4000; ++i) watch.take(-1e-3 * i, std::vector<double>{std::sin(kTwoPi * 10e-3 * i)});
  EXPECT_NEAR(watch.fastest().frequency, 10, 0.2);
}

}  // namespace
}  // namespace kinemate
