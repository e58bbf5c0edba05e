// Random programs, every operation of which is live.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

#include "base/sines.h"
#include "program/builder.h"

namespace kinemate {

struct RandomProgramOptions {
  std::size_t operations = 50;  ///< about
  std::size_t inputs = 8;
  std::size_t outputs = 4;  ///< at least
  bool functions = true;    ///< also roots, powers, sines and functions; else + - * alone
  bool divisions = true;
};

/// Values stay within about [-2, 2] for inputs of [-1, 1], so that rounding errors stay small: products and functions
/// are bounded, sums are halved now and then. Divisors are 2 + x^2, roots are of 1 + x^2.
inline Program random_program(std::uint64_t seed, const RandomProgramOptions& options = {}) {
  std::mt19937_64 random(seed);
  auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  Program like;
  like.name = "random", like.machine = "random-" + std::to_string(seed);
  like.inputs = {{"x", "the inputs", {}}};
  for (std::size_t i = 0; i < options.inputs; ++i) like.inputs[0].entries.push_back({"x" + std::to_string(i), ""});
  Builder builder(like);
  std::vector<Value> values, unused;
  for (std::size_t i = 0; i < options.inputs; ++i) values.push_back(builder.input(i));
  auto pick = [&] {
    if (unused.size() > 12) {  // what waits longest is used first: all is live
      const Value value = unused.front();
      unused.erase(unused.begin());
      return value;
    }
    const std::size_t kind = below(10);
    const std::size_t reach = kind < 6 ? 12 : kind < 9 ? 150 : values.size();
    return values[values.size() - 1 - below(std::min(reach, values.size()))];
  };
  auto number = [&] { return builder.constant(0.25 * static_cast<double>(1 + below(6))); };
  auto one_plus_square = [&](Value x) { return builder.add(builder.constant(1), builder.multiply(x, x)); };
  auto bounded = [&](Value x) {  // x/(1 + x²/8) would cost a division: every few operations a sine does as well
    return options.functions ? builder.sine(x) : builder.multiply(builder.constant(0.25), x);
  };
  while (builder.size() < options.operations + options.inputs) {
    const Value a = pick(), b = pick();
    const std::size_t kind = below(100);
    Value made;
    if (kind < 25) {
      made = builder.multiply(builder.constant(0.5), builder.add(a, b));
    } else if (kind < 40) {
      made = builder.multiply(builder.constant(0.5), builder.subtract(a, b));
    } else if (kind < 65) {
      made = builder.multiply(builder.multiply(number(), builder.constant(0.5)), builder.multiply(a, b));
    } else if (kind < 75) {
      const Value c = pick();
      made = builder.multiply(builder.constant(0.25), builder.add(builder.multiply(a, b), builder.multiply(a, c)));
    } else if (kind < 80 || !options.functions) {
      made = bounded(builder.subtract(number(), a));
    } else if (kind < 84) {
      made = builder.cosine(a);
    } else if (kind < 87) {
      made = builder.square_root(one_plus_square(a));
    } else if (kind < 90) {
      made = builder.power(builder.multiply(builder.constant(0.5), a),
                           builder.constant(static_cast<double>(2 + below(4))));
    } else if (kind < 93) {
      made = builder.power(one_plus_square(a), builder.constant(-0.5 * static_cast<double>(1 + below(4))));
    } else {
      constexpr Function kUnary[] = {Function::kTanh, Function::kAtan, Function::kAbs, Function::kErf};
      constexpr Function kBinary[] = {Function::kMin, Function::kMax};
      if (below(2) == 0) {
        made = builder.call(kUnary[below(4)], std::array{a});
      } else {
        made = builder.call(kBinary[below(2)], std::array{a, b});
      }
    }
    if (options.divisions && below(12) == 0)
      made = builder.divide(made, builder.add(builder.constant(1), one_plus_square(b)));
    if (below(8) == 0 && options.functions) made = builder.sine(made);
    values.push_back(made);
    unused.push_back(made);
  }
  while (unused.size() < options.outputs) unused.push_back(values[below(values.size())]);
  Array results{"y", "the results", {}};
  for (std::size_t i = 0; i < unused.size(); ++i) results.entries.push_back({"y" + std::to_string(i), ""});
  return builder.finish({results}, unused);
}

/// Inputs of [-1, 1].
inline std::vector<double> random_inputs(std::uint64_t seed, std::size_t count) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<double> inputs(count);
  for (double& input : inputs) input = number(random);
  return inputs;
}

/// The outputs, operation by operation by compute(): nothing of schedules and compilers. `sine_and_cosine` gives both.
template <class SineAndCosine>
std::vector<double> run_plainly(const Program& program, const std::vector<double>& inputs,
                                const SineAndCosine& sine_and_cosine) {
  std::vector<double> values(program.operations.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Operation& operation = program.operations[i];
    std::array<double, 3> x = {};
    for (std::size_t k = 0; k < operation.count; ++k) x[k] = values[operation.operands[k]];
    switch (operation.code) {
      case Code::kConstant: values[i] = program.constants[operation.operands[0]]; break;
      case Code::kInput: values[i] = inputs[operation.operands[0]]; break;
      case Code::kSine: values[i] = sine_and_cosine(x[0]).first; break;
      case Code::kCosine: values[i] = sine_and_cosine(x[0]).second; break;
      default:
        values[i] = compute(operation.code, operation.function, std::span<const double>(x).first(operation.count));
    }
  }
  std::vector<double> outputs;
  for (Value result : program.results) outputs.push_back(values[result]);
  return outputs;
}

/// With libm's sines, as generated C has them.
inline std::vector<double> run_plainly(const Program& program, const std::vector<double>& inputs) {
  return run_plainly(program, inputs, [](double x) { return std::pair(std::sin(x), std::cos(x)); });
}

/// With the sines of interpreter and compilers: bit for bit what they must give.
inline std::vector<double> run_with_vector_sines(const Program& program, const std::vector<double>& inputs) {
  return run_plainly(program, inputs, [](double x) {
    const double arguments[4] = {x, 0, 0, 0};
    double sines[4], cosines[4];
    compute_sines_and_cosines(arguments, sines, cosines, 4);
    return std::pair(sines[0], cosines[0]);
  });
}

}  // namespace kinemate
