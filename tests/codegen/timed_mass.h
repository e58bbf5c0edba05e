// A mass of 1 kg, at rest, that is pushed for a short time: most of the second of a simulation nothing acts.
#pragma once

#include <numbers>

#include "program/builder.h"

namespace kinemate {

enum class Push { kIf, kStep, kPulse, kRepeated, kTriangle };

/// What is added to its speed, and where it is at the end.
struct Pushed {
  const char* name;
  Push push;
  double position, speed;
};

inline constexpr Pushed kPushes[] = {{"if", Push::kIf, 0.495, 1},
                                     {"step", Push::kStep, 0.495, 1},
                                     {"pulse", Push::kPulse, 0.1 * std::numbers::inv_sqrtpi * std::numbers::pi,
                                      0.2 * std::numbers::inv_sqrtpi * std::numbers::pi},
                                     {"repeated", Push::kRepeated, 0.29975, 0.5},
                                     {"triangle", Push::kTriangle, 0.125, 0.25}};

/// The force at t, about t = 0.5 s: 100 N for 10 ms, a bell of 2 ms, 1 ms of every 200 ms, a triangle.
inline Value make_push(Builder& b, Value t, Push push, Value width) {
  const auto number = [&](double x) { return b.constant(x); };
  const auto call = [&](Function function, auto... x) { return b.call(function, std::array{x...}); };
  const Value middle = b.subtract(t, number(0.5));
  switch (push) {
    case Push::kIf:
      return call(Function::kIf,
                  call(Function::kAnd, call(Function::kLess, number(0.5), t),
                       call(Function::kLess, t, b.add(number(0.5), width))),
                  number(100), number(0));
    case Push::kStep: return b.multiply(number(100), call(Function::kStep, number(0.5), t, b.add(number(0.5), width)));
    case Push::kPulse: {
      const Value u = b.divide(middle, b.multiply(number(0.2), width));
      return b.multiply(number(100), call(Function::kExp, b.negate(b.multiply(u, u))));
    }
    case Push::kRepeated:
      return b.multiply(number(100), call(Function::kLess, call(Function::kMod, t, number(0.2)), number(0.001)));
    case Push::kTriangle: {
      const Value fall = b.divide(call(Function::kAbs, middle), b.multiply(number(0.5), width));
      return b.multiply(number(50), call(Function::kMax, number(0), b.subtract(number(1), fall)));
    }
  }
  return t;
}

/// x = (q, v), p = (the width, 0.01).
inline Program timed_mass(Push push) {
  Program like;
  like.name = "ode", like.machine = "mass", like.meaning = "rates of the state";
  like.inputs = {{"t", "time", {{"t", ""}}}, {"x", "the state", {{"q", ""}, {"v", ""}}}, {"p", "", {{"width", ""}}}};
  Builder builder(like);
  const Value force = make_push(builder, builder.input(0), push, builder.input(3));
  return builder.finish({{"dx", "rates of x", {{"q'", ""}, {"v'", ""}}}}, {builder.input(2), force});
}

/// t, x, p.
inline std::vector<double> timed_mass_example() { return {0, 0, 0, 0.01}; }

}  // namespace kinemate
