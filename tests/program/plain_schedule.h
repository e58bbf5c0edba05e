// A schedule step by step, by compute(): what C has to do.
#pragma once

#include <algorithm>

#include "program/order/schedule.h"

namespace kinemate {

/// What a step makes; `at` gives the numbers of its operands.
template <class At>
double compute(const Step& step, const At& at) {
  std::array<double, 3> x = {};
  for (std::size_t k = 0; k < step.count; ++k) x[k] = at(step.operands[k]);
  return compute(step.code, step.function, std::span<const double>(x).first(step.count));
}

inline std::vector<double> run_schedule_plainly(const Schedule& schedule, const std::vector<double>& inputs) {
  std::vector<double> memory(schedule.slots(), 1e300);  // what is read before it is written shows
  std::copy(schedule.constants.begin(), schedule.constants.end(), memory.begin() + schedule.constants_at());
  std::copy(inputs.begin(), inputs.end(), memory.begin() + schedule.inputs_at());
  const auto run = [](const std::vector<Step>& steps, const auto& at) {
    for (const Step& step : steps) at(step.result) = compute(step, at);
  };
  for (const Block& block : schedule.blocks) {
    if (block.kind == Block::Kind::kStraight) {
      run(schedule.straights[block.index].steps, [&](Slot slot) -> double& { return memory[slot]; });
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
        run(loop.body, [&](Slot place) -> double& {
          return memory[place < loop.ports ? loop.table[i * loop.ports + place] : loop.scratch + (place - loop.ports)];
        });
      }
    }
  }
  for (const Copy& copy : schedule.copies) memory[copy.to] = memory[copy.from];
  return {memory.begin() + schedule.outputs_at(), memory.end()};
}

}  // namespace kinemate
