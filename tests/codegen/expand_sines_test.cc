#include "codegen/expand_sines.h"

#include <gtest/gtest.h>

#include "program/fixture.h"
#include "program/plain_schedule.h"
#include "program/random_schedule.h"

namespace kinemate {
namespace {

Schedule random_sine_schedule(std::uint64_t seed) {
  ScheduleMaker maker(seed, 12);
  maker.straight(20, true);
  maker.sines(3);
  maker.straight(10, true);
  maker.loop(5, 6, true);
  maker.sines(9);
  maker.straight(15, true);
  return maker.finish();
}

bool reads(const Loop& loop, std::size_t port) {
  for (const Step& step : loop.body) {
    for (std::size_t k = 0; k < step.count; ++k)
      if (step.operands[k] == port) return true;
  }
  return false;
}

// Nothing is read that has had its last use.
void expect_last_uses(const Schedule& schedule) {
  std::vector<std::uint32_t> end(schedule.slots(), kForever);
  const auto read = [&](Slot slot, std::uint32_t position) { EXPECT_LE(position, end[slot]) << "slot " << slot; };
  for (const Block& block : schedule.blocks) {
    if (block.kind == Block::Kind::kLoop) {
      const Loop& loop = schedule.loops[block.index];
      for (std::size_t i = 0; i < loop.table.size(); ++i) {
        const std::size_t port = i % loop.ports;
        if (loop.written[port]) end[loop.table[i]] = kForever;
        if (!loop.written[port] && reads(loop, port)) read(loop.table[i], block.position);
      }
      continue;
    }
    std::uint32_t position = block.position;
    for (const Step& step : schedule.straights[block.index].steps) {
      for (std::size_t k = 0; k < step.count; ++k) read(step.operands[k], position);
      end[step.result] = step.last_use;
      ++position;
    }
  }
  for (Slot slot = schedule.outputs_at(); slot < schedule.slots(); ++slot) EXPECT_EQ(end[slot], kForever);
  for (const Copy& copy : schedule.copies) EXPECT_EQ(end[copy.from], kForever);
}

TEST(ExpandSines, ComputesTheSame) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Schedule schedule = random_sine_schedule(seed);
    const std::vector<double> inputs = random_inputs(seed, schedule.inputs);
    const std::vector<double> expected = run_schedule_plainly(schedule, inputs);
    for (const std::size_t few : {0, 4, 100}) {
      const Schedule expanded = expand_sines(schedule, few);
      EXPECT_TRUE(expanded.sines.empty());
      EXPECT_EQ(expanded.loops.size(), few == 0 ? 3u : few == 4 ? 2u : 1u);
      expect_same(run_schedule_plainly(expanded, inputs), expected, "expanded");
      expect_last_uses(expanded);
    }
  }
}

TEST(ExpandSines, PositionsCountOn) {
  const Schedule schedule = expand_sines(random_sine_schedule(3), 4);
  std::uint32_t position = 0;
  for (const Block& block : schedule.blocks) {
    EXPECT_EQ(block.position, position);
    position +=
        block.kind == Block::Kind::kLoop ? 1 : static_cast<std::uint32_t>(schedule.straights[block.index].steps.size());
  }
}

TEST(ExpandSines, WhatNobodyUsesIsLeftOut) {
  const Program program = program_of(3, [](Builder& b, const ValueList& x) {
    return ValueList{b.sine(x[0]), b.sine(x[1]), b.sine(x[2])};
  });
  const Schedule steps = expand_sines(make_schedule(program));
  ASSERT_EQ(steps.straights.size(), 1u);
  EXPECT_EQ(steps.straights[0].steps.size(), 3u);
  for (const Step& step : steps.straights[0].steps) EXPECT_EQ(step.last_use, kForever);  // copied to outputs
  const Schedule loop = expand_sines(make_schedule(program), 2);
  ASSERT_EQ(loop.loops.size(), 1u);
  EXPECT_EQ(loop.loops[0].body.size(), 1u);
  EXPECT_EQ(loop.loops[0].ports, 2u);
}

}  // namespace
}  // namespace kinemate
