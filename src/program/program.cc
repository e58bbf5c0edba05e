#include "program/program.h"

#include <cmath>

#include "base/check.h"
#include "expr/evaluate.h"

namespace kinemate {

std::size_t entry_count(std::span<const Array> arrays) {
  std::size_t count = 0;
  for (const Array& array : arrays) count += array.entries.size();
  return count;
}

bool is_commutative(const Operation& operation) {
  if (operation.code != Code::kCall) return operation.code == Code::kAdd || operation.code == Code::kMultiply;
  const Function function = operation.function;
  return operation.count == 2 && info(function).commutative && function != Function::kMin && function != Function::kMax;
}

std::vector<std::uint32_t> count_uses(const Program& program) {
  std::vector<std::uint32_t> uses(program.operations.size(), 0);
  for (const Operation& operation : program.operations)
    for (Value operand : operands_of(operation)) ++uses[operand];
  for (Value result : program.results) ++uses[result];
  return uses;
}

double compute(Code code, Function function, std::span<const double> x) {
  switch (code) {
    case Code::kNegate: return -x[0];
    case Code::kAdd: return x[0] + x[1];
    case Code::kSubtract: return x[0] - x[1];
    case Code::kMultiply: return x[0] * x[1];
    case Code::kDivide: return x[0] / x[1];
    case Code::kSquareRoot: return std::sqrt(x[0]);
    case Code::kPower: return std::pow(x[0], x[1]);
    case Code::kSine: return std::sin(x[0]);
    case Code::kCosine: return std::cos(x[0]);
    case Code::kCall: return evaluate_call(function, x);
    case Code::kConstant:
    case Code::kInput: break;
  }
  CHECK(false);
  return 0;
}

}  // namespace kinemate
