#include "sim/implicit/ida.h"

#include "base/error.h"
#include "sim/problems.h"

namespace kinemate {
namespace {

// x' = -z, 0 = z - x², from x = 1: x = 1/(1 + t).
class Squares : public DaeSystem {
 public:
  explicit Squares(bool exact) : exact_(exact) {}
  std::size_t dimension() const override { return 2; }
  bool residual(double, Span y, Span ydot, OutSpan r) override {
    r[0] = ydot[0] + y[1];
    r[1] = y[1] - y[0] * y[0];
    return true;
  }
  bool has_jacobian() const override { return exact_; }
  bool jacobian(double, double alpha, Span y, Span, OutSpan j) override {
    ++jacobians;
    j[0] = alpha;
    j[1] = -2 * y[0];
    j[2] = 1;
    j[3] = 1;
    return true;
  }
  std::vector<bool> differential() const override { return {true, false}; }

  long jacobians = 0;

 private:
  bool exact_;
};

TEST(Ida, SolvesDifferentialAlgebraicEquations) {
  for (const bool exact : {true, false}) {
    Squares system(exact);
    Ida ida(system, {.rtol = 1e-9, .atol = {1e-11}});
    ida.begin(0, std::vector{1.0, 0.3}, std::vector{0.0, 0.0});
    ASSERT_TRUE(ida.make_consistent(10));
    EXPECT_NEAR(ida.state()[1], 1, 1e-6);
    EXPECT_NEAR(ida.rate()[0], -1, 1e-6);
    std::vector<double> y(2);
    while (ida.time() != 10) {
      ASSERT_TRUE(bool(ida.step(10)));
      const double t = 0.5 * (ida.time() + ida.last_time());
      ida.interpolate(t, y);
      EXPECT_NEAR(y[0], 1 / (1 + t), 1e-6);
    }
    EXPECT_NEAR(ida.state()[0], 1.0 / 11, 1e-7);
    EXPECT_NEAR(ida.state()[1], 1.0 / 121, 1e-7);
    EXPECT_NEAR(ida.rate()[0], -1.0 / 121, 1e-6);
    EXPECT_GT(ida.statistics().jacobians, 0);
    EXPECT_LT(ida.statistics().jacobians, ida.statistics().steps);
    EXPECT_EQ(system.jacobians > 0, exact);
  }
}

TEST(Ida, TellsWhereThereIsNoValue) {
  class Root : public DaeSystem {
   public:
    std::size_t dimension() const override { return 1; }
    bool residual(double t, Span, Span ydot, OutSpan r) override {
      r[0] = ydot[0] - std::sqrt(1 - t);
      return true;
    }
  } system;
  Ida ida(system, {});
  ida.begin(0, std::vector{0.0}, std::vector{1.0});
  StepOutcome outcome;
  while (outcome && ida.time() < 2) outcome = ida.step(2);
  EXPECT_EQ(outcome.end, StepEnd::kNotFinite);
  EXPECT_EQ(outcome.state, 0u);
  EXPECT_LE(ida.time(), 1);
}

TEST(Ida, TakesNoFixedStep) {
  Squares system(true);
  EXPECT_THROW(Ida(system, {.fixed_step = 1}), Error);
}

}  // namespace
}  // namespace kinemate
