#include "recursion/algorithms/articulated.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "expr/pool.h"
#include "recursion/singular_column.h"

namespace kinemate {
namespace {

using System = BaseSystem<double>;

// Two equal links of length 2, centre of mass in the middle, on parallel hinges; the first hinge turned by a quarter.
System two_links() {
  const RigidInertia<double> rod{3, {3, 0, 0}, {0, 4, 4, 0, 0, 0}};
  System system;
  system.links = {{kBase, {}, 0, 1, rod}, {0, {}, 1, 1, rod}};
  system.links[1].transfer.after = {0, 1};
  system.links[1].transfer.arm = {2, 0, 0};
  system.free = {{{0, 0, 1}, {}}, {{0, 0, 1}, {}}};
  return system;
}

TEST(Articulated, TwoLinksByHand) {
  const System system = two_links();
  const Solution<double> solution = solve(system, factor_articulated(system), RightSide<double>{{{}, {}}, {5, 1}});
  // at a right angle: M = [4 + 4 + 3·4, 4; 4, 4], since the arm of the second's centre about the first joint is 2, 1
  EXPECT_NEAR(20 * solution.accelerations[0] + 4 * solution.accelerations[1], 5, 1e-14);
  EXPECT_NEAR(4 * solution.accelerations[0] + 4 * solution.accelerations[1], 1, 1e-14);
  EXPECT_NEAR(solution.motions[1].linear.x, 2 * solution.accelerations[0], 1e-14);
}

// The same machine as fractions: no rounding at all. One column backwards gives the acceleration the other sign.
TEST(Articulated, ExactlyOnFormulas) {
  Pool pool;
  const PoolScope scope(pool);
  for (int sign : {1, -1}) {
    BaseSystem<Expr> system;
    const RigidInertia<Expr> rod{Expr(3), {Expr(3), Expr(0), Expr(0)}, {Expr(0), Expr(4), Expr(4)}};
    system.links = {{kBase, {}, 0, 1, rod}, {0, {}, 1, 1, rod}};
    system.links[1].transfer.after = {Expr(0), Expr(1)};
    system.links[1].transfer.arm = {Expr(2), Expr(0), Expr(0)};
    system.free = {{{Expr(0), Expr(0), Expr(1)}, {}}, {{Expr(0), Expr(0), Expr(sign)}, {}}};
    const RightSide<Expr> right{{{}, {}}, {Expr(5), Expr(sign)}};
    const Solution<Expr> solution = solve(system, factor_articulated(system), right);
    EXPECT_EQ(solution.accelerations[0], Expr(Rational(1, 4)));
    EXPECT_EQ(solution.accelerations[1], Expr(0));
  }
}

TEST(Articulated, RefusesASpeedWithoutInertia) {
  System system = two_links();
  system.links[1].inertia = {};
  try {
    factor_articulated(system);
    FAIL();
  } catch (const SingularColumn& singular) {
    EXPECT_EQ(singular.speed, 1u);
  }
}

}  // namespace
}  // namespace kinemate
