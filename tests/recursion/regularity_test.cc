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

TEST_F(RegularityTest, WhatHasAnInverseKeepsIt) {
  RandomSystem<Expr> draw(38);
  int yes = 0, no = 0;
  for (int round = 0; round < 20; ++round) {
    const BaseSystem<Expr> system = draw.system({.links = 5, .singular_inertias = true});
    const std::vector<Regularity> regular = judge_inertias(system);
    const std::vector<ArticulatedInertia<Expr>> inertias = articulated_inertias(system);
    for (std::size_t i = 0; i < 5; ++i) {
      ASSERT_NE(regular[i], Regularity::kTest);
      const bool is_regular = regular[i] == Regularity::kYes;
      EXPECT_EQ(is_regular, factor_body(make_articulated(system.links[i].inertia)).has_value()) << round << " " << i;
      EXPECT_TRUE(!is_regular || factor_body(inertias[i])) << round << " " << i;
      ++(is_regular ? yes : no);
    }
  }
  EXPECT_GT(yes, 15);
  EXPECT_GT(no, 15);
}

// A point mass that carries a body on a hinge has an inverse but where its centre lies on the hinge: no program may
// count on it.
TEST_F(RegularityTest, WhatOnlyWhatItCarriesMakesRegularIsNot) {
  RandomSystem<Expr> draw(39);
  BaseSystem<Expr> system;
  system.free = {{{1, 0, 0}, {}}, {{0, 1, 0}, {}}};
  RigidInertia<Expr> point;
  point.mass = 2;
  point.moment = {0, 2, 0};
  point.tensor = {2, 0, 2, 0, 0, 0};
  system.links.push_back({kBase, {}, 0, 1, point});
  system.links.push_back({0, {}, 1, 1, draw.body()});
  EXPECT_EQ(judge_inertias(system), (std::vector{Regularity::kNo, Regularity::kYes}));
  system.links[0].inertia = {};
  EXPECT_EQ(judge_inertias(system), (std::vector{Regularity::kNo, Regularity::kYes}));
}

TEST_F(RegularityTest, NumbersAreLookedAt) {
  EXPECT_EQ(judge_inertias(RandomSystem<double>(40).system({.links = 2})), std::vector(2, Regularity::kTest));
}

}  // namespace
}  // namespace kinemate
