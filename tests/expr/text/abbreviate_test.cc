#include "expr/text/abbreviate.h"

#include <gtest/gtest.h>

#include "expr/fixture.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

class AbbreviateTest : public ExprTest {
 protected:
  // The formulas with all names put back in.
  static std::vector<Expr> written_out(const Abbreviated& abbreviated) {
    Substitution names;
    for (const Abbreviation& a : abbreviated.abbreviations)
      names.symbols.emplace(a.symbol, substitute(a.formula, names));
    return substitute(abbreviated.formulas, names);
  }
};

TEST_F(AbbreviateTest, NamesWhatIsShared) {
  const Expr formulas[] = {parse("sin(x + y)^2 + z"), parse("cos(z)*sin(x + y)")};
  const Abbreviated result = abbreviate(formulas);
  ASSERT_EQ(result.abbreviations.size(), 1u);
  EXPECT_EQ(to_text(result.abbreviations[0].symbol), "p1");
  EXPECT_EQ(to_text(result.abbreviations[0].formula), "sin(x + y)");
  EXPECT_EQ(to_text(result.formulas[0]), "p1^2 + z");
  EXPECT_EQ(written_out(result), std::vector<Expr>(std::begin(formulas), std::end(formulas)));
}

TEST_F(AbbreviateTest, ShortPartsStay) {
  const Expr formulas[] = {parse("sin(x)*y"), parse("sin(x)*z"), parse("-x*y"), parse("-x*z")};
  EXPECT_TRUE(abbreviate(formulas).abbreviations.empty());
}

TEST_F(AbbreviateTest, LongPartsAreCut) {
  Expr sum = x_;
  for (int i = 0; i < 1000; ++i) sum = sin(sum) + y_;
  const Abbreviated result = abbreviate({&sum, 1});
  EXPECT_GE(result.abbreviations.size(), 9u);
  EXPECT_LE(result.abbreviations.size(), 11u);
  EXPECT_EQ(written_out(result)[0], sum);
}

TEST_F(AbbreviateTest, TextStaysInProportionToTheGraph) {
  Expr e = x_ + y_;
  for (int i = 0; i < 200; ++i) e = sin(e) * e + cos(e);
  const Abbreviated result = abbreviate({&e, 1});
  std::size_t length = 0;
  for (const Abbreviation& a : result.abbreviations) length += to_text(a.formula).size();
  EXPECT_LT(length, 20'000u);
  EXPECT_EQ(written_out(result)[0], e);
}

TEST_F(AbbreviateTest, NamesDoNotClash) {
  const Expr formulas[] = {parse("p1*(x + y*z)"), parse("p*(x + y*z)")};
  EXPECT_EQ(to_text(abbreviate(formulas).abbreviations[0].symbol), "pp1");
}

TEST_F(AbbreviateTest, NothingOfNothing) { EXPECT_TRUE(abbreviate({}).formulas.empty()); }

}  // namespace
}  // namespace kinemate
