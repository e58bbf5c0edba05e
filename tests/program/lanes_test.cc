#include "program/lanes.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace kinemate
