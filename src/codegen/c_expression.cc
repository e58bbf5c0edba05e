#include "codegen/c_expression.h"

#include <fmt/format.h>

#include "base/check.h"
#include "codegen/c_text.h"

namespace kinemate {
namespace {

using Level = CExpression::Level;

// The number on the right of an operator: a - (-b) is easier to read than a - -b.
std::string right_operand(const CExpression& expression, Level least) {
  const bool negative = expression.text.starts_with('-');
  return c_operand(expression, negative ? Level::kPrimary : least);
}

CExpression binary(const char* sign, Level level, Level right, std::span<const CExpression> x) {
  CHECK(x.size() == 2);
  return {fmt::format("{} {} {}", c_operand(x[0], level), sign, right_operand(x[1], right)), level};
}

CExpression relation(const char* sign, std::span<const CExpression> x) {
  CHECK(x.size() == 2);
  return {fmt::format("{} {} {}", c_operand(x[0], Level::kSum), sign, c_operand(x[1], Level::kSum)), Level::kTruth};
}

std::string truth(const CExpression& x) {
  return x.level == Level::kTruth ? x.text : c_operand(x, Level::kSum) + " != 0.0";
}

CExpression connective(const char* sign, std::span<const CExpression> x) {
  CHECK(x.size() == 2);
  return {fmt::format("({}) {} ({})", truth(x[0]), sign, truth(x[1])), Level::kTruth};
}

CExpression call(std::string_view name, std::span<const CExpression> x) {
  std::string text = fmt::format("{}(", name);
  for (std::size_t i = 0; i < x.size(); ++i) text += (i == 0 ? "" : ", ") + c_operand(x[i], Level::kSum);
  return {text + ")", Level::kPrimary};
}

std::string_view name(CHelper helper) {
  switch (helper) {
    case CHelper::kSign: return "sign_of";
    case CHelper::kSmaller: return "smaller_of";
    case CHelper::kLarger: return "larger_of";
    case CHelper::kStep: return "step_at";
    case CHelper::kStepBetween: return "step_between";
    case CHelper::kFactorial: return "factorial_of";
    case CHelper::kComb: return "comb_of";
    case CHelper::kMultinomial: return "multinomial_of";
  }
  CHECK(false);
  return "";
}

std::optional<CHelper> helper_of(Function function, std::size_t operands) {
  switch (function) {
    case Function::kSign: return CHelper::kSign;
    case Function::kMin: return CHelper::kSmaller;
    case Function::kMax: return CHelper::kLarger;
    case Function::kStep: return operands == 1 ? CHelper::kStep : CHelper::kStepBetween;
    case Function::kFactorial: return CHelper::kFactorial;
    case Function::kComb: return operands == 2 ? CHelper::kComb : CHelper::kMultinomial;
    default: return std::nullopt;
  }
}

CExpression c_call(Function function, std::span<const CExpression> x) {
  if (const auto helper = helper_of(function, x.size())) return call(name(*helper), x);
  switch (function) {
    case Function::kAbs: return call("fabs", x);
    case Function::kIf:
      CHECK(x.size() == 3);
      return {fmt::format("({} ? {} : {})", truth(x[0]), c_operand(x[1], Level::kSum), c_operand(x[2], Level::kSum)),
              Level::kPrimary};
    case Function::kLess: return relation("<", x);
    case Function::kLessEqual: return relation("<=", x);
    case Function::kEqual: return relation("==", x);
    case Function::kNotEqual: return relation("!=", x);
    case Function::kAnd: return connective("&&", x);
    case Function::kOr: return connective("||", x);
    default: return call(info(function).name, x);  // math.h has the same names
  }
}

}  // namespace

CExpression c_constant(double number) {
  std::string text = c_number(number);
  const bool bare = text[0] != '-' && text[0] != '(';
  return {std::move(text), bare ? Level::kPrimary : Level::kSign};
}

std::string c_operand(const CExpression& expression, Level least) {
  if (expression.level == Level::kTruth) return "(" + expression.text + " ? 1.0 : 0.0)";
  return expression.level < least ? "(" + expression.text + ")" : expression.text;
}

CExpression c_operation(Code code, Function function, std::span<const CExpression> x) {
  switch (code) {
    case Code::kNegate: return {"-" + c_operand(x[0], Level::kPrimary), Level::kSign};
    case Code::kAdd: return binary("+", Level::kSum, Level::kProduct, x);
    case Code::kSubtract: return binary("-", Level::kSum, Level::kProduct, x);
    case Code::kMultiply: return binary("*", Level::kProduct, Level::kSign, x);
    case Code::kDivide: return binary("/", Level::kProduct, Level::kSign, x);
    case Code::kSquareRoot: return call("sqrt", x);
    case Code::kPower: return call("pow", x);
    case Code::kSine: return call("sin", x);
    case Code::kCosine: return call("cos", x);
    case Code::kCall: return c_call(function, x);
    case Code::kConstant:
    case Code::kInput: break;
  }
  CHECK(false);
  return {};
}

std::optional<CHelper> c_helper(Code code, Function function, std::size_t operands) {
  return code == Code::kCall ? helper_of(function, operands) : std::nullopt;
}

std::string c_definition(CHelper helper) {
  switch (helper) {
    case CHelper::kSign:
      return "static double sign_of(double x)\n{\n  return (x > 0.0 ? 1.0 : 0.0) - (x < 0.0 ? 1.0 : 0.0);\n}\n";
    case CHelper::kSmaller: return "static double smaller_of(double a, double b)\n{\n  return b < a ? b : a;\n}\n";
    case CHelper::kLarger: return "static double larger_of(double a, double b)\n{\n  return a < b ? b : a;\n}\n";
    case CHelper::kStep: return "static double step_at(double x)\n{\n  return x >= 0.0 ? 1.0 : 0.0;\n}\n";
    case CHelper::kStepBetween:
      return "/* 1 for a <= x < b and for a == x == b, else 0 */\n"
             "static double step_between(double a, double x, double b)\n{\n"
             "  return (a <= x && x < b) || (a == x && x == b) ? 1.0 : 0.0;\n}\n";
    case CHelper::kFactorial:
      return "static double factorial_of(double n)\n{\n"
             "  return n < 0.0 || n != floor(n) ? (double)NAN : tgamma(n + 1.0);\n}\n";
    case CHelper::kComb:
      return "/* n!/(a! (n - a)!) */\n"
             "static double comb_of(double n, double a)\n{\n"
             "  const double rest = n - a;\n"
             "  if (n < 0.0 || n != floor(n) || a < 0.0 || a != floor(a) || rest < 0.0) return (double)NAN;\n"
             "  return round(exp(lgamma(n + 1.0) - lgamma(a + 1.0) - lgamma(rest + 1.0)));\n}\n";
    case CHelper::kMultinomial:
      return "/* n!/(a! b! (n - a - b)!) */\n"
             "static double multinomial_of(double n, double a, double b)\n{\n"
             "  const double rest = n - a - b;\n"
             "  if (n < 0.0 || n != floor(n) || a < 0.0 || a != floor(a)) return (double)NAN;\n"
             "  if (b < 0.0 || b != floor(b) || rest < 0.0) return (double)NAN;\n"
             "  return round(exp(lgamma(n + 1.0) - lgamma(a + 1.0) - lgamma(b + 1.0) - lgamma(rest + 1.0)));\n}\n";
  }
  CHECK(false);
  return "";
}

}  // namespace kinemate
