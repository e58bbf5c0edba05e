#include "expr/simplify/large_formula.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

TEST_F(ExprTest, LargeFormulasAreTakenInParts) {
  Expr large = x_;
  for (int i = 0; i < 10; ++i) large = pow(large + y_, Expr(2)) * large;  // 2^10 operations, written out
  const Expr e = parse("a*b") + large + parse("c") + z_;
  std::vector<std::string> parts;
  const Expr same = LargeFormula(e, [&](Expr part) {
                      parts.push_back(to_text(part));
                      return part;
                    }).simplified();
  EXPECT_GT(parts.size(), 1u);
  EXPECT_NE(parts.back().find("$part"), std::string::npos) << parts.back();  // the sum around the large product
  EXPECT_NE(parts.back().find("a*b"), std::string::npos) << parts.back();
  const auto symbols = free_symbols(same);
  EXPECT_EQ(symbols.size(), free_symbols(e).size());
}

}  // namespace
}  // namespace kinemate
