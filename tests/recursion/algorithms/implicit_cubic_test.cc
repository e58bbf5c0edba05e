#include "recursion/algorithms/implicit_cubic.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class ImplicitCubicTest : public ExprTest {};

constexpr auto kImplicitCubicSolver = []<class S>(const BaseSystem<S>& system) {
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  return [=, factors = factor_implicit_cubic(system, bases)](const RightSide<S>& right) {
    return solve(system, bases, factors, right);
  };
};

TEST_F(ImplicitCubicTest, RandomTreesInNumbers) {
  check_random_systems<double>(13, random_cases(300), {.links = 8}, kImplicitCubicSolver);
}

TEST_F(ImplicitCubicTest, RandomTreesExactly) {
  check_random_systems<Expr>(14, random_cases(20), {.links = 4}, kImplicitCubicSolver);
}

TEST_F(ImplicitCubicTest, EverythingFree) {
  check_random_systems<double>(15, 1, {.links = 0}, kImplicitCubicSolver);
  RandomSystem<double> draw(16);
  BaseSystem<double> system;  // six columns: no locked load anywhere
  for (std::size_t k = 0; k < 6; ++k) {
    Six<double> axis{};
    axis[k] = 1;
    system.free.push_back(from_six<Twist<double>>(axis));
  }
  system.links.push_back({kBase, {}, 0, 6, draw.body()});
  const RightSide<double> right = draw.right_side(system);
  expect_solves(system, right, kImplicitCubicSolver(system)(right));
}

TEST_F(ImplicitCubicTest, PointMassesAreRefused) {
  RandomSystem<double> draw(17);
  BaseSystem<double> system = draw.system({.links = 5});
  system.links[3].inertia = make_rigid_inertia<double>(2, {0.1, 0.2, 0.3}, {});
  try {
    factor_implicit_cubic(system, make_joint_bases(system));
    FAIL();
  } catch (const SingularInertia& singular) {
    EXPECT_EQ(singular.link, 3u);
  }
}

}  // namespace
}  // namespace kinemate
