#include "program/order/stages.h"

#include <gtest/gtest.h>

#include "program/random_program.h"

namespace kinemate {
namespace {

// sin(x) + sin(y), then the cosine of that, then a tangent: two batches of sines and what stands between them.
TEST(Stages, SinesOfOneLevelTogether) {
  Program like;
  like.inputs = {{"x", "", std::vector<Entry>(3)}};
  Builder b(like);
  const Value sum = b.add(b.sine(b.input(0)), b.sine(b.input(1)));
  const Value late = b.multiply(b.input(2), b.input(2));
  const Value result = b.add(b.multiply(b.cosine(sum), b.cosine(b.input(0))), late);
  const Program program = b.finish({{"y", "", {{"y", ""}}}}, {result});
  const std::vector<Stage> stages = make_stages(program);
  ASSERT_EQ(stages.size(), 4u);
  EXPECT_EQ(stages[0].kind, Stage::Kind::kSines);
  EXPECT_EQ(stages[0].values.size(), 2u);  // x and y; the cosine of x comes with its sine
  EXPECT_EQ(stages[1].kind, Stage::Kind::kStraight);
  EXPECT_EQ(stages[1].values.size(), 1u);  // the sum alone: what is not needed for sines waits
  EXPECT_EQ(stages[2].kind, Stage::Kind::kSines);
  EXPECT_EQ(stages[3].values.size(), 3u);
}

}  // namespace
}  // namespace kinemate
