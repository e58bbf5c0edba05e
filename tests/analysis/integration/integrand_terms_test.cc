#include "analysis/integration/integrand_terms.h"

#include "expr/fixture.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, IntegrandsAreSplitByTheirMovingParts) {
  const Expr f = parse("(a*x + b)*(x + sin(x + y)) + c*x + d");
  const std::vector<IntegrandTerm> terms = split_integrand(f, x_);
  EXPECT_EQ(terms.size(), 5u);  // x^2, x, x*sin(x + y), sin(x + y), 1
  Expr sum;
  for (const IntegrandTerm& term : terms) {
    if (term.moving == x_) {
      EXPECT_EQ(term.coefficient, parse("b + c"));
    }
    EXPECT_TRUE(term.kind.is_one());
    sum += term.coefficient * term.moving;
  }
  EXPECT_TRUE(test_zero(sum - f).zero);
}

TEST_F(ExprTest, KindsAreWhatIsNotPolynomialInSines) {
  const Expr f = parse("a*x^2*sin(x)/sqrt(x + b)*exp(x)");
  const std::vector<IntegrandTerm> terms = split_integrand(f, x_);
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_TRUE(test_zero(terms[0].kind - parse("exp(x)/sqrt(x + b)")).zero);
}

TEST_F(ExprTest, LargeIntegrandsStayWhole) {
  const Expr f = parse("(a + b + c + d + e + f + g + x)^40");
  ASSERT_EQ(split_integrand(f, x_).size(), 1u);
  EXPECT_EQ(split_integrand(f, x_)[0].moving, f);
}

}  // namespace
}  // namespace kinemate
