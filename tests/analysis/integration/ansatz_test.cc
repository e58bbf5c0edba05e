#include "analysis/integration/ansatz.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, AnsatzTermsHaveTheDerivativesThatAreSaid) {
  for (const char* text : {"x^2*sin(x)", "x/(x^2 + a^2)^2", "1/(x^2 + a^2)^(3/2)", "sin(x)/(2 + cos(x))^2", "abs(x)*x",
                           "exp(x)/(1 + exp(x))"}) {
    for (const Generosity generosity : {Generosity::kLittle, Generosity::kMuch}) {
      Work work(1e7);
      const DifferentialRing ring(parse(text), x_, work);
      const std::vector<AnsatzTerm> terms = make_ansatz(ring, generosity, work);
      EXPECT_GT(terms.size(), 1u);
      for (const AnsatzTerm& term : terms) {
        const Expr difference = differentiate(term.formula, x_) - ring.write(term.derivative);
        EXPECT_TRUE(test_zero_almost_everywhere(difference).zero) << text << ": " << to_text(term.formula);
      }
    }
  }
}

TEST_F(ExprTest, AnsatzHasNoSigns) {  // abs(x)/x as a term would make antiderivatives jump
  Work work(1e6);
  const DifferentialRing ring(parse("abs(x)/x"), x_, work);
  for (const AnsatzTerm& term : make_ansatz(ring, Generosity::kMuch, work)) EXPECT_NE(term.formula, parse("abs(x)/x"));
}

}  // namespace
}  // namespace kinemate
