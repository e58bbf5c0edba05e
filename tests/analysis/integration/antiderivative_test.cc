#include "analysis/integration/antiderivative.h"

#include <chrono>
#include <cmath>

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "expr/normal/sample_functions.h"
#include "expr/random_formula.h"

namespace kinemate {
namespace {

// An integrand by x, and an interval on which it is finite for parameters between 1 and 2.
struct Integral {
  const char* integrand;
  double from = 0.2, to = 0.8;
};

class AntiderivativeTest : public ExprTest {
 protected:
  std::mt19937 random_{1};

  // Composite Simpson's rule against the difference of F, for some values of the parameters.
  void check_by_quadrature(const Integral& given, Expr integrand, Expr antiderivative) {
    const std::vector<Expr> both = with_sample_functions(std::vector<Expr>{integrand, antiderivative});
    for (int round = 0; round < 3; ++round) {
      Values values;
      for (const Expr symbol : free_symbols(both))
        values[symbol] = std::uniform_real_distribution<double>(1, 2)(random_);
      const auto at = [&](Expr f, double x) {
        values[x_] = x;
        return evaluate(f, values);
      };
      constexpr int kPanels = 1000;
      const double h = (given.to - given.from) / kPanels;
      double sum = 0, size = 1;
      for (int i = 0; i < kPanels; ++i) {
        const double x = given.from + i * h, part = at(both[0], x) + 4 * at(both[0], x + h / 2) + at(both[0], x + h);
        sum += part * h / 6;
        size = std::max(size, std::abs(part));
      }
      const bool jumps = !find_switches(both).empty();
      EXPECT_NEAR(at(both[1], given.to) - at(both[1], given.from), sum, size * (jumps ? 5 * h : 1e-9))
          << given.integrand << " -> " << to_text(antiderivative);
    }
  }

  void check(const Integral& given) {
    const Expr integrand = parse(given.integrand);
    const auto integral = integrate(integrand, x_);
    ASSERT_TRUE(integral) << given.integrand;
    EXPECT_TRUE(test_zero_almost_everywhere(differentiate(*integral, x_) - integrand).zero) << given.integrand;
    check_by_quadrature(given, integrand, *integral);
  }
};

TEST_F(AntiderivativeTest, PolynomialsAndQuotients) {
  for (const Integral& given : {Integral{"y"},
                                {"x^3"},
                                {"a*x^2 + b*x + c"},
                                {"(a*x + b)^5"},
                                {"1/x"},
                                {"1/x", -2, -1},
                                {"1/(a*x + b)"},
                                {"1/(x^2 + a^2)", -2, 2},
                                {"1/(x^2 - 4*a^2)"},
                                {"x/(x^2 + a^2)"},
                                {"1/(x^2 + x + 1)", -2, 2},
                                {"1/(x^2 + a*x + 3*b)"},
                                {"1/(x^3 + 1)"},
                                {"1/(x*(x^2 + 1)^2)"},
                                {"x/(x^4 + 1)", -1, 2},
                                {"1/(x^4 - 1)"},
                                {"1/(x^2 + a^2)^2"},
                                {"(x + 1)/(x^2 + 2*x + 5)^2"},
                                {"G*m/(x + y)^2"},
                                {"(x^5 + a)/(x^2 + 1)"}})
    check(given);
}

TEST_F(AntiderivativeTest, SinesCosinesExponentials) {
  for (const Integral& given : {Integral{"sin(a*x + b)"},
                                {"x^2*sin(x)"},
                                {"x*cos(a*x + b)"},
                                {"sin(x)^2*cos(x)^3"},
                                {"sin(x)^4"},
                                {"sin(2*x)*cos(3*x + y)"},
                                {"sin(x)*sin(y - x)"},
                                {"sin(100*x)"},
                                {"cos((a + b)*x)"},
                                {"exp(-a*x)*sin(b*x)"},
                                {"x^2*exp(a*x)"},
                                {"x*exp(-x)*cos(2*x)"},
                                {"x*exp(-x^2)"},
                                {"cos(x)*exp(sin(x))"},
                                {"exp(x)/(1 + exp(x))"},
                                {"x*sin(x^2)"},
                                {"tan(x)"},
                                {"1/cos(x)"},
                                {"1/cos(x)^2"},
                                {"1/sin(x)"},
                                {"1/(1 + tan(x))"},
                                {"sin(x)/(3*a + b*cos(x))"},
                                {"cos(x)/(1 + sin(x)^2)", -4, 4},
                                {"1/(3*a + b*cos(x))", -4, 4},  // across pi, where the tangent of the half angle jumps
                                {"1/(1 + cos(x))"},
                                {"(x*cos(x) - sin(x))/x^2"},
                                {"sinh(a*x)*x"},
                                {"cosh(x)^2"},
                                {"tanh(x/v)", -2, 2},
                                {"2^x"}})
    check(given);
}

TEST_F(AntiderivativeTest, PowersAndRoots) {
  for (const Integral& given : {Integral{"sqrt(x)"},
                                {"x^(3/2)"},
                                {"x^n"},
                                {"(x + a)^n"},
                                {"cbrt(x)"},
                                {"sqrt(a*x + b)"},
                                {"x*sqrt(a*x + b)"},
                                {"x*(1 - l/sqrt(x^2 + a^2))", -2, 2},
                                {"sqrt(x^2 + a^2)", -2, 2},
                                {"1/sqrt(x^2 + a^2)", -2, 2},
                                {"x^2*sqrt(x^2 + a^2)"},
                                {"sqrt(x^2 + a^2)/x"},
                                {"1/sqrt(a^2 - x^2)"},
                                {"sqrt(a^2 - x^2)"},
                                {"1/(x^2 + a^2)^(3/2)"},
                                {"x/(x^2 + y^2 + z^2)^(3/2)", -1, 1},
                                {"sqrt(k*x^2 + b*x + c)"},
                                {"(sqrt((x - a)^2 + (y + b)^2) - l)*(x - a)/sqrt((x - a)^2 + (y + b)^2)", -1, 3},
                                {"sin(x)/sqrt(a^2 + 9*b^2 - 2*a*b*cos(x))", -4, 4},
                                {"a*b*sin(x - y)*(1 - l/sqrt(a^2 + 9*b^2 - 2*a*b*cos(x - y)))", -4, 4},
                                {"sin(x)*cos(x)/sqrt(a^2*sin(x)^2 + b^2*cos(x)^2)"},
                                {"log(x)"},
                                {"log(x)/x"},
                                {"x*atan(x/a)"},
                                {"asin(x)"}})
    check(given);
}

TEST_F(AntiderivativeTest, SwitchesAreContinuous) {
  for (const Integral& given : {Integral{"abs(x)", -2, 2},
                                {"sign(x)", -2, 2},
                                {"x*abs(x)", -2, 2},
                                {"abs(x)^3", -2, 2},
                                {"sign(x - a)", -3, 3},
                                {"sign(x - a)*sin(x)", -3, 3},
                                {"sign(x)*abs(x)^(3/2)", -2, 2},
                                {"x - l*sign(x + y)", -3, 3},
                                {"sign(sin(x))*cos(x)", -4, 4},
                                {"x/sqrt(x^2 + y^2)*sign(x)", -2, 2},
                                {"x*abs(x)*sqrt(x^2 + y^2)", -2, 2},
                                {"-d*x^3 - m*sign(x) - k*x*abs(x)", -2, 2},
                                {"if(x > a, -k*(x - a), 0)", -3, 3},
                                {"if(sqrt(x^2 + y^2) < 3, x*(3 - sqrt(x^2 + y^2)), 0)", -4, 4},
                                {"max(0, x - a)^2", -3, 3},
                                {"min(x, a)", -3, 3},
                                {"step(x - a)*x", -3, 3},
                                {"step(a, x, a + b)", -4, 4},
                                {"sign(x - a)*sign(x + a)", -4, 4}})
    check(given);
}

TEST_F(AntiderivativeTest, UnspecifiedFunctions) {
  for (const Integral& given : {Integral{"f'(x)"},
                                {"f'(a*x^2)*x"},
                                {"f(x)*f'(x)"},
                                {"x*f'(x) + f(x)"},
                                {"f'[1,0](x, x^2) + 2*x*f'[0,1](x, x^2)"}})
    check(given);
}

TEST_F(AntiderivativeTest, AreShort) {
  for (const Rewrite& row : {Rewrite{"-m*sign(x)", "-m*abs(x)"},
                             {"x*(1 - l/sqrt(x^2 + a^2))", "x^2/2 - l*sqrt(a^2 + x^2)"},
                             {"x/(x^2 + y^2)^(3/2)", "-1/sqrt(x^2 + y^2)"},
                             {"1/(x^2 + a^2)", "atan(x/a)/a"},
                             {"sin(a*x + b)", "-cos(b + a*x)/a"},
                             {"tanh(x/v)", "v*log(cosh(x/v))"},
                             {"floor(a)*x", "x^2*floor(a)/2"},
                             {"noEvent(if(x > a, -k*(x - a), 0))", "if(a < x, -k*(a - x)^2/2, 0)"},
                             {"if(x > a, -k*(x - a), 0)", "if(a < x, -k*(a - x)^2/2, 0)"}}) {
    const auto integral = integrate(parse(row.input), x_);
    ASSERT_TRUE(integral);
    EXPECT_EQ(to_text(*integral), row.expected);
  }
}

TEST_F(AntiderivativeTest, NoFormulaIsSaid) {
  for (const char* text : {"f(x)", "exp(-x^2)", "sin(x)/x", "sqrt(1 + x^3)", "x*tan(x)", "1/log(x)", "factorial(x)",
                           "sqrt(1 - a^2*sin(x)^2)", "abs(sin(x))", "floor(x)", "y + mod(x, 2)", "sin(x*floor(x))"})
    EXPECT_FALSE(integrate(parse(text), x_)) << text;
}

TEST_F(AntiderivativeTest, RandomFormulasAreRightAndSoon) {
  int found = 0;
  const auto start = std::chrono::steady_clock::now();
  const int cases = random_cases(300);
  for (int k = 0; k < cases; ++k) {
    RandomTrees random(static_cast<unsigned>(k));
    Expr formula;
    try {
      formula = build(random.make(2 + k % 4));
    } catch (const Error&) {  // the formula has no value
      continue;
    }
    const auto integral = integrate(formula, x_);
    if (!integral) continue;
    ++found;
    EXPECT_TRUE(test_zero_almost_everywhere(differentiate(*integral, x_) - formula).zero) << to_text(formula);
  }
  EXPECT_GT(found, cases / 3);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
  EXPECT_LT(passed.count(), 120);  // a hang, not a slow machine
}

}  // namespace
}  // namespace kinemate
