#include "program/share.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "program/builder.h"
#include "program/cost.h"
#include "program/dead_code.h"

namespace kinemate {
namespace {

constexpr std::size_t kSearchLimit = 64;  // operations looked at for one sign

// What a negative first operand does: f(-x) = -f(x), f(x), or neither.
enum class Parity { kOdd, kEven, kNone };

Parity parity(const Program& program, const Operation& operation) {
  switch (operation.code) {
    case Code::kSine: return Parity::kOdd;
    case Code::kCosine: return Parity::kEven;
    case Code::kPower: {
      const Operation& exponent = program.operations[operation.operands[1]];
      if (exponent.code != Code::kConstant) return Parity::kNone;
      const double number = program.constants[exponent.operands[0]];
      if (number != std::round(number) || std::abs(number) > 1e6) return Parity::kNone;
      return std::fmod(number, 2) == 0 ? Parity::kEven : Parity::kOdd;
    }
    case Code::kCall:
      if (operation.count != 1) return Parity::kNone;
      switch (info(operation.function).symmetry) {
        case FunctionInfo::Symmetry::kOdd: return Parity::kOdd;
        case FunctionInfo::Symmetry::kEven: return Parity::kEven;
        case FunctionInfo::Symmetry::kNone: return Parity::kNone;
      }
      return Parity::kNone;
    default: return Parity::kNone;
  }
}

// The operations that use each value, in their order; results are users too.
struct Users {
  static constexpr Value kResult = ~Value{0};
  std::vector<std::size_t> starts;
  std::vector<Value> list;

  explicit Users(const Program& program) : starts(program.operations.size() + 1, 0) {
    const std::vector<std::uint32_t> uses = count_uses(program);
    for (std::size_t i = 0; i < uses.size(); ++i) starts[i + 1] = starts[i] + uses[i];
    list.resize(starts.back());
    std::vector<std::size_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t i = 0; i < uses.size(); ++i)
      for (Value operand : operands_of(program.operations[i])) list[next[operand]++] = static_cast<Value>(i);
    for (Value result : program.results) list[next[result]++] = kResult;
  }
  std::span<const Value> of(Value value) const {
    return std::span(list).subspan(starts[value], starts[value + 1] - starts[value]);
  }
};

// How many negations come on top if -v is made instead of v; nothing if the search is too long.
std::optional<int> count_new_negations(const Program& program, const Users& users, Value v) {
  std::set<Value> changed;  // values whose sign changes
  int negations = 0;
  std::set<Value> to_look_at;  // in order: all operands of a user are known before it
  auto change = [&](Value value) {
    changed.insert(value);
    bool needed_as_it_was = false;
    for (Value user : users.of(value)) {
      if (user == Users::kResult)
        needed_as_it_was = true;
      else
        to_look_at.insert(user);
    }
    return needed_as_it_was;
  };
  std::set<Value> restored;  // values that are needed as they were as well
  if (change(v)) restored.insert(v);
  for (std::size_t looked_at = 0; !to_look_at.empty(); ++looked_at) {
    if (looked_at > kSearchLimit || to_look_at.size() > kSearchLimit) return std::nullopt;
    const Value user = *to_look_at.begin();
    to_look_at.erase(to_look_at.begin());
    const Operation& operation = program.operations[user];
    const bool first = changed.contains(operation.operands[0]);
    const bool second = operation.count > 1 && changed.contains(operation.operands[1]);
    bool changes = false;
    switch (operation.code) {
      case Code::kNegate: --negations; break;
      case Code::kAdd: changes = first && second; break;
      case Code::kSubtract: changes = first; break;
      case Code::kMultiply:
      case Code::kDivide: changes = first != second; break;
      default: {
        const Parity kind = second ? Parity::kNone : parity(program, operation);
        changes = kind == Parity::kOdd;
        if (kind == Parity::kNone)
          for (Value operand : operands_of(operation))
            if (changed.contains(operand)) restored.insert(operand);
      }
    }
    if (changes && change(user)) restored.insert(user);
  }
  return negations + static_cast<int>(restored.size());
}

// For subtractions: how they are made.
enum class Way : std::uint8_t { kAsIs, kAsOpposite, kTurned };

struct Ways {
  std::vector<Way> way;
  std::unordered_map<Value, Value> opposite;  ///< of those that are made as one
};

// Of a - b and b - a, one is turned around if that leaves no more than a negation.
Ways choose_ways(const Program& program) {
  const Users users(program);
  Ways ways{std::vector<Way>(program.operations.size(), Way::kAsIs), {}};
  std::unordered_map<std::uint64_t, Value> seen;
  for (std::size_t i = 0; i < program.operations.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (operation.code != Code::kSubtract) continue;
    const std::uint64_t a = operation.operands[0], b = operation.operands[1];
    const Value later = static_cast<Value>(i);
    seen.try_emplace(a << 32 | b, later);
    const auto found = seen.find(b << 32 | a);
    if (found == seen.end() || ways.way[found->second] != Way::kAsIs) continue;
    const std::optional<int> cost_later = count_new_negations(program, users, later);
    const std::optional<int> cost_first =
        cost_later && *cost_later <= 0 ? std::nullopt : count_new_negations(program, users, found->second);
    const bool turn_first = cost_first && (!cost_later || *cost_first < *cost_later);
    if (std::min(cost_first.value_or(2), cost_later.value_or(2)) > 1) continue;
    ways.way[later] = Way::kAsOpposite;
    ways.opposite[later] = found->second;
    if (turn_first) ways.way[found->second] = Way::kTurned;
  }
  return ways;
}

// A negation or a negative constant that Builder made is a sign again.
Signed take_out(Builder& builder, Value value, bool negative = false) {
  if (builder.operation(value).code == Code::kNegate) return {builder.operation(value).operands[0], !negative};
  if (builder.is_constant(value) && builder.number(value) < 0) return {builder.negate(value), !negative};
  return {value, negative};
}

Signed make_signed(Builder& builder, const Program& program, const Operation& operation, std::span<const Signed> x) {
  switch (operation.code) {
    case Code::kNegate: return {x[0].value, !x[0].negative};
    case Code::kAdd: return add(builder, x[0], x[1]);
    case Code::kSubtract: return add(builder, x[0], {x[1].value, !x[1].negative});
    case Code::kMultiply:
      return take_out(builder, builder.multiply(x[0].value, x[1].value), x[0].negative != x[1].negative);
    case Code::kDivide:
      return take_out(builder, builder.divide(x[0].value, x[1].value), x[0].negative != x[1].negative);
    default: break;
  }
  const Parity kind = operation.count > 0 && x[0].negative ? parity(program, operation) : Parity::kNone;
  std::array<Value, 3> operands = {};
  for (std::size_t k = 0; k < operation.count; ++k)
    operands[k] = k == 0 && kind != Parity::kNone ? x[k].value : plain(builder, x[k]);
  return take_out(builder, builder.make(program, operation, std::span(operands).first(operation.count)),
                  kind == Parity::kOdd);
}

Program take_signs_out(const Program& program) {
  const Ways ways = choose_ways(program);
  Builder builder(program);
  std::vector<Signed> made(program.operations.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    Operation operation = program.operations[i];
    if (ways.way[i] == Way::kAsOpposite) {
      const Signed opposite = made[ways.opposite.at(static_cast<Value>(i))];
      made[i] = {opposite.value, !opposite.negative};
      continue;
    }
    if (ways.way[i] == Way::kTurned) std::swap(operation.operands[0], operation.operands[1]);
    std::array<Signed, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made[operation.operands[k]];
    made[i] = make_signed(builder, program, operation, std::span(x).first(operation.count));
    if (ways.way[i] == Way::kTurned) made[i].negative = !made[i].negative;
  }
  std::vector<Value> results;
  for (Value result : program.results) results.push_back(plain(builder, made[result]));
  return builder.finish(program.outputs, std::move(results));
}

// Puts the negations that are left into operands that take them for nothing.
class SignSink {
 public:
  explicit SignSink(Program program)
      : program_(std::move(program)), uses_(count_uses(program_)), stands_for_(program_.operations.size()) {
    for (std::size_t i = 0; i < stands_for_.size(); ++i) stands_for_[i] = static_cast<Value>(i);
  }

  Program run() {
    const std::size_t size = program_.operations.size();
    for (std::size_t i = 0; i < size; ++i)
      if (program_.operations[i].code == Code::kNegate) sink(static_cast<Value>(i));
    return in_order(size);
  }

 private:
  struct Step {
    Value value;
    std::size_t from;   // the step that led here
    std::size_t place;  // as which operand
  };

  // Breadth first from the operand of a negation down to what can change its sign.
  void sink(Value negation) {
    std::vector<Step> steps = {{program_.operations[negation].operands[0], 0, 0}};
    for (std::size_t at = 0; at < steps.size() && at < kSearchLimit; ++at) {
      const Value value = steps[at].value;
      const Operation operation = program_.operations[value];
      if (operation.code == Code::kConstant && at > 0) {
        program_.operations[steps[steps[at].from].value].operands[steps[at].place] = opposite_constant(value);
        return turn_path(negation, steps, steps[at].from, steps[at].place);
      }
      if (uses_[value] != 1) continue;
      if (operation.code == Code::kSubtract) {
        std::swap(program_.operations[value].operands[0], program_.operations[value].operands[1]);
        return at > 0 ? turn_path(negation, steps, steps[at].from, steps[at].place) : replace(negation, value);
      }
      const bool both =
          operation.code == Code::kMultiply || operation.code == Code::kDivide || operation.code == Code::kAdd;
      const bool odd = operation.count > 0 && parity(program_, operation) == Parity::kOdd;
      if (both || odd) steps.push_back({operation.operands[0], at, 0});
      if (both && operation.operands[0] != operation.operands[1]) steps.push_back({operation.operands[1], at, 1});
    }
  }

  // All on the way from a changed operand up to the negation changes its sign: -(a + b) = (-a) - b.
  void turn_path(Value negation, const std::vector<Step>& steps, std::size_t at, std::size_t place) {
    for (;;) {
      Operation& operation = program_.operations[steps[at].value];
      if (operation.code == Code::kAdd) {
        operation.code = Code::kSubtract;
        if (place == 1) std::swap(operation.operands[0], operation.operands[1]);
      }
      if (at == 0) break;
      place = steps[at].place, at = steps[at].from;
    }
    replace(negation, steps[0].value);
  }

  void replace(Value negation, Value value) {
    stands_for_[negation] = value;
    uses_[value] = uses_[negation];
  }

  Value opposite_constant(Value value) {
    program_.constants.push_back(-program_.constants[program_.operations[value].operands[0]]);
    Operation constant = program_.operations[value];
    constant.operands[0] = static_cast<Value>(program_.constants.size() - 1);
    program_.operations.push_back(constant);
    stands_for_.push_back(static_cast<Value>(program_.operations.size() - 1));
    uses_.push_back(1);
    return stands_for_.back();
  }

  // Constants that were put last stand before their first user again, each number once.
  Program in_order(std::size_t size) {
    Program result = program_;
    result.operations.clear(), result.constants.clear();
    std::map<std::uint64_t, Value> known;
    std::vector<Value> moved(program_.operations.size());
    auto place_constant = [&](Value value) {
      const double number = program_.constants[program_.operations[value].operands[0]];
      const auto [found, fresh] =
          known.try_emplace(std::bit_cast<std::uint64_t>(number), static_cast<Value>(result.operations.size()));
      if (fresh) {
        Operation constant = program_.operations[value];
        constant.operands[0] = static_cast<Value>(result.constants.size());
        result.constants.push_back(number);
        result.operations.push_back(constant);
      }
      moved[value] = found->second;
    };
    for (std::size_t i = 0; i < size; ++i) {
      Operation operation = program_.operations[i];
      if (stands_for_[i] != i) {
        moved[i] = moved[stands_for_[i]];
      } else if (operation.code == Code::kConstant) {
        place_constant(static_cast<Value>(i));
      } else {
        for (std::size_t k = 0; k < operation.count; ++k) {
          if (operation.operands[k] >= size) place_constant(operation.operands[k]);
          operation.operands[k] = moved[operation.operands[k]];
        }
        moved[i] = static_cast<Value>(result.operations.size());
        result.operations.push_back(operation);
      }
    }
    for (Value& value : result.results) value = moved[value];
    return drop_dead_code(std::move(result));
  }

  Program program_;
  std::vector<std::uint32_t> uses_;
  std::vector<Value> stands_for_;  ///< the value itself, or what a negation has become
};

Program sink_signs(Program program) {
  const bool negations = std::any_of(program.operations.begin(), program.operations.end(),
                                     [](const Operation& operation) { return operation.code == Code::kNegate; });
  return negations ? SignSink(std::move(program)).run() : program;
}

}  // namespace

Program share(const Program& program) { return cheaper(program, sink_signs(take_signs_out(program))); }

Signed add(Builder& builder, Signed a, Signed b) {
  if (builder.is_constant(a.value, 0)) return b;
  if (builder.is_constant(b.value, 0)) return a;
  if (a.value == b.value && a.negative == b.negative)
    return take_out(builder, builder.multiply(builder.constant(2), a.value), a.negative);
  if (a.negative == b.negative) return take_out(builder, builder.add(a.value, b.value), a.negative);
  const Value difference = b.negative ? builder.subtract(a.value, b.value) : builder.subtract(b.value, a.value);
  return take_out(builder, difference);
}

Program rebuild(const Program& program, const Maker& maker) {
  Builder builder(program);
  std::vector<Value> made(program.operations.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const Operation& operation = program.operations[i];
    if (const auto value = maker(builder, static_cast<Value>(i), std::span(made).first(i))) {
      made[i] = *value;
      continue;
    }
    std::array<Value, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = made[operation.operands[k]];
    made[i] = builder.make(program, operation, std::span(x).first(operation.count));
  }
  std::vector<Value> results;
  for (Value result : program.results) results.push_back(made[result]);
  return sink_signs(builder.finish(program.outputs, std::move(results)));
}

}  // namespace kinemate
