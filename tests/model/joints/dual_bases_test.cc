#include "model/joints/dual_bases.h"

#include <gtest/gtest.h>

#include "model/fixture.h"

namespace kinemate {
namespace {

class DualBasesTest : public ModelTest {
 protected:
  static Twist<Expr> twist(const char* a, const char* b, const char* c, const char* d, const char* e, const char* f) {
    return {parse_vector(a, b, c), parse_vector(d, e, f)};
  }

  static void expect_dual(const DualBases& bases) {
    ASSERT_EQ(bases.free_motion.size() + bases.locked_motion.size(), 6u);
    for (std::size_t i = 0; i < bases.free_load.size(); ++i)
      for (std::size_t j = 0; j < bases.free_motion.size(); ++j)
        EXPECT_TRUE(is_zero(power(bases.free_load[i], bases.free_motion[j]) - Expr(i == j ? 1 : 0)));
    for (std::size_t i = 0; i < bases.locked_load.size(); ++i)
      for (std::size_t j = 0; j < bases.locked_motion.size(); ++j)
        EXPECT_TRUE(is_zero(power(bases.locked_load[i], bases.locked_motion[j]) - Expr(i == j ? 1 : 0)));
    for (const Load<Expr>& load : bases.free_load)
      for (const Twist<Expr>& motion : bases.locked_motion) EXPECT_TRUE(is_zero(power(load, motion)));
    for (const Load<Expr>& load : bases.locked_load)
      for (const Twist<Expr>& motion : bases.free_motion) EXPECT_TRUE(is_zero(power(load, motion)));
  }
};

TEST_F(DualBasesTest, FromFreeDirections) {
  const Twist<Expr> J[] = {twist("0", "cos(q)", "sin(q)", "a", "0", "0"), twist("1", "0", "0", "0", "b*q", "c"),
                           twist("0", "-sin(q)", "cos(q)", "0", "d", "1")};
  const DualBases bases = complete_from_free(J);
  EXPECT_EQ(bases.free_motion, std::vector<Twist<Expr>>(std::begin(J), std::end(J)));
  expect_dual(bases);
}

TEST_F(DualBasesTest, FromLockedDirections) {
  const Load<Expr> W[] = {{parse_vector("0", "cos(q)", "sin(q)"), parse_vector("a", "0", "0")},
                          {parse_vector("0", "0", "r"), parse_vector("-sin(q)", "cos(q)", "0")}};
  const DualBases bases = complete_from_locked(W);
  EXPECT_EQ(bases.locked_load, std::vector<Load<Expr>>(std::begin(W), std::end(W)));
  EXPECT_EQ(bases.free_motion.size(), 4u);
  expect_dual(bases);
}

TEST_F(DualBasesTest, OfNoneAndOfAllDirections) {
  expect_dual(complete_from_free({}));
  std::vector<Twist<Expr>> all;
  for (std::size_t i = 0; i < 3; ++i) {
    all.push_back({unit<Expr>(i), unit<Expr>((i + 1) % 3) * parse("a")});
    all.push_back({{}, unit<Expr>(i)});
  }
  expect_dual(complete_from_free(all));
}

TEST_F(DualBasesTest, PivotsAreDecidedExactly) {
  // the first entries are zero in disguise: sin² + cos² − 1 and (a+b)² − a² − 2ab − b²
  const Twist<Expr> J[] = {twist("sin(q)^2 + cos(q)^2 - 1", "0", "x", "0", "0", "0"),
                           twist("(a + b)^2 - a^2 - 2*a*b - b^2", "0", "0", "0", "y", "0")};
  expect_dual(complete_from_free(J));
}

TEST_F(DualBasesTest, TurningDirectionsHaveNoSingularPosition) {
  // a blade: no entry is constant, but their squares add up to one
  const Twist<Expr> J[] = {twist("0", "0", "0", "cos(a)", "sin(a)", "0"), twist("0", "0", "1", "0", "0", "0")};
  const Load<Expr> W[] = {{parse_vector("0", "0", "0"), parse_vector("-sin(a)", "cos(a)", "0")}};
  for (const DualBases& bases : {complete_from_free(J), complete_from_locked(W)}) {
    expect_dual(bases);
    for (const Twist<Expr>& y : bases.free_motion)
      for (Expr entry : {y.linear.x, y.linear.y})
        EXPECT_LE(std::abs(evaluate(substitute(entry, {{{parse("a"), Expr(0)}}, {}}), {})), 1);
    for (const Load<Expr>& l : bases.free_load)
      for (const char* angle : {"0", "pi/2"})
        for (Expr entry : {l.force.x, l.force.y})
          EXPECT_LE(std::abs(evaluate(substitute(entry, {{{parse("a"), parse(angle)}}, {}}), {})), 1);
  }
}

TEST_F(DualBasesTest, DependentDirectionsAreRefused) {
  // the third is sin(2q) of the first where that is written 2 sin q cos q
  const Twist<Expr> J[] = {twist("1", "0", "0", "sin(q)", "0", "0"), twist("0", "1", "0", "0", "0", "0"),
                           twist("2*cos(q)", "0", "0", "sin(2*q)", "0", "0")};
  EXPECT_NE(message_of([&] { complete_from_free(J); }).find("linearly dependent"), std::string::npos);
  const Load<Expr> W[] = {{parse_vector("a", "0", "0"), {}}, {parse_vector("b", "0", "0"), {}}};
  EXPECT_NE(message_of([&] { complete_from_locked(W); }).find("locked directions are linearly dependent"),
            std::string::npos);
}

TEST_F(DualBasesTest, OrthonormalBasesAreTheirOwnDuals) {
  const Twist<Expr> free[] = {twist("3/5", "4/5", "0", "0", "0", "0")};
  const Twist<Expr> locked[] = {twist("-4/5", "3/5", "0", "0", "0", "0"), twist("0", "0", "1", "0", "0", "0"),
                                twist("0", "0", "0", "1", "0", "0"), twist("0", "0", "0", "0", "1", "0"),
                                twist("0", "0", "0", "0", "0", "1")};
  expect_dual(make_orthonormal(free, locked));
}

}  // namespace
}  // namespace kinemate
