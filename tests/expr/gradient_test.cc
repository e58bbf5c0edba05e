#include <cmath>

#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, GradientHasEveryDerivative) {
  const Expr e = parse("x^2*sin(y) + x*y*z");
  const auto g = gradient(e, std::vector<Expr>{x_, y_, z_, make_symbol("w")});
  const Values point = {{x_, 0.3}, {y_, 0.7}, {z_, -1.1}};
  for (std::size_t i = 0; i < 3; ++i) {
    const Expr symbol = std::vector<Expr>{x_, y_, z_}[i];
    EXPECT_NEAR(evaluate(g[i], point), evaluate(differentiate(e, symbol), point), 1e-15);
  }
  EXPECT_TRUE(g[3].is_zero());
  const auto twice = gradient(e, std::vector<Expr>{x_, x_, y_});
  EXPECT_TRUE(twice.size() == 3 && twice[0] == g[0] && twice[1] == g[0] && twice[2] == g[1]);
  EXPECT_TRUE(gradient(x_, std::vector<Expr>{x_})[0].is_one());
  EXPECT_TRUE(gradient(Expr(3), std::vector<Expr>{x_})[0].is_zero());
}

TEST_F(ExprTest, GradientThroughSelections) {
  const Expr e = parse("y*if(x > 0, log(x)*y, if(y < 1, x^2, min(x, y))) + x");
  const auto g = gradient(e, std::vector<Expr>{x_, y_});
  for (const double x : {0.0, 0.5, -0.5}) {
    for (const double y : {0.25, 2.0, -1.0}) {
      const Values point = {{x_, x}, {y_, y}};
      EXPECT_NEAR(evaluate(g[0], point), evaluate(differentiate(e, x_), point), 1e-14) << x << " " << y;
      EXPECT_NEAR(evaluate(g[1], point), evaluate(differentiate(e, y_), point), 1e-14) << x << " " << y;
    }
  }
}

// Selections above selections: guards must not multiply.
TEST_F(ExprTest, GradientThroughManySelectionsStaysSmall) {
  std::vector<Expr> symbols;
  Expr f(1);
  for (int i = 0; i < 500; ++i) {
    symbols.push_back(make_symbol("x" + std::to_string(i)));
    f = sin(f) * symbols.back() + make_call(Function::kMax, f, symbols.back());
  }
  std::vector<Expr> all = gradient(f, symbols);
  Values point;
  for (std::size_t i = 0; i < symbols.size(); ++i)
    point.emplace(symbols[i], 0.3 + 0.001 * static_cast<double>(i * i % 97));
  for (const std::size_t k : {std::size_t{0}, std::size_t{250}, std::size_t{499}}) {
    const double expected = evaluate(differentiate(f, symbols[k]), point);
    EXPECT_NEAR(evaluate(all[k], point), expected, 1e-9 * (1 + std::abs(expected)));
  }
  all.push_back(f);
  EXPECT_LT(count_nodes(all), 12 * count_nodes({&f, 1}));
}

TEST_F(ExprTest, JacobianHasARowForEachFormula) {
  const std::vector<Expr> formulas = {parse("x*y"), parse("sin(x)"), Expr(1)}, symbols = {x_, y_};
  const auto j = jacobian(formulas, symbols);
  ASSERT_EQ(j.size(), 3u);
  EXPECT_TRUE(j[0][0] == y_ && j[0][1] == x_ && j[1][0] == cos(x_) && j[1][1].is_zero() && j[2][0].is_zero());
}

// The product of n symbols: n derivatives for the price of a few sweeps.
TEST_F(ExprTest, GradientCostsAFewTimesTheFormula) {
  std::vector<Expr> symbols;
  Expr product(1);
  for (int i = 0; i < 2000; ++i) {
    symbols.push_back(make_symbol("x" + std::to_string(i)));
    product = product * (symbols.back() + Expr(1));
  }
  std::vector<Expr> all = gradient(product, symbols);
  const std::size_t nodes = count_nodes({&product, 1});
  all.push_back(product);
  EXPECT_LT(count_nodes(all), 5 * nodes);
}

}  // namespace
}  // namespace kinemate
