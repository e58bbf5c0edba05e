#include "codegen/latex/formulas.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/check.h"
#include "codegen/latex/width.h"
#include "expr/text/parse.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr int kDeepest = 2;                // fractions
constexpr double kShort = 4.7;             // digits
constexpr std::size_t kShortDecimals = 9;  // characters: numbers that stay exact

// Halves and quarters of more than a few are easier to read as decimals, which exact numbers would not be.
bool is_fraction(double number) {
  return number > 1 && number != std::floor(number) && number * 4 == std::floor(number * 4);
}

// Short decimal numbers are exact, so that 0.1 times 3 is 0.3; the others are doubles, whose products stay as long.
Expr number_formula(double number) {
  if (std::isnan(number)) return make_symbol("undefined");
  if (std::isinf(number)) return number < 0 ? -make_symbol("infinity") : make_symbol("infinity");
  const std::string text = fmt::format("{}", std::abs(number));
  const bool plain = text.size() <= kShortDecimals && text.find('e') == std::string::npos;
  const bool exact = plain && !is_fraction(std::abs(number));
  const Expr size = exact ? parse(text) : make_real(std::abs(number));
  return number < 0 ? -size : size;
}

// a - (b - c) = a - b + c; formulas on a page are short, and so are their sums.
Expr subtract(Expr a, Expr b) {
  std::vector<Expr> terms = {b};
  while (!terms.empty()) {
    const Expr term = terms.back();
    terms.pop_back();
    if (term.kind() == Kind::kSum) {
      terms.insert(terms.end(), {term.operand(1), term.operand(0)});
    } else {
      a -= term;
    }
  }
  return a;
}

Expr apply(Code code, Function function, std::span<const Expr> x) {
  switch (code) {
    case Code::kNegate: return -x[0];
    case Code::kAdd: return x[0] + x[1];
    case Code::kSubtract: return subtract(x[0], x[1]);
    case Code::kMultiply: return x[0] * x[1];
    case Code::kDivide: return x[0] / x[1];
    case Code::kSquareRoot: return sqrt(x[0]);
    case Code::kPower: return pow(x[0], x[1]);
    case Code::kSine: return sin(x[0]);
    case Code::kCosine: return cos(x[0]);
    case Code::kCall: return function == Function::kIf ? make_if(x[0], x[1], x[2]) : make_call(function, x);
    case Code::kConstant:
    case Code::kInput: break;
  }
  CHECK(false);
  return {};
}

// An abbreviation would not be shorter, or not by much: a symbol's sine, square or double.
bool is_short(Expr formula) {
  const bool sine = formula.is_call(Function::kSin) || formula.is_call(Function::kCos);
  const Expr inside = sine ? formula.operand(0) : formula;
  if (inside.kind() == Kind::kSum || (sine && inside.operand_count() > 0)) return false;
  const LatexSize size = measure_latex(to_latex(inside));
  return size.width < kShort && size.fractions == 0;
}

class FormulaMaker {
 public:
  FormulaMaker(const Program& program, std::span<const Expr> inputs, const std::string& stem)
      : program_(program),
        inputs_(inputs),
        stem_(stem),
        uses_(count_uses(program)),
        formulas_(program.operations.size()),
        waiting_(program.operations.size(), false),
        is_result_(program.operations.size(), false) {
    for (const Value result : program.results) is_result_[result] = true;
  }

  Abbreviated make() {
    for (Value i = 0; i < program_.operations.size(); ++i)
      if (uses_[i] > 0) add(i);
    for (const Value result : program_.results) made_.formulas.push_back(formulas_[result]);
    return std::move(made_);
  }

 private:
  void add(Value i) {
    const Operation& operation = program_.operations[i];
    if (operation.code == Code::kConstant) {
      formulas_[i] = number_formula(program_.constants[operation.operands[0]]);
    } else if (operation.code == Code::kInput) {
      formulas_[i] = inputs_[operation.operands[0]];
    } else {
      formulas_[i] = compose(operation);
      const bool alone = uses_[i] == 1 || is_short(formulas_[i]);
      waiting_[i] = alone && !is_result_[i];
      if (!alone) name(i);
    }
  }

  // The operation of its operands, the largest of which get names until it fits.
  Expr compose(const Operation& operation) {
    while (true) {
      std::array<Expr, 3> x;
      for (std::size_t k = 0; k < operation.count; ++k) x[k] = formulas_[operation.operands[k]];
      const Expr formula = apply(operation.code, operation.function, std::span(x).first(operation.count));
      const LatexSize size = measure_latex(to_latex(formula));
      const bool wide = size.width > kLatexLine, deep = size.fractions > kDeepest;
      if ((!wide && !deep) || !name_largest(operation, deep)) return formula;
    }
  }

  bool name_largest(const Operation& operation, bool by_fractions) {
    Value largest = 0;
    double most = 0;
    for (const Value operand : operands_of(operation)) {
      if (!waiting_[operand] || is_short(formulas_[operand])) continue;
      const LatexSize size = measure_latex(to_latex(formulas_[operand]));
      const double much = size.width + (by_fractions ? 1000.0 * size.fractions : 0.0);
      if (much > most) largest = operand, most = much;
    }
    if (most > 0) name(largest);
    return most > 0;
  }

  void name(Value i) {
    const Expr symbol = make_symbol(fmt::format("{}{}", stem_, made_.abbreviations.size() + 1));
    made_.abbreviations.push_back({symbol, formulas_[i]});
    formulas_[i] = symbol;
    waiting_[i] = false;
  }

  const Program& program_;
  const std::span<const Expr> inputs_;
  const std::string& stem_;
  const std::vector<std::uint32_t> uses_;
  std::vector<Expr> formulas_;  // by value: a formula, or the symbol of its abbreviation
  std::vector<bool> waiting_;   // by value: not written yet, for it may go where it is used
  std::vector<bool> is_result_;
  Abbreviated made_;
};

}  // namespace

Abbreviated make_latex_formulas(const Program& program, std::span<const Expr> inputs, const std::string& stem) {
  CHECK(inputs.size() == entry_count(program.inputs));
  return FormulaMaker(program, inputs, stem).make();
}

}  // namespace kinemate
