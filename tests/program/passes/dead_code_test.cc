#include "program/passes/dead_code.h"

#include <gtest/gtest.h>

#include "program/fixture.h"

namespace kinemate {
namespace {

TEST(DeadCode, LeavesOutWhatNoResultNeeds) {
  Program program = program_of(3, [](Builder& b, const ValueList& x) {
    const Value kept = b.multiply(b.constant(5), x[0]);
    return ValueList{b.multiply(b.constant(7), b.sine(x[1])), b.add(kept, x[2]), kept};
  });
  program.results.erase(program.results.begin());
  program.outputs[0].entries.pop_back();
  const Program live = drop_dead_code(program);
  EXPECT_EQ(live.operations.size(), 5u);  // x0, 5, 5*x0, x2, 5*x0 + x2
  EXPECT_EQ(live.constants, std::vector<double>{5});
  EXPECT_EQ(count_operations(live).calls, 0);
  EXPECT_EQ(run_plainly(live, {1, 2, 3}), (std::vector<double>{8, 5}));
}

TEST(DeadCode, KeepsWhatIsNeeded) {
  const Program program = random_program(3);
  const Program live = drop_dead_code(program);
  EXPECT_EQ(live.operations, program.operations);
  EXPECT_EQ(live.constants, program.constants);
  EXPECT_EQ(live.results, program.results);
}

TEST(DeadCode, LeavesNothingOfAProgramWithoutResults) {
  Program program = random_program(3);
  program.results.clear();
  const Program live = drop_dead_code(program);
  EXPECT_TRUE(live.operations.empty());
  EXPECT_TRUE(live.constants.empty());
}

}  // namespace
}  // namespace kinemate
