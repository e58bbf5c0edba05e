#include "analysis/weak/box.h"

#include "expr/fixture.h"

namespace kinemate {
namespace {

class BoxTest : public ExprTest {
 protected:
  double largest(const char* formula) const {
    const std::optional<double> found = find_largest(parse(formula), box_);
    return found ? *found : -1;
  }

  Box box_ = {{x_, {-2, 3}}, {y_, {0, 0.1}}, {parse("w(x, 1)"), {-4, 1}}};
};

// The largest value, and not much more where interval arithmetic has no reason to.
TEST_F(BoxTest, LargestValues) {
  const struct {
    const char* formula;
    double value;
  } kSizes[] = {{"x", 3},           {"-2*x", 6},          {"x^2", 9},         {"sin(x)", 1}, {"sin(y)", 0.0998335},
                {"cos(2*y)", 1},    {"sin(y + pi/2)", 1}, {"1/(4 + x)", 0.5}, {"7/2", 3.5},  {"w(x, 1)", 4},
                {"w(x, 1)*y", 0.4}, {"abs(x - 1)", 3}};
  for (const auto& [formula, value] : kSizes) {
    EXPECT_GE(largest(formula), value * (1 - 1e-6)) << formula;
    EXPECT_LE(largest(formula), value * (1 + 1e-6) + 1e-9) << formula;
  }
}

TEST_F(BoxTest, NoBoundWhereThereIsNone) {
  EXPECT_EQ(largest("1/x"), -1);
  EXPECT_EQ(largest("z"), -1);
  EXPECT_EQ(largest("x + w(y, 1)"), -1);  // another call than the one in the box
}

TEST_F(BoxTest, FormulasThatAreInTheBoxThemselves) {
  box_[parse("x*y")] = {-0.01, 0.02};
  EXPECT_EQ(largest("x*y"), 0.02);
}

// Arguments of an unspecified function need no range: its values have one.
TEST_F(BoxTest, MissingRanges) {
  EXPECT_TRUE(missing_ranges(parse("x + sin(y)*w(x, 1)"), box_).empty());
  std::vector<std::string> names;
  for (Expr leaf : missing_ranges(parse("x + z*w(z, 2) + sin(a)"), box_)) names.push_back(to_text(leaf));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"a", "w(z, 2)", "z"}));
}

TEST_F(BoxTest, LeafBalls) {
  const std::optional<BallValues> values = leaf_balls(parse("x*w(x, 1) + x"), box_);
  ASSERT_TRUE(values.has_value());
  EXPECT_EQ(values->size(), 2u);
  const Ball& ball = values->at(x_);
  EXPECT_LE(ball.to_double() - ball.radius(), -2);
  EXPECT_GE(ball.to_double() + ball.radius(), 3);
  EXPECT_NEAR(ball.to_double(), 0.5, 1e-6);
  EXPECT_NEAR(ball.radius(), 2.5, 1e-6);
  EXPECT_FALSE(leaf_balls(parse("x + z"), box_).has_value());
}

TEST_F(BoxTest, APointIsARange) {
  EXPECT_EQ(to_ball({0.25, 0.25}).to_double(), 0.25);
  EXPECT_LT(to_ball({0.25, 0.25}).radius(), 1e-15);
}

}  // namespace
}  // namespace kinemate
