#include "program/order/schedule.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "program/interpret.h"
#include "program/random_program.h"
#include "program/routine.h"

namespace kinemate {
namespace {

// A chain: n times the same piece on other inputs, out and back again.
Program chain(std::size_t n) {
  Program like;
  like.name = "chain", like.machine = "chain";
  like.inputs = {{"x", "", {}}};
  for (std::size_t i = 0; i < 2 * n; ++i) like.inputs[0].entries.push_back({"x" + std::to_string(i), ""});
  Builder b(like);
  std::vector<Value> out_first, out_second;
  Value first = b.constant(0.5), second = b.constant(0.25);
  for (std::size_t i = 0; i < n; ++i) {
    const Value x = b.input(2 * i), y = b.input(2 * i + 1), s = b.sine(x), c = b.cosine(x);
    const Value u = b.add(b.multiply(c, first), b.multiply(s, second));
    const Value v = b.subtract(b.multiply(c, second), b.multiply(s, first));
    const Value w = b.multiply(b.constant(0.3), b.add(b.multiply(u, y), b.multiply(v, v)));
    first = b.add(u, w), second = b.subtract(v, b.multiply(w, y));
    for (int k = 0; k < 4; ++k) {
      const Value turned = b.subtract(b.multiply(c, first), b.multiply(s, second));
      second = b.multiply(b.constant(0.9), b.add(b.multiply(s, first), b.multiply(c, second)));
      first = turned;
    }
    out_first.push_back(first), out_second.push_back(second);
  }
  std::vector<Value> results;
  Value back = b.constant(0.1);
  for (std::size_t i = n; i-- > 0;) {
    const Value x = out_first[i], y = out_second[i];
    back = b.add(b.multiply(b.constant(0.5), b.multiply(back, x)), b.multiply(y, b.subtract(x, back)));
    results.push_back(back);
  }
  Array array{"y", "", {}};
  for (std::size_t i = 0; i < n; ++i) array.entries.push_back({"y" + std::to_string(i), ""});
  return b.finish({array}, results);
}

std::size_t step_count(const Schedule& schedule) {
  std::size_t count = 0;
  for (const Straight& straight : schedule.straights) count += straight.steps.size();
  for (const Loop& loop : schedule.loops) count += loop.body.size() * loop.count;
  return count;
}

std::size_t operation_count(const Program& program) {
  return static_cast<std::size_t>(std::count_if(
      program.operations.begin(), program.operations.end(),
      [](const Operation& o) { return o.count > 0 && o.code != Code::kSine && o.code != Code::kCosine; }));
}

TEST(Schedule, RunsEveryOperationOnce) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = random_program(seed, {.operations = 20 + seed});
    EXPECT_EQ(step_count(make_schedule(program)), operation_count(program));
  }
}

TEST(Schedule, InterpretedIsThePlainProgram) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Program program = random_program(seed, {.operations = 10 + 2 * seed});
    const std::vector<double> inputs = random_inputs(seed, 8);
    EXPECT_EQ(run_once(Routine(program, 1, interpret), inputs), run_with_vector_sines(program, inputs)) << seed;
  }
}

// What schedule.h promises to compilers: nothing is written to a slot between a value's step and its last use.
TEST(Schedule, SlotsAreKeptUntilTheLastUse) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Schedule schedule = make_schedule(random_program(seed, {.operations = 10 + 5 * seed}));
    std::vector<std::int64_t> busy_until(schedule.slots(), -1);
    for (const Block& block : schedule.blocks) {
      std::int64_t position = block.position;
      if (block.kind == Block::Kind::kSines) {
        const Sines& sines = schedule.sines[block.index];
        for (Slot slot = sines.at; slot < sines.at + 3 * sines.stride; ++slot) EXPECT_LT(busy_until[slot], position);
        EXPECT_EQ(sines.stride % 4, 0u);
        EXPECT_GE(sines.stride, sines.arguments.size());
      }
      if (block.kind != Block::Kind::kStraight) continue;
      for (const Step& step : schedule.straights[block.index].steps) {
        EXPECT_LE(busy_until[step.result], position) << seed;
        busy_until[step.result] = step.last_use;
        ++position;
      }
    }
  }
}

TEST(Schedule, SinesComeTogether) {
  const Schedule schedule = make_schedule(chain(10));
  ASSERT_EQ(schedule.sines.size(), 1u);
  EXPECT_EQ(schedule.sines[0].arguments.size(), 10u);
  EXPECT_TRUE(schedule.loops.empty());
}

TEST(Schedule, RepeatedStructureIsRolled) {
  const Program program = chain(1500);
  const Schedule rolled = make_schedule(program), straight = make_schedule(program, {.roll_above = ~std::size_t{0}});
  ASSERT_GE(rolled.loops.size(), 1u);
  EXPECT_TRUE(straight.loops.empty());
  std::size_t steps = 0;
  for (const Straight& part : rolled.straights) steps += part.steps.size();
  for (const Loop& loop : rolled.loops) steps += loop.body.size();
  EXPECT_LT(steps * 8, step_count(straight));  // the way out is one loop; the way back is too short for one
  EXPECT_EQ(step_count(rolled), step_count(straight));
  const std::vector<double> inputs = random_inputs(1, 3000);
  EXPECT_EQ(run_once(Routine(program, 1, interpret), inputs), run_with_vector_sines(program, inputs));
}

TEST(Schedule, OutputsThatAreInputsConstantsSinesOrOneAnother) {
  Program like;
  like.inputs = {{"x", "", {{"x", ""}}}};
  Builder b(like);
  const Value x = b.input(0), square = b.multiply(x, x), sine = b.sine(square);
  const Program program =
      b.finish({{"y", "", std::vector<Entry>(7)}}, {x, b.constant(3), square, square, sine, x, b.negate(sine)});
  EXPECT_EQ(run_once(Routine(program, 1, interpret), std::vector{0.5}), run_with_vector_sines(program, {0.5}));
}

TEST(Schedule, NothingAtAll) {
  Program like;
  Builder b(like);
  const Program program = b.finish({}, {});
  EXPECT_TRUE(run_once(Routine(program, 1, interpret), {}).empty());
}

}  // namespace
}  // namespace kinemate
