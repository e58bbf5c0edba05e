#include "recursion/pivot_size.h"

#include <cmath>

#include "expr/expr.h"
#include "expr/text/parse.h"
#include "recursion/body_factors.h"
#include "recursion/random_system.h"

namespace kinemate {
namespace {

class PivotSizeTest : public ExprTest {};

// Of a point mass on a frame that is turned by a number: what is left of 0 is rounding.
double number(double x, double) { return x; }
Expr number(double x, const Expr&) { return make_real(x); }

template <class S>
RigidInertia<S> turned_point_mass(const S& mass, double angle) {
  const auto as_number = [&](double x) { return number(x, mass); };
  const S c = as_number(std::cos(angle)), s = as_number(std::sin(angle)), zero = as_number(0);
  const Vector3<S> center{zero, as_number(0.7), as_number(-0.3)};
  const Matrix3<S> R{{{{c, zero - s, zero}, {s, c, zero}, {zero, zero, as_number(1)}}}};
  return rotate(RigidInertia<S>{mass, center * mass, steiner(Symmetric3<S>{}, mass, center)}, R);
}

TEST_F(PivotSizeTest, RoundedPointMassesHaveNoInverse) {
  for (double angle = 0.1; angle < 7; angle += 0.37) {
    EXPECT_FALSE(factor_body(make_articulated(turned_point_mass<double>(1.3, angle)))) << angle;
    EXPECT_FALSE(factor_body(make_articulated(turned_point_mass<Expr>(make_real(1.3), angle)))) << angle;
    EXPECT_FALSE(factor_body(make_articulated(turned_point_mass<Expr>(make_symbol("m"), angle)))) << angle;
  }
}

TEST_F(PivotSizeTest, BodiesOfSymbolsHaveOne) {
  RigidInertia<Expr> body = turned_point_mass<Expr>(make_symbol("m"), 0.4);
  EXPECT_FALSE(factor_body(make_articulated(body)));
  body.tensor.xx += parse("J"), body.tensor.yy += parse("J"), body.tensor.zz += parse("J/2");
  EXPECT_TRUE(factor_body(make_articulated(body)));
  body.tensor.zz -= parse("J/2");  // a thin rod
  EXPECT_FALSE(factor_body(make_articulated(body)));
}

TEST_F(PivotSizeTest, PivotsOfSpeeds) {
  EXPECT_TRUE(is_no_pivot(1e-15, 1.0));
  EXPECT_FALSE(is_no_pivot(1e-3, 1.0));
  EXPECT_TRUE(is_no_pivot(Expr(0), 0.0));
}

}  // namespace
}  // namespace kinemate
