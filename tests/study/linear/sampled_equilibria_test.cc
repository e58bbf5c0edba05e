#include "study/linear/sampled_equilibria.h"

#include <gtest/gtest.h>

#include <numbers>

#include "study/linear/fixture.h"

namespace kinemate {
namespace {

using std::numbers::pi;

class SampledEquilibriaTest : public StudyTest {};

TEST_F(SampledEquilibriaTest, FourOfTwoPendulums) {
  const Model model = machine(kTwoArms);
  const VariedMachine varied(model, {}, keep_quiet);
  const std::vector<MachinePoint> points = find_equilibria(varied, rest_at(varied, model, {}), {.count = 60});
  ASSERT_EQ(points.size(), 4u);
  const double expected[4][2] = {{0, 0}, {0, pi}, {pi, 0}, {pi, pi}};
  for (std::size_t i = 0; i < 4; ++i)
    for (Eigen::Index j = 0; j < 2; ++j) EXPECT_NEAR(points[i].q[j], expected[i][j], 1e-9) << i;
  EXPECT_EQ(find_equilibria(varied, rest_at(varied, model, {}), {.count = 60, .seed = 9}).size(), 4u);
}

TEST_F(SampledEquilibriaTest, OfAMachineThatDoesNotMove) {
  const Model model = machine("name: still\nbodies: {b: {mass: 1}}\njoints: {j: {type: fixed, from: world, to: b}}\n");
  const VariedMachine varied(model, {}, keep_quiet);
  EXPECT_EQ(find_equilibria(varied, rest_at(varied, model, {}), {.count = 3}).size(), 1u);
}

// x does not matter and stays; ranges keep starts apart.
TEST_F(SampledEquilibriaTest, RangesAndWhatDoesNotMatter) {
  const Model model = machine(R"(
name: wells
bodies: {b: {mass: 1}}
joints: {j: {type: planar, axis: z, from: world, to: b, coordinates: [x, y, a]}}
loads: {f: {type: potential, energy: (y^2 - 4)^2/8 + a^2}}
)");
  const VariedMachine varied(model, {}, keep_quiet);
  SampledStarts starts{.count = 40, .seed = 2, .ranges = {{1, {-3, 3}}}};
  const std::vector<MachinePoint> three = find_equilibria(varied, rest_at(varied, model, {"x = 7", "y = 0.1"}), starts);
  ASSERT_EQ(three.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(three[i].q[0], 7);
    EXPECT_NEAR(three[i].q[1], -2 + 2 * static_cast<double>(i), 1e-9);
  }
  starts.ranges[1] = {1.5, 3};
  EXPECT_EQ(find_equilibria(varied, rest_at(varied, model, {"y = 2"}), starts).size(), 1u);
}

}  // namespace
}  // namespace kinemate
