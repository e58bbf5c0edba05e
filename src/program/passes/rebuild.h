// What passes are made of: a program copied, some of its operations made in another way.
#pragma once

#include <functional>
#include <optional>

#include "program/builder.h"

namespace kinemate {

/// Operation i of a program, made in another way; nothing: as it is. `made`: what the values before i have become.
using Maker = std::function<std::optional<Value>(Builder& builder, Value i, std::span<const Value> made)>;

/// A copy by way of Builder, in the same order; then signs go back in (program/passes/sink_signs.h).
Program rebuild(const Program& program, const Maker& maker);

/// The program with u in the place of noEvent(u).
Program without_no_event(Program program);

/// The product of what these values have become. REQUIRES: there is one.
Value multiply_all(Builder& builder, std::span<const Value> values, std::span<const Value> made);

}  // namespace kinemate
