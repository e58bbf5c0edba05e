#include "analysis/weak/nested_harmonics.h"

#include <random>

#include "expr/count.h"
#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

class NestedHarmonicsTest : public ExprTest {
 protected:
  static HarmonicForms forms_of(const std::vector<Expr>& formulas) {
    Work work(1e9);
    return make_harmonic_forms(formulas, work);
  }
  static std::vector<Expr> spelled_out(const HarmonicForms& forms) {
    std::vector<Expr> result;
    for (const auto& terms : forms.formulas) result.push_back(write_harmonics(forms, terms));
    return result;
  }

  // Where the end of a chain of links on hinges about z, x, z, x is, and its velocity: three components each.
  std::vector<Expr> chain(std::size_t links) {
    std::vector<Expr> at = {Expr(0), Expr(0), Expr(0)}, speed = at;
    for (std::size_t i = links; i-- > 0;) {
      const Expr angle = parse("q" + std::to_string(i + 1)), rate = parse("q" + std::to_string(i + 1) + "'");
      const std::size_t a = i % 2 == 0 ? 0 : 1, b = a + 1, axis = i % 2 == 0 ? 2 : 0;
      at[axis] += Expr(Rational(1, static_cast<unsigned long>(i) + 2));
      at[a] += Expr(1);
      speed[a] -= rate * at[b];
      speed[b] += rate * at[a];
      for (std::vector<Expr>* v : {&at, &speed}) {
        const Expr first = (*v)[a], second = (*v)[b];
        (*v)[a] = cos(angle) * first - sin(angle) * second;
        (*v)[b] = sin(angle) * first + cos(angle) * second;
      }
    }
    at.insert(at.end(), speed.begin(), speed.end());
    at.push_back(speed[0] * speed[0] + speed[1] * speed[1] + speed[2] * speed[2]);
    return at;
  }

  std::vector<Expr> angles_ = {parse("q1"), parse("q2"), parse("q3"), parse("q4")};
};

TEST_F(NestedHarmonicsTest, EqualsTheSumsItCameFrom) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-3, 3);
  const HarmonicForms forms = forms_of(chain(4));
  const std::vector<Expr> nested = nest_harmonics(forms, angles_), sums = spelled_out(forms), exact = chain(4);
  for (int k = 0; k < random_cases(100); ++k) {
    Values values;
    for (Expr symbol : free_symbols(exact)) values.emplace(symbol, number(random));
    const std::vector<double> a = evaluate(nested, values), b = evaluate(sums, values), c = evaluate(exact, values);
    for (std::size_t i = 0; i < a.size(); ++i) {
      EXPECT_NEAR(a[i], b[i], 1e-12 * std::max(1.0, std::abs(b[i])));
      EXPECT_NEAR(a[i], c[i], 1e-12 * std::max(1.0, std::abs(c[i])));
    }
  }
}

TEST_F(NestedHarmonicsTest, IsShorterForAChain) {
  const HarmonicForms forms = forms_of(chain(4));
  const double nested = count_shared(nest_harmonics(forms, angles_)).total(),
               sums = count_shared(spelled_out(forms)).total();
  EXPECT_LT(nested, sums / 3);
  // sines and cosines of the four angles alone
  EXPECT_EQ(count_shared(nest_harmonics(forms, angles_)).calls, 8);
}

// High multiples, half angles, numbers as angles, variables and sums without any angle.
TEST_F(NestedHarmonicsTest, EveryKindOfTerm) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> number(-3, 3);
  const char* const kTexts[] = {"cos(7*x)*sin(5*y) - 3*cos(6*x)",
                                "sin(x/2)*cos(x/3)",
                                "sin(x + pi/16)^2*z + z^3 - 4",
                                "5",
                                "0",
                                "z*y",
                                "sin(y)*z^2 + sin(x)*z^2 + z*cos(x - y) + cos(x + y)"};
  for (const char* text : kTexts) {
    const HarmonicForms forms = forms_of({parse(text)});
    const Expr nested = nest_harmonics(forms, angles_)[0];
    for (int k = 0; k < 5; ++k) {
      const Values values = {{x_, number(random)}, {y_, number(random)}, {z_, number(random)}};
      EXPECT_NEAR(evaluate(nested, values), evaluate(parse(text), values), 2e-12) << text;
    }
  }
}

// Σ g·z over equal products z of speeds is one product.
TEST_F(NestedHarmonicsTest, EqualProductsOfSpeedsAreMerged) {
  const HarmonicForms forms = forms_of({parse("y*z*sin(x) + 3*z*y*cos(x) + y*z")});
  const Expr nested = nest_harmonics(forms, {})[0];
  EXPECT_EQ(nested.kind(), Kind::kProduct);
  EXPECT_EQ(count_shared({&nested, 1}).multiplications, 3);  // y·z·(...) and 3·cos(x)
}

// An inner sum and its multiples are computed once, in whichever formula they occur.
TEST_F(NestedHarmonicsTest, InnerSumsAreShared) {
  const HarmonicForms forms = forms_of({parse("sin(x)*(cos(y) + 2*sin(y))"), parse("5*cos(x)*(cos(y) + 2*sin(y))")});
  const std::vector<Expr> order = {x_, y_};
  const OperationCount count = count_shared(nest_harmonics(forms, order));
  EXPECT_EQ(count.additions, 1);
  EXPECT_EQ(count.multiplications, 4);  // 2·sin(y), sin(x)·, 5·cos(x)·
}

TEST_F(NestedHarmonicsTest, OutermostAnglesFirst) {
  const HarmonicForms forms = forms_of({parse("sin(x)*cos(y) + sin(x)*sin(y) + cos(x)*cos(y)")});
  const std::vector<Expr> one = {x_, y_}, other = {y_, x_};
  EXPECT_EQ(nest_harmonics(forms, one)[0], parse("sin(x)*(cos(y) + sin(y)) + cos(x)*cos(y)"));
  EXPECT_EQ(nest_harmonics(forms, other)[0], parse("cos(y)*(sin(x) + cos(x)) + sin(y)*sin(x)"));
}

}  // namespace
}  // namespace kinemate
