#include "codegen/expression.h"

#include <fmt/args.h>
#include <fmt/format.h>

#include "base/check.h"
#include "base/error.h"
#include "codegen/function_names.h"

namespace kinemate {
namespace {

// The number on the right of an operator: a - (-b) is easier to read than a - -b.
std::string right_operand(const Language& language, const Phrase& phrase, Phrase::Level least) {
  const bool negative = least > Phrase::Level::kSum && phrase.text.starts_with('-');
  return operand_text(language, phrase, negative ? Phrase::Level::kPrimary : least);
}

Phrase binary(const Language& language, const CodeOperator& sign, std::span<const Phrase> x) {
  CHECK(x.size() == 2);
  return {fmt::format(fmt::runtime(sign.format), operand_text(language, x[0], sign.left),
                      right_operand(language, x[1], sign.right)),
          sign.level};
}

Phrase relation(const Language& language, const char* format, std::span<const Phrase> x) {
  CHECK(x.size() == 2);
  return {fmt::format(fmt::runtime(format), operand_text(language, x[0], Phrase::Level::kSum),
                      operand_text(language, x[1], Phrase::Level::kSum)),
          Phrase::Level::kTruth};
}

std::string truth(const Language& language, const Phrase& x) {
  if (x.level == Phrase::Level::kTruth) return x.text;
  return fmt::format(fmt::runtime(language.not_equal), operand_text(language, x, Phrase::Level::kSum),
                     language.number(0));
}

Phrase connective(const Language& language, const char* format, std::span<const Phrase> x) {
  CHECK(x.size() == 2);
  return {fmt::format(fmt::runtime(format), truth(language, x[0]), truth(language, x[1])), Phrase::Level::kTruth};
}

Phrase call(const Language& language, std::string_view name, std::span<const Phrase> x) {
  fmt::dynamic_format_arg_store<fmt::format_context> numbers;
  std::string list;
  for (std::size_t i = 0; i < x.size(); ++i) {
    numbers.push_back(operand_text(language, x[i], Phrase::Level::kSum));
    list += i == 0 ? "{}" : ", {}";
  }
  const std::string format =
      name.find('{') == std::string_view::npos ? fmt::format("{}({})", name, list) : std::string(name);
  return {fmt::vformat(format, numbers), Phrase::Level::kPrimary};
}

std::string_view require_name(const Language& language, Function function, std::size_t operands) {
  const auto name = function_name(language.column, function, operands);
  if (!name) throw Error(ErrorCode::kTarget, fmt::format("{} has no function {}", language.title, info(function).name));
  return *name;
}

Phrase call_phrase(const Language& language, Function function, std::span<const Phrase> x) {
  switch (function) {
    case Function::kIf:
      CHECK(x.size() == 3);
      return {fmt::format(fmt::runtime(language.choice), truth(language, x[0]),
                          operand_text(language, x[1], Phrase::Level::kSum),
                          operand_text(language, x[2], Phrase::Level::kSum)),
              Phrase::Level::kPrimary};
    case Function::kLess: return relation(language, language.less, x);
    case Function::kLessEqual: return relation(language, language.less_equal, x);
    case Function::kEqual: return relation(language, language.equal, x);
    case Function::kNotEqual: return relation(language, language.not_equal, x);
    case Function::kAnd: return connective(language, language.conjunction, x);
    case Function::kOr: return connective(language, language.disjunction, x);
    default: return call(language, require_name(language, function, x.size()), x);
  }
}

}  // namespace

Phrase constant_text(const Language& language, double number) {
  std::string text = language.number(number);
  const bool bare = text[0] != '-' && text[0] != '(';
  return {std::move(text), bare ? Phrase::Level::kPrimary : Phrase::Level::kSign};
}

std::string operand_text(const Language& language, const Phrase& phrase, Phrase::Level least) {
  if (phrase.level == Phrase::Level::kTruth) return fmt::format(fmt::runtime(language.truth_value), phrase.text);
  return phrase.level < least ? "(" + phrase.text + ")" : phrase.text;
}

Phrase operation_text(const Language& language, Code code, Function function, std::span<const Phrase> x) {
  switch (code) {
    case Code::kNegate:
      return {fmt::format(fmt::runtime(language.negate.format), operand_text(language, x[0], language.negate.left)),
              language.negate.level};
    case Code::kAdd: return binary(language, language.add, x);
    case Code::kSubtract: return binary(language, language.subtract, x);
    case Code::kMultiply: return binary(language, language.multiply, x);
    case Code::kDivide: return binary(language, language.divide, x);
    case Code::kPower: return binary(language, language.power, x);
    case Code::kSquareRoot: return call(language, square_root_name(language.column), x);
    case Code::kSine: return call_phrase(language, Function::kSin, x);
    case Code::kCosine: return call_phrase(language, Function::kCos, x);
    case Code::kCall: return call_phrase(language, function, x);
    case Code::kConstant:
    case Code::kInput: break;
  }
  CHECK(false);
  return {};
}

std::string called_function(const Language& language, Code code, Function function, std::size_t operands) {
  switch (code) {
    case Code::kSquareRoot: return std::string(called_name(square_root_name(language.column)));
    case Code::kPower: return std::string(called_name(language.power.format));
    case Code::kSine: function = Function::kSin; break;
    case Code::kCosine: function = Function::kCos; break;
    case Code::kCall: break;
    default: return "";
  }
  if (function == Function::kIf) return std::string(called_name(language.choice));
  if (info(function).infix) return "";
  return std::string(called_name(require_name(language, function, operands)));
}

}  // namespace kinemate
