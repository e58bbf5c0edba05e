// A form of two and three u̇ by hand, and the order in which relations are put in.
#include "recursion/macro_form.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/pool.h"
#include "expr/text/print.h"
#include "recursion/singular_column.h"

namespace kinemate {
namespace {

Load<double> along_x(double force) { return {{}, {force, 0, 0}}; }

// Two trolleys of 2 and 3 kg on a wagon of 5 kg, all along x: x₁ = x₀ + u̇₀, x₂ = x₀ + u̇₀ + u̇₁.
MacroForm<double> two_trolleys() {
  MacroForm<double> form(2);
  form.M.linear.xx = 10;
  form.U = {along_x(5), along_x(3)};
  form.entry(0, 0) = 5, form.entry(0, 1) = 3, form.entry(1, 1) = 3;
  form.load = along_x(7);
  form.efforts = {2, 1};
  return form;
}

TEST(MacroForm, WhatIsLeftIsTheWagon) {
  MacroForm<double> form = two_trolleys();
  form.eliminate({0, 1});
  EXPECT_NEAR(form.M.linear.xx, 5, 1e-14);   // trolleys are free to stay where they are
  EXPECT_NEAR(form.load.force.x, 5, 1e-14);  // 7 − what pushes the trolleys, 2
  const std::vector<double> u = form.accelerations({{}, {4, 0, 0}});
  EXPECT_NEAR(3 * (4 + u[0] + u[1]), 1, 1e-14);
  EXPECT_NEAR(2 * (4 + u[0]) + 3 * (4 + u[0] + u[1]), 2, 1e-14);
}

// The second trolley follows the first, 2 u̇₀ + u̇₁ = −6, and with the wagon, 2 u̇₀ + u̇₁ + x₀ = −6.
TEST(MacroForm, ARelationPutIn) {
  for (double with_wagon : {0.0, 1.0}) {
    MacroForm<double> form = two_trolleys();
    form.put_in({{{{0, 2}, {1, 1}}, along_x(with_wagon), 6}});
    form.eliminate({0, 1});
    // u̇₁ = −6 − 2 u̇₀ − w x₀: x₁ = x₀ + u, x₂ = (1 − w) x₀ − u − 6; the work of the efforts is 2 u̇₀ + u̇₁ = −6 − w x₀
    const double w = with_wagon;
    const auto u_of = [&](double x) { return (3 * ((1 - w) * x - 6) - 2 * x) / 5; };  // 2 (x + u) = 3 (… − u − 6)
    const auto felt = [&](double x) {
      const double u = u_of(x), second = (1 - w) * x - u - 6;
      return 5 * x + 2 * (x + u) + 3 * second * (1 - w) - 7 + w;
    };
    EXPECT_NEAR(-form.load.force.x, felt(0), 1e-13) << w;
    EXPECT_NEAR(form.M.linear.xx, felt(1) - felt(0), 1e-13) << w;
    for (double x : {0.0, 1.0, -3.0}) {
      const std::vector<double> u = form.accelerations({{}, {x, 0, 0}});
      EXPECT_NEAR(u[0], u_of(x), 1e-13) << w;
      EXPECT_NEAR(2 * u[0] + u[1] + w * x, -6, 1e-13) << w;
    }
  }
}

// All are given by relations: nothing is left to eliminate, and no inertia is needed.
TEST(MacroForm, RelationsAloneGiveAll) {
  MacroForm<double> form(2);
  form.put_in({{{{0, 1}, {1, 1}}, {}, -5}, {{{0, 1}, {1, -1}}, {}, -1}, {{{0, 3}, {1, 1}}, {}, -11}});
  form.eliminate({0, 1});
  const std::vector<double> u = form.accelerations({});
  EXPECT_NEAR(u[0], 3, 1e-14);
  EXPECT_NEAR(u[1], 2, 1e-14);
}

// The largest factor is divided by, whichever relation it is in: small ones would lose all digits.
TEST(MacroForm, NumbersByTheLargestFactor) {
  MacroForm<double> form(2);
  form.put_in({{{{0, 1e-9}, {1, 1}}, {}, -1}, {{{0, 1}, {1, 1}}, {}, -2}});
  const std::vector<double> u = form.accelerations({});
  EXPECT_NEAR(u[0], 1 / (1 - 1e-9), 1e-15);
  EXPECT_NEAR(u[1], (1 - 2e-9) / (1 - 1e-9), 1e-15);
}

// Relations in other units are the same relations.
TEST(MacroForm, UnitsOfRelationsDoNotMatter) {
  for (double unit : {1.0, 1e9, 1e-9}) {
    MacroForm<double> form = two_trolleys();
    form.put_in({{{{0, 2 * unit}, {1, unit}}, along_x(unit), 6 * unit}});
    form.eliminate({0, 1});
    MacroForm<double> plain = two_trolleys();
    plain.put_in({{{{0, 2}, {1, 1}}, along_x(1), 6}});
    plain.eliminate({0, 1});
    EXPECT_NEAR(form.M.linear.xx, plain.M.linear.xx, 1e-13) << unit;
    EXPECT_NEAR(form.load.force.x, plain.load.force.x, 1e-13) << unit;
  }
}

TEST(MacroForm, RefusesWhatMeetsNoInertia) {
  MacroForm<double> form = two_trolleys();
  form.entry(0, 0) = 3;  // the first has none: only both together do
  try {
    form.eliminate({8, 9});
    FAIL();
  } catch (const SingularColumn& singular) {
    EXPECT_EQ(singular.speed, 8u);
  }
}

// A factor that is a number is divided by, so that formulas get no denominators.
TEST(MacroForm, FormulasByFactorsThatAreNumbers) {
  Pool pool;
  const PoolScope scope(pool);
  const Expr a = make_symbol("a"), b = make_symbol("b");
  MacroForm<Expr> form(3);
  form.put_in({{{{0, a}, {1, Expr(2)}, {2, b}}, {}, Expr(4)}, {{{0, Expr(1)}, {2, a}}, {}, b}});
  for (std::size_t k = 0; k < 3; ++k) form.entry(k, k) += Expr(1);
  form.eliminate({0, 1, 2});
  const std::vector<Expr> u = form.accelerations({});
  const Values values{{a, 0.7}, {b, -1.3}};
  EXPECT_NEAR(evaluate(a * u[0] + Expr(2) * u[1] + b * u[2] + Expr(4), values), 0, 1e-14);
  EXPECT_NEAR(evaluate(u[0] + a * u[2] + b, values), 0, 1e-14);
  for (double zero : {0.0}) {  // where a factor is 0 there is a value all the same
    const Values at{{a, zero}, {b, zero}};
    EXPECT_NEAR(evaluate(u[1], at), -2, 1e-14);
    EXPECT_NEAR(evaluate(u[0], at), 0, 1e-14);
  }
}

}  // namespace
}  // namespace kinemate
