#include "program/lanes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/evaluate.h"

namespace kinemate {
namespace {

TEST(Lanes, EveryFunctionInEveryWidth) {
  const double a[8] = {0.5, -0.25, 1, 0, 2, -3, 0.75, 4}, b[8] = {1, 2, -1, 0, 2, 0.5, 0.75, 3},
               c[8] = {7, 6, 5, 4, 3, 2, 1, 0};
  for (std::size_t f = 0; f < kFunctionCount; ++f) {
    const auto function = static_cast<Function>(f);
    for (int count = info(function).least_arguments; count <= std::min(3, info(function).most_arguments); ++count) {
      if (function == Function::kStep && count == 2) continue;
      for (unsigned width : {1u, 4u, 8u}) {
        double result[8];
        lane_call(Code::kCall, function, static_cast<std::size_t>(count), width)(result, a, b, c);
        for (unsigned lane = 0; lane < width; ++lane) {
          const double x[3] = {a[lane], b[lane], c[lane]};
          const double expected = evaluate_call(function, std::span(x).first(static_cast<std::size_t>(count)));
          if (expected == expected)
            EXPECT_EQ(result[lane], expected) << info(function).name;
          else
            EXPECT_NE(result[lane], result[lane]) << info(function).name;
        }
      }
    }
  }
}

TEST(Lanes, ResultMayBeAnOperand) {
  double a[4] = {1, 2, 3, 4};
  const double b[4] = {2, 2, 2, 2};
  lane_call(Code::kPower, Function::kSin, 2, 4)(a, a, b, b);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(a[i], (i + 1) * (i + 1));
}

TEST(Lanes, BlocksOfSines) {
  for (unsigned width : {1u, 4u, 8u}) {
    const Sines sines{.arguments = {1, 0, 1, 2, 1}, .at = 4, .stride = 8};
    std::vector<double> memory(29 * width, 1e300);
    for (std::size_t i = 0; i < 3 * width; ++i) memory[i] = 0.1 * static_cast<double>(i) - 1;
    const std::vector<double> before = memory;
    run_sines(sines, width, memory.data());
    for (std::size_t i = 0; i < 4 * width; ++i) EXPECT_EQ(memory[i], before[i]);
    for (std::size_t i = 28 * width; i < 29 * width; ++i) EXPECT_EQ(memory[i], before[i]);
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t lane = 0; lane < width; ++lane) {
        const double x = i < 5 ? before[sines.arguments[i] * width + lane] : 0;
        EXPECT_NEAR(memory[(12 + i) * width + lane], std::sin(x), 1e-15);
        EXPECT_NEAR(memory[(20 + i) * width + lane], std::cos(x), 1e-15);
      }
  }
}

}  // namespace
}  // namespace kinemate
