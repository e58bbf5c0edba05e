#include "recursion/locked_bases.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

class LockedBasesTest : public ExprTest {};

template <class S>
void check_bases(std::uint64_t seed, int cases) {
  RandomSystem<S> draw(seed);
  for (int round = 0; round < cases; ++round) {
    const BaseSystem<S> system = draw.system({.links = 5});
    const std::vector<JointBases<S>> all = make_joint_bases(system);
    ASSERT_EQ(all.size(), system.links.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const JointBases<S>& bases = all[i];
      ASSERT_EQ(bases.first, system.links[i].first);
      ASSERT_EQ(bases.free_motion().size(), system.links[i].count);
      for (std::size_t k = 0; k < bases.count; ++k) EXPECT_EQ(bases.motion[k], system.free[bases.first + k]);
      std::vector<S> found, expected;
      for (std::size_t a = 0; a < 6; ++a)
        for (std::size_t b = 0; b < 6; ++b) {
          found.push_back(power(bases.load[a], bases.motion[b]));
          expected.push_back(S(a == b ? 1 : 0));
        }
      expect_same(found, expected, kRounding, "product");
    }
  }
}

TEST_F(LockedBasesTest, AreDual) {
  check_bases<double>(25, random_cases(200));
  check_bases<Expr>(26, random_cases(20));
}

TEST_F(LockedBasesTest, PartsAreInOrder) {
  BaseSystem<double> system;
  system.free = {{{}, {0, 1, 0}}, {{0, 0, 1}, {}}};
  system.links.push_back({kBase, {}, 0, 2, {}});
  const JointBases<double> bases = make_joint_bases(system)[0];
  ASSERT_EQ(bases.locked_load().size(), 4u);
  EXPECT_EQ(bases.free_load()[0], (Load<double>{{}, {0, 1, 0}}));
  EXPECT_EQ(bases.free_load()[1], (Load<double>{{0, 0, 1}, {}}));
  EXPECT_EQ(bases.locked_load()[0], (Load<double>{{1, 0, 0}, {}}));
  EXPECT_EQ(bases.locked_motion()[3], (Twist<double>{{}, {0, 0, 1}}));
}

TEST_F(LockedBasesTest, DependentColumnsAreNamed) {
  BaseSystem<double> system;
  system.free = {{{1, 0, 0}, {}}, {{0, 3, 4}, {}}, {{0, 0.6, 0.8}, {}}};
  system.links.push_back({kBase, {}, 0, 1, {}});
  system.links.push_back({0, {}, 1, 2, {}});
  try {
    make_joint_bases(system);
    FAIL();
  } catch (const SingularColumn& singular) {
    EXPECT_GE(singular.speed, 1u);
  }
}

}  // namespace
}  // namespace kinemate
