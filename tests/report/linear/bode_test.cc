#include "report/linear/bode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/check.h"

namespace kinemate {
namespace {

using Response = std::vector<std::complex<double>>;

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

TEST(Bode, PhasesHaveNoJumpsByTurns) {
  Response response;
  for (int i = 0; i < 50; ++i) response.push_back(std::polar(1.0 / (1 + i), -0.4 * i));  // a delay
  const std::vector<double> phases = unwrapped_phases(response);
  for (std::size_t i = 0; i < 50; ++i)
    EXPECT_NEAR(phases[i], -0.4 * static_cast<double>(i) * 180 / std::acos(-1.0), 1e-9);
}

// Forces that push a mass: -1/ω², with rounding of either sign.
TEST(Bode, HalfATurnAtTheStartIsALag) {
  for (const double rounding : {0.0, 1e-17, -1e-17, -0.0})
    for (const double phase : unwrapped_phases({{-4, rounding}, {-1, -rounding}, {-0.25, rounding}}))
      EXPECT_NEAR(phase, -180, 1e-9) << rounding;
  EXPECT_NEAR(unwrapped_phases({{-1, 0.1}})[0], 174.289, 1e-3);  // a lead
}

// Without damping a response is real: in phase or against it, whatever the sign of the rounding.
TEST(Bode, ResonancesWithoutDampingGoToAndFro) {
  const std::vector<double> phases =
      unwrapped_phases({{1, 0}, {-2, 1e-18}, {3, -1e-18}, {-4, -1e-18}, {5, 0}, {-6, 0.0}});
  const std::vector<double> expected = {0, -180, 0, -180, 0, -180};
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(phases[i], expected[i], 1e-9) << i;
}

TEST(Bode, InfiniteAndZeroPartTheCurves) {
  const double infinity = std::numeric_limits<double>::infinity();
  const BodeData data{.machine = "m", .frequencies = {1, 2, 3, 4}, .channels = {{"F", "x", {10, infinity, 0.0, -0.1}}}};
  const Figure figure = bode_figure(data);
  const std::vector<double>& decibels = figure.panels[0].curves[0].y;
  const std::vector<double>& degrees = figure.panels[1].curves[0].y;
  EXPECT_DOUBLE_EQ(decibels[0], 20);
  EXPECT_DOUBLE_EQ(decibels[3], -20);
  EXPECT_DOUBLE_EQ(degrees[0], 0);
  EXPECT_DOUBLE_EQ(degrees[3], -180);
  for (std::size_t i : {1u, 2u}) EXPECT_TRUE(std::isnan(decibels[i]) && std::isnan(degrees[i])) << i;
  EXPECT_TRUE(std::isnan(unwrapped_phases({{kNoNumber, 0}})[0]));
}

TEST(Bode, PanelsAreWhatEngineersExpect) {
  const Figure figure = bode_figure({.machine = "cart",
                                     .frequency_label = "ω [rad/s]",
                                     .frequencies = {1, 2},
                                     .channels = {{"F", "x", {1, 2}}, {"F", "phi", {1, 2}}}});
  EXPECT_EQ(figure.title, "cart: frequency response");
  EXPECT_EQ(figure.x_label, "ω [rad/s]");
  EXPECT_TRUE(figure.x_logarithmic);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].y_label, "magnitude [dB]");
  EXPECT_EQ(figure.panels[0].y_numbers, AxisNumbers::kDecibels);
  EXPECT_EQ(figure.panels[1].y_label, "phase [deg]");
  EXPECT_EQ(figure.panels[1].y_numbers, AxisNumbers::kDegrees);
  EXPECT_EQ(figure.panels[0].curves[1].name, "phi from F");
  EXPECT_EQ(figure.panels[1].curves[1].name, "");  // one legend will do
}

TEST(Bode, ResponsesBelongToFrequencies) {
  EXPECT_THROW(bode_figure({.frequencies = {1, 2}, .channels = {{"F", "x", {1}}}}), CheckFailure);
}

}  // namespace
}  // namespace kinemate
