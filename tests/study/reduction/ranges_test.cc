#include "study/reduction/ranges.h"

#include "study/fixture.h"

namespace kinemate {
namespace {

class RangesTest : public StudyTest {
 protected:
  Model model_ = machine(R"(
parameters: {a: 2, open: }
inputs: [F, G]
bodies: {cart: {mass: 1}, bob: {mass: 1, center: [0, 0, -1]}}
joints:
  rail: {type: prismatic, axis: x, from: world, to: cart, coordinate: x}
  hinge: {type: revolute, axis: y, from: cart, to: bob, coordinate: phi}
loads:
  motor: {type: joint, joint: rail, effort: F + G*w(t) + z, states: {z: 1 - z}}
)");

  struct Text {
    const char *left, *low, *high;
  };
  Box box(const std::vector<Text>& texts) const {
    std::vector<GivenRange> ranges;
    for (const Text& text : texts)
      ranges.push_back({parse(text.left, {.functions = {"w"}}), parse(text.low), parse(text.high)});
    return make_box(model_, compute_kinematics(model_), ranges);
  }
  std::string refusal_of(const Text& text) const {
    return message_of([&] { box({text}); });
  }
};

TEST_F(RangesTest, NamesAndFormulasOfParameters) {
  const Box found = box({{"phi", "-pi/4", "pi/4"}, {"x'", "-a", "2*a + 1"}, {"w(t)", "0", "1"}, {"t", "3", "3"}});
  EXPECT_EQ(found.size(), 4u);
  EXPECT_DOUBLE_EQ(found.at(parse("phi")).high, 0.78539816339744831);
  EXPECT_EQ(found.at(parse("x'")), (Range{-2, 5}));
  EXPECT_EQ(found.at(parse("w(t)", {.functions = {"w"}})), (Range{0, 1}));
  EXPECT_EQ(found.at(parse("t")), (Range{3, 3}));
}

TEST_F(RangesTest, WordsStandForAllOfAKind) {
  const Box found = box({{"coordinates", "1", "2"}, {"speeds", "3", "4"}, {"inputs", "5", "6"}, {"states", "7", "8"}});
  EXPECT_EQ(found.size(), 7u);
  for (const auto& [name, low] :
       {std::pair{"x", 1.0}, {"phi", 1.0}, {"x'", 3.0}, {"phi'", 3.0}, {"F", 5.0}, {"G", 5.0}, {"z", 7.0}})
    EXPECT_EQ(found.at(parse(name)).low, low) << name;
}

// A machine without inputs has none to give a range to; that is no mistake.
TEST_F(RangesTest, WordsOfNothing) {
  model_ =
      machine("bodies: {b: {mass: 1}}\njoints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: x}}\n");
  EXPECT_TRUE(box({{"inputs", "-1", "1"}, {"states", "-1", "1"}}).empty());
}

TEST_F(RangesTest, NamesCountMoreThanWords) {
  EXPECT_EQ(box({{"x'", "-1", "1"}, {"speeds", "-5", "5"}}).at(parse("x'")), (Range{-1, 1}));
  EXPECT_EQ(box({{"x", "-1", "1"}, {"x", "-5", "5"}}).at(parse("x")), (Range{-5, 5}));  // the last counts
}

// A machine may have a coordinate of such a name.
TEST_F(RangesTest, NamesOfTheMachineBeforeWords) {
  model_ = machine(
      "bodies: {b: {mass: 1}}\njoints: {j: {type: prismatic, axis: x, from: world, to: b, coordinate: states}}\n");
  EXPECT_EQ(box({{"states", "-1", "1"}}).at(parse("states")), (Range{-1, 1}));
}

TEST_F(RangesTest, WrongInput) {
  EXPECT_EQ(refusal_of({"phi", "1", "-1"}), "the range of phi is empty: 1 is above -1");
  EXPECT_EQ(refusal_of({"a", "1", "2"}), "a is a parameter: it has a value and no range");
  EXPECT_EQ(refusal_of({"phy", "1", "2"}), "there is no 'phy' in this machine");
  EXPECT_NE(refusal_of({"phi", "x", "2"}), "");
  EXPECT_NE(refusal_of({"phi", "open", "2"}), "");
  EXPECT_NE(refusal_of({"phi", "1", "sqrt(-1)"}), "");
}

}  // namespace
}  // namespace kinemate
