#include "analysis/ray_split.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

class RaySplitTest : public ExprTest {
 protected:
  std::vector<Expr> variables_ = {x_, y_, z_};

  // The split of three forces; its sum, gradient and rest are checked.
  ForceSplit split(const char* first, const char* second, const char* third) {
    const std::vector<Expr> forces = {parse(first), parse(second), parse(third)};
    const ForceSplit result = split_along_rays(forces, variables_);
    Expr power;
    for (std::size_t i = 0; i < 3; ++i) {
      const Expr sum = result.gradient[i] + result.rest[i] + result.unsplit[i];
      EXPECT_TRUE(test_zero_almost_everywhere(sum - forces[i]).zero) << first;
      power += result.rest[i] * variables_[i];
      if (!result.function) continue;
      const Expr slope = differentiate(*result.function, variables_[i]);
      EXPECT_TRUE(test_zero_almost_everywhere(slope + result.gradient[i]).zero) << first;
    }
    EXPECT_TRUE(test_zero_almost_everywhere(power).zero) << first;
    return result;
  }
};

TEST_F(RaySplitTest, LinearForcesSplitAsTheirMatrix) {
  const ForceSplit result = split("-a*x - b*y - c*z", "-d*x - e*y - f*z", "-g*x - h*y - i*z");
  EXPECT_TRUE(result.is_complete());
  const char* gradient[] = {"-a*x - (b + d)/2*y - (c + g)/2*z", "-(b + d)/2*x - e*y - (f + h)/2*z",
                            "-(c + g)/2*x - (f + h)/2*y - i*z"};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(test_zero(result.gradient[i] - parse(gradient[i])).zero);
}

TEST_F(RaySplitTest, OthersSplitToo) {
  EXPECT_TRUE(split("y*z", "x^2", "sin(x)").is_complete());
  EXPECT_TRUE(split("P*sin(x - y) - c*x", "-c*y", "0").is_complete());
  EXPECT_TRUE(split("x*y*abs(y)", "-sign(x)*y^2", "z").is_complete());
  EXPECT_TRUE(split("y*sqrt(x^2 + y^2)", "x", "0").is_complete());
}

TEST_F(RaySplitTest, SignsMayChangeOnTheWay) {
  const ForceSplit result = split("-c*sign(x + a) - k*y", "k*x", "0");
  ASSERT_TRUE(result.is_complete() && result.function);
  EXPECT_TRUE(test_zero_almost_everywhere(*result.function - parse("c*(abs(x + a) - abs(a))")).zero);
  EXPECT_EQ(result.rest[1], parse("k*x"));
}

TEST_F(RaySplitTest, PotentialsLeaveNoRest) {
  const ForceSplit result = split("x*exp(y)", "x^2*exp(y)/2", "-exp(-z^2)");
  for (const Expr rest : result.rest) EXPECT_TRUE(rest.is_zero());
  EXPECT_TRUE(result.is_complete());
  EXPECT_FALSE(result.function);  // ∫exp(-z²) has no formula
}

TEST_F(RaySplitTest, WithoutAFormulaBlocksStayUnsplit) {
  const ForceSplit result = split("exp(-x^2)*y^2", "x", "-k*z");
  EXPECT_FALSE(result.is_complete());
  EXPECT_EQ(result.unsplit[1], x_);
  EXPECT_TRUE(result.unsplit[2].is_zero());
  EXPECT_EQ(result.gradient[2], parse("-k*z"));
  split("-y/(x^2 + y^2)^2", "x/(x^2 + y^2)^2", "0");  // singular at the origin
}

}  // namespace
}  // namespace kinemate
