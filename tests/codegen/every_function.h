// Programs that call all functions there are.
#pragma once

#include <limits>
#include <utility>

#include "program/fixture.h"

namespace kinemate {

/// Every function at pairs of values that are special somewhere, with what is no number among them; and the values.
inline std::pair<Program, std::vector<double>> every_function() {
  const std::vector<double> numbers = {
      0, -0.0,  1,      -1,    0.5,       -2.5,       3,
      5, 170.5, 1e-310, 1e300, kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()};
  Builder builder(with_inputs(numbers.size()));
  std::vector<Value> x, results;
  for (std::size_t i = 0; i < numbers.size(); ++i) x.push_back(builder.input(i));
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    const FunctionInfo& about = info(function);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Value a = x[i], b = x[(i * 5 + f) % x.size()], c = x[(i * 3 + 1) % x.size()];
      if (about.least_arguments <= 1) results.push_back(builder.call(function, std::array{a}));
      if (about.least_arguments <= 2 && about.most_arguments >= 2 && function != Function::kStep) {
        results.push_back(builder.call(function, std::array{a, b}));
        results.push_back(builder.call(function, std::array{a, a}));
        results.push_back(builder.call(function, std::array{a, x[(i + 1) % x.size()]}));
      }
      const bool three = function == Function::kStep || function == Function::kIf || function == Function::kComb;
      if (three) results.push_back(builder.call(function, std::array{a, b, c}));
      if (three) results.push_back(builder.call(function, std::array{x[7], x[6], x[i]}));
    }
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Value a = x[i], b = x[(i + 3) % x.size()];
    for (const Value made :
         {builder.negate(a), builder.add(a, b), builder.subtract(a, b), builder.multiply(a, b), builder.divide(a, b),
          builder.square_root(a), builder.power(a, b), builder.sine(a), builder.cosine(a)})
      results.push_back(made);
  }
  return {finish(builder, results), numbers};
}

/// Nine results of nine inputs, each of several others; names are those of `like` and `outputs`.
inline Program nine_results(const Program& like, std::vector<Array> outputs) {
  Builder builder(like);
  std::vector<Value> sums, results;
  for (std::size_t i = 0; i < 9; ++i) {
    const Value s = builder.sine(builder.input(i)), r = builder.square_root(builder.add(builder.input(i), s));
    sums.push_back(builder.multiply(builder.multiply(r, s), builder.add(r, builder.input((i + 1) % 9))));
  }
  for (std::size_t i = 0; i < 9; ++i)
    results.push_back(builder.call(Function::kMin, std::array{sums[i], sums[(i + 4) % 9]}));
  return builder.finish(std::move(outputs), results);
}

/// Relations and connectives of four inputs within each other, as numbers and as conditions.
inline Program nested_relations() {
  return program_of(4, [](Builder& builder, const ValueList& x) {
    const auto call = [&](Function function, auto... operands) {
      return builder.call(function, std::array{operands...});
    };
    ValueList results;
    for (std::size_t i = 0; i < 4; ++i) {
      const Value a = x[i], b = x[(i + 1) % 4], c = x[(i + 2) % 4];
      const Value both = call(Function::kAnd, call(Function::kLess, a, b), c);
      const Value either = call(Function::kOr, both, call(Function::kEqual, a, call(Function::kLessEqual, c, b)));
      results.push_back(call(Function::kIf, either, builder.subtract(a, b), call(Function::kNotEqual, b, both)));
      results.push_back(builder.negate(call(Function::kLess, c, a)));
    }
    return results;
  });
}

}  // namespace kinemate
