#include "expr/graph.h"

#include "expr/ball.h"
#include "expr/count.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, GraphListsOperandsBeforeUsersOnce) {
  const Expr shared = sin(x_ + y_), root = shared * shared + shared;
  const std::vector<Expr> roots = {root, shared};
  const Graph graph(roots);
  EXPECT_EQ(graph.size(), 7u);  // x, y, x+y, sin, 2, sin^2, root
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (std::size_t k = 0; k < graph.operands(i).size(); ++k) {
      EXPECT_LT(graph.operands(i)[k], i);
      EXPECT_TRUE(graph.node(graph.operands(i)[k]) == graph.node(i).operand(k));
    }
  }
  EXPECT_TRUE(graph.node(graph.roots()[0]) == root);
  EXPECT_TRUE(graph.node(graph.roots()[1]) == shared);
}

TEST_F(ExprTest, FindsSymbolsAndFunctions) {
  const Expr e = parse("b*a' + f(a, g(c)) + sin(b)");
  std::string names;
  for (const Expr symbol : free_symbols(e)) names += to_text(symbol) + " ";
  EXPECT_EQ(names, "a b c a' ");
  EXPECT_EQ(unspecified_calls({&e, 1}).size(), 2u);
  EXPECT_TRUE(free_symbols(Expr(3)).empty());
}

// A million levels: every traversal must do without the machine's stack.
TEST_F(ExprTest, ChainOfAMillionNodes) {
  const std::size_t n = case_size(500'000, 50'000);
  Expr chain = x_;
  for (std::size_t i = 0; i < n; ++i) chain = sin(chain) + y_;
  EXPECT_EQ(count_nodes({&chain, 1}), 2 * n + 2);
  EXPECT_EQ(free_symbols(chain).size(), 2u);
  const double value = evaluate(chain, {{x_, 0.5}, {y_, 0.25}});
  EXPECT_GT(value, 0.5);
  EXPECT_NEAR(evaluate(substitute(chain, {{{x_, y_ + Expr(1)}}, {}}), {{y_, 0.25}}), value, 1e-9);
  EXPECT_TRUE(parse(to_text(chain)) == chain);
  EXPECT_GT(to_latex(chain).size(), 6 * n);
  EXPECT_GT(count_shared({&chain, 1}).total(), static_cast<double>(2 * n - 1));
  EXPECT_FALSE(differentiate(chain, x_).is_zero());
  EXPECT_FALSE(gradient(chain, std::vector<Expr>{y_})[0].is_zero());
  EXPECT_NEAR(evaluate_balls({&chain, 1}, {{x_, Ball::from(0.5)}, {y_, Ball::from(0.25)}}, 64)[0].to_double(), value,
              1e-9);
}

TEST_F(ExprTest, ChainsOfOtherOperations) {
  Expr product = x_, sum = x_, power = x_, selection = x_;
  const auto n = static_cast<int>(case_size(100'000, 20'000));
  for (int i = 1; i <= n; ++i) {
    product = product * sin(Expr(i));
    sum = sum + sin(Expr(i));
    power = pow(power + Expr(1), Expr(-1));
    selection = make_if(make_call(Function::kLess, x_, Expr(i)), y_, x_ + selection);
  }
  for (const Expr e : {product, sum, power, selection}) {
    EXPECT_TRUE(parse(to_text(e)) == e);
    EXPECT_FALSE(differentiate(e, x_).is_zero());
    EXPECT_FALSE(gradient(e, std::vector<Expr>{x_})[0].is_zero());
  }
}

TEST_F(ExprTest, TextThatWouldNeverEndIsRefused) {
  Expr doubled = x_;
  for (int i = 0; i < 200; ++i) doubled = sin(doubled) * cos(doubled);
  EXPECT_NE(message_of([&] { to_text(doubled, {.largest = 1'000'000}); }).find("too long"), std::string::npos);
  EXPECT_LT(to_text(doubled, {.largest = 100, .cut = true}).size(), 200u);
  EXPECT_LT(count_shared({&doubled, 1}).total(), 1000);
  EXPECT_GT(count_written_out({&doubled, 1}).total(), 1e50);
  EXPECT_LT(count_nodes(std::vector<Expr>{differentiate(doubled, x_)}), 3000u);
}

}  // namespace
}  // namespace kinemate
