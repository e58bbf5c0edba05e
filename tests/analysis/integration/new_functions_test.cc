#include "analysis/integration/new_functions.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, NewFunctionsHaveTheDerivativesThatAreSaid) {
  struct Row {
    const char* integrand;
    std::size_t count;
  };
  for (const Row& row : {Row{"1/x", 1},
                         {"1/(x^2 + a^2)", 2},
                         {"1/(x^2 + a*x + b)", 2},
                         {"1/(x^2 - 2)", 2},
                         {"1/(2*exp(x)^2 + exp(x) + a)", 2},
                         {"sqrt(x^2 + a)", 1},
                         {"sqrt(b*x^2 + a*x + 1)", 1},
                         {"sqrt(4 - x^2)", 1},
                         {"sqrt(x^3 + 1)", 0}}) {
    Work work(1e6);
    const DifferentialRing ring(parse(row.integrand), x_, work);
    std::vector<Polynomial> factors;
    if (!ring.integrand().denominator.is_one()) factors.push_back(ring.integrand().denominator);
    const std::vector<AnsatzTerm> terms = make_new_functions(ring, factors, work);
    EXPECT_EQ(terms.size(), row.count) << row.integrand;
    for (const AnsatzTerm& term : terms) {
      const Expr difference = differentiate(term.formula, x_) - ring.write(term.derivative);
      EXPECT_TRUE(test_zero_almost_everywhere(difference).zero) << row.integrand << ": " << to_text(term.formula);
    }
  }
}

}  // namespace
}  // namespace kinemate
