// A schedule step by step, by compute(): what C has to do.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "program/schedule.h"

namespace kinemate {

inline std::vector<double> run_schedule_plainly(const Schedule& schedule, const std::vector<double>& inputs) {
  std::vector<double> memory(schedule.slots(), 1e300);  // what is read before it is written shows
  std::copy(schedule.constants.begin(), schedule.constants.end(), memory.begin() + schedule.constants_at());
  std::copy(inputs.begin(), inputs.end(), memory.begin() + schedule.inputs_at());
  const auto run = [&](const Step& step, const auto& slot) {
    std::array<double, 3> x = {};
    for (std::size_t k = 0; k < step.count; ++k) x[k] = memory[slot(step.operands[k])];
    memory[slot(step.result)] = compute(step.code, step.function, std::span<const double>(x).first(step.count));
  };
  for (const Block& block : schedule.blocks) {
    if (block.kind == Block::Kind::kStraight) {
      for (const Step& step : schedule.straights[block.index].steps) run(step, [](Slot place) { return place; });
    } else if (block.kind == Block::Kind::kSines) {
      const Sines& sines = schedule.sines[block.index];
      for (std::uint32_t i = 0; i < sines.arguments.size(); ++i) {
        const double x = memory[sines.arguments[i]];
        memory[sines.at + sines.stride + i] = compute(Code::kSine, Function::kSin, {&x, 1});
        memory[sines.at + 2 * sines.stride + i] = compute(Code::kCosine, Function::kSin, {&x, 1});
      }
    } else {
      const Loop& loop = schedule.loops[block.index];
      for (std::size_t i = 0; i < loop.count; ++i) {
        const auto slot = [&](Slot place) {
          return place < loop.ports ? loop.table[i * loop.ports + place] : loop.scratch + (place - loop.ports);
        };
        for (const Step& step : loop.body) run(step, slot);
      }
    }
  }
  for (const Copy& copy : schedule.copies) memory[copy.to] = memory[copy.from];
  return {memory.begin() + schedule.outputs_at(), memory.end()};
}

/// Bit for bit, but for the bits of what is no number.
inline void expect_same(const std::vector<double>& found, const std::vector<double>& expected, const std::string& how) {
  ASSERT_EQ(found.size(), expected.size()) << how;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << how << ", output " << i << ": " << found[i];
    } else {
      EXPECT_EQ(found[i], expected[i]) << how << ", output " << i;
      EXPECT_EQ(std::signbit(found[i]), std::signbit(expected[i])) << how << ", output " << i;
    }
  }
}

}  // namespace kinemate
