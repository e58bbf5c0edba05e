#include "recursion/algorithms/hybrid.h"

#include "recursion/algorithms/implicit_linear.h"
#include "recursion/algorithms/modified_implicit_cubic.h"
#include "expr/normal/zero_test.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

class HybridTest : public ExprTest {};

template <class S>
struct Case {
  BaseSystem<S> system;
  BaseMotion<S> base;
  std::vector<JointMotion<S>> joints;
  std::vector<Load<S>> applied;
  std::vector<S> efforts;
};

template <class S>
Case<S> draw_case(RandomSystem<S>& draw, std::size_t links) {
  Case<S> c{draw.system({.links = links}), {draw.vector(), {draw.vector(), draw.vector()}}, {}, {}, {}};
  for (std::size_t i = 0; i < links; ++i) {
    c.joints.push_back({{draw.vector(), draw.vector()}, {draw.vector(), draw.vector()}});
    c.applied.push_back({draw.vector(), draw.vector()});
  }
  for (std::size_t k = 0; k < c.system.free.size(); ++k) c.efforts.push_back(draw.scalar());
  return c;
}

template <class S>
HybridSolution<S> solve_case(const Case<S>& c, const GivenAccelerations<S>& given, const Solver<S>& solver) {
  return solve_hybrid(c.system, c.base, c.joints, c.applied, c.efforts, given, solver);
}

template <class S>
std::vector<Solver<S>> solvers() {
  return {[](const auto& system, const auto& right) { return solve(system, factor_articulated(system), right); },
          [](const auto& system, const auto& right) {
            const std::vector<JointBases<S>> bases = make_joint_bases(system);
            return solve(system, bases, factor_implicit(system, bases), right);
          },
          [](const auto& system, const auto& right) {
            const std::vector<JointBases<S>> bases = make_joint_bases(system);
            return solve(system, bases, factor_modified_implicit_cubic(system, bases), right);
          }};
}

// Inverse dynamics of what comes out gives the efforts that went in and came out; and nothing given is forward
// dynamics, whose accelerations then need no other efforts.
template <class S>
void check_random_cases(std::uint64_t seed, int cases, std::size_t links) {
  RandomSystem<S> draw(seed);
  for (int round = 0; round < cases && !testing::Test::HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    const Case<S> c = draw_case(draw, links);
    const std::size_t f = c.system.free.size();
    GivenAccelerations<S> given(f);
    for (std::size_t k = 0; k < f; ++k)
      if (draw.below(2) == 0) given[k] = draw.scalar();
    for (const Solver<S>& solver : solvers<S>()) {
      const HybridSolution<S> hybrid = solve_case(c, given, solver);
      for (std::size_t k = 0; k < f; ++k) {
        EXPECT_EQ(hybrid.accelerations[k], given[k].value_or(hybrid.accelerations[k]));
        EXPECT_EQ(hybrid.efforts[k], given[k] ? hybrid.efforts[k] : c.efforts[k]);
      }
      const GivenAccelerations<S> all(hybrid.accelerations.begin(), hybrid.accelerations.end());
      const auto moved = add_given(c.system, c.joints, all);
      expect_same(hybrid.efforts, compute_efforts(c.system, c.base, moved, c.applied), kRounding, "effort");
      const HybridSolution<S> inverse = solve_case(c, all, solver);
      expect_same(inverse.efforts, hybrid.efforts, kRounding, "effort of all");
      expect_same(entries_of<S>(inverse.joint_loads), entries_of<S>(hybrid.joint_loads), kRounding, "load");
    }
  }
}

TEST_F(HybridTest, RandomTreesInNumbers) { check_random_cases<double>(27, random_cases(150), 7); }

TEST_F(HybridTest, RandomTreesExactly) { check_random_cases<Expr>(28, random_cases(10), 4); }

// A cart is driven, a pendulum hangs on it: m l θ̈ = −m ẍ cos θ at rest, the cart needs (M + m) ẍ + m l θ̈ cos θ.
TEST_F(HybridTest, CartAndPendulum) {
  const Expr M = make_symbol("M"), m = make_symbol("m"), l = make_symbol("l"), a = make_symbol("a");
  BaseSystem<Expr> system;
  system.free = {{{}, {1, 0, 0}}, {{0, 0, 1}, {}}};
  system.links.push_back({kBase, {}, 0, 1, make_rigid_inertia<Expr>(M, {}, {})});
  Transfer<Expr> turned;
  turned.before = {parse("cos(q)"), parse("sin(q)")};
  system.links.push_back({0, turned, 1, 1, make_rigid_inertia<Expr>(m, {0, -l, 0}, {})});
  const Expr c = turned.before.cos;
  const HybridSolution<Expr> solution =
      solve_hybrid<Expr>(system, {}, std::vector<JointMotion<Expr>>(2), std::vector<Load<Expr>>(2), {0, 0},
                         {a, std::nullopt}, solvers<Expr>()[0]);
  EXPECT_TRUE(test_zero(solution.accelerations[1] + a * c / l).zero);
  EXPECT_TRUE(test_zero(solution.efforts[0] - ((M + m) * a - m * a * c * c)).zero);
}

TEST_F(HybridTest, ColumnsLeaveTheSystem) {
  RandomSystem<double> draw(29);
  BaseSystem<double> system = draw.system({.links = 3});
  system.free = {{{1, 0, 0}, {}}, {{0, 1, 0}, {}}, {{0, 0, 1}, {}}};
  system.links[0].first = 0, system.links[0].count = 2;
  system.links[1].first = 2, system.links[1].count = 0;
  system.links[2].first = 2, system.links[2].count = 1;
  const RestSystem<double> rest = remove_given<double>(system, {1.0, std::nullopt, 2.0});
  EXPECT_EQ(rest.speeds, (std::vector<std::size_t>{1}));
  EXPECT_EQ(rest.system.free, (std::vector<Twist<double>>{{{0, 1, 0}, {}}}));
  EXPECT_EQ(rest.system.links[0].count, 1u);
  EXPECT_EQ(rest.system.links[2].first, 1u);
  EXPECT_EQ(rest.system.links[2].count, 0u);
}

}  // namespace
}  // namespace kinemate
