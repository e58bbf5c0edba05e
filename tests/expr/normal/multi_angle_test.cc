#include "expr/normal/multi_angle.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/simplify/forms.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, MultiAngleForms) {
  const Rewrite table[] = {
      {"cos(x)^2", "cos(2*x)/2 + 1/2"},
      {"sin(x)^3", "3*sin(x)/4 - sin(3*x)/4"},
      {"a*sin(x)*cos(y)", "a*sin(x - y)/2 + a*sin(x + y)/2"},
      {"sin(x)*cos(x)", "sin(2*x)/2"},
      {"sin(x)^2 + cos(x)^2", "1"},
      {"m*cos(a)*cos(b) - m*sin(a)*sin(b)", "m*cos(a + b)"},
      {"x + y", "x + y"},
      {"f(x)*sin(x)^2", "f(x)/2 - f(x)*cos(2*x)/2"},
      {"sin(x/2)*cos(x/2)", "sin(x)/2"},
  };
  for (const Rewrite& row : table) {
    const Expr form = multi_angle(parse(row.input)), expected = parse(row.expected);
    Values point;
    EXPECT_EQ(to_text(multi_angle(expected)), to_text(form)) << row.input;
    EXPECT_EQ(to_text(form).size(), std::string(row.expected).size()) << row.input << ": " << to_text(form);
  }
}

// The same polynomial, whichever squares are eliminated, has one multi-angle form.
TEST_F(ExprTest, MultiAngleFormIsUnique) {
  Work work(1e6);
  const Expr e = parse("sin(x)^4*cos(y)^2*a - sin(y)^3*cos(x)^2 + sin(x)*cos(x)");
  const NormalForm form({&e, 1}, Trigonometry::kResolved, work);
  const Polynomial& p = form.quotients()[0].numerator;
  const std::vector<Eliminate> cosines(form.angles().size(), Eliminate::kCosine);
  const Polynomial q = form.reduce(p, cosines, work);
  EXPECT_FALSE(p == q);
  const MultiAngleForm a = to_multi_angle(form, p, work), b = to_multi_angle(form, q, work);
  EXPECT_TRUE(as_polynomial(form, a, form.variables()).value.term_count() > 5);
  ASSERT_EQ(a.harmonics.size(), b.harmonics.size());
  for (const auto& [harmonic, coefficients] : a.harmonics) {
    const auto& other = b.harmonics.at(harmonic);
    EXPECT_TRUE(Polynomial::from_terms(form.ring(), coefficients.cosine) ==
                Polynomial::from_terms(form.ring(), other.cosine));
    EXPECT_TRUE(Polynomial::from_terms(form.ring(), coefficients.sine) ==
                Polynomial::from_terms(form.ring(), other.sine));
  }
}

}  // namespace
}  // namespace kinemate
