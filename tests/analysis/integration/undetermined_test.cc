#include "analysis/integration/undetermined.h"

#include "expr/fixture.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

// Terms F, G, H of which the derivatives are told, 1 or a kernel of the integrand.
std::optional<Expr> solve(const char* integrand, const std::vector<std::pair<const char*, const char*>>& terms) {
  Work work(1e6);
  const DifferentialRing ring(parse(integrand), make_symbol("x"), work);
  const auto variables = ring.form().variables();
  const Polynomial one(ring.ring(), Rational(1));
  std::vector<AnsatzTerm> ansatz;
  for (const auto& [formula, derivative] : terms) {
    const auto found = std::find(variables.begin(), variables.end(), parse(derivative));
    const auto v = static_cast<std::size_t>(found - variables.begin());
    ansatz.push_back({parse(formula), {v < variables.size() ? Polynomial::variable(ring.ring(), v) : one, one}});
  }
  return solve_ansatz(ring, ansatz, work);
}

TEST_F(ExprTest, CoefficientsAreFound) {
  EXPECT_EQ(solve("3*x + a", {{"F", "x"}, {"G", "1"}}), parse("3*F + a*G"));
  EXPECT_EQ(solve("x/(a + b)", {{"G", "1"}, {"F", "x"}}), parse("1/(a + b)*F"));
  EXPECT_EQ(solve("0*x", {{"F", "x"}}), Expr(0));
}

TEST_F(ExprTest, NoCombinationIsSaid) {
  EXPECT_FALSE(solve("x^2", {{"F", "x"}, {"G", "1"}}));
  EXPECT_FALSE(solve("x*a + x^2", {{"F", "x"}}));
}

TEST_F(ExprTest,
       RelationsOfParametersAreKnown) {  // F·(s·x + c) = (1 - c²)·x + s·c has the solution s only on the circle
  const auto found = solve("(sin(y)^2*x + sin(y)*cos(y))/(sin(y)*x + cos(y))", {{"F", "1"}});
  ASSERT_TRUE(found);
  EXPECT_TRUE(test_zero(*found - parse("sin(y)*F")).zero) << to_text(*found);
}

TEST_F(ExprTest, TermsThatAreNotNeededAreLeftOut) {
  EXPECT_EQ(solve("a*x", {{"F", "x"}, {"G", "x"}, {"H", "1"}}), parse("a*F"));
}

}  // namespace
}  // namespace kinemate
