#include "program/order/stages.h"

#include <algorithm>
#include <utility>

#include "program/order/locality.h"
#include "program/order/repeats.h"

namespace kinemate {
namespace {

bool is_leaf(Code code) { return code == Code::kConstant || code == Code::kInput; }
bool is_sine(Code code) { return code == Code::kSine || code == Code::kCosine; }

// How many blocks of sines must have run before a value can be made.
std::vector<std::uint32_t> find_levels(const Program& program) {
  std::vector<std::uint32_t> levels(program.operations.size(), 0);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Operation& operation = program.operations[i];
    for (Value operand : operands_of(operation)) levels[i] = std::max(levels[i], levels[operand]);
    if (is_sine(operation.code)) ++levels[i];
  }
  return levels;
}

class Stager {
 public:
  Stager(const Program& program, const RollOptions& roll) : program_(program), roll_(roll), locality_(program) {}

  void add_operations(std::span<const Value> values) {
    std::size_t done = 0;
    if (values.size() > roll_.above) {
      std::vector<Repeat> repeats = find_repeats(program_, values);
      for (Repeat& repeat : repeats) widen(repeat);
      std::vector<ValueLoop> loops = make_value_loops(program_, values, repeats);
      for (std::size_t i = 0; i < repeats.size(); ++i) {
        add_straight(values.subspan(done, repeats[i].first - done));
        stages_.push_back({Stage::Kind::kLoop, {}, std::move(loops[i])});
        done = repeats[i].first + repeats[i].period * repeats[i].count;
      }
    }
    add_straight(values.subspan(done));
  }
  void add_sines(std::vector<Value> arguments) { stages_.push_back({Stage::Kind::kSines, std::move(arguments), {}}); }
  std::vector<Stage> finish() { return std::move(stages_); }

 private:
  // Several windows become one, so that less of what passes between them goes through the memory. What is left over
  // comes behind the loop, as straight code.
  void widen(Repeat& repeat) const {
    constexpr std::size_t kLeastRounds = 8;
    const std::size_t together =
        std::max<std::size_t>(1, std::min(roll_.body / repeat.period, repeat.count / kLeastRounds));
    repeat.period *= together;
    repeat.count /= together;
  }

  void add_straight(std::span<const Value> values) {
    if (!values.empty()) stages_.push_back({Stage::Kind::kStraight, locality_.improve(values), {}});
  }

  const Program& program_;
  RollOptions roll_;
  Locality locality_;
  std::vector<Stage> stages_;
};

}  // namespace

std::vector<Stage> make_stages(const Program& program, const RollOptions& roll) {
  const std::size_t n = program.operations.size();
  const std::vector<std::uint32_t> levels = find_levels(program);
  std::vector<std::vector<Value>> arguments;  // by level
  for (Value i = 0; i < n; ++i) {
    if (!is_sine(program.operations[i].code)) continue;
    const Value argument = program.operations[i].operands[0];
    if (arguments.size() <= levels[argument]) arguments.resize(levels[argument] + 1);
    arguments[levels[argument]].push_back(argument);
  }
  Stager stager(program, roll);
  std::vector<bool> done(n, false);
  for (std::vector<Value>& list : arguments) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    std::vector<Value> needed, stack = list;
    while (!stack.empty()) {
      const Value at = stack.back();
      stack.pop_back();
      const Code code = program.operations[at].code;
      if (done[at] || is_leaf(code) || is_sine(code)) continue;
      done[at] = true;
      needed.push_back(at);
      for (Value operand : operands_of(program.operations[at])) stack.push_back(operand);
    }
    std::sort(needed.begin(), needed.end());
    stager.add_operations(needed);
    stager.add_sines(list);
  }
  std::vector<Value> rest;
  for (Value i = 0; i < n; ++i)
    if (const Code code = program.operations[i].code; !done[i] && !is_leaf(code) && !is_sine(code)) rest.push_back(i);
  stager.add_operations(rest);
  return stager.finish();
}

}  // namespace kinemate
