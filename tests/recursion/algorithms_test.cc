#include "recursion/algorithms.h"

#include "recursion/random_system.h"

namespace kinemate {
namespace {

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0, size = 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
    size = std::max(size, std::abs(b[i]));
  }
  return largest / size;
}

TEST(Algorithms, AllGiveTheSame) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomSystem<double> random(seed);
    const BaseSystem<double> system = random.system({});
    const RightSide<double> right = random.right_side(system);
    const std::vector<double> expected = solve_articulated(system, right).accelerations;
    for (const RecursionName& recursion : kRecursions)
      EXPECT_LT(difference(solve_by(recursion.recursion, system, right).solution.accelerations, expected), 1e-11)
          << recursion.name << " " << seed;
  }
}

// Residuals of the base system, loads of the joints too; those of O(n³) only where that is bearable.
TEST(Algorithms, Chains) {
  for (std::size_t n : {1u, 2u, 3u, 10u, 100u, 1000u, 10000u}) {
    const BaseSystem<double> system = make_chain(n);
    const RightSide<double> right = RandomSystem<double>(n).right_side(system);
    for (const RecursionName& recursion : kRecursions) {
      if (n > 100 && recursion.title.find("n^3") != std::string_view::npos) continue;
      SCOPED_TRACE(std::string(recursion.name) + " " + std::to_string(n));
      expect_solves(system, right, solve_by(recursion.recursion, system, right).solution);
    }
  }
}

// Where a body is a point, implicit forms say that they went another way.
TEST(Algorithms, ImplicitFormsFallBack) {
  BaseSystem<double> system;
  system.links = {{kBase, {}, 0, 1, {2, {2, 0, 0}, {0, 2, 2, 0, 0, 0}}}};
  system.free = {{{0, 0, 1}, {}}};
  const RightSide<double> right{{{}}, {3}};
  for (Recursion recursion : {Recursion::kImplicit, Recursion::kImplicitCubic}) {
    const SolvedBy<double> solved = solve_by(recursion, system, right);
    EXPECT_EQ(solved.modified, std::vector<std::size_t>{0});
    EXPECT_NEAR(solved.solution.accelerations[0], 1.5, 1e-14);
  }
  EXPECT_TRUE(solve_by(Recursion::kModifiedImplicit, system, right).modified.empty());
}

TEST(Algorithms, NamesAreInTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < std::size(kRecursions); ++i)
    EXPECT_EQ(static_cast<std::size_t>(kRecursions[i].recursion), i);
  EXPECT_TRUE(is_explicit(Recursion::kComposite));
  EXPECT_FALSE(is_explicit(Recursion::kMixed));
}

}  // namespace
}  // namespace kinemate
