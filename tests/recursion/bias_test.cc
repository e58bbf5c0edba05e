#include "recursion/bias.h"

#include <gtest/gtest.h>

#include <random>

namespace kinemate {
namespace {

// Against h = [ω×Θω; ω×(ω×mc)] and M x as spatial/inertia.h has them.
TEST(Bias, RequiredLoadIsThatOfTheInertia) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&] { return Vector3<double>{number(random), number(random), number(random)}; };
  for (int round = 0; round < 100; ++round) {
    const RigidInertia<double> inertia{
        number(random),
        vector(),
        {number(random), number(random), number(random), number(random), number(random), number(random)}};
    BaseSystem<double> system;
    system.links = {{kBase, {}, 0, 0, inertia}};
    const Vector3<double> omega = vector(), alpha = vector(), a = vector();
    const auto motions = compute_motions(system, {}, {{{omega, {}}, {alpha, a}}});
    const Load<double> found = required_load(inertia, motions[0]);
    const Load<double> expected = inertia * Acceleration<double>{alpha, a} + velocity_load(inertia, omega);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(found.torque[i], expected.torque[i], 1e-14);
      EXPECT_NEAR(found.force[i], expected.force[i], 1e-14);
    }
  }
}

// A bead that slides outward at speed 3 on a rod that turns at 2 about z: −ω² r inward and 2 ω v across.
TEST(Bias, SlidingOnWhatTurns) {
  BaseSystem<double> system;
  system.links = {{kBase, {}, 0, 0, {}}, {0, {}, 0, 0, {}}};
  system.links[1].transfer.arm = {5, 0, 0};
  const auto motions =
      compute_motions(system, {{0, 0, 0}, {{}, {0, 0, 10}}}, {{{{0, 0, 2}, {}}, {}}, {{{}, {3, 0, 0}}, {}}});
  EXPECT_DOUBLE_EQ(motions[1].acceleration.linear.x, -20);
  EXPECT_DOUBLE_EQ(motions[1].acceleration.linear.y, 12);
  EXPECT_DOUBLE_EQ(motions[1].acceleration.linear.z, 10);
}

// What is oriented against the base does not feel that its carrier turns, but is carried along.
TEST(Bias, NotTurningWithItsCarrier) {
  BaseSystem<double> system;
  system.links = {{kBase, {}, 0, 0, {}}, {0, {}, 0, 0, {}}};
  system.links[1].transfer.arm = {5, 0, 0};
  system.links[1].transfer.turns_with_carrier = false;
  const auto motions = compute_motions(system, {}, {{{{0, 0, 2}, {}}, {}}, {}});
  EXPECT_DOUBLE_EQ(motions[1].acceleration.linear.x, -20);
  EXPECT_DOUBLE_EQ(motions[1].angular_velocity.z, 0);
  const std::vector<Load<double>> loads = collect_joint_loads(system, {{}, {{1, 2, 3}, {0, 7, 0}}});
  EXPECT_DOUBLE_EQ(loads[0].torque.x, 0);
  EXPECT_DOUBLE_EQ(loads[0].torque.z, 35);
  EXPECT_DOUBLE_EQ(loads[0].force.y, 7);
}

}  // namespace
}  // namespace kinemate
