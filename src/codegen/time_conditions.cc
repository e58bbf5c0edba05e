#include "codegen/time_conditions.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "program/builder.h"

namespace kinemate {
namespace {

// Of what a value is made.
struct Trait {
  bool of_time = false;    // of t, and of nothing that a run changes
  bool moves = false;      // depends on the state or on inputs
  bool may_pulse = false;  // some function in it is no polynomial and no sine
};

// Functions that are constant or linear between their switches.
bool is_piecewise(const Operation& operation) {
  if (operation.code != Code::kCall) return false;
  switch (operation.function) {
    case Function::kAbs:
    case Function::kMin:
    case Function::kMax:
    case Function::kIf: return true;
    default: return operation.function >= Function::kLess || operation.function == Function::kSign ||
                    operation.function == Function::kStep;
  }
}

bool is_polynomial(const Operation& operation, const std::vector<Trait>& traits) {
  switch (operation.code) {
    case Code::kConstant:
    case Code::kInput:
    case Code::kNegate:
    case Code::kAdd:
    case Code::kSubtract:
    case Code::kMultiply:
    case Code::kSine:
    case Code::kCosine: return true;
    case Code::kDivide: return !traits[operation.operands[1]].of_time;
    default: return is_piecewise(operation);
  }
}

std::vector<Trait> find_traits(const Program& ode) {
  std::vector<const Array*> array_of;  // of each input
  for (const Array& array : ode.inputs) array_of.insert(array_of.end(), array.entries.size(), &array);
  std::vector<Trait> traits;
  for (const Operation& operation : ode.operations) {
    Trait trait;
    if (operation.code == Code::kInput) {
      const std::string& name = array_of[operation.operands[0]]->name;
      trait.of_time = name == "t";
      trait.moves = name != "t" && name != "p";
    }
    for (const Value operand : operands_of(operation)) {
      trait.of_time = trait.of_time || traits[operand].of_time;
      trait.moves = trait.moves || traits[operand].moves;
      trait.may_pulse = trait.may_pulse || traits[operand].may_pulse;
    }
    trait.of_time = trait.of_time && !trait.moves;
    trait.may_pulse = trait.of_time && (trait.may_pulse || !is_polynomial(operation, traits));
    traits.push_back(trait);
  }
  return traits;
}

// A program of the arrays t and p, to which operations of the ode are copied.
class Copier {
 public:
  Copier(const Program& ode, const Program& like) : ode_(ode), builder_(like), made_(ode.operations.size()) {
    std::size_t own = 0, place = 0;
    for (const Array& array : ode.inputs) {
      const bool taken = std::any_of(like.inputs.begin(), like.inputs.end(),
                                     [&](const Array& other) { return other.name == array.name; });
      for (std::size_t i = 0; i < array.entries.size(); ++i, ++place) places_.push_back(taken ? own++ : 0);
    }
  }

  // REQUIRES: the operands were copied before.
  void copy(Value value) {
    const Operation& operation = ode_.operations[value];
    if (operation.code == Code::kInput) {
      made_[value] = builder_.input(places_[operation.operands[0]]);
      return;
    }
    std::array<Value, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made_[operation.operands[k]];
    made_[value] = builder_.make(ode_, operation, std::span(x).first(operation.count));
  }

  // What changes in jumps where the function switches, one value for each place of it.
  std::vector<Value> switches_of(Value value) {
    const Operation& operation = ode_.operations[value];
    const auto x = [&](std::size_t k) { return made_[operation.operands[k]]; };
    const auto call = [&](Function function, Value a, Value b) { return builder_.call(function, std::array{a, b}); };
    switch (operation.function) {
      case Function::kAbs: return {call(Function::kLess, x(0), builder_.constant(0))};
      case Function::kMin:
      case Function::kMax: return {call(Function::kLess, x(0), x(1))};
      case Function::kIf: return {call(Function::kNotEqual, x(0), builder_.constant(0))};
      case Function::kAnd:
      case Function::kOr: return {};  // what they connect switches
      case Function::kStep:
        if (operation.count == 3) return {call(Function::kLess, x(1), x(0)), call(Function::kLess, x(1), x(2))};
        return {made_[value]};
      default: return {made_[value]};
    }
  }

  Value made(Value value) const { return made_[value]; }
  Builder& builder() { return builder_; }

 private:
  const Program& ode_;
  Builder builder_;
  std::vector<Value> made_;
  std::vector<std::size_t> places_;  // of inputs, in the program that is made
};

void add_once(std::vector<Value>& list, Value value) {
  if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
}

// Values of time alone that others than such use.
std::vector<bool> find_frontier(const Program& ode, const std::vector<Trait>& traits) {
  std::vector<bool> frontier(ode.operations.size(), false);
  for (std::size_t i = 0; i < ode.operations.size(); ++i) {
    if (traits[i].of_time) continue;
    for (const Value operand : operands_of(ode.operations[i])) frontier[operand] = traits[operand].of_time;
  }
  for (const Value result : ode.results) frontier[result] = traits[result].of_time;
  return frontier;
}

}  // namespace

std::optional<TimeConditions> find_time_conditions(const Program& ode) {
  Program like;
  like.name = "conditions", like.machine = ode.machine;
  like.meaning = "what switches with the time, and pulses";
  for (const Array& array : ode.inputs)
    if (array.name == "t" || array.name == "p") like.inputs.push_back(array);
  const std::vector<Trait> traits = find_traits(ode);
  const std::vector<bool> frontier = find_frontier(ode, traits);
  Copier copier(ode, like);
  std::vector<Value> jumping, smooth;
  for (Value value = 0; value < ode.operations.size(); ++value) {
    if (traits[value].moves) continue;
    copier.copy(value);
    if (!traits[value].of_time) continue;
    if (is_piecewise(ode.operations[value]))
      for (const Value found : copier.switches_of(value)) add_once(jumping, found);
    if (frontier[value] && traits[value].may_pulse) add_once(smooth, copier.made(value));
  }
  std::erase_if(jumping, [&](Value value) { return copier.builder().is_constant(value); });
  if (jumping.empty() && smooth.empty()) return std::nullopt;
  Array results{"s", "values that jump, then smooth ones", {}};
  std::vector<Value> all = jumping;
  all.insert(all.end(), smooth.begin(), smooth.end());
  results.entries.resize(all.size());
  TimeConditions found;
  found.jumping = jumping.size();
  found.program = copier.builder().finish({results}, std::move(all));
  return found;
}

SimulatedPrograms with_time_conditions(std::span<const Program> programs, bool simulation) {
  SimulatedPrograms result{{programs.begin(), programs.end()}};
  auto found = simulation ? find_time_conditions(programs[0]) : std::nullopt;
  if (!found) return result;
  result.jumping = found->jumping;
  result.programs.push_back(std::move(found->program));
  return result;
}

}  // namespace kinemate
