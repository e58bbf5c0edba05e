#include "sim/bracket_root.h"

#include "sim/problems.h"

namespace kinemate {
namespace {

// Roots of functions that are steep, flat, or almost a step: few evaluations, neighbouring doubles.
TEST(BracketRoot, FindsWhereASignEnds) {
  const std::vector<std::function<double(double)>> functions = {[](double t) { return t - 0.3; },
                                                                [](double t) { return std::pow(t - 0.3, 3); },
                                                                [](double t) { return std::expm1(50 * (t - 0.3)); },
                                                                [](double t) { return std::atan(1e6 * (t - 0.3)); },
                                                                [](double t) { return 0.3 - t; },
                                                                [](double t) { return t < 0.3 ? -1.0 : 1.0; }};
  for (const auto& f : functions) {
    int calls = 0;
    const auto counted = [&](double t) {
      ++calls;
      return f(t);
    };
    const SignChange found = narrow_sign_change({0, 1, f(0), f(1)}, counted);
    EXPECT_NEAR(found.after, 0.3, 5e-16);
    EXPECT_LE(f(found.after) * f(0), 0);
    EXPECT_LT(calls, 110);
    EXPECT_EQ(f(found.after), found.value_after);
  }
}

TEST(BracketRoot, SmoothFunctionsTakeFewEvaluations) {
  int calls = 0;
  narrow_sign_change({0, 1, -1, std::exp(1) - 2}, [&](double t) {
    ++calls;
    return std::exp(t) - 2;
  });
  EXPECT_LT(calls, 15);
}

TEST(BracketRoot, BackwardsToo) {
  const auto f = [](double t) { return t * t - 2; };
  const SignChange found = narrow_sign_change({2, 1, f(2), f(1)}, f);
  EXPECT_NEAR(found.after, std::sqrt(2), 5e-16);
  EXPECT_LE(f(found.after), 0);
}

}  // namespace
}  // namespace kinemate
