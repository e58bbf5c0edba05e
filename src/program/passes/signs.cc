#include "program/passes/signs.h"

#include <cmath>

namespace kinemate {

Signed add(Builder& builder, Signed a, Signed b) {
  if (builder.is_constant(a.value, 0)) return b;
  if (builder.is_constant(b.value, 0)) return a;
  if (a.value == b.value && a.negative == b.negative)
    return take_sign_out(builder, builder.multiply(builder.constant(2), a.value), a.negative);
  if (a.negative == b.negative) return take_sign_out(builder, builder.add(a.value, b.value), a.negative);
  const Value difference = b.negative ? builder.subtract(a.value, b.value) : builder.subtract(b.value, a.value);
  return take_sign_out(builder, difference);
}

Signed take_sign_out(Builder& builder, Value value, bool negative) {
  if (builder.operation(value).code == Code::kNegate) return {builder.operation(value).operands[0], !negative};
  if (builder.is_constant(value) && builder.number(value) < 0) return {builder.negate(value), !negative};
  return {value, negative};
}

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

}  // namespace kinemate
