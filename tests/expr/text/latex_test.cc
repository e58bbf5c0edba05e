#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, LatexIsReadable) {
  const Rewrite table[] = {
      {"alpha1*x_max", "\\alpha_{1} \\, x_{\\mathrm{max}}"},
      {"a/(2*b)", "\\frac{a}{2 \\, b}"},
      {"x^2", "x^{2}"},
      {"sqrt(x)/2", "\\frac{\\sqrt{x}}{2}"},
      {"q''", "\\ddot{q}"},
      {"q1'^2", "\\dot{q}_{1}^{2}"},
      {"a - b", "a - b"},
      {"-(a + b)", "-\\left(a + b\\right)"},
      {"(a + b)/c", "\\frac{a + b}{c}"},
      {"2*(a + b)", "2 \\, \\left(a + b\\right)"},
      {"sin(x)^2", "\\sin^{2}\\left(x\\right)"},
      {"mass*g", "g \\, \\mathrm{mass}"},
      {"(a + b)^2", "\\left(a + b\\right)^{2}"},
      {"1/cos(x)", "\\frac{1}{\\cos\\left(x\\right)}"},
      {"sqrt(sin(x)^3)", "\\left(\\sin\\left(x\\right)\\right)^{3/2}"},
      {"pi", "\\pi"},
      {"abs(x)", "\\left|x\\right|"},
      {"a*b*(a*c)", "a \\, b \\, a \\, c"},
      {"a/(2*(b*c))", "\\frac{a}{2 \\, b \\, c}"},
      {"floor(x/2)^2", "\\left\\lfloor \\frac{x}{2}\\right\\rfloor^{2}"},
      {"mod(t, 2)", "\\operatorname{mod}\\left(t, 2\\right)"},
      {"f'(t)", "{f}'\\left(t\\right)"},
      {"f'[1,0](x, y)", "{f}^{(1,0)}\\left(x, y\\right)"},
      {"1e-12*x", "10^{-12} \\, x"},
      {"2.5e-7*x", "2.5 \\cdot 10^{-7} \\, x"},
      {"real(1e-05)*x", "10^{-5} \\, x"},
      {"real(1e30)^x", "\\left(10^{30}\\right)^{x}"},
      {"log(x)", "\\ln\\left(x\\right)"},
      {"if(x < 0, a, b)", "\\begin{cases}a & x < 0 \\\\ b & \\text{otherwise}\\end{cases}"},
      {"cbrt(x)", "\\sqrt[3]{x}"},
      {"x^y", "x^{y}"},
      {"1/x", "\\frac{1}{x}"},
      {"-1/2", "-\\frac{1}{2}"},
      {"φ1 + Ω", "\\Omega + \\varphi_{1}"},
      {"real(0.1)*x", "0.1 \\, x"},
      {"atan2(y, x)", "\\operatorname{atan2}\\left(y, x\\right)"},
      {"factorial(n)", "n!"},
      {"a_b_2", "a_{b,2}"},
      {"x'''''", "x^{(5)}"},
      {"x <= y and y != z", "\\left(x \\le y\\right) \\land \\left(y \\ne z\\right)"},
      {"$1", "\\$_{1}"},
      {"_", "\\_"},
      {"größe_2", "\\text{größe}_{2}"},
      {"é1'", "\\dot{\\text{é}}_{1}"},
      {"шаг_φü", "\\text{shag}_{\\text{\\ensuremath{\\varphi}ü}}"},
      {"alpha1beta2", "\\alpha_{1,\\beta,2}"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(to_latex(parse(row.input)), row.expected) << row.input;
}

}  // namespace
}  // namespace kinemate
