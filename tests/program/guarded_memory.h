// The memory of a run with numbers on each side that must not change.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "program/order/schedule.h"
#include "program/random_program.h"

namespace kinemate {

/// Slots at a multiple of 64 bytes, with constants, and inputs of [-1, 1]. REQUIRES: the schedule lives as long.
class GuardedMemory {
 public:
  GuardedMemory(const Schedule& schedule, unsigned width)
      : schedule_(schedule), width_(width), numbers_(schedule.slots() * std::size_t{width} + 2 * kGuard + 8, 0.125) {
    const auto address = reinterpret_cast<std::uintptr_t>(numbers_.data());
    start_ = numbers_.data() + (64 - address % 64) % 64 / sizeof(double) + kGuard;
    for (Slot i = 0; i < schedule.constants.size(); ++i) set(schedule.constants_at() + i, schedule.constants[i]);
    const std::vector<double> inputs = random_inputs(7, schedule.inputs * std::size_t{width});
    std::copy(inputs.begin(), inputs.end(), &at(schedule.inputs_at(), 0));
  }

  double* start() { return start_; }
  double& at(Slot slot, unsigned lane) { return start_[slot * std::size_t{width_} + lane]; }
  void set(Slot slot, double number) { std::fill_n(start_ + slot * std::size_t{width_}, width_, number); }

  /// All but the temporaries: outputs, and what must not change.
  std::vector<double> visible() const {
    std::vector<double> result(start_ - kGuard, start_);
    result.insert(result.end(), start_ + schedule_.temporaries * std::size_t{width_},
                  start_ + schedule_.slots() * std::size_t{width_} + kGuard);
    return result;
  }

 private:
  static constexpr std::size_t kGuard = 64;
  const Schedule& schedule_;
  unsigned width_;
  std::vector<double> numbers_;
  double* start_;
};

}  // namespace kinemate
