#include "expr/simplify/smooth_root.h"

#include <gtest/gtest.h>

#include "expr/fixture.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

class SmoothRootTest : public ExprTest {};

TEST_F(SmoothRootTest, OfProductsOfSquares) {
  const std::pair<const char*, const char*> cases[] = {
      {"cos(x)^2", "cos(x)"}, {"4*a^2*sin(x)^4", "2*a*sin(x)^2"}, {"9", "3"}, {"a^2/b^2", "a/b"}};
  for (const auto& [square, root] : cases) {
    const std::optional<Expr> found = smooth_root(parse(square));
    ASSERT_TRUE(found) << square;
    EXPECT_EQ(*found, parse(root)) << to_text(*found);
  }
  for (const char* other : {"a", "a^2*b", "1 - x^2", "-a^2", "a^3"}) EXPECT_FALSE(smooth_root(parse(other))) << other;
}

}  // namespace
}  // namespace kinemate
