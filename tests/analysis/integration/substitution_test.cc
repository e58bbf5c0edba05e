#include "analysis/integration/substitution.h"

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

// What a substitution hands on is recorded, and answered by `answer`, a formula of w.
struct Recorded {
  std::optional<Expr> asked, result;
};

template <class Method>
Recorded run(Method method, const char* integrand, const char* answer) {
  Work work(1e6);
  Recorded recorded;
  const DifferentialRing ring(parse(integrand), make_symbol("x"), work);
  const Integrate integrate = [&](Expr f, Expr w) -> std::optional<Expr> {
    const Substitution renamed{{{w, make_symbol("w")}}, {}}, back{{{make_symbol("w"), w}}, {}};
    recorded.asked = substitute(f, renamed);
    return substitute(parse(answer), back);
  };
  recorded.result = method(ring, integrate, work);
  return recorded;
}

TEST_F(ExprTest, SubstitutionsAreFound) {
  struct Row {
    const char *integrand, *asked, *answer, *result;
  };
  for (const Row& row : {Row{"cos(x)/(1 + sin(x)^2)", "1/(w^2 + 1)", "atan(w)", "atan(sin(x))"},
                         {"sin(x)*cos(x)^5", "w*(1 - w^2)^2", "-(1 - w^2)^3/6", "-cos(x)^6/6"},
                         {"x/(x^4 + 1)", "1/(2*(w^2 + 1))", "atan(w)/2", "atan(x^2)/2"},
                         {"x^2/(x^6 + a)", "1/(3*(w^2 + a))", "g(w)", "g(x^3)"},
                         {"exp(x)/(1 + exp(x))", "1/(w + 1)", "log(w + 1)", "log(exp(x) + 1)"},
                         {"x/sqrt(x^2 + 1)", "1", "w", "sqrt(x^2 + 1)"}}) {
    const Recorded found = run(integrate_by_substitution, row.integrand, row.answer);
    ASSERT_TRUE(found.asked && found.result) << row.integrand;
    EXPECT_TRUE(test_zero(*found.asked - parse(row.asked)).zero) << row.integrand << ": " << to_text(*found.asked);
    EXPECT_TRUE(test_zero(*found.result - parse(row.result)).zero) << row.integrand;
  }
  EXPECT_FALSE(run(integrate_by_substitution, "x*sin(x)", "w").asked);
  EXPECT_FALSE(run(integrate_by_substitution, "1/(x^2 + x)", "w").asked);
}

TEST_F(ExprTest, HalfAnglesMakeQuotients) {
  const auto half_angle = [](const DifferentialRing& ring, const Integrate& inner, Work&) {
    return integrate_by_half_angle(ring, inner);
  };
  const Recorded found = run(half_angle, "1/(5 + 3*cos(x))", "atan(w/2)/2");
  ASSERT_TRUE(found.asked && found.result);
  EXPECT_TRUE(test_zero(*found.asked - parse("1/(4 + w^2)")).zero) << to_text(*found.asked);
  EXPECT_TRUE(test_zero(differentiate(*found.result, x_) - parse("1/(5 + 3*cos(x))")).zero);
  const Recorded sine = run(half_angle, "1/(2 + sin(x))", "w");
  EXPECT_TRUE(test_zero(*sine.asked - parse("1/(1 + w + w^2)")).zero) << to_text(*sine.asked);
  EXPECT_FALSE(run(half_angle, "x/(5 + 3*cos(x))", "w").asked);
}

}  // namespace
}  // namespace kinemate
