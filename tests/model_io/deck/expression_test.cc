#include "model_io/deck/expression.h"

#include "model_io/deck_fixture.h"

namespace kinemate {
namespace {

class DeckExpressionTest : public DeckTest {
 protected:
  // The formula as text, or "offset: message | hint".
  std::string read(const std::string& text) {
    try {
      return to_text(read_deck_formula(text, whole(text), names_));
    } catch (const DeckNote& note) {
      return fmt::format("{}: {}{}{}", note.offset, note.message, note.hint.empty() ? "" : " | ", note.hint);
    }
  }
  std::string lists(const std::string& text) {
    try {
      std::string result;
      for (const DeckReplacement& r : read_deck_replacements(text, whole(text), names_))
        result += fmt::format("{}/{}: {}; ", r.function.empty() ? to_text(r.symbol) : r.function, r.argument_count,
                              to_text(r.value));
      return result;
    } catch (const DeckNote& note) {
      return fmt::format("{}: {}", note.offset, note.message);
    }
  }
  static DeckItem whole(const std::string& text) { return {DeckItem::Kind::kString, 0, 0, text.size(), 0}; }

  void expect_same(const std::string& deck, const std::string& formula) {
    EXPECT_EQ(read(deck), to_text(parse(formula))) << deck;
  }

  DeckNames names_{3, 3};
};

TEST_F(DeckExpressionTest, Operators) {
  expect_same("A+B*C**2/D-3", "A + B*C^2/D - 3");
  expect_same("-A**2", "-(A^2)");
  expect_same("A**B**C", "A^(B^C)");
  expect_same("A**-2*B", "A^(-2)*B");
  expect_same("-(A-B)-+C", "-(A - B) - C");
  expect_same("A - B - D", "A - B - D");
  expect_same("A/B/D", "A/B/D");
  expect_same("1/3*1.5E-3", "1/2000");
  expect_same("a*Ga", "A*GA");
}

TEST_F(DeckExpressionTest, NamesWithSubscripts) {
  expect_same("M(2)*Q(1)*QP(3) + TH(1,2,2)", "M2*q1*q3' + TH_1_2_2");
  expect_same("A(1+1, 2*3)", "A_2_6");
  expect_same("M (2)", "M2");
  names_.set_gam(2, 2, 1, parse("-sin(q2)"));
  expect_same("GAM(2,2,1)*X", "-sin(q2)*X");
}

TEST_F(DeckExpressionTest, Functions) {
  expect_same("SIN(A)*COS(A)*TAN(A)*sinh(A)*COSH(A)*TANH(A)", "sin(A)*cos(A)*tan(A)*sinh(A)*cosh(A)*tanh(A)");
  expect_same("ATAN(A) + ATANH(A) + LOG(A) + LOG10(A) + LOG2(A) + ERF(A) + EXP(A)",
              "atan(A) + atanh(A) + log(A) + log10(A) + log2(A) + erf(A) + exp(A)");
  expect_same("ATAN(A, B)", "atan2(B, A)");  // the abscissa comes first
  expect_same("#E**(2*A) + #E", "exp(2*A) + exp(1)");
  expect_same("#PI/2", "pi/2");
  expect_same("FAC(5) + FAC(0)", "121");
  expect_same("COMB(5,2)", "10");
  expect_same("COMB(6,1,2)", "60");  // 6!/(1! 2! 3!)
  expect_same("STEP(1,2,3) + 10*STEP(1,3,3) + 100*STEP(2,2,2)", "101");
  expect_same("STEP(0,Q(1),A)", "step(0, q1, A)");
}

TEST_F(DeckExpressionTest, FunctionVariables) {
  expect_same("FU.(Q(0))", "FU(t)");
  expect_same("FU.(A, A-B**2, GU.(HU.(C)))", "FU(A, A - B^2, GU(HU(C)))");
  EXPECT_EQ(names_.functions(), (std::vector<std::string>{"FU", "GU", "HU"}));
}

TEST_F(DeckExpressionTest, OverTheEndOfACard) { expect_same("CO\nS(Q(\n1))*1\n0", "10*cos(q1)"); }

TEST_F(DeckExpressionTest, Mistakes) {
  EXPECT_EQ(read(""), "0: expected a formula, found nothing");
  EXPECT_EQ(read("A*"),
            "2: expected a value, found the end of the string | is the formula complete? an apostrophe ends it");
  EXPECT_EQ(read("A+*B"), "2: expected a value, found '*'");
  EXPECT_EQ(read("(A+B"), "4: expected ')', found the end of the string");
  EXPECT_EQ(read("SIN(A"), "5: expected ')' of SIN(, found the end of the string");
  EXPECT_EQ(read("A+B)"), "3: this ')' closes nothing | an opening one may be missing");
  EXPECT_EQ(read("2A"), "1: expected an operator before 'A' | a product is written A*B");
  EXPECT_EQ(read("A, B"), "1: unexpected ',' | decimal numbers are written with a point: 0.5");
  EXPECT_EQ(read("(1,5)"), "2: unexpected ',' | decimal numbers are written with a point: 0.5");
  EXPECT_EQ(read("A/(B-B)"), "1: division by zero");
  EXPECT_EQ(read("A + LOG(0)").substr(0, 3), "4: ");
  EXPECT_EQ(read("SIN"), "0: SIN is a function | write SIN(...)");
  EXPECT_EQ(read("SIN()"), "4: SIN stands here without an argument");
  EXPECT_EQ(read("SIN(A,B)"), "0: SIN does not take 2 arguments | it takes 1");
  EXPECT_EQ(read("FAC(A)"), "0: FAC takes integers");
  EXPECT_EQ(read("FAC(-1)").substr(0, 3), "0: ");
  EXPECT_EQ(read("FU."), "3: expected '(' behind FU. | function variables are written NAME.(arguments)");
  EXPECT_EQ(read("SIN.(A)"),
            "0: SIN is a function of its own and no function variable | write SIN(...), without a point");
  EXPECT_EQ(
      read("A*G"),
      "2: G is a name of LAGR's own: the metric; LAGR's own example calls the acceleration of free fall GE | call it "
      "otherwise, for example GA");
  EXPECT_EQ(read("Q(1.5)"), "0: the subscripts of Q are no integers");
  EXPECT_EQ(read("$(1)"),
            "0: a formal parameter stands only in what replaces a function | in a replacement list: 'FU.($), 2*$(1)'");
}

TEST_F(DeckExpressionTest, FunctionsThatFormacDoesNotHave) {
  EXPECT_EQ(read("SQRT(A)"), "0: FORMAC has no function SQRT | write X**(1/2)");
  EXPECT_EQ(read("1+SQRT(2)"), "2: FORMAC has no function SQRT | write X**(1/2)");  // no atom SQRT(2)
  EXPECT_EQ(read("ARCTAN(A)"), "0: FORMAC has no function ARCTAN | write ATAN(X)");
  EXPECT_EQ(read("SINN(A)"), "0: there is no function SINN, and its subscripts are no integers | did you mean SIN?");
  EXPECT_EQ(read("WURZEL(A)"),
            "0: there is no function WURZEL, and its subscripts are no integers | an unspecified function is written "
            "with a point: WURZEL.(...)");
}

// What is suggested instead means the same.
TEST_F(DeckExpressionTest, SuggestionsHold) {
  const auto same = [&](const std::string& instead, const char* formula) {
    EXPECT_TRUE(is_zero(parse(read(instead)) - parse(formula))) << instead;
  };
  same("ATAN((1 - X**2)**(1/2), X)", "asin(X)");
  same("ATAN(X, (1 - X**2)**(1/2))", "acos(X)");
  same("LOG(X + (X**2 + 1)**(1/2))", "asinh(X)");
  same("(X**2)**(1/2)", "abs(X)");
}

TEST_F(DeckExpressionTest, AnyLengthAndDepth) {
  const std::string deep = std::string(100'000, '(') + "A" + std::string(100'000, ')');
  EXPECT_EQ(read(deep), "A");
  std::string long_sum = "A";
  for (int i = 0; i < 50'000; ++i) long_sum += "+A";
  EXPECT_EQ(read(long_sum), "50001*A");
}

TEST_F(DeckExpressionTest, ReplacementLists) {
  EXPECT_EQ(lists("M(1), 0, TH(3,1,1), 2*A"), "M1/0: 0; TH_3_1_1/0: 2*A; ");
  EXPECT_EQ(lists("A, SIN(B), C, COMB(4,2)"), "A/0: sin(B); C/0: 6; ");
  names_.call("FU", std::array{parse("x")});
  names_.call("W", std::array{parse("x"), parse("y"), parse("z")});
  EXPECT_EQ(lists("FU.($), 0*$(1)"), "FU/1: 0; ");
  EXPECT_EQ(lists("FU.(\xC2\xA7), \xC2\xA7(1)**2, A, 1"), "FU/1: $1^2; A/0: 1; ");
  EXPECT_EQ(lists("FU.$, 3*$(1)"), "FU/1: 3*$1; ");
  EXPECT_EQ(lists("W.($), $(1)*$(2)-$(3)"), "W/3: $1*$2 - $3; ");
  EXPECT_EQ(lists("W.($,$,$), $(1)*$(2)-$(3)"), "W/3: $1*$2 - $3; ");
  EXPECT_EQ(lists("GU.($), $(7)"), "GU/0: $7; ");  // unknown in the system
}

TEST_F(DeckExpressionTest, MistakesInLists) {
  EXPECT_EQ(lists(""), "0: expected the name that is to be replaced");
  EXPECT_EQ(lists("A"), "1: expected a comma, and what stands for the name before it");
  EXPECT_EQ(lists("A, 0, B"), "7: expected a comma, and what stands for the name before it");
  EXPECT_EQ(lists("A, 0,"), "5: expected the name that is to be replaced");
  EXPECT_EQ(lists("A = 0"), "2: '=' has no meaning in a formula");
  EXPECT_EQ(lists("2, 0"), "0: expected the name that is to be replaced");
  EXPECT_EQ(lists("A*B, 0"), "0: only parameters and function variables can be replaced");
  EXPECT_EQ(lists("Q(1), 0"), "0: only parameters and function variables can be replaced");
  EXPECT_EQ(lists("QP(0), 0"), "0: only parameters and function variables can be replaced");
  names_.call("FU", std::array{parse("x")});
  EXPECT_EQ(lists("FU.(X), 0"), "4: expected a formal parameter, as in FU.($)");
  EXPECT_EQ(lists("FU.($), $(2)"), "8: there is no $(2): the function has 1 argument");
  EXPECT_EQ(lists("FU.($,$), 0"), "0: FU has 1 argument, not 2");
  EXPECT_EQ(lists("FU.($), $"), "8: expected a formal parameter with its number, as $(1)");
  EXPECT_EQ(lists("A, $(1)"), "3: a formal parameter stands only in what replaces a function");
  names_.call("FU", std::array{parse("x"), parse("y")});
  EXPECT_EQ(lists("FU.($), 0"), "0: FU is called with 1 and with 2 arguments: it cannot be replaced");
}

}  // namespace
}  // namespace kinemate
