#include "expr/simplify/simplify.h"

#include <cmath>

#include "expr/count.h"
#include "expr/fixture.h"
#include "expr/random_formula.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, SimplifiedFormulas) {
  const Rewrite table[] = {
      {"a*cos(x)^2 + a*sin(x)^2", "a"},
      {"sin(x)*cos(x)", "sin(2*x)/2"},
      {"cos(x)^2", "cos(x)^2"},
      {"cos(a)*cos(b) - sin(a)*sin(b)", "cos(a + b)"},
      {"(R - q3)^2*m + 2*(R - q3)*q3*m + q3^2*m", "R^2*m"},
      {"sqrt(q^2*cos(a)^2 + q^2*sin(a)^2)", "abs(q)"},
      {"(x^2-y^2)/(x-y)", "x + y"},
      {"tan(x)*cos(x)", "sin(x)"},
      {"sin(x)/cos(x)", "tan(x)"},
      {"a*cos(x)/sin(x)", "a/tan(x)"},
      {"1/(1 + tan(x)^2)", "cos(x)^2"},
      {"(cos(a)*sin(b) + sin(a)*cos(b))/(cos(a)*cos(b) - sin(a)*sin(b))", "tan(a + b)"},
      {"sin(x/2)*cos(x/2)", "sin(x)/2"},
      {"sin(x/2)^2 + cos(x/3)^2 + cos(x/2)^2 + sin(x/3)^2", "2"},
      {"cos(100*x)^2 + sin(100*x)^2", "1"},
      {"sin(x + pi/3) + sin(x - pi/3)", "sin(x)"},
      {"sin(x + pi/2)^2 + sin(x)^2", "1"},
      {"x/sqrt(x)", "sqrt(x)"},
      {"sqrt(x + y)*sqrt(x + y)*z", "z*(x + y)"},
      {"abs(x)*abs(x) - x^2", "0"},
      {"sin(x + y - x)", "sin(y)"},
      {"f(a*(b + c)) - f(a*b + a*c)", "0"},
      {"exp((a + b)^2)*c + exp((a + b)^2)*d", "exp((a + b)^2)*(c + d)"},
      {"a*b + a*c + a*d", "a*(b + c + d)"},
      {"x^3 + 3*x^2*y + 3*x*y^2 + y^3", "(x + y)^3"},
      {"sin(x + y)*a + sin(x + y)*b", "sin(x + y)*(a + b)"},
      {"x + y - x", "y"},
      {"if(x - x < 1, sin(x)*cos(x), 2)", "sin(2*x)/2"},
      {"sin(cos(x)^2 + sin(x)^2)", "sin(1)"},
      {"2^(x + y - x)", "2^y"},
      {"sqrt(sqrt(x)*sqrt(x))", "sqrt(x)"},
      {"x", "x"},
      {"sin(a)*cos(a) + cos(b)^2", "sin(2*a)/2 + cos(b)^2"},
      {"m*cos(a)*cos(b) - m*sin(a)*sin(b) + cos(c)^2 + k*sin(d)^2 + k*cos(d)^2", "cos(c)^2 + m*cos(a + b) + k"},
      {"1/(x - y) + 1/(y - x)", "0"},
      {"1/(x - y)^4 - 1/abs(x - y)^(4/3)", "1/(x - y)^4 - 1/abs(x - y)^(4/3)"},
      {"real(0.5)*x + real(0.5)*x", "x"},
  };
  for (const Rewrite& row : table) EXPECT_EQ(to_text(simplify(parse(row.input))), row.expected) << row.input;
}

TEST_F(ExprTest, LargeNumbersAndPowersDoNotHang) {
  for (const char* text : {"(x + 10^19000)^500", "(1 + x)^20000", "x^(1/10^20) + y*x^(1/10^20)",
                           "x/(10^15000 + 1) + sin(y) + x/(10^15000 + 3)"}) {
    const Expr e = parse(text), s = simplify(e);
    EXPECT_LE(cost({&s, 1}), cost({&e, 1})) << text;
  }
}

TEST_F(ExprTest, HiddenDivisionByZeroStays) {
  for (const char* text :
       {"1/(sin(x)^2 + cos(x)^2 - 1)", "log((x + y)^2 - x^2 - 2*x*y - y^2)", "a/(x*(y + z) - x*y - x*z)"}) {
    EXPECT_TRUE(simplify(parse(text)) == parse(text)) << text;
  }
}

// A random graph of about so many nodes, shared and deep.
Expr large_formula(std::mt19937& random, std::size_t nodes) {
  std::vector<Expr> made;
  for (int i = 0; i < 40; ++i) made.push_back(make_symbol("x" + std::to_string(i)));
  const auto any = [&] { return made[made.size() - 1 - random() % std::min<std::size_t>(made.size(), 200)]; };
  while (made.size() < nodes) {
    const Expr a = any(), b = any();
    switch (random() % 9) {
      case 0:
      case 1:
      case 2: made.push_back(a + b); break;
      case 3:
      case 4: made.push_back(a * b); break;
      case 5: made.push_back(sin(a)); break;
      case 6: made.push_back(cos(b)); break;
      case 7: made.push_back(pow(a, Expr(static_cast<int>(random() % 3) + 2))); break;
      default: made.push_back(a / (pow(b, Expr(2)) + Expr(1))); break;
    }
  }
  Expr sum;
  for (std::size_t i = made.size() - 200; i < made.size(); ++i) sum += made[i];
  return sum;
}

TEST_F(ExprTest, LargeFormulasAreSimplifiedInParts) {
  Expr sum;
  for (int i = 0; i < 40; ++i) {  // too many terms to multiply out, each with something to gain
    const Expr a = make_symbol("a" + std::to_string(i)), q = make_symbol("q" + std::to_string(i));
    const Expr weight = pow(a + sum, Expr(2));
    sum = weight + a * pow(cos(q), Expr(2)) + a * pow(sin(q), Expr(2));
  }
  const Expr simple = simplify(sum);
  EXPECT_LT(cost({&simple, 1}), cost({&sum, 1}) / 4);
}

TEST(Simplify, AlwaysReturnsWhateverTheSize) {
  std::mt19937 random(5);
  for (int i = 0; i < random_cases(400); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    const double size = std::pow(10.0, 4.0 + static_cast<double>(random() % 1000) / 1000.0);
    const std::size_t nodes = case_size(static_cast<std::size_t>(size), 5000);
    const SimplifyOptions options = i % 100 == 0 ? SimplifyOptions{} : SimplifyOptions{.work = 2e5};
    const Expr e = large_formula(random, nodes), s = simplify(e, options);
    ASSERT_LE(cost({&s, 1}), cost({&e, 1}));
  }
}

TEST(Simplify, KeepsValuesNeverDearerIdempotentDeterministic) {
  constexpr long kBits = 600, kDigits50 = 166;
  RandomTrees random(21);
  int compared = 0;
  for (int i = 0; i < random_cases(8000); ++i) {
    const Tree tree = random.make(static_cast<int>(random.below(5)) + 1);
    std::string first, second;
    {
      Pool pool;
      const PoolScope scope(pool);
      const BallValues point = random_point(random, kBits);
      Expr e;
      try {
        e = build(tree);
      } catch (const Error&) {
        continue;
      }
      const Expr s = simplify(e);
      first = to_text(s);
      ASSERT_LE(cost({&s, 1}), cost({&e, 1})) << to_text(e) << " became " << first;
      ASSERT_TRUE(simplify(s) == s) << to_text(e) << " became " << first << " and then " << to_text(simplify(s));
      const std::vector<Expr> both = {e, s};
      const std::vector<Ball> values = evaluate_balls(both, point, kBits);
      if (values[0].is_finite() && (values[0].accurate_bits() > 2 * kDigits50 || arb_is_zero(values[0].arb()) != 0)) {
        ASSERT_TRUE(values[1].is_finite() && agree(values[0], values[1], kDigits50))
            << "case " << i << ": " << to_text(e) << "\n = " << values[0].to_string(60) << "\n became " << first
            << "\n = " << values[1].to_string(60);
        ++compared;
      }
    }
    Pool pool;
    const PoolScope scope(pool);
    for (std::size_t k = tree.operands.size(); k-- > 0;) build(tree.operands[k]);
    second = to_text(simplify(build(tree)));
    ASSERT_EQ(first, second);
  }
  EXPECT_GT(compared, random_cases(8000) / 3);
}

}  // namespace
}  // namespace kinemate
