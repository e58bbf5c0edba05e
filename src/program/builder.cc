#include "program/builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "program/passes/dead_code.h"

namespace kinemate {
namespace {

constexpr Value kFree = ~Value{0};

std::uint64_t hash(const Operation& operation) {
  std::uint64_t hash = static_cast<std::uint64_t>(operation.code) * 64 + static_cast<std::uint64_t>(operation.function);
  for (Value operand : operation.operands) hash = (hash ^ operand) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
  return hash;
}

}  // namespace

Builder::Builder(const Program& like) {
  program_.name = like.name, program_.machine = like.machine, program_.meaning = like.meaning;
  program_.inputs = like.inputs;
  program_.keeps_no_event = like.keeps_no_event;
}

void Builder::grow_table() {
  table_.assign(std::max<std::size_t>(2 * table_.size(), 1024), kFree);
  for (Value value = 0; value < program_.operations.size(); ++value) {
    std::size_t at = hash(program_.operations[value]) & (table_.size() - 1);
    while (table_[at] != kFree) at = (at + 1) & (table_.size() - 1);
    table_[at] = value;
  }
}

Value Builder::intern(const Operation& operation) {
  if (2 * program_.operations.size() >= table_.size()) grow_table();
  std::size_t at = hash(operation) & (table_.size() - 1);
  for (; table_[at] != kFree; at = (at + 1) & (table_.size() - 1))
    if (program_.operations[table_[at]] == operation) return table_[at];
  table_[at] = static_cast<Value>(program_.operations.size());
  program_.operations.push_back(operation);
  return table_[at];
}

Value Builder::intern(Code code, std::initializer_list<Value> operands, Function function) {
  Operation operation{code, function, static_cast<std::uint8_t>(operands.size()), {}};
  std::copy(operands.begin(), operands.end(), operation.operands.begin());
  return intern(operation);
}

Value Builder::constant(double number) {
  if (number == 0) number = 0;  // no negative zero
  const auto [place, fresh] = constants_.try_emplace(std::bit_cast<std::uint64_t>(number),
                                                     static_cast<std::uint32_t>(program_.constants.size()));
  if (fresh) program_.constants.push_back(number);
  return intern({Code::kConstant, Function::kSin, 0, {place->second}});
}

Value Builder::input(std::size_t number) {
  return intern({Code::kInput, Function::kSin, 0, {static_cast<Value>(number)}});
}

Value Builder::negate(Value a) {
  if (is_constant(a)) return constant(-number(a));
  if (is_negation(a)) return operand(a, 0);
  if (operation(a).code == Code::kSubtract) return subtract(operand(a, 1), operand(a, 0));
  return intern(Code::kNegate, {a});
}

Value Builder::add(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) + number(b));
  if (is_constant(a, 0)) return b;
  if (is_constant(b, 0)) return a;
  if (is_negation(a) && is_negation(b)) return negate(add(operand(a, 0), operand(b, 0)));
  if (is_negation(b)) return subtract(a, operand(b, 0));
  if (is_negation(a)) return subtract(b, operand(a, 0));
  return intern(Code::kAdd, {std::min(a, b), std::max(a, b)});
}

Value Builder::subtract(Value a, Value b) {
  if (a == b) return constant(0);
  if (is_constant(a) && is_constant(b)) return constant(number(a) - number(b));
  if (is_constant(b, 0)) return a;
  if (is_constant(a, 0)) return negate(b);
  if (is_negation(a) && is_negation(b)) return subtract(operand(b, 0), operand(a, 0));
  if (is_negation(b)) return add(a, operand(b, 0));
  if (is_negation(a)) return negate(add(operand(a, 0), b));
  return intern(Code::kSubtract, {a, b});
}

Value Builder::multiply(Value a, Value b) {
  if (is_constant(a) && is_constant(b)) return constant(number(a) * number(b));
  if (is_constant(b)) std::swap(a, b);
  if (is_constant(a)) {
    if (number(a) == 0) return a;
    if (number(a) == 1) return b;
    if (number(a) < 0) return negate(multiply(constant(-number(a)), b));
  }
  if (is_negation(a) && is_negation(b)) return multiply(operand(a, 0), operand(b, 0));
  if (is_negation(a)) return negate(multiply(operand(a, 0), b));
  if (is_negation(b)) return negate(multiply(a, operand(b, 0)));
  return intern(Code::kMultiply, {std::min(a, b), std::max(a, b)});
}

Value Builder::divide(Value a, Value b) {
  if (is_constant(a) && is_constant(b) && number(b) != 0) return constant(number(a) / number(b));
  if (is_constant(a, 0)) return a;
  if (is_constant(b, 1)) return a;
  if (is_constant(b) && number(b) < 0) return negate(divide(a, constant(-number(b))));
  if (is_constant(a) && number(a) < 0) return negate(divide(constant(-number(a)), b));
  if (is_negation(a) && is_negation(b)) return divide(operand(a, 0), operand(b, 0));
  if (is_negation(a)) return negate(divide(operand(a, 0), b));
  if (is_negation(b)) return negate(divide(a, operand(b, 0)));
  return intern(Code::kDivide, {a, b});
}

Value Builder::square_root(Value a) {
  if (is_constant(a)) return constant(std::sqrt(number(a)));
  return intern(Code::kSquareRoot, {a});
}

Value Builder::power(Value base, Value exponent) {
  if (is_constant(base) && is_constant(exponent)) return constant(std::pow(number(base), number(exponent)));
  if (is_constant(exponent, 0)) return constant(1);
  if (is_constant(exponent, 1)) return base;
  if (is_constant(exponent, 0.5)) return square_root(base);
  return intern(Code::kPower, {base, exponent});
}

Value Builder::sine(Value a) {
  if (is_constant(a)) return constant(std::sin(number(a)));
  return intern(Code::kSine, {a});
}

Value Builder::cosine(Value a) {
  if (is_constant(a)) return constant(std::cos(number(a)));
  return intern(Code::kCosine, {a});
}

Value Builder::call(Function function, std::span<const Value> arguments) {
  CHECK(!arguments.empty() && arguments.size() <= 3);
  if (function == Function::kSin) return sine(arguments[0]);
  if (function == Function::kCos) return cosine(arguments[0]);
  if (function == Function::kNoEvent && (!program_.keeps_no_event || is_constant(arguments[0]))) return arguments[0];
  if (function == Function::kMod) {  // x - y*floor(x/y)
    const Value x = arguments[0], y = arguments[1], turns = divide(x, y);
    return subtract(x, multiply(y, call(Function::kFloor, {&turns, 1})));
  }
  Operation operation{Code::kCall, function, static_cast<std::uint8_t>(arguments.size()), {}};
  std::copy(arguments.begin(), arguments.end(), operation.operands.begin());
  if (is_commutative(operation) && operation.operands[1] < operation.operands[0])
    std::swap(operation.operands[0], operation.operands[1]);
  if (std::all_of(arguments.begin(), arguments.end(), [&](Value value) { return is_constant(value); })) {
    std::array<double, 3> numbers = {};
    for (std::size_t i = 0; i < arguments.size(); ++i) numbers[i] = number(operation.operands[i]);
    return constant(compute(Code::kCall, function, std::span(numbers).first(arguments.size())));
  }
  return intern(operation);
}

Value Builder::make(const Program& from, const Operation& operation, std::span<const Value> x) {
  switch (operation.code) {
    case Code::kConstant: return constant(from.constants[operation.operands[0]]);
    case Code::kInput: return input(operation.operands[0]);
    case Code::kNegate: return negate(x[0]);
    case Code::kAdd: return add(x[0], x[1]);
    case Code::kSubtract: return subtract(x[0], x[1]);
    case Code::kMultiply: return multiply(x[0], x[1]);
    case Code::kDivide: return divide(x[0], x[1]);
    case Code::kSquareRoot: return square_root(x[0]);
    case Code::kPower: return power(x[0], x[1]);
    case Code::kSine: return sine(x[0]);
    case Code::kCosine: return cosine(x[0]);
    case Code::kCall: return call(operation.function, x);
  }
  CHECK(false);
  return 0;
}

Program Builder::finish(std::vector<Array> outputs, std::vector<Value> results) {
  CHECK(results.size() == entry_count(outputs));
  program_.outputs = std::move(outputs);
  program_.results = std::move(results);
  table_.clear(), constants_.clear();
  return drop_dead_code(std::exchange(program_, {}));
}

}  // namespace kinemate
