#include "expr/normal/algebraic_turns.h"

#include <gtest/gtest.h>

#include <cmath>

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class AlgebraicTurnsTest : public testing::Test {
 protected:
  static Expr written(const std::string& text) {
    const Expr formula = parse(text);
    return write_turns_algebraically({&formula, 1})[0];
  }
  static bool has_calls(Expr formula) {
    const Graph graph(formula);
    for (std::size_t i = 0; i < graph.size(); ++i)
      if (graph.node(i).kind() == Kind::kCall) return true;
    return false;
  }

  Pool pool_;
  PoolScope scope_{pool_};
};

TEST_F(AlgebraicTurnsTest, KnownRadiiSaveTheRoot) {
  const Expr formula = parse("cos(atan2(y,x) + a)"), y = parse("y"), x = parse("x"), a = parse("a");
  const KnownRadii radii = {{parse("atan2(y,x)"), parse("r")}};
  EXPECT_EQ(write_turns_algebraically({&formula, 1}, radii)[0],
            cos(a) * (x * (Expr(1) / parse("r"))) - sin(a) * (y * (Expr(1) / parse("r"))));
}

TEST_F(AlgebraicTurnsTest, HaveTheSameValueInAllQuadrants) {
  for (const char* text : {"sin(atan2(y,x))", "cos(atan2(y,x))", "tan(atan2(y,x))", "cos(-atan2(y,x))",
                           "sin(2*atan2(y,x) - atan2(x,y))", "sin(3*atan2(y,x) + 2*pi)"}) {
    const Expr plain = written(text);
    EXPECT_FALSE(has_calls(plain)) << to_text(plain);
    for (const double x : {-1.3, 0.7})
      for (const double y : {-0.4, 2.1}) {
        const Values at = {{make_symbol("x"), x}, {make_symbol("y"), y}};
        EXPECT_NEAR(evaluate(plain, at), evaluate(parse(text), at), 1e-14) << text;
      }
  }
}

TEST_F(AlgebraicTurnsTest, OtherAnglesAreTurnedOn) {
  const Expr plain = written("cos(phi + atan2(y,x))");
  const Values at = {{make_symbol("x"), -1.3}, {make_symbol("y"), 0.4}, {make_symbol("phi"), 5.0}};
  EXPECT_NEAR(evaluate(plain, at), std::cos(5.0 + std::atan2(0.4, -1.3)), 1e-14);
}

TEST_F(AlgebraicTurnsTest, WhatCancelsIsGone) {
  EXPECT_EQ(to_text(written("sin(phi + (a - phi))")), "sin(a)");
  EXPECT_FALSE(has_calls(written("cos(phi + atan2(y,x) - (phi - atan2(x,y)))")));
}

TEST_F(AlgebraicTurnsTest, OthersStay) {
  for (const char* text : {"sin(atan2(y,x)/2)", "atan2(y,x) + sin(phi)", "exp(sin(phi + psi))"})
    EXPECT_EQ(written(text), parse(text)) << text;
}

TEST_F(AlgebraicTurnsTest, NestedOnesAreWrittenFromTheInside) {
  const std::string text = "sin(atan2(cos(atan2(y,x)), sin(atan2(y,x)) + 2))";
  const Expr plain = written(text);
  EXPECT_FALSE(has_calls(plain));
  const Values at = {{make_symbol("x"), -1.3}, {make_symbol("y"), 0.4}};
  EXPECT_NEAR(evaluate(plain, at), evaluate(parse(text), at), 1e-15);
}

}  // namespace
}  // namespace kinemate
