#include "flat/fold.h"

#include "flat/fixture.h"

namespace kinemate {
namespace {

class FoldTest : public FlatTest {
 protected:
  FlatSystem system_ = flat(R"(name: list
parameters: {c: 2*b, b: a + 1, a: 3, open: }
inputs: {q: 1/2, "q'": c}
unknowns: [x, y]
equations: [a*x = c + q, b*y = open*x]
)");

  std::string folded(const FlatChoice& choice) const { return summary(fold_known(system_, choice)); }
  std::string refused(const FlatChoice& choice) const {
    try {
      return folded(choice);
    } catch (const Error& error) {
      return error.message + " | " + error.hint;
    }
  }
};

// Values of values too; of what stays, the values as far as they are known.
TEST_F(FoldTest, ParametersWithAValueAreReplaced) {
  EXPECT_EQ(folded({}),
            "list\nopen\nin q = 1/2\nin q' = 8\nx?\ny?\nequation 1: 3*x = q + 8\nequation 2: 4*y = open*x\n");
}

TEST_F(FoldTest, WhatIsKeptStaysASymbol) {
  EXPECT_EQ(folded({{}, {"b"}}),
            "list\nb = 4\nopen\nin q = 1/2\nin q' = 2*b\nx?\ny?\nequation 1: 3*x = 2*b + q\nequation 2: b*y = "
            "open*x\n");
  EXPECT_EQ(folded({{}, {"q'", "c"}}),
            "list\nc = 8\nopen\nin q = 1/2\nin q' = c\nx?\ny?\nequation 1: 3*x = c + q\nequation 2: 4*y = open*x\n");
}

// What varies is given by that, and varies no more.
TEST_F(FoldTest, AssignmentsWin) {
  EXPECT_EQ(folded({{"a = 2*open", "q = 5"}, {}}),
            "list\nopen\nin q' = 2*(2*open + 1)\nx?\ny?\nequation 1: 2*open*x = 2*(2*open + 1) + 5\nequation 2: "
            "y*(2*open + 1) = open*x\n");
  EXPECT_EQ(folded({{"a = 7", "a = 1"}, {"a"}}).substr(0, 11), "list\na = 1\n");
}

TEST_F(FoldTest, NamesWithDotsCanBeSet) {
  FlatSystem system = flat("unknowns: [x]\nequations: [x = 1]\n");
  const Expr dotted = make_symbol("attic.T[1]");
  system.known.push_back({dotted, Expr(3), "", true, {}});
  system.equations[0].right = dotted;
  EXPECT_EQ(to_text(fold_known(system, {{"attic.T[1] = 2 + 5"}, {}}).equations[0].right), "7");
}

TEST_F(FoldTest, WrongNames) {
  EXPECT_EQ(refused({{"bb = 1"}, {}}), "--set: there is no parameter bb | did you mean b?");
  EXPECT_EQ(refused({{"a = opne"}, {}}), "--set: there is no parameter opne | did you mean open?");
  EXPECT_EQ(refused({{"x = 1"}, {}}), "--set: x is an unknown | ");
  EXPECT_EQ(refused({{"a = y"}, {}}), "--set: y is an unknown | ");
  EXPECT_EQ(refused({{"f($1) = $1"}, {}}), "--set: a list of equations has no functions to set | ");
  EXPECT_EQ(refused({{}, {"q''"}}).substr(0, 35), "--keep: there is no parameter q'' |");
  EXPECT_EQ(refused({{}, {"y"}}), "--keep: y is an unknown | ");
}

TEST_F(FoldTest, CirclesAreNamed) {
  EXPECT_EQ(refused({{"a = 2*c"}, {}}), "values of parameters run in a circle: c, b, a | give one of them a number");
}

// A circle among many: it must be found before numbers in it have grown beyond all bounds.
TEST_F(FoldTest, ACircleAmongManyParameters) {
  for (int i = 0; i < 100; ++i) system_.known.push_back({make_symbol(fmt::format("p{}", i)), Expr(i), "", false, {}});
  EXPECT_EQ(refused({{"a = 2*c"}, {}}).substr(0, 45), "values of parameters run in a circle: c, b, a");
}

TEST_F(FoldTest, ValuesThatDivideByZero) {
  const FlatSystem system = flat("parameters: {a: 0}\nunknowns: [x]\nequations:\n  - x = 1/a\n");
  try {
    fold_known(system, {});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.message, "with the values of the parameters, equation 1: division by zero");
    EXPECT_EQ(error.place->line, 4);
  }
}

// Each hangs on the one behind it.
TEST_F(FoldTest, LongChainsOfValues) {
  FlatSystem chain = flat("unknowns: [x]\nequations: [x = 1]\n");
  for (int i = 0; i < 300; ++i)
    chain.known.push_back({make_symbol(fmt::format("p{}", i)), parse(fmt::format("p{} + 1", i + 1)), "", false, {}});
  chain.known.push_back({make_symbol("p300"), Expr(5), "", false, {}});
  chain.equations[0].right = make_symbol("p0");
  EXPECT_EQ(to_text(fold_known(chain, {}).equations[0].right), "305");
}

}  // namespace
}  // namespace kinemate
