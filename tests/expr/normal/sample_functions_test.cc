#include "expr/normal/sample_functions.h"

#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

class SampleFunctionsTest : public ExprTest {};

TEST_F(SampleFunctionsTest, DerivativesAreThoseOfTheSample) {
  const Expr f = parse("f(x, y)*g(x)"), slope = differentiate(f, parse("x"));
  const Expr both[] = {f, slope};
  const Substitution samples = sample_functions(both);
  EXPECT_EQ(samples.functions.size(), 2u);
  auto at = [&](Expr formula, double x) {
    return evaluate(substitute(formula, samples), {{parse("x"), x}, {parse("y"), 0.7}});
  };
  const double h = 1e-5;
  EXPECT_NEAR((at(f, 0.3 + h) - at(f, 0.3 - h)) / (2 * h), at(slope, 0.3), 1e-8);
}

TEST_F(SampleFunctionsTest, NamesDecide) {
  const Expr f = parse("f(x)"), g = parse("g(x)"), again = parse("f(x) + y");
  auto value = [](Expr formula) {
    return evaluate(substitute(formula, sample_functions({&formula, 1})), {{parse("x"), 0.3}, {parse("y"), 0}});
  };
  EXPECT_NE(value(f), value(g));
  EXPECT_EQ(value(f), value(again));
}

}  // namespace
}  // namespace kinemate
