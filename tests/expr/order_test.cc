#include "expr/order.h"

#include <algorithm>

#include "expr/fixture.h"
#include "expr/random_formula.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, OrderIsWhatAReaderExpects) {
  const char* sorted[] = {"2",      "5",      "pi",     "a^2", "a",     "b",   "b10", "f(a)", "f'(a)",
                          "sin(a)", "sin(b)", "cos(a)", "a^b", "a + b", "a*b", "a'",  "b'"};
  for (std::size_t i = 0; i < std::size(sorted); ++i) {
    for (std::size_t k = 0; k < std::size(sorted); ++k) {
      const int expected = i < k ? -1 : i > k ? 1 : 0, found = compare(parse(sorted[i]), parse(sorted[k]));
      EXPECT_EQ(found < 0 ? -1 : found > 0 ? 1 : 0, expected) << sorted[i] << " and " << sorted[k];
    }
  }
}

TEST_F(ExprTest, OrderIsTotal) {
  RandomTrees random(11);
  std::vector<Expr> formulas;
  while (formulas.size() < 120) {
    try {
      formulas.push_back(build(random.make(4)));
    } catch (const Error&) {
    }
  }
  const auto before = [](Expr a, Expr b) { return compare(a, b) < 0; };
  std::sort(formulas.begin(), formulas.end(), before);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      const bool same = formulas[i] == formulas[k];
      EXPECT_EQ(compare(formulas[i], formulas[k]) == 0, same);
      EXPECT_FALSE(i < k && before(formulas[k], formulas[i]));
    }
  }
}

TEST_F(ExprTest, DeepTwinsCompareAtOnce) {
  Expr a = x_, b = y_;
  for (int i = 0; i < 100'000; ++i) {  // quadratic, if each comparison went to the bottom
    a = sin(a);
    b = sin(b);
    a + b;
  }
  EXPECT_NE(compare(a, b), 0);
}

}  // namespace
}  // namespace kinemate
