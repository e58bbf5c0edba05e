#include "expr/count.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, OperationsAreCountedByClass) {
  struct Row {
    const char* text;
    OperationCount expected;
  };
  const std::vector<Row> table = {
      {"x", {}},
      {"x + y", {.additions = 1}},
      {"x - y", {.additions = 1}},
      {"-x", {.negations = 1}},
      {"-x*y", {.negations = 1, .multiplications = 1}},
      {"x/y", {.divisions = 1}},
      {"1/y", {.divisions = 1}},
      {"3*x", {.multiplications = 1}},
      {"x^2", {.multiplications = 1}},
      {"x^7", {.multiplications = 4}},
      {"1/x^2", {.multiplications = 1, .divisions = 1}},
      {"sqrt(x)", {.square_roots = 1}},
      {"x^(3/2)", {.multiplications = 2, .square_roots = 1}},
      {"x^y", {.powers = 1}},
      {"x^0.3", {.powers = 1}},
      {"sin(x)*cos(x)", {.multiplications = 1, .calls = 2}},
      {"f(x, y)", {.calls = 1}},
      {"if(x < y, x, y)", {.selections = 1, .comparisons = 1}},
      {"abs(x)", {.selections = 1}},
      {"sin(x + y)*sin(x + y)", {.additions = 1, .multiplications = 1, .calls = 1}},
      {"a/x + b/x", {.additions = 1, .multiplications = 2, .divisions = 1}},
  };
  for (const Row& row : table) {
    const Expr e = parse(row.text);
    const OperationCount found = count_shared({&e, 1});
    EXPECT_EQ(found.additions, row.expected.additions) << row.text;
    EXPECT_EQ(found.negations, row.expected.negations) << row.text;
    EXPECT_EQ(found.multiplications, row.expected.multiplications) << row.text;
    EXPECT_EQ(found.divisions, row.expected.divisions) << row.text;
    EXPECT_EQ(found.square_roots, row.expected.square_roots) << row.text;
    EXPECT_EQ(found.powers, row.expected.powers) << row.text;
    EXPECT_EQ(found.calls, row.expected.calls) << row.text;
    EXPECT_EQ(found.selections, row.expected.selections) << row.text;
    EXPECT_EQ(found.comparisons, row.expected.comparisons) << row.text;
  }
}

TEST_F(ExprTest, CostWeighsOperations) {
  struct Row {
    const char* text;
    double cost;
  };
  for (const Row& row : {Row{"x", 0},
                         {"x + y*z", 2},
                         {"x/y", 4},
                         {"sqrt(x)", 6},
                         {"sin(x)*cos(x)", 31},
                         {"sin(2*x)/2", 17},
                         {"cos(x)^2", 16},
                         {"x^0.3", 15},
                         {"x < y", 1},
                         {"abs(x)", 15}}) {
    const Expr e = parse(row.text);
    EXPECT_EQ(cost({&e, 1}), row.cost) << row.text;
  }
}

TEST_F(ExprTest, SharedPartsCountOnceOrEachTime) {
  const std::vector<Expr> formulas = {parse("sin(x)*y"), parse("sin(x)*z"), parse("sin(x)^2")};
  EXPECT_EQ(count_shared(formulas).calls, 1);
  EXPECT_EQ(count_written_out(formulas).calls, 3);
  EXPECT_EQ(count_written_out(formulas).multiplications, 3);
  EXPECT_EQ(count_nodes(formulas), 8u);  // x, y, z, 2, sin, and three roots
}

TEST_F(ExprTest, SizesWrittenOut) {
  Expr doubled = x_ + y_;
  for (int i = 0; i < 3; ++i) doubled = sin(doubled) * doubled;
  const Expr formulas[] = {x_, parse("x + y"), parse("sin(x + y)*(x + y)"), doubled, Expr(3)};
  // each round: two copies, a sine and a product
  EXPECT_EQ(written_out_sizes(formulas), (std::vector<double>{0, 1, 4, 22, 0}));
}

}  // namespace
}  // namespace kinemate
