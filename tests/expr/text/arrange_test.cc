#include "expr/text/arrange.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class ArrangeTest : public ExprTest {
 protected:
  static std::string arranged(const char* text) {
    const Expr formula = parse(text);
    return to_text(arrange_products({&formula, 1})[0]);
  }
};

TEST_F(ArrangeTest, FactorsComeInOrder) {
  EXPECT_EQ(arranged("-l*cos(q)*m"), "-l*m*cos(q)");
  EXPECT_EQ(arranged("q'^2*(cos(q)*m)*(l*3)"), "3*l*m*cos(q)*q'^2");
  EXPECT_EQ(arranged("(b*a + c)*(y*x)"), "x*y*(c + a*b)");
  EXPECT_EQ(arranged("sin(b*a)/(d*c)"), "sin(a*b)/(c*d)");
}

}  // namespace
}  // namespace kinemate
