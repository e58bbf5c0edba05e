#include "loops/positions/solve_coordinate.h"

#include "model/fixture.h"

namespace kinemate {
namespace {

class SolveCoordinateTest : public ModelTest {};

using Form = CharacteristicEquation::Form;

CharacteristicEquation equation(Form form, const char* a, const char* b, const char* c) {
  return {form, parse(a), parse(b), parse(c), Expr(0), 1, "test"};
}

// The formula of u for an equation, with the start of a, b, c and u given.
std::optional<Expr> solve(const CharacteristicEquation& e, bool angle, const Values& start) {
  const PositionSamples samples(Model(), start);
  const auto solution = solve_equation(e, parse("u"), angle, samples);
  if (!solution) return std::nullopt;
  return write_solutions({&*solution, 1}, samples)[0].formula;
}

TEST_F(SolveCoordinateTest, TurnsOnBothBranchesAllAround) {
  const CharacteristicEquation e = equation(Form::kTurn, "a", "b", "c");
  int found = 0;
  for (double a : {-1.3, 0.0, 0.7}) {
    for (double b : {-0.4, 0.0, 2.0}) {
      for (double u : {-3.0, -1.5, 0.0, 0.4, 2.0, std::acos(-1.0), 7.0, -20.0}) {
        const double c = -(a * std::cos(u) + b * std::sin(u));
        if (std::abs(b * std::cos(u) - a * std::sin(u)) < 1e-3) continue;  // both branches meet
        const Values start = {{parse("a"), a}, {parse("b"), b}, {parse("c"), c}, {parse("u"), u}};
        const std::optional<Expr> formula = solve(e, true, start);
        ASSERT_TRUE(formula) << a << " " << b << " " << u;
        EXPECT_NEAR(evaluate(*formula, start), u, 1e-12);
        ++found;
      }
    }
  }
  EXPECT_GT(found, 40);
}

TEST_F(SolveCoordinateTest, RadiiWithoutRoots) {
  const auto written = [](const CharacteristicEquation& e, const Values& start) {
    const PositionSamples samples(Model(), start);
    const auto solution = solve_equation(e, parse("u"), true, samples);
    return write_solutions({&solution.value(), 1}, samples)[0];
  };
  const Values start = {
      {parse("a"), 1}, {parse("b"), 2}, {parse("c"), -std::cos(0.4) - 2 * std::sin(0.4)}, {parse("u"), 0.4}};
  const WrittenSolution turn = written(equation(Form::kTurn, "a", "b", "c"), start);
  EXPECT_EQ(turn.formula, turn.arctangent);
  EXPECT_EQ(turn.radius, parse("a^2 + b^2"));
  const CharacteristicEquation two =
      combine_turns(equation(Form::kTurn, "a", "b", "c"), equation(Form::kTurn, "b", "-a", "d"));
  Values both = start;
  both[parse("d")] = -2 * std::cos(0.4) + std::sin(0.4);
  const WrittenSolution vector = written(two, both);
  EXPECT_NEAR(evaluate(vector.radius, both),
              std::hypot(evaluate(vector.arctangent.operand(0), both), evaluate(vector.arctangent.operand(1), both)),
              1e-12);
  // without a root there is none to be saved
  EXPECT_TRUE(written(equation(Form::kTurn, "a", "b", "0"),
                      {{parse("a"), 1}, {parse("b"), 1}, {parse("u"), -std::acos(-1.0) / 4}})
                  .radius.is_zero());
}

TEST_F(SolveCoordinateTest, OtherForms) {
  const Values start = {
      {parse("a"), 2}, {parse("b"), 0.5}, {parse("c"), -3}, {parse("u"), -0.25 - std::sqrt(0.0625 + 1.5)}};
  const std::optional<Expr> distance = solve(equation(Form::kDistance, "a", "b", "c"), false, start);
  ASSERT_TRUE(distance);
  EXPECT_EQ(*distance, parse("(-b - sqrt(b^2 - a*c))/a")) << to_text(*distance);
  EXPECT_EQ(solve(equation(Form::kVector, "a*sin(x)", "a*cos(x)", "0"), true,
                  {{parse("a"), 2}, {parse("x"), 1}, {parse("u"), 1 + 4 * std::acos(-1.0)}}),
            parse("atan2(a*sin(x), a*cos(x)) + 4*pi"));
  EXPECT_EQ(solve(equation(Form::kVector, "-sin(x)", "cos(x)", "0"), true, {{parse("x"), 9}, {parse("u"), -9}}),
            parse("-x"));
  EXPECT_EQ(solve(equation(Form::kTurn, "a", "b", "0"), true,
                  {{parse("a"), 1}, {parse("b"), 1}, {parse("u"), -std::acos(-1.0) / 4}}),
            parse("atan2(-a, b)"));
  EXPECT_EQ(
      solve(equation(Form::kValue, "p + x - p", "0", "0"), false, {{parse("p"), 2}, {parse("x"), 1}, {parse("u"), 1}}),
      parse("x"));
}

// Values that do not fit, what determines nothing, and dead centres.
TEST_F(SolveCoordinateTest, RefusesWhatDoesNotHold) {
  const Values start = {{parse("a"), 1}, {parse("b"), 1}, {parse("c"), -1}, {parse("u"), 0.3}, {parse("tiny"), 1e-9}};
  EXPECT_FALSE(solve(equation(Form::kTurn, "a", "b", "c"), true, start));
  EXPECT_FALSE(solve(equation(Form::kValue, "a", "0", "0"), false, start));
  EXPECT_FALSE(solve(equation(Form::kVector, "sin(u)*tiny", "cos(u)*tiny", "0"), true, start));
  EXPECT_FALSE(solve(equation(Form::kTurn, "cos(u)", "sin(u)", "-1"), true, start));
  EXPECT_FALSE(solve(equation(Form::kDistance, "1", "-u", "u^2"), false, start));
  EXPECT_FALSE(solve(equation(Form::kVector, "log(-a)", "1", "0"), true, start));
}

// A parallelogram's equation: its root is that of a square, and the solution is the angle itself, through 0 and π.
TEST_F(SolveCoordinateTest, RootsOfSquaresAreSmooth) {
  const CharacteristicEquation e = equation(Form::kTurn, "a*d - a^2*cos(p)", "-a^2*sin(p)", "a^2 - a*d*cos(p)");
  const auto formula = solve(e, true, {{parse("a"), 1}, {parse("d"), 2}, {parse("p"), -2}, {parse("u"), -2}});
  ASSERT_TRUE(formula);
  EXPECT_EQ(*formula, parse("p")) << to_text(*formula);
}

TEST_F(SolveCoordinateTest, TwoEquationsNeedNoBranch) {
  const CharacteristicEquation first = equation(Form::kTurn, "a", "b", "-a*cos(x) - b*sin(x)");
  const CharacteristicEquation second = equation(Form::kTurn, "b", "2*a", "-b*cos(x) - 2*a*sin(x)");
  const CharacteristicEquation both = combine_turns(first, second);
  EXPECT_EQ(branch_rank(both), 0);
  EXPECT_EQ(branch_rank(first), 2);
  for (double x : {-2.0, 0.5, 3.0})
    for (double a : {-1.0, 2.0})
      EXPECT_TRUE(solve(both, true, {{parse("a"), a}, {parse("b"), 0.7}, {parse("x"), x}, {parse("u"), x}})) << x;
}

}  // namespace
}  // namespace kinemate
