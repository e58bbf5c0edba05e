#include "analysis/integration/exact_system.h"

#include "expr/fixture.h"
#include "expr/normal/polynomial_formula.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

Expr written(const NormalForm& form, const Quotient& a) {
  return write_out(a.numerator, form.variables()) / write_out(a.denominator, form.variables());
}

TEST_F(ExprTest, SystemsAreSolvedExactly) {
  Work work(1e6);
  const std::vector<Expr> entries = {parse("a"), parse("b + 1"),      parse("x"),  // a·u + (b + 1)·v = x
                                     parse("b"), parse("a*cos(y)^2"), parse("sin(y)^2")};
  const NormalForm form(entries, Trigonometry::kResolved, work);
  std::vector<SparseRow> rows(2);
  for (std::size_t k = 0; k < 6; ++k) rows[k / 3].emplace(k % 3, form.quotients()[k].numerator);
  const auto solution = solve_exactly(form, rows, work);
  ASSERT_TRUE(solution);
  const Expr u = written(form, (*solution)[0]), v = written(form, (*solution)[1]);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(test_zero(entries[3 * i] * u + entries[3 * i + 1] * v - entries[3 * i + 2]).zero);
}

TEST_F(ExprTest, FactorsBehindSinesAreCancelled) {
  Work work(1e6);
  const std::vector<Expr> entries = {parse("a*sin(x) + cos(x) + b"),
                                     parse("(a*sin(x) + cos(x) + b)*(sin(x) - c*cos(x))")};
  const NormalForm form(entries, Trigonometry::kResolved, work);
  const auto solution =
      solve_exactly(form, {{{0, form.quotients()[0].numerator}, {1, form.quotients()[1].numerator}}}, work);
  ASSERT_TRUE(solution);
  EXPECT_TRUE((*solution)[0].denominator.is_one());
  EXPECT_TRUE(test_zero(written(form, (*solution)[0]) - parse("sin(x) - c*cos(x)")).zero);
}

TEST_F(ExprTest, SingularSystemsHaveNoSolution) {
  Work work(1e6);
  const std::vector<Expr> entries = {parse("sin(x)^2"), parse("1 - cos(x)^2")};
  const NormalForm form(entries, Trigonometry::kResolved, work);
  const Polynomial s = form.quotients()[0].numerator, one(form.ring(), Rational(1));
  EXPECT_FALSE(solve_exactly(form, {{{0, s}, {1, one}}, {{0, s}, {1, one}, {2, one}}}, work));
}

}  // namespace
}  // namespace kinemate
