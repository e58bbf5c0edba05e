#include "expr/normal/normal_derivative.h"

#include "expr/differentiate.h"
#include "expr/fixture.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

class NormalDerivativeTest : public ExprTest {};

TEST_F(NormalDerivativeTest, IsThatOfTheFormula) {
  const std::vector<Expr> formulas = {parse("sin(q)^3*cos(p)*x + q^2*cos(q/2)"), parse("sin(2*q + p)*q*fu(x)"),
                                      parse("x*y")};
  Work work(1e7);
  const NormalForm form(formulas, Trigonometry::kResolved, work);
  const auto derivatives = differentiate(form, parse("q"), work);
  ASSERT_TRUE(derivatives);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const Expr found = write_out((*derivatives)[i], form.variables());
    EXPECT_TRUE(test_zero(found - differentiate(formulas[i], parse("q"))).zero) << i;
    // and it is in normal form already
    const std::vector<Eliminate> sines(form.angles().size(), Eliminate::kSine);
    EXPECT_TRUE(form.reduce((*derivatives)[i], sines, work) == (*derivatives)[i]) << i;
  }
}

TEST_F(NormalDerivativeTest, NothingWhereItIsNotPolynomial) {
  Work work(1e7);
  for (const char* text : {"1/q", "sqrt(q)", "fu(q)", "sin(w*q)"}) {
    const Expr formula = parse(text);
    EXPECT_FALSE(differentiate(NormalForm({&formula, 1}, Trigonometry::kResolved, work), parse("q"), work)) << text;
  }
}

}  // namespace
}  // namespace kinemate
