// Signs beside values: what a pass needs that moves them about.
#pragma once

#include "program/builder.h"

namespace kinemate {

/// A value or its negative, for sums that are put together term by term.
struct Signed {
  Value value = 0;
  bool negative = false;
};

Signed add(Builder& builder, Signed a, Signed b);

inline Value plain(Builder& builder, Signed a) { return a.negative ? builder.negate(a.value) : a.value; }

/// ±value, where a negation or a negative constant that Builder made is a sign again.
Signed take_sign_out(Builder& builder, Value value, bool negative = false);

/// Operations that are looked at for one sign.
inline constexpr std::size_t kSignSearchLimit = 64;

/// What a negative first operand does: f(-x) = -f(x), f(x), or neither.
enum class Parity { kOdd, kEven, kNone };

/// Of sines, cosines, powers and functions; none of all else.
Parity parity(const Program& program, const Operation& operation);

}  // namespace kinemate
