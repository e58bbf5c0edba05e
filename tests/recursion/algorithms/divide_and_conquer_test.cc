#include "recursion/algorithms/divide_and_conquer.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

void check_pieces(const BaseSystem<double>& system, const RightSide<double>& right, double tolerance = kRounding) {
  const Solution<double> serial = solve_explicitly(system, right);
  for (const std::size_t count : {1u, 2u, 3u, 4u, 7u}) {
    SCOPED_TRACE(count);
    const Solution<double> solution = solve_in_pieces(system, cut_into_pieces(system, count), right);
    expect_solves(system, right, solution, tolerance);
    expect_same(solution, serial, tolerance);
  }
}

TEST(DivideAndConquer, RandomTrees) {
  RandomSystem<double> draw(32);
  for (int round = 0; round < random_cases(100) && !testing::Test::HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    const BaseSystem<double> system = draw.system({.links = 1 + draw.below(14)});
    check_pieces(system, draw.right_side(system));
  }
}

TEST(DivideAndConquer, PointMassesAndMasslessLinks) {
  RandomSystem<double> draw(33);
  for (int round = 0; round < random_cases(100) && !testing::Test::HasFatalFailure(); ++round) {
    SCOPED_TRACE(round);
    const BaseSystem<double> system = draw.system({.links = 8, .singular_inertias = true});
    check_pieces(system, draw.right_side(system));
  }
}

TEST(DivideAndConquer, LongChain) {
  const BaseSystem<double> system = make_chain(500);
  RandomSystem<double> draw(35);
  check_pieces(system, draw.right_side(system));
}

TEST(DivideAndConquer, SamePiecesSameDigits) {
  const BaseSystem<double> system = make_chain(60);
  const RightSide<double> right = RandomSystem<double>(36).right_side(system);
  const std::vector<TreePiece> pieces = cut_into_pieces(system, 4);
  const Solution<double> first = solve_in_pieces(system, pieces, right);
  for (int round = 0; round < 20; ++round) {
    const Solution<double> again = solve_in_pieces(system, pieces, right);
    EXPECT_EQ(again.accelerations, first.accelerations);
    EXPECT_EQ(again.motions, first.motions);
    EXPECT_EQ(again.joint_loads, first.joint_loads);
  }
}

TEST(DivideAndConquer, SpeedsWithoutInertiaAreNamed) {
  BaseSystem<double> system = make_chain(30);
  system.links.push_back({29, {}, 30, 1, {}});
  system.free.push_back({{0, 0, 1}, {}});
  const RightSide<double> right = RandomSystem<double>(37).right_side(system);
  for (const std::size_t count : {1u, 3u}) {
    try {
      solve_in_pieces(system, cut_into_pieces(system, count), right);
      FAIL();
    } catch (const SingularColumn& singular) {
      EXPECT_EQ(singular.speed, 30u);
    }
  }
}

TEST(DivideAndConquer, Nothing) { EXPECT_TRUE(solve_in_pieces({}, {}, {}).motions.empty()); }

}  // namespace
}  // namespace kinemate
