// Random schedules that keep the rules of program/order/schedule.h: slots are reused, last uses are exact.
#pragma once

#include <algorithm>
#include <random>

#include "base/check.h"
#include "program/order/schedule.h"

namespace kinemate {

class ScheduleMaker {
 public:
  explicit ScheduleMaker(std::uint64_t seed, Slot most_live = 40) : random_(seed), most_live_(most_live) {
    schedule_.temporaries = 2 * most_live + 1000, schedule_.inputs = 8;
    schedule_.constants = {0, 1, -1, 0.5, 2, 0.25};
    for (Slot i = 0; i < 2 * most_live; ++i) free_.push_back(i);
    next_area_ = 2 * most_live;  // of sines and loops: slots that are not used again
    for (Slot i = schedule_.constants_at(); i < schedule_.outputs_at(); ++i) fixed_.push_back(i);
  }

  void straight(std::size_t steps, bool functions) {
    schedule_.blocks.push_back({Block::Kind::kStraight, schedule_.straights.size(), position_});
    Straight& straight = schedule_.straights.emplace_back();
    for (std::size_t i = 0; i < steps; ++i, ++position_) {
      Step step = make_step(functions);
      for (std::size_t k = 0; k < step.count; ++k) step.operands[k] = use();
      step.result = acquire(), step.last_use = position_;
      live_.back().straight = schedule_.straights.size() - 1, live_.back().step = i;
      straight.steps.push_back(step);
    }
  }

  void sines(std::size_t count) {
    Sines sines{.at = next_area_, .stride = static_cast<std::uint32_t>((count + 3) / 4 * 4)};
    for (std::size_t i = 0; i < count; ++i) sines.arguments.push_back(use());
    for (Slot i = 0; i < count; ++i) {
      fixed_.push_back(sines.at + sines.stride + i);
      fixed_.push_back(sines.at + 2 * sines.stride + i);
    }
    next_area_ += 3 * sines.stride;
    schedule_.blocks.push_back({Block::Kind::kSines, schedule_.sines.size(), position_++});
    schedule_.sines.push_back(sines);
  }

  // Three ports are read, also from what earlier iterations have made; port 3 is made; port 4 is the same slot in all
  // iterations, read before and after it is written.
  void loop(std::uint32_t count, std::uint32_t steps, bool functions) {
    Loop loop{.count = count, .ports = 5, .locals = steps};
    loop.written = {false, false, false, true, true};
    const Slot through = next_area_++;
    std::vector<Slot> made;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (int k = 0; k < 3; ++k)
        loop.table.push_back(made.empty() || below(2) == 0 ? use() : made[below(made.size())]);
      made.push_back(next_area_++);
      loop.table.push_back(made.back()), loop.table.push_back(through);
    }
    fixed_.insert(fixed_.end(), made.begin(), made.end());
    fixed_.push_back(through);
    loop.scratch = next_area_;
    std::vector<Slot> places = {0, 1, 2, 4};
    for (std::uint32_t i = 0; i < steps; ++i) {
      Step step = make_step(functions);
      for (std::size_t k = 0; k < step.count; ++k) {
        step.operands[k] = places[below(2) == 0 ? below(places.size()) : places.size() - 1];
        if (step.operands[k] >= 5) loop.body[step.operands[k] - 5].last_use = i;
      }
      const bool port = i == steps / 2 || i + 1 == steps;
      step.result = i + 1 == steps ? 3 : i == steps / 2 ? 4 : 5 + i;
      step.last_use = port ? kForever : i;
      if (!port) places.push_back(step.result);
      loop.body.push_back(step);
    }
    next_area_ += steps;
    schedule_.blocks.push_back({Block::Kind::kLoop, schedule_.loops.size(), position_++});
    schedule_.loops.push_back(loop);
  }

  // The outputs: all that is there, with sines and what loops have made; copies of a constant and an input.
  Schedule finish() {
    CHECK(next_area_ <= schedule_.temporaries);
    const Slot first = schedule_.outputs_at();
    schedule_.blocks.push_back({Block::Kind::kStraight, schedule_.straights.size(), position_});
    Straight straight;
    std::vector<Slot> values(fixed_.begin() + (schedule_.outputs_at() - schedule_.constants_at()), fixed_.end());
    for (const Live& value : live_) values.push_back(value.slot);
    position_ += static_cast<std::uint32_t>(values.size());
    for (const Live& value : live_) touch(value);
    for (const Slot value : values) {
      straight.steps.push_back({.code = Code::kAdd,
                                .count = 2,
                                .operands = {value, fixed_[0], 0},
                                .result = first + schedule_.outputs++,
                                .last_use = kForever});
    }
    schedule_.straights.push_back(straight);
    for (const Slot from : {schedule_.constants_at() + 3, schedule_.inputs_at() + 1})
      schedule_.copies.push_back({from, first + schedule_.outputs++});
    return std::move(schedule_);
  }

 private:
  struct Live {
    Slot slot = 0;
    std::size_t straight = 0, step = 0;  // its maker
    bool used = false;
  };

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  void touch(const Live& value) { schedule_.straights[value.straight].steps[value.step].last_use = position_; }

  Slot use() {
    if (live_.size() < 4 || below(3) == 0) return fixed_[below(fixed_.size())];
    std::size_t i = below(2) == 0 ? below(live_.size()) : live_.size() - 1 - below(4);
    for (int trial = 0; trial < 8 && live_[i].used; ++trial) i = below(live_.size());  // nearly everything is used
    live_[i].used = true;
    touch(live_[i]);
    return live_[i].slot;
  }

  // A slot for a new value, often one that has just become free.
  Slot acquire() {
    while (live_.size() >= most_live_) {
      std::size_t i = below(live_.size());
      for (int trial = 0; trial < 20 && !live_[i].used; ++trial) i = below(live_.size());
      free_.push_back(live_[i].slot);
      live_.erase(live_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    const Slot slot = free_.back();
    free_.pop_back();
    live_.push_back({slot});
    return slot;
  }

  Step make_step(bool functions) {
    Step step{.code = Code::kMultiply, .count = 2};
    const std::size_t kind = below(functions ? 14 : 10);
    if (kind < 3)
      step.code = Code::kAdd;
    else if (kind < 6)
      step.code = Code::kSubtract;
    else if (kind < 7 && functions)
      step.code = below(2) == 0 ? Code::kDivide : Code::kPower;
    else if (kind == 10)
      step.code = Code::kNegate, step.count = 1;
    else if (kind == 11)
      step.code = Code::kSquareRoot, step.count = 1;
    else if (kind > 11) {
      step.code = Code::kCall, step.function = static_cast<Function>(below(kFunctionCount));
      // programs hold floors in place of what is made of them
      if (step.function == Function::kMod || step.function == Function::kNoEvent) step.function = Function::kFloor;
      const int most = std::min(info(step.function).most_arguments, 3), least = info(step.function).least_arguments;
      step.count = static_cast<std::uint8_t>(below(2) == 0 ? most : least);
      if (step.function == Function::kStep && step.count == 2) step.count = 3;
    }
    return step;
  }

  std::mt19937_64 random_;
  Slot most_live_;
  Schedule schedule_;
  std::vector<Slot> free_, fixed_;
  std::vector<Live> live_;
  Slot next_area_ = 0;
  std::uint32_t position_ = 0;
};

}  // namespace kinemate
