// Small programs by hand, and what programs and numbers are compared by.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "program/builder.h"
#include "program/cost.h"
#include "program/random_program.h"

namespace kinemate {

using ValueList = std::vector<Value>;

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

/// stem0, stem1, ...
inline std::vector<Entry> entries(const std::string& stem, std::size_t count) {
  std::vector<Entry> made;
  for (std::size_t i = 0; i < count; ++i) made.push_back({stem + std::to_string(i), ""});
  return made;
}

/// For a Builder: a program of the inputs x0, x1, ...
inline Program with_inputs(std::size_t count) {
  Program like;
  like.name = "test", like.machine = "machine", like.inputs = {{"x", "", entries("x", count)}};
  return like;
}

/// The program of these results: y0, y1, ...
inline Program finish(Builder& builder, const ValueList& results) {
  return builder.finish({{"y", "", entries("y", results.size())}}, results);
}

/// A program of some inputs; `make` gives the results.
template <class Make>
Program program_of(std::size_t inputs, const Make& make) {
  Builder builder(with_inputs(inputs));
  ValueList x;
  for (std::size_t i = 0; i < inputs; ++i) x.push_back(builder.input(i));
  return finish(builder, make(builder, x));
}

/// The values that steps make: all but constants, inputs, sines and cosines.
inline ValueList order_of(const Program& program) {
  ValueList order;
  for (Value i = 0; i < program.operations.size(); ++i) {
    const Code code = program.operations[i].code;
    if (code != Code::kConstant && code != Code::kInput && code != Code::kSine && code != Code::kCosine)
      order.push_back(i);
  }
  return order;
}

/// The same results before and after, up to rounding.
inline void expect_close(const Program& before, const Program& after) {
  const std::vector<double> x = random_inputs(1, entry_count(before.inputs));
  const std::vector<double> expected = run_plainly(before, x), found = run_plainly(after, x);
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], 1e-14 * (1 + std::abs(expected[i])));
}

/// A pass keeps the results, up to rounding, and leaves a program of this cost.
inline void expect_cost_after(Program (*pass)(const Program&), const Program& before, double cost) {
  const Program after = pass(before);
  EXPECT_EQ(weighted_cost(after), cost);
  expect_close(before, after);
}

/// Bit for bit, but for the bits of what is no number.
inline bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

inline void expect_same(const std::vector<double>& found, const std::vector<double>& expected,
                        const std::string& how = "") {
  ASSERT_EQ(found.size(), expected.size()) << how;
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_TRUE(same(found[i], expected[i])) << how << ", " << i << ": " << found[i] << ", but " << expected[i];
}

}  // namespace kinemate
