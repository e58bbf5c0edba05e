#include "analysis/integration/differential_ring.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, RatesOfKernelsAreTheirDerivatives) {
  for (const char* text : {"x^2*sin(2*x + y)", "sqrt(x^2 + a^2)/cos(x)", "exp(-x)*log(x)", "abs(x - a)*x", "asin(x)",
                           "x^n", "tanh(x/a)", "cosh(x)^2", "cbrt(x)", "atan(x)*tan(x)"}) {
    Work work(1e7);
    const DifferentialRing ring(parse(text), x_, work);
    EXPECT_TRUE(test_zero(ring.write(ring.integrand()) - parse(text)).zero) << text;
    for (std::size_t v = 0; v < ring.ring().size(); ++v) {
      ASSERT_TRUE(ring.has_rate(v)) << text;
      const Expr rate = ring.write(Quotient{ring.rate(v), ring.rate_denominator()});
      const Expr difference = rate - differentiate(ring.kernel(v), x_);
      EXPECT_TRUE(test_zero_almost_everywhere(difference).zero) << text << ": " << to_text(ring.kernel(v));
      EXPECT_EQ(ring.moves(v), !rate.is_zero()) << text << ": " << to_text(ring.kernel(v));
    }
    const Polynomial& top = ring.integrand().numerator;
    const Expr slope = ring.write(Quotient{ring.derivative(top, work), ring.rate_denominator()});
    EXPECT_TRUE(test_zero_almost_everywhere(slope - differentiate(ring.write(top), x_)).zero) << text;
  }
}

TEST_F(ExprTest, UnspecifiedFunctionsBringWhatTheyAreDerivativesOf) {
  Work work(1e6);
  const DifferentialRing ring(parse("f'(x^2)"), x_, work);
  bool has_f = false, has_second = false;
  for (std::size_t v = 0; v < ring.ring().size(); ++v) {
    if (ring.kernel(v) == parse("f(x^2)")) has_f = ring.has_rate(v);
    if (ring.kernel(v) == parse("f''(x^2)")) has_second = !ring.has_rate(v);
  }
  EXPECT_TRUE(has_f);
  EXPECT_TRUE(has_second);
}

TEST_F(ExprTest, HyperbolicSquaresAreReduced) {
  Work work(1e6);
  const DifferentialRing ring(parse("cosh(x)^2 - sinh(x)^2"), x_, work);
  EXPECT_TRUE(ring.reduce(ring.integrand().numerator, work).is_one());
}

}  // namespace
}  // namespace kinemate
