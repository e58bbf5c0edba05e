#include "recursion/regularity.h"

#include "recursion/algorithms/explicit_column.h"
#include "recursion/body_factors.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

class RegularityTest : public ExprTest {};

// M^A of all links by the explicit elimination.
std::vector<ArticulatedInertia<Expr>> articulated_inertias(const BaseSystem<Expr>& system) {
  std::vector<ArticulatedInertia<Expr>> inertias;
  for (const auto& link : system.links) inertias.push_back(make_articulated(link.inertia));
  for (std::size_t i = system.links.size(); i-- > 0;) {
    const auto& link = system.links[i];
    ArticulatedInertia<Expr> M = inertias[i];
    for (std::size_t k = link.first + link.count; k-- > link.first;)
      M = eliminate_column(M, system.free[k], k).remaining;
    if (link.carrier != kBase) inertias[link.carrier] = inertias[link.carrier] + inward(link.transfer, M);
  }
  return inertias;
}

TEST_F(RegularityTest, WhatIsJudgedIsTrue) {
  RandomSystem<Expr> draw(38);
  int yes = 0, no = 0;
  for (int round = 0; round < 20; ++round) {
    const BaseSystem<Expr> system = draw.system({.links = 5, .singular_inertias = true});
    const std::vector<Regularity> regular = judge_inertias(system);
    const std::vector<ArticulatedInertia<Expr>> inertias = articulated_inertias(system);
    for (std::size_t i = 0; i < 5; ++i) {
      if (regular[i] == Regularity::kTest) continue;
      const bool is_regular = factor_body(inertias[i]).has_value();
      EXPECT_EQ(regular[i] == Regularity::kYes, is_regular) << round << " " << i;
      ++(is_regular ? yes : no);
    }
  }
  EXPECT_GT(yes, 15);
  EXPECT_GT(no, 15);
}

// A frame between two turns, as in a universal joint, has none; with two bodies on it, it has to be looked at.
TEST_F(RegularityTest, Frames) {
  RandomSystem<Expr> draw(39);
  BaseSystem<Expr> system;
  system.free = {{{1, 0, 0}, {}}, {{0, 1, 0}, {}}, {{0, 1, 0}, {}}};
  system.links.push_back({kBase, {}, 0, 1, {}});
  system.links.push_back({0, {}, 1, 1, draw.body()});
  EXPECT_EQ(judge_inertias(system), (std::vector{Regularity::kNo, Regularity::kYes}));
  system.links.push_back({0, {}, 2, 1, draw.body()});
  EXPECT_EQ(judge_inertias(system), (std::vector{Regularity::kTest, Regularity::kYes, Regularity::kYes}));

  // what does not turn with it gives forces alone
  BaseSystem<Expr> standing;
  standing.free = {{{}, {1, 0, 0}}};
  standing.links.push_back({kBase, {}, 0, 1, {}});
  standing.links.push_back({0, {}, 1, 0, draw.body()});
  EXPECT_EQ(judge_inertias(standing)[0], Regularity::kTest);
  standing.links[1].transfer.turns_with_carrier = false;
  EXPECT_EQ(judge_inertias(standing)[0], Regularity::kNo);
}

TEST_F(RegularityTest, NumbersAreLookedAt) {
  EXPECT_EQ(judge_inertias(RandomSystem<double>(40).system({.links = 2})), std::vector(2, Regularity::kTest));
}

}  // namespace
}  // namespace kinemate
