#include "analysis/potential.h"

#include <sstream>

#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

using Verdict = PotentialAnswer::Verdict;

class PotentialTest : public ExprTest {
 protected:
  std::vector<Expr> list(const std::string& texts, char separator) {
    std::vector<Expr> result;
    std::istringstream stream(texts);
    for (std::string text; std::getline(stream, text, separator);) result.push_back(parse(text));
    return result;
  }

  std::vector<Expr> forces_of(const char* potential, const std::vector<Expr>& variables) {
    std::vector<Expr> forces;
    for (const Expr slope : gradient(parse(potential), variables)) forces.push_back(-slope);
    return forces;
  }
};

// A potential, and a change of the last force that is none: one coefficient of it, or a term.
struct Case {
  const char* variables;
  const char* potential;
  const char* disturbance;
};

const Case kCases[] = {
    {"x,y", "k*(x^2 + y^2)/2 + c*x*y", "c*x/1000"},
    {"x,y,z", "-m*g*z + k*(x - y)^2*(y - z)^2", "x*y^2"},
    {"x,y", "c*(sqrt(x^2 + y^2) - l)^2/2", "c*l*y/sqrt(x^2 + y^2)/100*x"},
    {"x,y,z", "-G*m/sqrt(x^2 + y^2 + z^2)", "G*m*z/(x^2 + y^2 + z^2)^2"},
    {"x,y,z,w", "(x^2 + y^2 + z^2 + w^2)^2/4", "x*w"},
    {"a,b", "-(m1 + m2)*g*l1*cos(a) - m2*g*l2*cos(b)", "sin(a)"},
    {"a,b", "-(m1 + m2)*g*l1*cos(a) - m2*g*l2*cos(a + b)", "m2*g*sin(a + b)"},
    {"a,b,c", "-m*g*(3*cos(a) + 2*cos(a + b) + cos(a + b + c)) + k*(b^2 + c^2)/2", "g*sin(2*a + b + c)/50"},
    {"a,b", "c*(sqrt(r^2 + s^2 - 2*r*s*cos(a - b)) - l)^2/2", "sin(a + b)"},
    {"a,x", "c*(sqrt(x^2 + s^2 - 2*x*s*cos(a)) - l)^2/2 - m*g*x*cos(a)", "m*cos(a)"},
    {"a,b", "c*(sqrt((r*cos(a) + s*cos(a + b) - p)^2 + (r*sin(a) + s*sin(a + b) - h)^2) - l)^2/2", "c*p*cos(a)/100"},
    {"x,y", "k*max(0, r - sqrt(x^2 + y^2))^2/2", "k*max(0, r - sqrt(x^2 + y^2))"},
    {"x,y", "k/(x^2 + y^2)", "k*y/(x^2 + 2*y^2)^2"},
    {"x,y", "k*log(x^2 + y^2 + 1)", "k*x"},
    {"x,y", "atan(x*y)", "1/(1 + x^2*y^2)"},
    {"x,y", "k*x*y/(x + y)", "x/(x + y)^2"},
    {"x,y", "m*abs(x + y) + k*x^2*abs(x)/3", "m*sign(x + y)"},
    {"x,y", "k*(abs(x - y) - l)^2/2", "x"},
    {"a,b", "cos(a)^2*sin(2*b)^3 + 3*cos(4*a - b)", "cos(a)*sin(a)*sin(2*b)^3"},
    {"x,y", "exp(-k*x)*sin(y)*c", "c*exp(-k*x)*cos(y)/7"},
    {"x,a", "(x - l*cos(a))^2*k/2 + x^3*sin(a)", "x^3*cos(a)*2"},
    {"x,y,z", "k*(sqrt((x - y)^2 + a^2) - l)^2/2 + k*(sqrt((y - z)^2 + a^2) - l)^2/2", "(x - z)*k"},
    {"x,y", "f(x*y) + f(x)", "x*f'(x*y)"},
    {"x,y", "if(x > y, k*(x - y)^2/2, 0)", "if(x > y, 1, 0)"},
    {"x,y", "x*sqrt(1 + y^2) + max(x, 0)^2", "max(x, 0)"}};

TEST_F(PotentialTest, PotentialsAreFound) {
  for (const Case& given : kCases) {
    const std::vector<Expr> variables = list(given.variables, ','), forces = forces_of(given.potential, variables);
    const PotentialAnswer answer = find_potential(forces, variables);
    ASSERT_EQ(answer.verdict, Verdict::kFound) << given.potential;
    EXPECT_TRUE(answer.test.zero) << given.potential;
    const std::vector<Expr> slopes = gradient(*answer.function, variables);
    for (std::size_t i = 0; i < variables.size(); ++i)
      EXPECT_TRUE(test_zero_almost_everywhere(slopes[i] + forces[i]).zero) << given.potential;
  }
}

TEST_F(PotentialTest, NearMissesAreRefused) {
  for (const Case& given : kCases) {
    const std::vector<Expr> variables = list(given.variables, ',');
    std::vector<Expr> forces = forces_of(given.potential, variables);
    forces.back() += parse(given.disturbance);
    const PotentialAnswer answer = find_potential(forces, variables);
    ASSERT_EQ(answer.verdict, Verdict::kRefuted) << given.potential << " with " << given.disturbance;
    EXPECT_EQ(answer.obstacle->second, variables.size() - 1) << given.potential;
    EXPECT_TRUE(answer.test.is_proof());
  }
}

TEST_F(PotentialTest, OneVariableAlwaysHasOne) {
  const PotentialAnswer answer = find_potential(list("-c*(x - l*sign(x)) - k*x^3", ';'), list("x", ','));
  ASSERT_EQ(answer.verdict, Verdict::kFound);
  EXPECT_TRUE(test_zero(*answer.function - parse("c*x^2/2 - c*l*abs(x) + k*x^4/4")).zero) << to_text(*answer.function);
}

TEST_F(PotentialTest, BasePointsAreNoSwitchingPoints) {  // sign(0) = 0
  const PotentialAnswer answer = find_potential(list("-k*x*sign(y)^2; -k*y*sign(x)^2", ';'), list("x,y", ','));
  ASSERT_EQ(answer.verdict, Verdict::kFound);
  EXPECT_TRUE(test_zero_almost_everywhere(*answer.function - parse("k*(x^2 + y^2)/2")).zero)
      << to_text(*answer.function);
}

TEST_F(PotentialTest, WithoutAFormulaItIsStillDecided) {
  const PotentialAnswer answer = find_potential(list("exp(-x^2) + y; x", ';'), list("x,y", ','));
  EXPECT_EQ(answer.verdict, Verdict::kNoFormula);
  EXPECT_FALSE(answer.function);
  EXPECT_EQ(find_potential(list("f(x)", ';'), list("x", ',')).verdict, Verdict::kNoFormula);
  EXPECT_EQ(find_potential(list("exp(-x^2) + y; -x", ';'), list("x,y", ',')).verdict, Verdict::kRefuted);
}

TEST_F(PotentialTest, DissipationFunctionsArePotentialsInSpeeds) {
  const PotentialAnswer answer =
      find_potential(list("-d*(x' - y')*q^2 - m*sign(x'); d*(x' - y')*q^2 - k*y'^3", ';'), list("x',y'", ','));
  ASSERT_EQ(answer.verdict, Verdict::kFound);
  EXPECT_TRUE(test_zero(*answer.function - parse("d*q^2*(x' - y')^2/2 + m*abs(x') + k*y'^4/4")).zero)
      << to_text(*answer.function);
}

TEST_F(PotentialTest, AreShort) {
  const std::vector<Expr> variables = list("x,y", ',');
  const auto found = find_potential(forces_of("c*(sqrt(x^2 + y^2) - l)^2/2", variables), variables);
  ASSERT_TRUE(found.function);
  EXPECT_EQ(to_text(*found.function), "-c*(2*l*sqrt(x^2 + y^2) - x^2 - y^2)/2");
}

}  // namespace
}  // namespace kinemate
