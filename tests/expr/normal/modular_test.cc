#include "expr/normal/modular.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, IdentitiesVanishModuloThePrime) {
  for (const char* text : {"sin(x)^2 + cos(x)^2 - 1", "sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)",
                           "cos(1000*x) - 2*cos(500*x)^2 + 1", "tan(x)*cos(x) - sin(x)", "sin(x + pi/2) - cos(x)",
                           "cos(x - pi) + cos(x)", "(x^2 - y^2)/(x - y) - x - y", "sin(x/3 + x/6) - sin(x/2)"}) {
    for (std::uint64_t seed = 0; seed < 3; ++seed) EXPECT_EQ(value_modulo_prime(parse(text), seed), 0u) << text;
  }
}

TEST_F(ExprTest, OthersDoNot) {
  for (const char* text : {"x", "sin(x)^2 + cos(x)^2", "sin(x + y) - sin(x)*cos(y) + cos(x)*sin(y)", "f(x) - f(y)",
                           "pi - 3", "cos(2*x) - cos(3*x)"}) {
    const auto value = value_modulo_prime(parse(text), 0);
    ASSERT_TRUE(value) << text;
    EXPECT_NE(*value, 0u) << text;
  }
}

TEST_F(ExprTest, WhatIsNotAlgebraicHasNoValue) {
  for (const char* text : {"exp(x)", "sqrt(x)", "abs(x)", "real(0.5)*x", "sin(x + pi/3)", "x^y"})
    EXPECT_FALSE(value_modulo_prime(parse(text), 0)) << text;
}

}  // namespace
}  // namespace kinemate
