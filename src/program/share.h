// A pass: what is computed twice, up to its sign, is computed once. Bit for bit but for the sign of a zero.
//
// Equal operations and the rewrites of Builder, x + x = 2*x, and for signs:
//   out       signs travel to the results: through products, sums, odd and even functions, even and odd powers
//   a - b, b - a   become one operation and a sign where no negations are left of that (or one, for the subtraction)
//   back in   a negation that is left goes into an operand that takes it for nothing: -(2*x) = (-2)*x,
//             -((a - b)*c) = (b - a)*c, -(c + (a - b)) = (b - a) - c, if nothing else uses what changes
#pragma once

#include <functional>
#include <optional>

#include "program/builder.h"

namespace kinemate {

Program share(const Program& program);

/// Operation i of a program, made in another way; nothing: as it is. `made`: what the values before i have become.
using Maker = std::function<std::optional<Value>(Builder& builder, Value i, std::span<const Value> made)>;

/// A copy by way of Builder, in the same order; then signs go back in. What passes are made of.
Program rebuild(const Program& program, const Maker& maker);

/// A value or its negative, for sums that are put together term by term.
struct Signed {
  Value value = 0;
  bool negative = false;
};

Signed add(Builder& builder, Signed a, Signed b);

inline Value plain(Builder& builder, Signed a) { return a.negative ? builder.negate(a.value) : a.value; }

}  // namespace kinemate
