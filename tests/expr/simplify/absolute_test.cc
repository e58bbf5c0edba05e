#include "expr/simplify/absolute.h"

#include "expr/fixture.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

class AbsoluteTest : public ExprTest {
 protected:
  static std::string simplified(const char* text) { return to_text(simplify(parse(text))); }
  static bool resolves(const char* text) {
    Work work(1e6);
    return resolve_absolutes(parse(text), work).has_value();
  }
};

TEST_F(AbsoluteTest, WhatIsDividedByItsAbsoluteValueIsASign) {
  EXPECT_EQ(simplified("(q - x)/abs(q - x)"), "sign(q - x)");
  EXPECT_EQ(simplified("(x - q)/abs(q - x)*m"), "-m*sign(q - x)");
  EXPECT_EQ(simplified("(c*(l*(q - x) - abs(q - x)*(q - x)) - abs(q - x)*k*p)/abs(q - x)"),
            "c*(l*sign(q - x) - q + x) - k*p");
  EXPECT_EQ(simplified("u^3/abs(u)^3"), "sign(u)");
  EXPECT_EQ(simplified("c*sign(q + x)*(l - abs(q + x))"), "c*(l*sign(q + x) - q - x)");
}

TEST_F(AbsoluteTest, OtherAbsoluteValuesStay) {
  EXPECT_FALSE(resolves("c*abs(u)"));
  EXPECT_FALSE(resolves("sign(u)^2"));  // 0 for 0
  EXPECT_FALSE(resolves("1/(1 + abs(u))"));
  EXPECT_FALSE(resolves("sign(u)*u"));
  EXPECT_FALSE(resolves("q + x"));
  EXPECT_EQ(simplified("c*abs(u)"), "c*abs(u)");
}

TEST_F(AbsoluteTest, ArgumentsAreTurnedRound) {
  EXPECT_EQ(simplified("c*(-x - q)/abs(-x - q)"), "-c*sign(q + x)");
  EXPECT_EQ(simplified("(x + q)/abs(-x - q)"), "sign(q + x)");
}

TEST_F(AbsoluteTest, SeveralAtOnce) {
  EXPECT_EQ(simplified("u*v/(abs(u)*abs(v))"), "sign(u)*sign(v)");
  EXPECT_EQ(simplified("u/abs(u) + v/abs(v)"), "sign(u) + sign(v)");
}

}  // namespace
}  // namespace kinemate
