#include "recursion/algorithms/mixed_linear.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class MixedLinearTest : public ExprTest {};

// Every other link implicit, beginning with the first or the second.
template <class S>
auto make_solver(const BaseSystem<S>& system, std::size_t start) {
  std::vector<Treatment> treatments;
  for (std::size_t i = 0; i < system.links.size(); ++i)
    treatments.push_back((i + start) % 2 == 0 ? Treatment::kImplicit : Treatment::kExplicit);
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  return [=, factors = factor_mixed(system, bases, treatments)](const RightSide<S>& right) {
    return solve(system, bases, factors, right);
  };
}

TEST_F(MixedLinearTest, RandomTreesInNumbers) {
  for (const std::size_t start : {0u, 1u})
    check_random_systems<double>(8, random_cases(200), {.links = 8},
                                 [&](const auto& system) { return make_solver(system, start); });
}

TEST_F(MixedLinearTest, RandomTreesExactly) {
  for (const std::size_t start : {0u, 1u})
    check_random_systems<Expr>(9, random_cases(20), {.links = 4},
                               [&](const auto& system) { return make_solver(system, start); });
}

// An M^A that is nearly singular costs the digits that its inverse loses.
TEST_F(MixedLinearTest, PointMassesAndMasslessLinks) {
  for (const std::size_t start : {0u, 1u}) {
    check_random_systems<double>(
        10, random_cases(200), {.links = 7, .singular_inertias = true},
        [&](const auto& system) { return make_solver(system, start); }, 1e-10);
    check_random_systems<Expr>(11, random_cases(20), {.links = 4, .singular_inertias = true},
                               [&](const auto& system) { return make_solver(system, start); });
  }
}

template <class S>
void expect_fall_backs() {
  // a body, a massless slide on it, a point mass on that; a body on the massless slide makes that one regular
  RandomSystem<S> draw(12);
  BaseSystem<S> system;
  system.free = {{{0, 0, 1}, {}}, {{}, {1, 0, 0}}, {{}, {0, 1, 0}}, {{0, 1, 0}, {}}};
  system.links.push_back({kBase, {}, 0, 1, draw.body()});
  system.links.push_back({0, {}, 1, 1, {}});
  system.links.push_back({1, {}, 2, 1, make_rigid_inertia<S>(S(2), {}, {})});
  const RightSide<S> right{{{draw.vector(), draw.vector()}, {}, {draw.vector(), draw.vector()}}, {S(1), S(2), S(3)}};
  system.free.resize(3);
  const std::vector<JointBases<S>> bases = make_joint_bases(system);
  const std::vector<Treatment> implicit(3, Treatment::kImplicit);
  const MixedFactors<S> factors = factor_mixed(system, bases, implicit);
  EXPECT_EQ(factors.modified, (std::vector<std::size_t>{1, 2}));
  expect_solves(system, right, solve(system, bases, factors, right));
  EXPECT_TRUE(factor_mixed(system, bases, std::vector(3, Treatment::kExplicit)).modified.empty());

  system.links[2].inertia = draw.body();
  EXPECT_EQ(factor_mixed(system, bases, implicit).modified, (std::vector<std::size_t>{1}));
}

TEST_F(MixedLinearTest, FallBacksAreListed) {
  expect_fall_backs<double>();
  expect_fall_backs<Expr>();
}

}  // namespace
}  // namespace kinemate
