#include "recursion/algorithms/composite.h"

#include <gtest/gtest.h>

#include "recursion/algorithms/articulated.h"
#include "recursion/algorithms/mass_factors.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

// Three ways to the same accelerations, of random trees: composite bodies, velocity transformation, articulated bodies.
TEST(Composite, AgreesWithVelocitiesAndArticulatedBodies) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    RandomSystem<double> random(seed);
    const BaseSystem<double> system = random.system({});
    const RightSide<double> right = random.right_side(system);
    const std::vector<double> mass = compute_mass_by_composites(system), other = compute_mass_by_velocities(system);
    double size = 0;
    for (double entry : mass) size = std::max(size, std::abs(entry));
    for (std::size_t i = 0; i < mass.size(); ++i) EXPECT_NEAR(mass[i], other[i], 1e-13 * size);
    const std::vector<double> x = solve(factor_mass(mass), compute_driving_efforts(system, right));
    const Solution<double> articulated = solve(system, factor_articulated(system), right);
    double largest = 1;
    for (double entry : x) largest = std::max(largest, std::abs(entry));
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], articulated.accelerations[i], 1e-9 * largest);
    const auto motions = spread_accelerations(system, articulated.accelerations);
    for (std::size_t i = 0; i < motions.size(); ++i)
      EXPECT_NEAR(motions[i].linear.x, articulated.motions[i].linear.x, 1e-9 * largest);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace kinemate
