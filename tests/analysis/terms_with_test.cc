#include "analysis/terms_with.h"

#include "expr/fixture.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

PartedFormula part(const char* text) {
  const Expr f = parse(text);
  return part_terms({&f, 1}, [](Expr symbol) { return symbol.name() == "t"; })[0];
}

TEST_F(ExprTest, TermsArePartedByASymbol) {
  struct Row {
    const char *formula, *without;
  };
  for (const Row& row : {Row{"x + t", "x"},
                         {"(x + t)*(y + t^2)", "x*y"},
                         {"(x + t)^3", "x^3"},
                         {"x*sin(x + t) + y", "y"},
                         {"t*x", "0"},
                         {"f(t)", "0"},
                         {"f(x)", "f(x)"},
                         {"1/(x + t)", "0"},
                         {"-k*(x - u(t))", "-k*x"}}) {
    const PartedFormula parted = part(row.formula);
    EXPECT_TRUE(test_zero(parted.without - parse(row.without)).zero) << row.formula;
    EXPECT_TRUE(test_zero(parted.without + parted.with - parse(row.formula)).zero) << row.formula;
  }
}

// Whatever turns as w(t): the length of a vector does not.
TEST_F(ExprTest, TermsWhoseSymbolCancelsDoNotCount) {
  const PartedFormula parted = part("a*cos(w(t))^2 + a*sin(w(t))^2 + b*t");
  EXPECT_TRUE(test_zero(parted.without - parse("a")).zero);
  EXPECT_TRUE(test_zero(parted.with - parse("b*t")).zero);
  EXPECT_TRUE(part("(sin(t) + 1)*k - k*sin(t)").with.is_zero());
}

}  // namespace
}  // namespace kinemate
