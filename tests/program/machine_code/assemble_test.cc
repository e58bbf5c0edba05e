#include "program/machine_code/assemble.h"

#include <gtest/gtest.h>
#include <xbyak/xbyak_util.h>

#include <bit>
#include <cmath>
#include <limits>

#include "base/allocations.h"
#include "base/check.h"
#include "program/fixture.h"
#include "program/guarded_memory.h"
#include "program/interpret.h"
#include "program/random_schedule.h"

namespace kinemate {
namespace {

// Bit by bit as the interpreter, twice on the same memory.
void expect_agreement(const Schedule& schedule) {
  for (const unsigned width : {1u, 4u, 8u}) {
    const auto interpreter = interpret(schedule, width), machine = assemble(schedule, width);
    GuardedMemory expected(schedule, width), found(schedule, width);
    for (int time = 0; time < 2; ++time) {
      interpreter->run(expected.start());
      machine->run(found.start());
      expect_same(found.visible(), expected.visible(), "width " + std::to_string(width));
    }
  }
}

TEST(Assemble, AgreesOnRandomSchedules) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    ScheduleMaker maker(seed, seed % 2 == 0 ? 60 : 100);
    const bool functions = seed % 4 < 2;
    maker.straight(30 + 10 * seed, functions);
    maker.sines(1 + seed % 7);
    maker.straight(200, functions);
    maker.loop(1 + static_cast<std::uint32_t>(seed % 9), 5 + static_cast<std::uint32_t>(seed % 30), functions);
    maker.straight(20, functions);
    expect_agreement(maker.finish());
    if (HasFatalFailure()) return;
  }
}

TEST(Assemble, AgreesOnRandomPrograms) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    expect_agreement(make_schedule(random_program(seed, {.operations = 10 + 60 * seed})));
    if (HasFatalFailure()) return;
  }
}

TEST(Assemble, AgreesOnManyOperations) {
  const RandomProgramOptions options{.operations = 100000, .inputs = 500, .functions = false, .divisions = false};
  expect_agreement(make_schedule(random_program(1, options), {.roll_above = ~std::size_t{0}}));
}

TEST(Assemble, AgreesOnNoOperations) {
  Schedule schedule{.constants = {3}, .inputs = 1, .outputs = 2};
  schedule.copies = {{0, 2}, {1, 3}};
  expect_agreement(schedule);
}

// One step a schedule, on numbers of all kinds.
TEST(Assemble, AgreesOnEveryFunction) {
  const std::vector<double> numbers = {0.0, -0.0, 1, -1, 2.5, 3, kInfinity, -kInfinity, kNotANumber};
  const std::size_t n = numbers.size();
  for (std::size_t number = 0; number < kFunctionCount; ++number) {
    const auto function = static_cast<Function>(number);
    for (std::uint8_t count = 1; count <= 3; ++count) {
      if (count < info(function).least_arguments || count > info(function).most_arguments) continue;
      if (function == Function::kStep && count == 2) continue;
      Schedule schedule{.constants = numbers};
      Straight straight;
      for (std::size_t i = 0; i < (count == 3 ? n * n * n : n * n); ++i) {
        Step step{.code = Code::kCall, .function = function, .count = count, .last_use = kForever};
        step.operands = {static_cast<Slot>(i % n), static_cast<Slot>(i / n % n), static_cast<Slot>(i / n / n)};
        step.result = static_cast<Slot>(n) + schedule.outputs++;
        straight.steps.push_back(step);
      }
      schedule.blocks = {{Block::Kind::kStraight, 0, 0}};
      schedule.straights = {straight};
      SCOPED_TRACE(info(function).name);
      expect_agreement(schedule);
      if (HasFatalFailure()) return;
    }
  }
}

// A loop whose ports stay, advance by each of `advances`, and jump about; each iteration uses what the last one made.
Schedule make_loop(std::uint32_t count, const std::vector<int>& advances, Function function) {
  const auto ports = static_cast<std::uint32_t>(4 + advances.size());
  Loop loop{.count = count, .ports = ports, .locals = 2 + ports};
  const Slot inputs = 1000;
  loop.scratch = 0;
  const Slot rows = loop.locals, first_input = rows + count + 1;
  std::mt19937_64 random(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    loop.table.push_back(rows + i + 1);                                        // port 0, made
    loop.table.push_back(rows + i);                                            // port 1, made by the last iteration
    loop.table.push_back(first_input);                                         // port 2 stays
    loop.table.push_back(first_input + static_cast<Slot>(random() % inputs));  // port 3 jumps
    for (const int advance : advances)
      loop.table.push_back(first_input + static_cast<Slot>(500 + advance * static_cast<int>(i)));
  }
  loop.written.assign(ports, false);
  loop.written[0] = true;
  auto add = [&](Code code, Slot a, Slot b, Slot result) {
    loop.body.push_back({.code = code, .count = 2, .operands = {a, b}, .result = result});
  };
  add(Code::kMultiply, 1, 2, ports);
  add(Code::kSubtract, ports, 3, ports + 1);
  for (std::uint32_t i = 0; i < advances.size(); ++i)
    add(i % 2 ? Code::kAdd : Code::kSubtract, 4 + i, ports + 1 + i, ports + 2 + i);
  const Slot last = ports + 1 + static_cast<Slot>(advances.size());
  loop.body.push_back({.code = Code::kCall, .function = function, .count = 1, .operands = {last}, .result = last});
  add(Code::kAdd, last, ports, 0);
  for (std::uint32_t i = 0; i < loop.body.size(); ++i)  // places are used by later steps up to the last one
    loop.body[i].last_use = i + 1 == loop.body.size() ? kForever : static_cast<std::uint32_t>(loop.body.size() - 1);
  Schedule schedule;
  schedule.temporaries = first_input, schedule.inputs = inputs, schedule.outputs = count;
  schedule.blocks = {{Block::Kind::kStraight, 0, 0}, {Block::Kind::kLoop, 0, 1}, {Block::Kind::kStraight, 1, 2}};
  schedule.loops = {loop};
  const Slot input = schedule.inputs_at(), output = schedule.outputs_at();
  Straight before, after;
  before.steps = {{.code = Code::kNegate, .count = 1, .operands = {input + 7}, .result = rows, .last_use = 1}};
  for (Slot i = 0; i < count; ++i)
    after.steps.push_back({.code = Code::kAdd,
                           .count = 2,
                           .operands = {rows + i + 1, rows + i + 1},
                           .result = output + i,
                           .last_use = kForever});
  schedule.straights = {before, after};
  return schedule;
}

TEST(Assemble, AgreesOnLoops) {
  for (const Function function : {Function::kAbs, Function::kTanh})
    for (const std::uint32_t count : {1u, 2u, 3u, 20u})
      for (const std::vector<int>& advances : std::vector<std::vector<int>>{
               {}, {1}, {1, 1, 2, -3}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, -1, -2, 0}}) {
        SCOPED_TRACE(testing::Message() << info(function).name << " " << count << " " << advances.size());
        expect_agreement(make_loop(count, advances, function));
        if (HasFatalFailure()) return;
      }
}

TEST(Assemble, FastIsCloseAndFuses) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Schedule schedule = make_schedule(random_program(seed, {.operations = 500, .functions = seed % 2 == 0}));
    for (const unsigned width : {1u, 4u, 8u}) {
      GuardedMemory expected(schedule, width), found(schedule, width);
      interpret(schedule, width)->run(expected.start());
      assemble(schedule, width, {.fast = true})->run(found.start());
      const std::vector<double> a = expected.visible(), b = found.visible();
      for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-13) << seed << " " << width;
    }
  }
}

// (1 + e)*(1 - e) - 1 = -e^2, which two roundings make 0.
TEST(Assemble, FusesOnlyWhenAsked) {
  Schedule schedule{.constants = {1 + 0x1p-30, 1 - 0x1p-30, 1}, .temporaries = 1, .outputs = 1};
  schedule.straights = {
      {{{.code = Code::kMultiply, .count = 2, .operands = {1, 2}, .result = 0, .last_use = 1},
        {.code = Code::kSubtract, .count = 2, .operands = {0, 3}, .result = 4, .last_use = kForever}}}};
  schedule.blocks = {{Block::Kind::kStraight, 0, 0}};
  const bool can_fuse = Xbyak::util::Cpu().has(Xbyak::util::Cpu::tFMA);
  for (const bool fast : {false, true}) {
    GuardedMemory slots(schedule, 4);
    assemble(schedule, 4, {.fast = fast})->run(slots.start());
    EXPECT_EQ(slots.start()[4 * 4], fast && can_fuse ? -0x1p-60 : 0);
  }
}

TEST(Assemble, RunsWithoutAllocation) {
  ScheduleMaker maker(3);
  maker.straight(100, true);
  maker.sines(5);
  maker.loop(4, 10, true);
  const Schedule schedule = maker.finish();
  for (const unsigned width : {1u, 4u, 8u}) {
    const auto machine = assemble(schedule, width);
    GuardedMemory slots(schedule, width);
    const std::size_t before = allocations;
    machine->run(slots.start());
    EXPECT_EQ(allocations, before);
  }
}

// Whatever stood there before, the arguments that nobody asked for are zeros: others may take long.
TEST(Assemble, FillsRowsOfSinesWithZeros) {
  const Schedule schedule{.blocks = {{Block::Kind::kSines, 0, 0}},
                          .sines = {{.arguments = {12}, .at = 0, .stride = 4}},
                          .temporaries = 12,
                          .inputs = 1};
  for (const unsigned width : {1u, 4u, 8u}) {
    GuardedMemory slots(schedule, width);
    std::fill_n(slots.start(), 12 * width, kInfinity);
    assemble(schedule, width)->run(slots.start());
    for (unsigned i = 0; i < 4 * width; ++i)
      EXPECT_EQ(slots.start()[i], i < width ? slots.start()[12 * width + i] : 0.0);
    EXPECT_NEAR(slots.start()[4 * width], std::sin(slots.start()[0]), 1e-15);
    EXPECT_NEAR(slots.start()[8 * width], std::cos(slots.start()[0]), 1e-15);
  }
}

TEST(Assemble, RefusesOtherWidths) { EXPECT_THROW(assemble({}, 2), CheckFailure); }

}  // namespace
}  // namespace kinemate
