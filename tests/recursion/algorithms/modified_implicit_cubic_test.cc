#include "recursion/algorithms/modified_implicit_cubic.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class ModifiedImplicitCubicTest : public ExprTest {};

constexpr auto kModifiedImplicitCubicSolver = []<class S>(const BaseSystem<S>& system) {
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  return [=, factors = factor_modified_implicit_cubic(system, bases)](const RightSide<S>& right) {
    return solve(system, bases, factors, right);
  };
};

TEST_F(ModifiedImplicitCubicTest, RandomTreesInNumbers) {
  check_random_systems<double>(18, random_cases(400), {.links = 8}, kModifiedImplicitCubicSolver);
}

TEST_F(ModifiedImplicitCubicTest, RandomTreesExactly) {
  check_random_systems<Expr>(19, random_cases(30), {.links = 4}, kModifiedImplicitCubicSolver);
}

TEST_F(ModifiedImplicitCubicTest, PointMassesAndMasslessLinks) {
  check_random_systems<double>(20, random_cases(400), {.links = 7, .singular_inertias = true},
                               kModifiedImplicitCubicSolver);
  check_random_systems<Expr>(21, random_cases(30), {.links = 4, .singular_inertias = true},
                             kModifiedImplicitCubicSolver);
}

TEST_F(ModifiedImplicitCubicTest, SpeedsWithoutInertiaAreNamed) {
  RandomSystem<double> draw(22);
  BaseSystem<double> system = draw.system({.links = 3, .chain = true});
  system.links.push_back({2, {}, system.free.size(), 1, {}});
  system.free.push_back({{0, 0.6, 0.8}, {}});
  try {
    factor_modified_implicit_cubic(system, make_joint_bases(system));
    FAIL();
  } catch (const SingularColumn& singular) {
    EXPECT_EQ(singular.speed, system.free.size() - 1);
  }
}

}  // namespace
}  // namespace kinemate
