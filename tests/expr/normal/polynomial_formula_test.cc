#include "expr/normal/polynomial_formula.h"

#include "expr/fixture.h"
#include "expr/normal/normal_form.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, PolynomialsAreWrittenInSeveralWays) {
  Work work(1e6);
  const Expr e = parse("(a + b)^2*x^2 + a*x + 3*a*b*x");
  const NormalForm form({&e, 1}, Trigonometry::kAtoms, work);
  const Polynomial& p = form.quotients()[0].numerator;
  std::vector<bool> by;
  for (const Expr variable : form.variables()) by.push_back(variable == x_);
  EXPECT_EQ(to_text(write_out(p, form.variables())), "a^2*x^2 + 2*a*b*x^2 + 3*a*b*x + a*x + b^2*x^2");
  EXPECT_EQ(to_text(collect(p, form.variables(), by)), "x^2*(b^2 + a*(a + 2*b)) + a*(3*b + 1)*x");
  for (const Expr other :
       {nest(p, form.variables()), collect(p, form.variables(), by), write_factored(p, form.variables(), work)}) {
    const NormalForm again({&other, 1}, Trigonometry::kAtoms, work);
    EXPECT_EQ(to_text(write_out(again.quotients()[0].numerator, again.variables())),
              to_text(write_out(p, form.variables())));
  }
}

TEST_F(ExprTest, FactorsAreIrreducible) {
  Work work(1e6);
  const Expr e = parse("6*x^3 - 6*x*y^2");
  const NormalForm form({&e, 1}, Trigonometry::kAtoms, work);
  EXPECT_EQ(to_text(write_factored(form.quotients()[0].numerator, form.variables(), work)), "6*x*(x + y)*(x - y)");
  EXPECT_TRUE(nest(Polynomial(form.ring()), form.variables()).is_zero());
}

}  // namespace
}  // namespace kinemate
