#include "expr/normal/regions.h"

#include "expr/fixture.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, AtomsAreWhatIsNotPolynomial) {
  for (const char* atom : {"x", "3", "pi", "sin(x)", "sqrt(x)", "x^y", "f(x)", "x < y"})
    EXPECT_TRUE(is_atom(parse(atom))) << atom;
  for (const char* other : {"x + y", "x*y", "x^2", "1/x"}) EXPECT_FALSE(is_atom(parse(other))) << other;
  EXPECT_TRUE(is_atom_or_reciprocal(parse("1/x^2")));
  EXPECT_FALSE(is_atom_or_reciprocal(parse("x^2")));
}

TEST_F(ExprTest, MapsVisitEveryAtomOnceFromInside) {
  std::string seen;
  const Expr e = parse("sin(x + f(y)) + f(y)^2");
  const auto same = map_atoms({&e, 1}, [&](Expr atom, std::span<const Expr> operands) {
    seen += to_text(atom) + " ";
    return rebuild(atom, operands);
  });
  EXPECT_TRUE(same[0] == e);
  EXPECT_EQ(seen, "f(y) sin(x + f(y)) ");
  const Expr changed = map_regions(e, [](Expr region) { return region * Expr(2); });
  EXPECT_TRUE(changed == Expr(2) * (sin(Expr(2) * (x_ + parse("f(2*y)"))) + pow(parse("f(2*y)"), Expr(2))));
}

}  // namespace
}  // namespace kinemate
