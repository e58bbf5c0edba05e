#include "llvm/compile.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <thread>

#include "base/check.h"
#include "program/fixture.h"
#include "program/guarded_memory.h"
#include "program/interpret.h"
#include "program/random_schedule.h"

namespace kinemate {
namespace {

using Level = LlvmOptions::Level;

std::vector<double> run(const Runner& runner, const Schedule& schedule, unsigned width) {
  GuardedMemory memory(schedule, width);
  runner.run(memory.start());
  return memory.visible();
}

std::vector<double> run_by_llvm(const Schedule& schedule, unsigned width, const LlvmOptions& options) {
  return run(*compile_by_llvm(schedule, width, options), schedule, width);
}

Schedule mixed_schedule(std::uint64_t seed, bool functions) {
  ScheduleMaker maker(seed, 60);
  maker.straight(20, functions);
  maker.sines(5);
  maker.straight(300, functions);  // more than one chunk
  maker.loop(7, 9, functions);
  maker.sines(8);
  maker.straight(30, functions);
  maker.loop(1, 3, functions);
  return maker.finish();
}

TEST(Llvm, AgreesWithTheInterpreterBitForBit) {
  std::size_t finite = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Schedule schedule = mixed_schedule(seed, seed % 2 == 0);
    for (const unsigned width : {1U, 4U, 8U}) {
      const std::vector<double> expected = run(*interpret(schedule, width), schedule, width);
      for (const double number : expected) finite += std::isfinite(number) && number != 0.125 ? 1 : 0;
      for (const Level level : {Level::kQuick, Level::kDefault}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << " width " << width);
        expect_same(run_by_llvm(schedule, width, {.level = level}), expected);
      }
    }
  }
  EXPECT_GT(finite, 1500U);
}

TEST(Llvm, KeepsManyValuesAcrossChunks) {
  ScheduleMaker maker(5, 700);
  maker.straight(3000, false);
  const Schedule schedule = maker.finish();
  for (const unsigned width : {1U, 4U, 8U})
    expect_same(run_by_llvm(schedule, width, {.level = Level::kQuick}),
                run(*interpret(schedule, width), schedule, width));
}

TEST(Llvm, CutsLongBodiesOfLoops) {
  ScheduleMaker maker(6);
  maker.straight(10, false);
  maker.loop(5, 700, false);
  const Schedule schedule = maker.finish();
  for (const unsigned width : {1U, 8U})
    expect_same(run_by_llvm(schedule, width, {.level = Level::kQuick}),
                run(*interpret(schedule, width), schedule, width));
}

// Every operation and function of every number of operands, once: from the three inputs to the outputs.
Schedule all_operations() {
  Schedule schedule;
  schedule.inputs = 3;
  schedule.straights.emplace_back();
  auto add = [&](Code code, Function function, int count) {
    schedule.straights[0].steps.push_back({code,
                                           function,
                                           static_cast<std::uint8_t>(count),
                                           {0, 1, 2},
                                           schedule.outputs_at() + schedule.outputs,
                                           kForever});
    ++schedule.outputs;
  };
  for (const Code code : {Code::kNegate, Code::kSquareRoot}) add(code, Function::kSin, 1);
  for (const Code code : {Code::kAdd, Code::kSubtract, Code::kMultiply, Code::kDivide, Code::kPower})
    add(code, Function::kSin, 2);
  for (std::size_t i = 0; i < kFunctionCount; ++i) {
    const auto function = static_cast<Function>(i);
    for (int count = info(function).least_arguments; count <= std::min(3, info(function).most_arguments); ++count) {
      if (function != Function::kStep || count != 2) add(Code::kCall, function, count);
    }
  }
  schedule.blocks.push_back({Block::Kind::kStraight, 0, 0});
  return schedule;
}

TEST(Llvm, ComputesEveryOperationOfSpecialNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<double> numbers = {std::nan(""), 0.0, -0.0, 1, -1, 0.5, 3, kInfinity, -kInfinity, 1e-310};
  const Schedule schedule = all_operations();
  for (const Level level : {Level::kQuick, Level::kDefault}) {
    const auto compiled = compile_by_llvm(schedule, 4, {.level = level});
    GuardedMemory memory(schedule, 4);
    for (std::size_t first = 0; first < 1000; first += 4) {
      for (std::size_t lane = 0; lane < 4; ++lane) {
        const std::size_t i = first + lane;
        const std::array<std::size_t, 3> chosen = {i % 10, i / 10 % 10, i / 100};
        for (Slot k = 0; k < 3; ++k) memory.at(k, static_cast<unsigned>(lane)) = numbers[chosen[k]];
      }
      compiled->run(memory.start());
      for (const Step& step : schedule.straights[0].steps) {
        for (unsigned lane = 0; lane < 4; ++lane) {
          const std::array<double, 3> x = {memory.at(0, lane), memory.at(1, lane), memory.at(2, lane)};
          const double expected = compute(step.code, step.function, std::span(x).first(step.count));
          const double found = memory.at(step.result, lane);
          ASSERT_TRUE(same(found, expected))
              << info(step.function).name << " of code " << static_cast<int>(step.code) << "(" << x[0] << ", " << x[1]
              << ", " << x[2] << "): " << found << " instead of " << expected;
        }
      }
    }
  }
}

// s = a*b + s, a*b - s and s - a*b in turn, for products of inputs.
Schedule sum_of_products() {
  Schedule schedule;
  schedule.inputs = 8, schedule.temporaries = 2, schedule.outputs = 1;
  Straight straight;
  std::uint32_t position = 0;
  auto add = [&](Code code, Slot a, Slot b, Slot result) {
    ++position;
    straight.steps.push_back({code, Function::kSin, 2, {a, b, 0}, result, result == 0 ? position + 1 : position});
  };
  add(Code::kAdd, 2, 3, 0);
  for (Slot i = 0; i < 40; ++i) {
    add(Code::kMultiply, 2 + i % 8, 2 + i * 3 % 7, 1);
    if (i % 3 == 0) add(Code::kAdd, 1, 0, 0);
    if (i % 3 == 1) add(Code::kSubtract, 1, 0, 0);
    if (i % 3 == 2) add(Code::kSubtract, 0, 1, 0);
  }
  straight.steps.back().result = schedule.outputs_at();
  straight.steps.back().last_use = kForever;
  schedule.straights.push_back(straight);
  schedule.blocks.push_back({Block::Kind::kStraight, 0, 0});
  return schedule;
}

TEST(Llvm, FastIsNearAndTheSameAtAllLevels) {
  const Schedule schedule = sum_of_products();
  for (const unsigned width : {1U, 4U}) {
    const std::vector<double> exact = run(*interpret(schedule, width), schedule, width);
    const std::vector<double> quick = run_by_llvm(schedule, width, {.fast = true, .level = Level::kQuick});
    expect_same(quick, run_by_llvm(schedule, width, {.fast = true, .level = Level::kDefault}));
    for (std::size_t i = 0; i < exact.size(); ++i)
      ASSERT_NEAR(quick[i], exact[i], 1e-13 * std::max(1.0, std::abs(exact[i])));
  }
}

TEST(Llvm, RaisesLargeSchedulesInTheBackground) {
  ScheduleMaker maker(9, 20);
  maker.straight(20'100, false);
  const Schedule schedule = maker.finish();
  const auto runner = compile_by_llvm(schedule, 4);
  const std::vector<double> before = run(*runner, schedule, 4);
  EXPECT_TRUE(wait_until_raised(*runner));
  expect_same(run(*runner, schedule, 4), before);
  expect_same(run(*interpret(schedule, 4), schedule, 4), before);
}

TEST(Llvm, StopsTheBackgroundEarly) {
  ScheduleMaker maker(10, 20);
  maker.straight(60'000, false);
  const Schedule schedule = maker.finish();
  const auto runner = compile_by_llvm(schedule, 4);  // and away with it: the test would last long otherwise
  EXPECT_FALSE(run(*runner, schedule, 4).empty());
}

TEST(Llvm, CompilesAtTheLevelThatIsAskedFor) {
  const Schedule schedule = all_operations();
  EXPECT_TRUE(wait_until_raised(*compile_by_llvm(schedule, 1)));
  EXPECT_TRUE(wait_until_raised(*compile_by_llvm(schedule, 1, {.level = Level::kDefault})));
  EXPECT_FALSE(wait_until_raised(*compile_by_llvm(schedule, 1, {.level = Level::kQuick})));
}

TEST(Llvm, RunsInSeveralThreads) {
  const Schedule schedule = mixed_schedule(11, true);
  const auto runner = compile_by_llvm(schedule, 4, {.level = Level::kQuick});
  const std::vector<double> expected = run(*runner, schedule, 4);
  std::vector<std::vector<double>> found(3);
  {
    std::vector<std::jthread> threads;
    for (auto& result : found) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) result = run(*runner, schedule, 4);
      });
    }
  }
  for (const auto& result : found) expect_same(result, expected);
}

TEST(Llvm, RunsWhatHasNoSteps) {
  Schedule schedule;
  schedule.constants = {3};
  schedule.outputs = 1;
  schedule.copies = {{0, 1}};
  GuardedMemory memory(schedule, 8);
  compile_by_llvm(schedule, 8)->run(memory.start());
  for (unsigned lane = 0; lane < 8; ++lane) EXPECT_EQ(memory.at(1, lane), 3);
}

TEST(Llvm, OutlivesItsSchedule) {
  auto schedule = std::make_unique<Schedule>(mixed_schedule(12, true));
  const std::vector<double> expected = run(*interpret(*schedule, 4), *schedule, 4);
  const auto runner = compile_by_llvm(*schedule, 4, {.level = Level::kQuick});
  const Schedule copy = *schedule;
  schedule.reset();
  expect_same(run(*runner, copy, 4), expected);
}

TEST(Llvm, RefusesOtherWidthsAndRunners) {
  const Schedule schedule = all_operations();
  EXPECT_THROW(compile_by_llvm(schedule, 2), CheckFailure);
  EXPECT_THROW(wait_until_raised(*interpret(schedule, 4)), CheckFailure);
}

}  // namespace
}  // namespace kinemate
