#include "program/order/schedule.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "base/check.h"
#include "program/order/stages.h"
#include "program/passes/rebuild.h"

namespace kinemate {
namespace {

constexpr Slot kNoSlot = ~Slot{0};

// Slots of constants, inputs and outputs stand behind the temporaries, whose number is known last: until then they
// carry a mark.
constexpr Slot kConstantMark = 1u << 30, kInputMark = 2u << 30, kOutputMark = 3u << 30, kMarks = 3u << 30;

// Hands out temporaries, the lowest free one first.
class Temporaries {
 public:
  Slot take() {
    if (free_.empty()) return size_++;
    const Slot slot = free_.top();
    free_.pop();
    return slot;
  }
  /// Neighbours, the first at a multiple of 4.
  Slot take_row(std::uint32_t count) {
    while (size_ % 4 != 0) give_back(size_++);
    size_ += count;
    return size_ - count;
  }
  void give_back(Slot slot) { free_.push(slot); }
  std::uint32_t size() const { return size_; }

 private:
  std::priority_queue<Slot, std::vector<Slot>, std::greater<>> free_;
  std::uint32_t size_ = 0;
};

class Scheduler {
 public:
  Scheduler(const Program& program, const ScheduleOptions& options)
      : program_(program),
        stages_(make_stages(program, {options.roll_above, options.loop_body})),
        last_use_(program.operations.size(), 0),
        slot_(program.operations.size(), kNoSlot),
        freed_(program.operations.size(), false) {}

  Schedule make() {
    place_constants_and_inputs();
    find_last_uses();
    choose_output_slots();
    std::uint32_t position = 0;
    for (const Stage& stage : stages_) {
      switch (stage.kind) {
        case Stage::Kind::kStraight: add_straight(stage, position); break;
        case Stage::Kind::kSines: add_sines(stage, position); break;
        case Stage::Kind::kLoop: add_loop(stage.loop, position); break;
      }
      position += positions(stage);
    }
    for (std::size_t i = 0; i < program_.results.size(); ++i) {
      const Slot output = kOutputMark + static_cast<Slot>(i);
      if (slot_[program_.results[i]] != output) schedule_.copies.push_back({slot_[program_.results[i]], output});
    }
    schedule_.temporaries = temporaries_.size();
    resolve_marks();
    return std::move(schedule_);
  }

 private:
  static std::uint32_t positions(const Stage& stage) {
    return stage.kind == Stage::Kind::kStraight ? static_cast<std::uint32_t>(stage.values.size()) : 1;
  }

  void place_constants_and_inputs() {
    schedule_.constants = program_.constants;
    schedule_.inputs = static_cast<std::uint32_t>(entry_count(program_.inputs));
    schedule_.outputs = static_cast<std::uint32_t>(program_.results.size());
    for (std::size_t i = 0; i < slot_.size(); ++i) {
      const Operation& operation = program_.operations[i];
      if (operation.code == Code::kConstant) slot_[i] = kConstantMark + operation.operands[0];
      if (operation.code == Code::kInput) slot_[i] = kInputMark + operation.operands[0];
    }
  }

  void find_last_uses() {
    std::uint32_t position = 0;
    auto use = [&](Value value) { last_use_[value] = std::max(last_use_[value], position); };
    for (const Stage& stage : stages_) {
      if (stage.kind == Stage::Kind::kStraight) {
        for (Value value : stage.values) {
          for (Value operand : operands_of(program_.operations[value])) use(operand);
          ++position;
        }
        continue;
      }
      for (Value value : stage.values) use(value);
      for (Value value : stage.loop.table) use(value);
      ++position;
    }
    for (Value result : program_.results) last_use_[result] = kForever;
  }

  // What a step of a straight block makes for an output is made in the output's slot.
  void choose_output_slots() {
    std::vector<bool> in_straight(slot_.size(), false);
    for (const Stage& stage : stages_)
      if (stage.kind == Stage::Kind::kStraight)
        for (Value value : stage.values) in_straight[value] = true;
    for (std::size_t i = 0; i < program_.results.size(); ++i) {
      const Value result = program_.results[i];
      if (in_straight[result] && slot_[result] == kNoSlot) slot_[result] = kOutputMark + static_cast<Slot>(i);
    }
  }

  void free_at(std::uint32_t position, Value value) {
    if (last_use_[value] != position || (slot_[value] & kMarks) != 0 || freed_[value]) return;
    temporaries_.give_back(slot_[value]);
    freed_[value] = true;
  }

  void add_straight(const Stage& stage, std::uint32_t position) {
    schedule_.blocks.push_back({Block::Kind::kStraight, schedule_.straights.size(), position});
    Straight straight;
    for (Value value : stage.values) {
      const Operation& operation = program_.operations[value];
      Step step{operation.code, operation.function, operation.count, {}, 0, last_use_[value]};
      for (std::size_t k = 0; k < operation.count; ++k) step.operands[k] = slot_[operation.operands[k]];
      for (Value operand : operands_of(operation)) free_at(position, operand);
      if (slot_[value] == kNoSlot) slot_[value] = temporaries_.take();
      step.result = slot_[value];
      straight.steps.push_back(step);
      ++position;
    }
    schedule_.straights.push_back(std::move(straight));
  }

  // The sine and the cosine of an argument may be one operation each, or missing.
  void add_sines(const Stage& stage, std::uint32_t position) {
    const auto count = static_cast<std::uint32_t>(stage.values.size());
    Sines sines;
    sines.stride = (count + 3) / 4 * 4;
    sines.at = temporaries_.take_row(3 * sines.stride);
    std::vector<bool> used(3 * sines.stride, false);
    if (results_of_.empty()) find_results_of_arguments();
    for (std::uint32_t i = 0; i < count; ++i) {
      sines.arguments.push_back(slot_[stage.values[i]]);
      const auto [sine, cosine] = results_of_[stage.values[i]];
      if (sine != kNoSlot) slot_[sine] = sines.at + sines.stride + i, used[sines.stride + i] = true;
      if (cosine != kNoSlot) slot_[cosine] = sines.at + 2 * sines.stride + i, used[2 * sines.stride + i] = true;
    }
    for (Value value : stage.values) free_at(position, value);
    for (std::uint32_t i = 0; i < used.size(); ++i)
      if (!used[i]) temporaries_.give_back(sines.at + i);
    schedule_.blocks.push_back({Block::Kind::kSines, schedule_.sines.size(), position});
    schedule_.sines.push_back(std::move(sines));
  }

  void find_results_of_arguments() {
    results_of_.assign(slot_.size(), {kNoSlot, kNoSlot});
    for (Value i = 0; i < slot_.size(); ++i) {
      const Operation& operation = program_.operations[i];
      if (operation.code == Code::kSine) results_of_[operation.operands[0]].first = i;
      if (operation.code == Code::kCosine) results_of_[operation.operands[0]].second = i;
    }
  }

  // What an iteration writes stands side by side, one iteration after the other.
  void add_loop(const ValueLoop& made, std::uint32_t position) {
    Loop loop{made.body, made.count, made.ports, made.locals, temporaries_.take_row(made.locals), {}, made.written};
    const auto width = static_cast<std::uint32_t>(std::count(made.written.begin(), made.written.end(), true));
    const Slot rows = temporaries_.take_row(width * made.count);
    Slot next = rows;
    for (std::size_t i = 0; i < made.table.size(); ++i)
      if (made.written[i % made.ports]) slot_[made.table[i]] = next++;
    CHECK(next == rows + width * made.count);
    for (Value value : made.table) loop.table.push_back(slot_[value]);
    for (Value value : made.table) free_at(position, value);
    for (std::uint32_t i = 0; i < made.locals; ++i) temporaries_.give_back(loop.scratch + i);
    schedule_.blocks.push_back({Block::Kind::kLoop, schedule_.loops.size(), position});
    schedule_.loops.push_back(std::move(loop));
  }

  Slot resolve(Slot slot) const {
    CHECK(slot != kNoSlot);
    const Slot index = slot & ~kMarks;
    switch (slot & kMarks) {
      case kConstantMark: return schedule_.constants_at() + index;
      case kInputMark: return schedule_.inputs_at() + index;
      case kOutputMark: return schedule_.outputs_at() + index;
      default: return slot;
    }
  }

  void resolve_marks() {
    for (Straight& straight : schedule_.straights)
      for (Step& step : straight.steps) {
        for (std::size_t k = 0; k < step.count; ++k) step.operands[k] = resolve(step.operands[k]);
        step.result = resolve(step.result);
      }
    for (Sines& sines : schedule_.sines)
      for (Slot& argument : sines.arguments) argument = resolve(argument);
    for (Loop& loop : schedule_.loops)
      for (Slot& slot : loop.table) slot = resolve(slot);
    for (Copy& copy : schedule_.copies) copy.from = resolve(copy.from), copy.to = resolve(copy.to);
  }

  const Program& program_;
  std::vector<Stage> stages_;
  std::vector<std::uint32_t> last_use_;              // by value: position
  std::vector<Slot> slot_;                           // by value
  std::vector<bool> freed_;                          // by value: its slot has been given back
  std::vector<std::pair<Value, Value>> results_of_;  // by value: its sine and cosine
  Temporaries temporaries_;
  Schedule schedule_;
};

}  // namespace

Schedule make_schedule(const Program& program, const ScheduleOptions& options) {
  if (program.keeps_no_event) return make_schedule(without_no_event(program), options);
  return Scheduler(program, options).make();
}

}  // namespace kinemate
