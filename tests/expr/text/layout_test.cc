#include "expr/text/layout.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, SumsPutWhatReadsWellFirst) {
  const auto left = [](const char* text) { return to_text(lay_out_sum(parse(text)).left); };
  EXPECT_EQ(left("1 + x"), "x");
  EXPECT_EQ(left("1 - x"), "1");
  EXPECT_EQ(left("-a + b"), "b");
  EXPECT_EQ(left("a + (b + c)"), "b + c");
}

TEST_F(ExprTest, ProductsAreCutIntoFactors) {
  const ProductLayout layout = lay_out_product(parse("-3*a*b^2/(4*c)"));
  EXPECT_TRUE(layout.negative);
  EXPECT_EQ(layout.top, "3");
  EXPECT_EQ(layout.bottom, "4");
  ASSERT_EQ(layout.factors.size(), 3u);
  EXPECT_TRUE(layout.factors[2].below && layout.factors[2].base == parse("c"));
  EXPECT_TRUE(lay_out_product(Expr(1)).factors.empty());
  EXPECT_TRUE(lay_out_product(parse("1/x")).factors[0].below);
}

TEST_F(ExprTest, NumbersAreWrittenAsUsersDo) {
  struct Row {
    const char *input, *top, *bottom;
  };
  for (const Row& row : {Row{"3", "3", ""},
                         {"1/2", "1", "2"},
                         {"3/4", "3", "4"},
                         {"0.2", "0.2", ""},
                         {"1/3", "1", "3"},
                         {"9.81", "9.81", ""},
                         {"0.00001", "0.00001", ""},
                         {"0.000001", "1e-6", ""},
                         {"1e21", "1e21", ""},
                         {"1e20", "100000000000000000000", ""},
                         {"0.12345678901234567", "0.12345678901234567", ""},
                         {"0.123456789012345678", "0.123456789012345678", ""},
                         {"24.820995827500130559", "24.820995827500130559", ""},
                         {"1/1073741824", "1", "1073741824"},
                         {"0.1234567890123456789012345", "246913578024691357802469", "2000000000000000000000000"}}) {
    const NumberText text = number_text(parse(row.input));
    EXPECT_EQ(text.top, row.top);
    EXPECT_EQ(text.bottom, row.bottom);
  }
  EXPECT_EQ(exponent_text(Rational(3, 2)).bottom, "2");
}

TEST_F(ExprTest, NumbersInFrontOfOthersAreFractionsWhereThatIsNoLonger) {
  for (const char* text : {"pi/16", "pi/10", "3*pi/8", "3*pi/10", "1.37*pi", "1e-6*pi", "-pi*x/20", "x/8", "3*m*q/8",
                           "x/64", "0.1*x", "0.05*x", "9.81*m", "0.12*x", "0.125", "pi/3", "(a + b)/16", "pi*y/(8*x)"}) {
    EXPECT_EQ(to_text(parse(text)), text);
  }
  EXPECT_EQ(to_text(parse("0.0625*pi")), "pi/16");
  EXPECT_EQ(to_text(parse("x*0.125/y")), "x/(8*y)");
  EXPECT_EQ(to_latex(parse("0.0625*pi*x")), "\\frac{\\pi \\, x}{16}");
}

}  // namespace
}  // namespace kinemate
