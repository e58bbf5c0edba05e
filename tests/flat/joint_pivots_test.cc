#include "flat/joint_pivots.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class JointPivotsTest : public FlatTest {
 protected:
  SampledValues samples_{{}};

  static std::vector<std::pair<std::size_t, std::size_t>> pivots_of(const Elimination& elimination) {
    std::vector<std::pair<std::size_t, std::size_t>> pivots;
    for (const auto& [row, column, inverse] : elimination.pivots()) pivots.emplace_back(row, column);
    return pivots;
  }
};

using Pivots = std::vector<std::pair<std::size_t, std::size_t>>;

// Within their rows, the largest first; of equal ones those that were matched.
TEST_F(JointPivotsTest, TheLargestFirst) {
  const FlatSystem system = flat(R"(unknowns: [x, y, z]
equations:
  - x + 100*y + z = 1
  - 50*x + y + z = 2
  - x + y + 1000*z = 3
)");
  Elimination elimination(whole_block(system, samples_), samples_);
  JointPivots pivots(elimination, samples_);
  pivots.add(0, 0);
  pivots.add(1, 1);
  pivots.eliminate();
  EXPECT_EQ(pivots_of(elimination), (Pivots{{0, 1}, {1, 0}}));  // nobody has added the third
  pivots.add(2, 2);
  pivots.eliminate();
  EXPECT_EQ(pivots_of(elimination), (Pivots{{0, 1}, {1, 0}, {2, 2}}));

  const FlatSystem equal = flat("unknowns: [x, y]\nequations: [x + y = 1, 2*x - 2*y = 2]\n");
  Elimination of_equal(whole_block(equal, samples_), samples_);
  JointPivots matched(of_equal, samples_);
  matched.add(0, 1);
  matched.add(1, 0);
  matched.eliminate();
  EXPECT_EQ(pivots_of(of_equal), (Pivots{{0, 1}, {1, 0}}));
}

// A residual without its tear waits until a loop is complete.
TEST_F(JointPivotsTest, WhatHasNoPivotWaits) {
  const FlatSystem system = flat(R"(unknowns: [x, y, l]
equations:
  - 2*x + l = 1
  - 3*y - l = 2
  - x + y = 3
)");
  Elimination elimination(whole_block(system, samples_), samples_);
  JointPivots pivots(elimination, samples_);
  pivots.add(2, 2);  // l does not stand in the condition of the loop
  pivots.eliminate();
  EXPECT_EQ(elimination.pivots().size(), 0u);
  pivots.add(0, 0);
  pivots.eliminate();  // now it does
  EXPECT_EQ(pivots_of(elimination), (Pivots{{0, 0}, {2, 2}}));
  pivots.add(1, 1);
  pivots.eliminate();
  EXPECT_EQ(elimination.pivots().size(), 3u);
  EXPECT_EQ(to_text(elimination.substitute_back()[0]), "6");
}

}  // namespace
}  // namespace kinemate
