#include "recursion/algorithms/implicit_linear.h"

#include "expr/normal/zero_test.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

class ImplicitLinearTest : public ExprTest {};

constexpr auto kImplicitLinearSolver = []<class S>(const BaseSystem<S>& system) {
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  return [=, factors = factor_implicit(system, bases)](const RightSide<S>& right) {
    return solve(system, bases, factors, right);
  };
};

TEST_F(ImplicitLinearTest, RandomTreesInNumbers) {
  check_random_systems<double>(1, random_cases(400), {.links = 8}, kImplicitLinearSolver);
}

TEST_F(ImplicitLinearTest, RandomTreesExactly) {
  check_random_systems<Expr>(2, random_cases(30), {.links = 4}, kImplicitLinearSolver);
}

// A pendulum by hand: one turn about z, mass m at (l, 0, 0) with a tensor.
TEST_F(ImplicitLinearTest, Pendulum) {
  const Expr m = make_symbol("m"), l = make_symbol("l"), J = make_symbol("J"), eta = make_symbol("eta");
  BaseSystem<Expr> system;
  system.free = {{{0, 0, 1}, {}}};
  system.links.push_back({kBase, {}, 0, 1, make_rigid_inertia<Expr>(m, {l, 0, 0}, {J, J, J})});
  const RightSide<Expr> right{{{{}, {0, 0, 0}}}, {eta}};
  const std::vector<JointBases<Expr>> bases = make_joint_bases(system);
  const Solution<Expr> solution = solve(system, bases, factor_implicit(system, bases), right);
  EXPECT_TRUE(test_zero(solution.accelerations[0] - eta / (J + m * l * l)).zero);
}

// The one that has no inverse is named: as a number, as a formula whose pivot only the zero test sees to be zero.
template <class S>
void expect_singular(const S& mass, const Vector3<S>& center) {
  BaseSystem<S> system;
  system.free = {{{0, 0, 1}, {}}, {{0, 0, 1}, {}}};
  const RigidInertia<S> body = make_rigid_inertia<S>(mass, center, {S(1), S(2), S(2), S(0), S(0), S(0)});
  system.links.push_back({kBase, {}, 0, 1, body});
  system.links.push_back({0, {}, 1, 1, make_rigid_inertia<S>(mass, center, {})});
  try {
    factor_implicit(system, make_joint_bases(system));
    FAIL();
  } catch (const SingularInertia& singular) {
    EXPECT_EQ(singular.link, 1u);
    EXPECT_NE(singular.message.find("link 2"), std::string::npos);
  }
}

TEST_F(ImplicitLinearTest, PointMassesAreRefused) {
  expect_singular<double>(1.7, {0.3, 0.4, -0.2});
  expect_singular<double>(0, {0.3, 0.4, -0.2});
  expect_singular<Expr>(make_symbol("m"), {make_symbol("a"), make_symbol("b"), make_symbol("c")});
}

}  // namespace
}  // namespace kinemate
