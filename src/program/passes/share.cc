#include "program/passes/share.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "program/cost.h"
#include "program/passes/signs.h"
#include "program/passes/sink_signs.h"

namespace kinemate {
namespace {

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
    if (looked_at > kSignSearchLimit || to_look_at.size() > kSignSearchLimit) return std::nullopt;
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

Signed make_signed(Builder& builder, const Program& program, const Operation& operation, std::span<const Signed> x) {
  switch (operation.code) {
    case Code::kNegate: return {x[0].value, !x[0].negative};
    case Code::kAdd: return add(builder, x[0], x[1]);
    case Code::kSubtract: return add(builder, x[0], {x[1].value, !x[1].negative});
    case Code::kMultiply:
      return take_sign_out(builder, builder.multiply(x[0].value, x[1].value), x[0].negative != x[1].negative);
    case Code::kDivide:
      return take_sign_out(builder, builder.divide(x[0].value, x[1].value), x[0].negative != x[1].negative);
    default: break;
  }
  const Parity kind = operation.count > 0 && x[0].negative ? parity(program, operation) : Parity::kNone;
  std::array<Value, 3> operands = {};
  for (std::size_t k = 0; k < operation.count; ++k)
    operands[k] = k == 0 && kind != Parity::kNone ? x[k].value : plain(builder, x[k]);
  return take_sign_out(builder, builder.make(program, operation, std::span(operands).first(operation.count)),
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

}  // namespace

Program share(const Program& program) { return cheaper(program, sink_signs(take_signs_out(program))); }

}  // namespace kinemate
