#include "recursion/divide_and_conquer.h"

#include "random_system.h"

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

// A chain of n turns about axes in all directions.
BaseSystem<double> make_chain(std::size_t n) {
  RandomSystem<double> draw(34);
  BaseSystem<double> system;
  for (std::size_t i = 0; i < n; ++i) {
    Transfer<double> transfer;
    transfer.before = {std::cos(0.7 * static_cast<double>(i)), std::sin(0.7 * static_cast<double>(i))};
    transfer.fixed = {{unit<double>(1), unit<double>(2), unit<double>(0)}};
    transfer.arm = {0.3, 0.1, -0.2};
    system.links.push_back({i == 0 ? kBase : i - 1, transfer, i, 1, draw.body()});
    system.free.push_back({{0, 0, 1}, {}});
  }
  return system;
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
