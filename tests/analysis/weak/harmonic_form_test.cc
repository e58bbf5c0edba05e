#include "analysis/weak/harmonic_form.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

class HarmonicFormTest : public ExprTest {
 protected:
  static HarmonicForms forms_of(const std::vector<const char*>& texts) {
    std::vector<Expr> formulas;
    for (const char* text : texts) formulas.push_back(parse(text));
    Work work(1e9);
    return make_harmonic_forms(formulas, work);
  }
  static std::string written(const char* text) {
    const HarmonicForms forms = forms_of({text});
    return to_text(write_harmonics(forms, forms.formulas[0]));
  }
};

TEST_F(HarmonicFormTest, SumsOfMultipleAngles) {
  const Rewrite kRewrites[] = {{"sin(x)^2", "1/2 - cos(2*x)/2"},
                            {"sin(x)*cos(y)", "sin(x - y)/2 + sin(x + y)/2"},
                            {"4*cos(x)^3", "3*cos(x) + cos(3*x)"},
                            {"y^2*(z + 1)*sin(x)*cos(x)", "y^2*z*sin(2*x)/2 + y^2*sin(2*x)/2"},
                            {"sin(-x)", "-sin(x)"},
                            {"sin(x)^2 + cos(x)^2 - 1", "0"},
                            {"7", "7"}};
  for (const Rewrite& rewrite : kRewrites)
    EXPECT_EQ(parse(written(rewrite.input)), parse(rewrite.expected)) << rewrite.input;
}

TEST_F(HarmonicFormTest, TermsAndWhatTheyAreOf) {
  const HarmonicForms forms = forms_of({"y^2*(3 - 2*sin(x)) + 5*y^2", "z*cos(2*x)"});
  ASSERT_EQ(forms.angles, std::vector<Expr>{x_});
  EXPECT_EQ(forms.variables.size(), 2u);
  EXPECT_EQ(forms.monomials.size(), 2u);
  ASSERT_EQ(forms.formulas[0].size(), 2u);
  for (const HarmonicTerm& term : forms.formulas[0]) {
    EXPECT_EQ(write_monomial(forms, term.monomial), parse("y^2"));
    EXPECT_EQ(harmonic_argument(forms, term.multiples).is_zero(), !term.sine);
    EXPECT_EQ(term.coefficient, term.sine ? Rational(-2) : Rational(8));
  }
  const HarmonicTerm& double_angle = forms.formulas[1].at(0);
  EXPECT_EQ(harmonic_argument(forms, double_angle.multiples), parse("2*x"));
  EXPECT_FALSE(double_angle.sine);
}

// What is not polynomial is a variable as a whole, the same in all formulas.
TEST_F(HarmonicFormTest, WholesAreVariables) {
  const HarmonicForms forms = forms_of({"sqrt(1 + y^2)*sin(x)^2", "2*sqrt(1 + y^2) + w(y)/z + abs(sin(x))"});
  std::vector<std::string> names;
  for (Expr variable : forms.variables) names.push_back(to_text(variable));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"1/z", "abs(sin(x))", "sqrt(y^2 + 1)", "w(y)"}));
  EXPECT_EQ(write_harmonics(forms, forms.formulas[1]), parse("2*sqrt(1 + y^2) + w(y)/z + abs(sin(x))"));
}

TEST_F(HarmonicFormTest, NumbersOfMachinesAreExact) {
  EXPECT_EQ(forms_of({"0.1*sin(x)"}).formulas[0].at(0).coefficient, Rational(1, 10));
  const Expr third = make_real(1.0 / 3) * sin(x_);
  Work work(1e9);
  const HarmonicForms forms = make_harmonic_forms({&third, 1}, work);
  EXPECT_EQ(forms.formulas[0].at(0).coefficient, Rational::from_double(1.0 / 3));
}

TEST_F(HarmonicFormTest, SameValues) {
  const std::vector<const char*> texts = {"(1 + 2*sin(x)*cos(y) - z)^3", "cos(x/2)*sin(x/3 + 2*y)^2*exp(z)",
                                          "z*sin(x + pi/16)*cos(y)^2 - cos(x)"};
  const HarmonicForms forms = forms_of(texts);
  for (const double at : {-1.3, 0.2, 2.4}) {
    const Values values = {{x_, at}, {y_, 0.7 - at}, {z_, at * at}};
    for (std::size_t i = 0; i < texts.size(); ++i)
      EXPECT_NEAR(evaluate(write_harmonics(forms, forms.formulas[i]), values), evaluate(parse(texts[i]), values),
                  1e-12 * (1 + std::abs(evaluate(parse(texts[i]), values))))
          << texts[i];
  }
}

TEST_F(HarmonicFormTest, WorkIsLimited) {
  const Expr formula = parse("(1 + sin(x) + cos(y) + sin(z) + cos(a) + sin(b))^12");
  Work work(1e4);
  EXPECT_THROW(make_harmonic_forms({&formula, 1}, work), WorkExceeded);
}

}  // namespace
}  // namespace kinemate
