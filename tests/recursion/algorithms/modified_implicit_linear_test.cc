#include "recursion/algorithms/modified_implicit_linear.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class ModifiedImplicitLinearTest : public ExprTest {};

constexpr auto kModifiedImplicitLinearSolver = []<class S>(const BaseSystem<S>& system) {
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  return [=, factors = factor_modified_implicit(system, bases)](const RightSide<S>& right) {
    return solve(system, bases, factors, right);
  };
};

TEST_F(ModifiedImplicitLinearTest, RandomTreesInNumbers) {
  check_random_systems<double>(3, random_cases(400), {.links = 8}, kModifiedImplicitLinearSolver);
}

TEST_F(ModifiedImplicitLinearTest, RandomTreesExactly) {
  check_random_systems<Expr>(4, random_cases(30), {.links = 4}, kModifiedImplicitLinearSolver);
}

TEST_F(ModifiedImplicitLinearTest, PointMassesAndMasslessLinks) {
  check_random_systems<double>(5, random_cases(400), {.links = 7, .singular_inertias = true},
                               kModifiedImplicitLinearSolver);
  check_random_systems<Expr>(6, random_cases(30), {.links = 4, .singular_inertias = true},
                             kModifiedImplicitLinearSolver);
}

// Two turns about one axis with nothing between them: along z exactly, elsewhere with some rounding left.
TEST_F(ModifiedImplicitLinearTest, SpeedsWithoutInertiaAreNamed) {
  RandomSystem<double> draw(7);
  for (int round = 0; round < 30; ++round) {
    BaseSystem<double> system;
    const Twist<double> turn{round == 0 ? unit<double>(2) : draw.vector() + Vector3<double>{2, 0, 0}, {}};
    system.free = {turn, turn};
    system.links.push_back({kBase, {}, 0, 1, {}});
    system.links.push_back({0, {}, 1, 1, draw.body()});
    try {
      factor_modified_implicit(system, make_joint_bases(system));
      FAIL() << round;
    } catch (const SingularColumn& singular) {
      EXPECT_EQ(singular.speed, 0u);
    }
  }
  BaseSystem<Expr> massless;
  massless.free = {{{0, 0, 1}, {}}};
  massless.links.push_back({kBase, {}, 0, 1, {}});
  EXPECT_THROW(factor_modified_implicit(massless, make_joint_bases(massless)), SingularColumn);
}

}  // namespace
}  // namespace kinemate
