#include "program/frozen_program.h"

#include <algorithm>
#include <map>

#include "program/passes/dead_code.h"
#include "program/passes/rebuild.h"

namespace kinemate {
namespace {

constexpr std::uint8_t kTime = 1, kMoving = 2;  // what a value depends on
constexpr Value kZero = ~Value{0};              // the number 0 as an argument
constexpr double kHighDegree = 8;               // of a polynomial in sines: beyond, it may be a pulse

bool is_call(const Operation& operation, Function function) {
  return operation.code == Code::kCall && operation.function == function;
}

bool may_switch(const Operation& operation) {
  if (operation.code != Code::kCall) return false;
  switch (operation.function) {
    case Function::kSign:
    case Function::kAbs:
    case Function::kStep:
    case Function::kFloor:
    case Function::kMin:
    case Function::kMax:
    case Function::kLess:
    case Function::kLessEqual: return true;
    default: return false;
  }
}

bool selects(const Operation& operation) {
  return may_switch(operation) || is_call(operation, Function::kIf) || is_call(operation, Function::kAnd) ||
         is_call(operation, Function::kOr) || is_call(operation, Function::kEqual) ||
         is_call(operation, Function::kNotEqual) || is_call(operation, Function::kNoEvent);
}

class Freezer {
 public:
  Freezer(const Program& program, std::span<const std::string_view> moving)
      : program_(program), depends_(program.operations.size()), narrow_(depends_.size()), degree_(depends_.size()) {
    for (const Array& array : program.inputs) {
      const bool moves = std::find(moving.begin(), moving.end(), array.name) != moving.end();
      inputs_.insert(inputs_.end(), array.entries.size(), array.name == "t" ? kTime : moves ? kMoving : std::uint8_t{0});
    }
  }

  std::optional<FrozenProgram> make() {
    look_at_operations();
    const std::vector<Value> smooth = narrow_values();
    if (result_.surfaces.empty() && smooth.empty()) return std::nullopt;
    sort_surfaces();
    result_.narrow = smooth.size();
    Program ahead = program_;
    ahead.results.clear();
    for (std::size_t i = 0; i < result_.of_time; ++i)
      for (Value value : arguments_[i]) ahead.results.push_back(value_of(ahead, value));
    ahead.results.insert(ahead.results.end(), smooth.begin(), smooth.end());
    ahead.outputs = {{"y", "", std::vector<Entry>(ahead.results.size()), 0}};
    result_.ahead = drop_dead_code(std::move(ahead));
    freeze();
    return std::move(result_);
  }

 private:
  // The modes that stand in a call's place.
  struct Change {
    std::size_t first = 0, second = 0;  // modes; the second of a window alone
  };

  // Values that results need by another way than through noEvent().
  std::vector<bool> watched_values() const {
    std::vector<bool> watched(program_.operations.size(), false);
    for (Value result : program_.results) watched[result] = true;
    for (std::size_t i = watched.size(); i-- > 0;)
      if (watched[i] && !is_call(program_.operations[i], Function::kNoEvent))
        for (Value operand : operands_of(program_.operations[i])) watched[operand] = true;
    return watched;
  }

  Value normal(Value value) const {
    if (value == kZero) return kZero;
    const Operation& operation = program_.operations[value];
    const bool zero = operation.code == Code::kConstant && program_.constants[operation.operands[0]] == 0;
    return zero ? kZero : value;
  }

  // The mode of the surface a - b: one surface for a - b and b - a.
  std::size_t add_mode(Value a, Value b, double below, double above, bool jumps) {
    a = normal(a);
    b = normal(b);
    const bool turned = b < a;
    const auto [found, added] = numbers_.try_emplace(std::minmax(a, b), result_.surfaces.size());
    if (added) {
      const std::uint8_t depends = depends_of(a) | depends_of(b);
      result_.surfaces.push_back({depends == kTime, false, false});
      arguments_.push_back({std::min(a, b), std::max(a, b)});
    }
    SwitchingSurface& surface = result_.surfaces[found->second];
    surface.jumps = surface.jumps || jumps;
    result_.modes.push_back({found->second, turned ? above : below, turned ? below : above});
    return result_.modes.size() - 1;
  }
  std::uint8_t depends_of(Value value) const { return value == kZero ? std::uint8_t{0} : depends_[value]; }

  // Each floor has a surface of its own.
  std::size_t add_cells(Value x) {
    result_.surfaces.push_back({depends_[x] == kTime, true, true});
    arguments_.push_back({x, kZero});
    result_.modes.push_back({result_.surfaces.size() - 1, 0, 0});
    return result_.modes.size() - 1;
  }

  void add_switch(std::size_t i) {
    const Operation& operation = program_.operations[i];
    const auto& x = operation.operands;
    Change change;
    switch (operation.function) {
      case Function::kSign: change.first = add_mode(x[0], kZero, -1, 1, true); break;
      case Function::kAbs: change.first = add_mode(x[0], kZero, -1, 1, false); break;
      case Function::kMin: change.first = add_mode(x[0], x[1], 1, 0, false); break;
      case Function::kMax: change.first = add_mode(x[0], x[1], 0, 1, false); break;
      case Function::kStep:
        if (operation.count == 1) {
          change.first = add_mode(x[0], kZero, 0, 1, true);
        } else {
          change.first = add_mode(x[1], x[0], 0, 1, true);
          change.second = add_mode(x[1], x[2], 1, 0, true);
        }
        break;
      default:
        change.first = operation.function == Function::kFloor ? add_cells(x[0]) : add_mode(x[0], x[1], 1, 0, true);
        break;
    }
    changes_.emplace(static_cast<Value>(i), change);
    const bool stays = operation.function == Function::kAbs || operation.function == Function::kMin ||
                       operation.function == Function::kMax;
    if (!stays) depends_[i] = 0;  // a number of its own between events
  }

  void look_at_operations() {
    const std::vector<bool> watched = watched_values();
    for (std::size_t i = 0; i < program_.operations.size(); ++i) {
      const Operation& operation = program_.operations[i];
      if (operation.code == Code::kInput) depends_[i] = inputs_[operation.operands[0]];
      for (Value operand : operands_of(operation)) {
        depends_[i] |= depends_[operand];
        narrow_[i] = narrow_[i] || narrow_[operand];
      }
      if (depends_[i] == kTime) look_how_narrow(i);
      if (watched[i] && depends_[i] != 0 && may_switch(operation)) add_switch(i);
    }
  }

  // Sums, sines and products of few of them are as wide as what the integrator sees of them anywhere.
  void look_how_narrow(std::size_t i) {
    const Operation& operation = program_.operations[i];
    const std::span<const Value> x = operands_of(operation);
    for (Value operand : x) degree_[i] = std::max(degree_[i], degree_[operand]);
    switch (operation.code) {
      case Code::kInput: degree_[i] = 1; break;
      case Code::kMultiply: degree_[i] = degree_[x[0]] + degree_[x[1]]; break;
      case Code::kDivide: narrow_[i] = narrow_[i] || depends_[x[1]] != 0; break;
      case Code::kSine:
      case Code::kCosine: degree_[i] = 1; break;
      case Code::kPower: narrow_[i] = true; break;
      case Code::kCall: narrow_[i] = narrow_[i] || !selects(operation); break;
      default: break;
    }
    narrow_[i] = narrow_[i] || degree_[i] > kHighDegree;
  }

  // Formulas of t alone that others use.
  std::vector<Value> narrow_values() const {
    std::vector<bool> used(narrow_.size(), false);
    for (std::size_t i = 0; i < used.size(); ++i)
      if (depends_[i] != kTime)
        for (Value operand : operands_of(program_.operations[i])) used[operand] = true;
    for (Value result : program_.results) used[result] = true;
    std::vector<Value> values;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i] && narrow_[i] && depends_[i] == kTime) values.push_back(static_cast<Value>(i));
    return values;
  }

  void sort_surfaces() {
    std::vector<std::size_t> order(result_.surfaces.size()), place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return result_.surfaces[i].of_time; });
    std::vector<SwitchingSurface> surfaces;
    std::vector<std::array<Value, 2>> arguments;
    for (std::size_t i : order) {
      place[i] = surfaces.size();
      surfaces.push_back(result_.surfaces[i]);
      arguments.push_back(arguments_[i]);
      result_.of_time += result_.surfaces[i].of_time ? 1 : 0;
    }
    for (SwitchMode& mode : result_.modes) mode.surface = place[mode.surface];
    result_.surfaces = std::move(surfaces);
    arguments_ = std::move(arguments);
  }

  static Value value_of(Program& program, Value value) {
    if (value != kZero) return value;
    const auto found = std::find(program.constants.begin(), program.constants.end(), 0.0);
    const auto place = static_cast<std::uint32_t>(found - program.constants.begin());
    if (found == program.constants.end()) program.constants.push_back(0);
    program.operations.push_back({Code::kConstant, Function::kSin, 0, {place, 0, 0}});
    return static_cast<Value>(program.operations.size() - 1);
  }

  void freeze() {
    result_.frozen = without_no_event(program_);
    if (result_.modes.empty()) return;
    Program both = program_;
    both.keeps_no_event = false;
    const std::size_t first_mode = inputs_.size(), rates = program_.results.size();
    both.inputs.push_back({"m", "sides of switching surfaces", std::vector<Entry>(result_.modes.size()), 0});
    for (const std::array<Value, 2>& pair : arguments_)
      for (Value value : pair) both.results.push_back(value_of(both, value));
    both.outputs.push_back({"g", "", std::vector<Entry>(2 * arguments_.size()), 0});
    both = rebuild(both, [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
      const auto found = changes_.find(i);
      if (found == changes_.end()) return std::nullopt;
      const Operation& operation = program_.operations[i];
      const auto operand = [&](std::size_t k) { return made[operation.operands[k]]; };
      const Value first = builder.input(first_mode + found->second.first);
      switch (operation.function) {
        case Function::kAbs: return builder.multiply(first, operand(0));
        case Function::kMin:
        case Function::kMax: {
          const Value arguments[] = {first, operand(0), operand(1)};
          return builder.call(Function::kIf, arguments);
        }
        case Function::kStep:
          if (operation.count == 3) return builder.multiply(first, builder.input(first_mode + found->second.second));
          return first;
        default: return first;
      }
    });
    Program arguments = both;
    arguments.results.erase(arguments.results.begin(), arguments.results.begin() + static_cast<long>(rates));
    arguments.outputs = {both.outputs.back()};
    result_.arguments = drop_dead_code(std::move(arguments));
    both.results.resize(rates);
    both.outputs.pop_back();
    result_.frozen = drop_dead_code(std::move(both));
  }

  const Program& program_;
  FrozenProgram result_;
  std::vector<std::uint8_t> inputs_, depends_;
  std::vector<char> narrow_;
  std::vector<double> degree_;
  std::map<std::pair<Value, Value>, std::size_t> numbers_;  // surfaces by their arguments
  std::vector<std::array<Value, 2>> arguments_;
  std::map<Value, Change> changes_;
};

bool is_of_interest(const Operation& operation) {
  return may_switch(operation) || operation.code == Code::kDivide || operation.code == Code::kPower ||
         operation.code == Code::kMultiply || operation.code == Code::kCall;
}

}  // namespace

std::optional<FrozenProgram> freeze_switches(const Program& program, std::span<const std::string_view> moving) {
  if (std::none_of(program.operations.begin(), program.operations.end(), is_of_interest)) return std::nullopt;
  return Freezer(program, moving).make();
}

}  // namespace kinemate
