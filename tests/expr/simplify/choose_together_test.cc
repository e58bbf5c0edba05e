#include "expr/simplify/choose_together.h"

#include "expr/count.h"
#include "expr/fixture.h"

namespace kinemate {
namespace {

class ChooseTogetherTest : public ExprTest {};

// One entry alone is shortest with a call of its own; where several entries have the sines of single angles anyway, and
// differences would be many, products of these are taken.
TEST_F(ChooseTogetherTest, WhatIsSharedCounts) {
  const Choice pair{parse("cos(a - b)"), {parse("cos(a)*cos(b) + sin(a)*sin(b)")}};
  EXPECT_EQ(choose_together({pair})[0].chosen, pair.chosen);
  std::vector<Choice> many;
  for (const char* q : {"a", "b", "c", "d", "e", "f"})
    for (const char* f : {"sin", "cos"}) many.push_back({parse(std::string(f) + "(" + q + ")"), {}});
  for (const std::string p : {"a", "b", "c", "d", "e", "f"})
    for (const std::string q : {"a", "b", "c", "d", "e", "f"})
      if (p < q)
        many.push_back({parse("cos(" + p + " - " + q + ")"),
                        {parse("cos(" + p + ")*cos(" + q + ") + sin(" + p + ")*sin(" + q + ")")}});
  std::vector<Expr> chosen, readable;
  for (const Choice& choice : choose_together(many)) chosen.push_back(choice.chosen);
  for (const Choice& choice : many) readable.push_back(choice.chosen);
  EXPECT_LT(cost(chosen), cost(readable));
  EXPECT_EQ(chosen.back(), parse("cos(e)*cos(f) + sin(e)*sin(f)"));
}

TEST_F(ChooseTogetherTest, NothingToChoose) {
  EXPECT_TRUE(choose_together({}).empty());
  EXPECT_EQ(choose_together({{parse("x"), {}}})[0].chosen, parse("x"));
}

}  // namespace
}  // namespace kinemate
