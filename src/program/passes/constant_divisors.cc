#include "program/passes/constant_divisors.h"

#include <algorithm>
#include <cmath>

#include "program/cost.h"
#include "program/passes/rebuild.h"

namespace kinemate {

Program multiply_by_inverses(const Program& program) {
  const bool divides = std::any_of(program.operations.begin(), program.operations.end(),
                                   [](const Operation& operation) { return operation.code == Code::kDivide; });
  if (!divides) return program;
  auto maker = [&](Builder& builder, Value i, std::span<const Value> made) -> std::optional<Value> {
    const Operation& operation = program.operations[i];
    if (operation.code != Code::kDivide) return std::nullopt;
    const Value divisor = made[operation.operands[1]];
    if (!builder.is_constant(divisor) || !std::isnormal(1 / builder.number(divisor))) return std::nullopt;
    return builder.multiply(made[operation.operands[0]], builder.constant(1 / builder.number(divisor)));
  };
  return cheaper(program, rebuild(program, maker));
}

}  // namespace kinemate
