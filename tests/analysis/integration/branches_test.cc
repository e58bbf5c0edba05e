#include "analysis/integration/branches.h"

#include "analysis/integration/antiderivative.h"
#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

std::optional<Expr> by_branches(const char* text) {
  return integrate_by_branches(parse(text), make_symbol("x"), [](Expr f, Expr x) { return integrate(f, x); });
}

TEST_F(ExprTest, BranchesAreJoinedWithoutAJump) {
  for (const char* text : {"sign(x - 2)*cos(x)", "abs(x - 2)*exp(x)", "if(x < 2, x, 5*cos(x))", "step(x - 2)*x^2",
                           "max(x, 2)*x", "sign(x - 2)*abs(x - 2)*sin(x)", "if(2 <= x, 1/x, x)"}) {
    const auto integral = by_branches(text);
    ASSERT_TRUE(integral) << text;
    EXPECT_TRUE(test_zero_almost_everywhere(differentiate(*integral, x_) - parse(text)).zero) << text;
    EXPECT_NEAR(evaluate(*integral, {{x_, 2 - 1e-9}}), evaluate(*integral, {{x_, 2 + 1e-9}}), 1e-7) << text;
  }
}

TEST_F(ExprTest, BranchesNeedALinearArgument) {
  EXPECT_FALSE(by_branches("sign(x^2 - 1)"));
  EXPECT_FALSE(by_branches("x*sin(x)"));
}

}  // namespace
}  // namespace kinemate
