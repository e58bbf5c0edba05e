// The command as a user types it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "cli/command.h"

namespace kinemate {
namespace {

TEST(FormulaVerb, Differentiates) {
  expect("formula diff --of-time q 'FU(t)*sin(q)' t", 0, "FU'(t)*sin(q) + FU(t)*cos(q)*q'\n");
  expect("formula diff 'x^3' x x", 0, "6*x\n");
  expect("formula diff x", 0, "2*x\n", "x^2\n");
  expect("formula diff - x", 0, "2*x\n", "x^2\n");
  expect("formula diff '-x^2' x", 0, "-2*x\n");
  expect("formula diff --gradient 'x*y^2' x y", 0, "x: y^2\ny: 2*x*y\n");
  expect("formula diff --gradient 'x*y^2' x y --json", 0, "{\"gradient\":{\"x\":\"y^2\",\"y\":\"2*x*y\"}}\n");
  expect("formula diff --of-time a,b 'a*b' t", 0, "a*b' + b*a'\n");
  expect("formula diff 'x' y", 0, "note: y does not occur in the formula\n0\n");
  expect_error("formula diff 'x^2'", 2, "there is no formula", "");
  expect_error("formula diff --of-time t t t", 2, "time itself");
  expect("formula diff 'x^2*y' x x y --gradient", 0, "x: 2*x*y\nx: 2*x*y\ny: x^2\n");
  expect_error("formula diff 'x^2' 2", 2, "not a variable");
  expect_error("formula diff --of-time q 'q' x", 2, "by t");
}

TEST(FormulaVerb, IntegratesAndFindsPotentials) {
  expect("formula integrate '2*a*x' x", 0, "a*x^2\n");
  expect("formula integrate 'sin(w*x)' x", 0, "-cos(w*x)/w\n");
  expect_error("formula integrate 'exp(x^2)' x", 2, "no antiderivative by x was found");
  expect_error("formula integrate 'x' x y", 2, "by which variable?");
  expect("formula potential '-k*q1' '-c*q2' --by q1,q2", 0, "(c*q2^2 + k*q1^2)/2\n");
  expect("formula potential '-k*q2' 'k*q1' --by q1,q2", 0, "there is no potential: dQ(1)/d(q2) - dQ(2)/d(q1) = -2*k\n");
  expect_error("formula potential '-k*q1' --by q1,q2", 2, "1 forces for 2 coordinates");
  expect_error("formula potential '-k*q1'", 2, "of which coordinates?");
  expect_error("formula potential x y --by q,q", 2, "different names");
}

// Every threshold that the manual names; terms of the sizes 2, 0.1 and 0.001.
TEST(FormulaVerb, ReducesByEveryThreshold) {
  const std::string reduce = "formula reduce '2*sin(q) + 0.1*cos(q) + 0.001*sin(3*q)' --json ";
  const auto left = [&](const std::string& options) { return json_of(reduce + options)["formula"]; };
  EXPECT_EQ(left("--mu 0.01"), "2*sin(q) + 0.1*cos(q)");
  EXPECT_EQ(left("--threshold largest --mu 0.1"), "2*sin(q)");
  EXPECT_EQ(left("--threshold mean"), "2*sin(q)");  // C = 0.67
  EXPECT_EQ(left("--threshold mixed --mu 0.01 --epsilon 0"), "2*sin(q)");
  EXPECT_EQ(left("--threshold mixed --mu 0 --epsilon 1"), "2*sin(q)");
  EXPECT_EQ(json_of(reduce + "--threshold mean")["dropped"], 2);
  expect_error(reduce + "--threshold mixed --mu 0 --epsilon 0", 2, "no value for epsilon = 0 and mu = 0");
  expect_error(reduce + "--threshold mixed --epsilon -1", 2, "epsilon = -1 is negative");
  expect_error(reduce + "--threshold smallest", 2, "--threshold");
}

TEST(FormulaVerb, WritesProductsAsAPersonDoes) {
  expect("formula simplify '0.0625*pi'", 0, "pi/16\n");
  expect("formula simplify 'm/x^2*y*z'", 0, "m*y*z/x^2\n");
  expect("formula diff 'q2^2*sin(q1)^2/2' q1", 0, "q2^2*sin(q1)*cos(q1)\n");
  expect("formula subst 'q2*sin(q1)*(u*cos(q1))' u=q2", 0, "q2^2*sin(q1)*cos(q1)\n");
  expect("formula diff --gradient 'm/x*y' x y --json", 0, "{\"gradient\":{\"x\":\"-m*y/x^2\",\"y\":\"m/x\"}}\n");
  expect("formula latex 'a*b*(a*c/d)/e'", 0, "\\frac{a^{2} \\, b \\, c}{d \\, e}\n");
}

TEST(FormulaVerb, Substitutes) {
  expect("formula subst 'FU(a,b) + x' 'FU($1,$2) = $1*$2 - $1' x=3*y", 0, "a*b - a + 3*y\n");
  expect("formula subst x=2", 0, "y + 2\n", "x + y");
  expect("formula subst 'x + y' x=2 --json", 0, "{\"formula\":\"y + 2\"}\n");
  expect_error("formula subst '1/x' x=0", 2, "division by zero");
  expect_error("formula subst x x=1 x=2", 2, "given twice");
}

TEST(FormulaVerb, Evaluates) {
  expect("formula eval 'x^2 + y' x=1/2 y=1", 0, "1.25\n");
  expect("formula eval pi --digits 20", 0, "3.1415926535897932385\n");
  expect("formula eval 'f(x)' 'f(s)=s^2' x=3", 0, "9\n");
  expect("formula eval 'x < 2' x=1", 0, "1\n");
  expect("formula eval x=3", 0, "9\n", "x^2");
  expect("formula eval 'x' x=1/4 --json", 0, "{\"value\":0.25}\n");
  expect_error("formula eval 'x + y + z' y=1", 2, "x, z have no value");
  expect_error("formula eval 'log(x)' x=-1", 3, "log(x)");
  expect_error("formula eval 'log(x)' x=-1 --digits 30", 3, "30 digits");
  expect_error("formula eval x x=1 --digits 0", 2, "--digits");
}

TEST(FormulaVerb, PrintsLatexAndCounts) {
  expect("formula latex 'sqrt(a)/b'", 0, "\\frac{\\sqrt{a}}{b}\n");
  expect("formula latex", 0, "\\frac{1}{2}\n", "1/2");
  expect_error("formula count 'sin(x)*cos(x) + sin(x)'", 0, "function calls              2            3");
  expect_error("formula count x --json", 0, "{\"nodes\":1,");
  expect_error("formula count x y", 2, "unexpected argument 'y'");
}

TEST(FormulaVerb, MakesNormalForms) {
  expect("formula simplify 'sin(x)*cos(x)'", 0, "sin(2*x)/2\n");
  expect("formula simplify", 0, "a\n", "a*cos(x)^2 + a*sin(x)^2");
  expect("formula simplify 'tan(x)*cos(x)' --json", 0, "{\"formula\":\"sin(x)\"}\n");
  expect("formula expand '(a + b)^2'", 0, "a^2 + 2*a*b + b^2\n");
  expect("formula factor 'x^2 - y^2'", 0, "(x + y)*(x - y)\n");
  expect("formula multiangle 'sin(x)*cos(x)'", 0, "sin(2*x)/2\n");
  expect("formula collect 'a*x + b*x' --by x", 0, "x*(a + b)\n");
  expect("formula equal 'sin(2*x)' '2*sin(x)*cos(x)'", 0, "equal (by normal form)\n");
  expect("formula equal x y", 0, "not equal (by its value at a point)\n");
  expect("formula equal 'cosh(x)^2 - sinh(x)^2' 1 --json", 0,
         "{\"answer\":\"equal\",\"proven\":false,\"how\":\"by 600 digits at random points, not proven\"}\n");
  expect_error("formula equal x", 2, "two formulas");
  expect("formula equal - x", 0, "equal (by normal form)\n", "x\n");
  expect("formula collect 'a*x + b*x + f(c,d)*x' --by 'x,f(c,d)'", 0, "x*f(c, d) + x*(a + b)\n");
  expect_error("formula collect x --by x+1", 2, "symbols or functions");
  expect_error("formula multiangle 'sin(x)^2 + cos(y)' --work 1", 2, "too large");
  expect_error("formula expand '(a+b)^1000000'", 2, "too large");
  expect_error("formula simplify '[x]'", 2, "formula:1:1");
  expect_error("formula collect x", 2, "--by");
  expect_error("formula expand '(a+b+c+d+e+f+g+h)^60'", 2, "too large");
  expect_error("formula expand '(a+b)^20' --work 5", 2, "too large");
  expect_error("formula simplify x --work 0", 2, "--work");
  expect_error("formula factor '1/(x*(y + z) - x*y - x*z)'", 2, "division by zero");
  expect_error("formula simplify x y", 2, "unexpected argument 'y'");
}

TEST(FormulaVerb, ExplainsBadInput) {
  expect("formula latex 'sin('", 2,
         "formula:1:5: error: expected a value, found the end of the formula [K109]\n  | sin(\n  |     ^\n");
  expect_error("formula latex '2**'", 2, "formula:1:4");
  expect_error("formula latex 'a b'", 2, "formula:1:3");
  expect_error("formula latex 'sni(x)'", 2, "did you mean sin?");
  expect("formula latex 'sni(x)' --function sni", 0, "\\mathrm{sni}\\left(x\\right)\n");
  expect_error("formula latex 1e999999999", 2, "exponent");
  expect_error("formula latex ''", 2, "found nothing");
  expect_error("formula latex", 2, "there is no formula", "");
  expect_error("formula latex", 2, "UTF-8", "a + \xff");
  expect_error("formula latex 'x/(1-1)'", 2, "division by zero");
}

TEST(FormulaVerb, TakesDeepAndLongFormulas) {
  const int depth = 100'000;
  const std::string deep = std::string(depth, '(') + "x" + std::string(depth, ')');
  expect("formula latex", 0, "x\n", deep);
  std::string sines;
  for (int i = 0; i < depth; ++i) sines += "sin(";
  expect("formula eval x=0", 0, "0\n", sines + "x" + std::string(depth, ')'));
  std::string sum = "x";
  while (sum.size() < 10'000'000) sum += " + a" + std::to_string(sum.size() % 1000) + "*sin(b)";
  EXPECT_EQ(run("formula count", sum).code, 0);
  EXPECT_EQ(run("formula count", sum + " + ").code, 2);
}

TEST(Command, HelpsAndRefuses) {
  EXPECT_EQ(run("--version").code, 0);
  expect_error("--help", 0, "formula");
  expect_error("formula --help", 0, "diff");
  expect_error("", 2, "formula");
  expect_error("formla", 2, "did you mean formula?");
  expect_error("formula dif x y", 2, "did you mean diff?");
  expect_error("formula latex x --nothing", 2, "--nothing");
  expect_error("formula latex x > /dev/full", 4, "cannot be written");
}

}  // namespace
}  // namespace kinemate
