#include "expr/normal/varying.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, VaryingFormulas) {
  for (const char* text :
       {"x + t", "if(t > 5, 100, 0)", "if(t > 5 and t < 51/10, 100, 0)", "sign(t - 5)", "f(t)", "step(5, t, 6)",
        "max(0, 1/100 - abs(t - 5))", "100*exp(-((t - 5)/(2/100))^2)", "if(x > 10^6, t, 0)"})
    EXPECT_TRUE(varies_with(parse(text), parse("t"))) << text;
  for (const char* text : {"x", "t - t + x", "sin(t)^2 + cos(t)^2", "if(x > 0, 1, 2)", "abs(x)*(t + 1) - abs(x)*t",
                           "if(sin(t)^2 + cos(t)^2 < x, 1, 2)", "t*if(x < 0, 1, 0) + t*if(x >= 0, 1, 0) - t"})
    EXPECT_FALSE(varies_with(parse(text), parse("t"))) << text;
}

}  // namespace
}  // namespace kinemate
