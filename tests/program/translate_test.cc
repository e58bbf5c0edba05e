#include "program/translate.h"

#include "expr/evaluate.h"
#include "expr/fixture.h"
#include "expr/graph.h"
#include "expr/random_formula.h"
#include "program/random_program.h"

namespace kinemate {
namespace {

class TranslateTest : public ExprTest {};

struct Translated {
  Program program;
  std::vector<Expr> inputs;
};

Translated translate_all(const std::vector<Expr>& formulas) {
  InputFormulas inputs{{"x", "", {}}, free_symbols(formulas)};
  for (Expr call : unspecified_calls(formulas)) inputs.symbols.push_back(call);
  for (Expr symbol : inputs.symbols) inputs.array.entries.push_back({to_text(symbol), ""});
  const OutputFormulas outputs{{"y", "", std::vector<Entry>(formulas.size())}, formulas};
  return {translate(std::vector{inputs}, std::vector{outputs}), inputs.symbols};
}

std::size_t count(const Program& program, Code code) {
  return static_cast<std::size_t>(std::count_if(program.operations.begin(), program.operations.end(),
                                                [&](const Operation& operation) { return operation.code == code; }));
}

TEST_F(TranslateTest, QuotientsDifferencesAndRoots) {
  const Program program = translate_all({parse("x/y - 3*z"), parse("sqrt(x)/y^2"), parse("1/(x*y)")}).program;
  EXPECT_EQ(count(program, Code::kDivide), 3u);
  EXPECT_EQ(count(program, Code::kSubtract), 1u);
  EXPECT_EQ(count(program, Code::kNegate), 0u);
  EXPECT_EQ(count(program, Code::kSquareRoot), 1u);
}

TEST_F(TranslateTest, SharedPartsOnce) {
  const Expr shared = sin(x_ * y_);
  const Program program = translate_all({shared + z_, shared * z_, x_ * y_}).program;
  EXPECT_EQ(count(program, Code::kMultiply), 2u);
  EXPECT_EQ(count(program, Code::kSine), 1u);
}

// In the order of making, not of printing: what repeats in a derivation repeats in the program.
TEST_F(TranslateTest, KeepsTheOrderOfDerivation) {
  std::vector<Expr> made;
  Expr state = make_symbol("a");
  for (int i = 0; i < 30; ++i) {
    const Expr x = make_symbol("q" + std::to_string(i));
    state = cos(x) * state + x * x;
    made.push_back(state);
  }
  const Program program = translate_all({made.back()}).program;
  std::vector<Code> codes;
  for (const Operation& operation : program.operations)
    if (operation.count > 0) codes.push_back(operation.code);
  ASSERT_EQ(codes.size() % 30, 0u);
  const std::size_t period = codes.size() / 30;
  for (std::size_t i = 0; i + period < codes.size(); ++i) EXPECT_EQ(codes[i], codes[i + period]);
}

TEST_F(TranslateTest, UnspecifiedFunctionsAreInputs) {
  const Translated made = translate_all({parse("w(t)*x + w'(t)")});
  ASSERT_EQ(made.inputs.size(), 4u);  // t is listed, but nothing needs it
  EXPECT_EQ(run_plainly(made.program, {7, 2, 3, 5}).size(), 1u);
}

TEST_F(TranslateTest, CombOfMany) {
  const Translated made = translate_all({parse("comb(x, 2, 1, y)")});
  EXPECT_EQ(run_plainly(made.program, {7, 3})[0], 420);  // 7!/(2! 1! 3! 1!)
}

TEST_F(TranslateTest, RefusesWhatIsNoInput) {
  const OutputFormulas output{{"y", "", {{"y", ""}}}, {x_ + y_}};
  const InputFormulas input{{"x", "", {{"x", ""}}}, {x_}};
  EXPECT_EQ(message_of([&] { translate(std::vector{input}, std::vector{output}); }), "y has no value");
  EXPECT_NE(message_of([&] { translate_all({x_ * parse("10^400")}); }).find("beyond the range"), std::string::npos);
}

// Random formulas: the program and evaluate() agree wherever the formula has a value.
TEST_F(TranslateTest, AgreesWithEvaluate) {
  RandomTrees trees(5);
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> number(0.3, 1.7);
  int compared = 0;
  for (int i = 0; i < random_cases(3000); ++i) {
    Pool pool;
    const PoolScope scope(pool);
    try {
      const Expr formula = build(trees.make(5));
      const Translated made = translate_all({formula});
      Values values;
      std::vector<double> inputs;
      for (Expr symbol : made.inputs) inputs.push_back(values[symbol] = number(random));
      const double expected = evaluate(formula, values);
      const double got = run_plainly(made.program, inputs)[0];
      for (auto& [symbol, value] : values) value *= 1 + 1e-13;  // what rounding may do where the formula is steep
      const double moved = std::abs(evaluate(formula, values) - expected);
      EXPECT_NEAR(got, expected, 1e-11 * std::abs(expected) + 1e-12 + 100 * moved)
          << to_text(formula, {.largest = 200, .cut = true});
      ++compared;
    } catch (const Error&) {  // no value there
    }
  }
  EXPECT_GT(compared, random_cases(3000) / 3);
}

}  // namespace
}  // namespace kinemate
