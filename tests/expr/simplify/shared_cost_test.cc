#include "expr/simplify/shared_cost.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class SharedCostTest : public ExprTest {};

TEST_F(SharedCostTest, SharedPartsCountOnce) {
  SharedCost shared;
  const Expr a = parse("x*sin(q) + 1"), b = parse("y*sin(q)");
  shared.add(a);
  EXPECT_EQ(shared.total(), 17);
  shared.add(b);
  EXPECT_EQ(shared.total(), 18);
  shared.remove(a);
  EXPECT_EQ(shared.total(), 16);
  shared.remove(b);
  EXPECT_EQ(shared.total(), 0);
}

}  // namespace
}  // namespace kinemate
