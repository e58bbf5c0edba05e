#include "expr/text/assignment.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace kinemate {
namespace {

// The arguments of F($1, $2) or F(x, y) on the left of an assignment become $1, $2 in the body.
Template make_template(Expr left, Expr body) {
  Substitution parameters;
  for (std::size_t k = 0; k < left.operand_count(); ++k) {
    const Expr argument = left.operand(k);
    if (argument.kind() != Kind::kSymbol || !parameters.symbols.emplace(argument, make_parameter(k + 1)).second) {
      throw Error(
          ErrorCode::kFunctionCall,
          fmt::format("the arguments of {} on the left must be different symbols, such as $1, $2", left.name()));
    }
  }
  return {left.operand_count(), substitute(body, parameters)};
}

bool is_plain_function(Expr e) {
  if (e.kind() != Kind::kUnspecified) return false;
  return std::all_of(e.orders().begin(), e.orders().end(), [](int order) { return order == 0; });
}

}  // namespace

void parse_assignment(std::string_view text, const ParseOptions& options, Substitution& substitution) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    throw Error(ErrorCode::kFormulaSyntax, fmt::format("expected an assignment, found '{}'", text),
                "write name=formula");
  }
  const std::string_view name = text.substr(0, equals);
  const Expr left = parse(name, options);
  const Expr value = parse(text, options, equals + 1);
  bool fresh = true;
  if (left.kind() == Kind::kSymbol) {
    fresh = substitution.symbols.emplace(left, value).second;
  } else if (is_plain_function(left)) {
    fresh = substitution.functions.emplace(std::string(left.name()), make_template(left, value)).second;
  } else {
    throw Error(ErrorCode::kFormulaSyntax, fmt::format("expected a symbol or a function before '=', found '{}'", name));
  }
  if (!fresh) throw Error(ErrorCode::kNameTaken, fmt::format("'{}' is given twice", name));
}

}  // namespace kinemate
