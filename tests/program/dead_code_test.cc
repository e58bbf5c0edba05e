#include "program/dead_code.h"

#include <gtest/gtest.h>

#include "program/cost.h"
#include "program/random_program.h"

namespace kinemate {
namespace {

// A program of some inputs; `make` gives the results.
template <class Make>
Program program_of(std::size_t inputs, const Make& make) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(inputs)}};
  Builder builder(like);
  std::vector<Value> x;
  for (std::size_t i = 0; i < inputs; ++i) x.push_back(builder.input(i));
  const std::vector<Value> results = make(builder, x);
  return builder.finish({{"y", "", std::vector<Entry>(results.size())}}, results);
}

using Values = std::vector<Value>;

TEST(DeadCode, LeavesOutWhatNoResultNeeds) {
  Program program = program_of(3, [](Builder& b, const Values& x) {
    const Value kept = b.multiply(b.constant(5), x[0]);
    return Values{b.multiply(b.constant(7), b.sine(x[1])), b.add(kept, x[2]), kept};
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
