// An operator-precedence parser like expr/text/parse.cc, for other tokens and with `if c then a else b`.
#include "model_io/modelica/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/text/parse.h"

namespace kinemate {
namespace {

using ModelicaType = ModelicaTokenType;

enum Precedence { kOr = 1, kAnd, kNot, kRelation, kSum, kProduct, kSign, kPower };

// An operator, an open parenthesis, an open call or an open `if` on the stack.
struct PendingPart {
  enum class What { kOperator, kParenthesis, kCall, kCondition, kThen, kElse };
  What what = What::kOperator;
  std::string_view sign = {};  ///< of an operator
  bool prefix = false;
  int precedence = 0;
  std::size_t offset = 0;
  std::string function = {};       ///< of a call
  std::size_t first_argument = 0;  ///< size of the value stack when the call began
};

using What = PendingPart::What;

int binary_precedence(const ModelicaToken& token) {
  if (token.type != ModelicaType::kSign && token.type != ModelicaType::kWord) return 0;
  const std::string_view text = token.text;
  if (text == "or") return kOr;
  if (text == "and") return kAnd;
  if (text == "<" || text == "<=" || text == ">" || text == ">=" || text == "==" || text == "<>") return kRelation;
  if (text == "+" || text == "-") return kSum;
  if (text == "*" || text == "/") return kProduct;
  return text == "^" ? kPower : 0;
}

Expr apply(std::string_view sign, Expr a, Expr b) {
  if (sign == "+") return a + b;
  if (sign == "-") return a - b;
  if (sign == "*") return a * b;
  if (sign == "/") return a / b;
  if (sign == "^") return pow(a, b);
  if (sign == "<") return make_call(Function::kLess, a, b);
  if (sign == "<=") return make_call(Function::kLessEqual, a, b);
  if (sign == ">") return make_call(Function::kLess, b, a);
  if (sign == ">=") return make_call(Function::kLessEqual, b, a);
  if (sign == "==") return make_call(Function::kEqual, a, b);
  if (sign == "<>") return make_call(Function::kNotEqual, a, b);
  return make_call(sign == "and" ? Function::kAnd : Function::kOr, a, b);
}

bool is_truth(Expr e) { return e.kind() == Kind::kCall && info(e.function()).infix; }

// A condition as a number, if c then 1 else 0, is the condition itself to formulas.
Expr choose(Expr condition, Expr then, Expr otherwise) {
  if (is_truth(condition) && then.is_one() && otherwise.is_zero()) return condition;
  return make_if(condition, then, otherwise);
}

// Functions that say something to a simulator and are their last argument to the equations.
bool is_transparent(std::string_view name) { return name == "noEvent" || name == "smooth"; }

// A function by its name, with the package it may stand in; empty where it is none.
std::string function_name(std::string_view name) {
  for (const std::string_view package : {"Modelica.Math.Special.", "Modelica.Math.", "Math."}) {
    if (!name.starts_with(package)) continue;
    name.remove_prefix(package.size());
    break;
  }
  return name == "sqrt" || name == "ceil" || is_transparent(name) || find_function(name) ? std::string(name) : "";
}

std::optional<Expr> constant(std::string_view name) {
  if (name == "Modelica.Constants.pi") return make_pi();
  if (name == "Modelica.Constants.e") return make_call(Function::kExp, Expr(1));
  if (name == "Modelica.Constants.g_n") return Expr(Rational(980'665, 100'000));
  return std::nullopt;
}

Expr call(std::string_view function, std::span<const Expr> arguments) {
  const bool one = function == "sqrt" || function == "ceil" || function == "noEvent";
  if (one && arguments.size() != 1)
    throw Error(ErrorCode::kFunctionCall, fmt::format("{} takes 1 argument, found {}", function, arguments.size()));
  if (function == "smooth" && arguments.size() != 2)
    throw Error(ErrorCode::kFunctionCall, fmt::format("smooth takes 2 arguments, found {}", arguments.size()));
  if (function == "sqrt") return sqrt(arguments[0]);
  if (function == "ceil") return -make_call(Function::kFloor, -arguments[0]);
  if (is_transparent(function)) return arguments.back();
  return make_call(*find_function(function), arguments);
}

class ExpressionParser {
 public:
  ExpressionParser(ModelicaCursor& cursor, std::vector<ModelicaUse>& uses) : cursor_(cursor), uses_(uses) {}

  Expr read() {
    bool value_expected = true;
    while (true) {
      if (value_expected) {
        value_expected = read_value();
      } else if (is_end()) {
        finish();
        return values_.back();
      } else {
        value_expected = read_operator();
      }
    }
  }

 private:
  const ModelicaToken& token() const { return cursor_.token(); }

  bool push_pending(PendingPart pending) {
    pending.offset = token().offset;
    pending_.push_back(std::move(pending));
    cursor_.advance();
    return true;
  }

  // What building throws has no place of its own.
  template <class Build>
  void push(std::size_t offset, Build build) {
    try {
      values_.push_back(build());
    } catch (const Error& error) {
      throw TextNote{offset, error.code, error.message, error.hint};
    }
  }

  Expr pop() {
    const Expr top = values_.back();
    values_.pop_back();
    return top;
  }

  // Reads a value or what stands before one; whether a value is still expected.
  bool read_value() {
    const ModelicaToken here = token();
    if (here.type == ModelicaType::kNumber) {
      push(here.offset, [&] { return parse(here.text); });
      cursor_.advance();
      return false;
    }
    if (here.type == ModelicaType::kName) return read_name();
    if (here.is("der")) return read_derivative();
    if (here.is("true") || here.is("false")) {
      values_.push_back(Expr(here.is("true") ? 1 : 0));
      cursor_.advance();
      return false;
    }
    if (here.is("(")) {
      ++open_;
      return push_pending({.what = What::kParenthesis});
    }
    if (here.is("if")) return push_pending({.what = What::kCondition});
    if (here.is("-")) return push_pending({.sign = "-", .prefix = true, .precedence = kSign});
    if (here.is("not")) return push_pending({.sign = "not", .prefix = true, .precedence = kNot});
    if (here.is("+")) {
      cursor_.advance();
      return true;
    }
    refuse_value(here);
  }

  [[noreturn]] void refuse_value(const ModelicaToken& here) const {
    if (here.is(")") && !pending_.empty() && pending_.back().what == What::kCall &&
        values_.size() == pending_.back().first_argument)
      throw TextNote{here.offset, ErrorCode::kFunctionCall,
                     fmt::format("{} is called without an argument", pending_.back().function), ""};
    if (here.is("{") || here.is("["))
      throw TextNote{here.offset, ErrorCode::kModelicaSubset, "an array stands here: equations are scalar", ""};
    if (here.type == ModelicaType::kString)
      throw TextNote{here.offset, ErrorCode::kModelicaSubset, "a text has no value in an equation", ""};
    if (here.is("end") || here.is(":"))
      throw TextNote{here.offset, ErrorCode::kModelicaSubset, "ranges belong to arrays: equations are scalar", ""};
    throw TextNote{here.offset, ErrorCode::kModelica, fmt::format("expected a value, found {}", describe(here)), ""};
  }

  // A symbol, a constant, or the beginning of a call; whether a value is expected next.
  bool read_name() {
    const ModelicaName name = read_modelica_name(cursor_);
    if (cursor_.at("(")) {
      std::string function = function_name(name.text);
      if (function.empty()) refuse_function(name);
      ++open_;
      push_pending({.what = What::kCall, .function = std::move(function), .first_argument = values_.size()});
      pending_.back().offset = name.offset;
      return true;
    }
    if (const std::optional<Expr> known = constant(name.text)) {
      values_.push_back(*known);
    } else {
      values_.push_back(name.symbol());
      uses_.push_back({name.symbol(), name.offset, 0});
    }
    return false;
  }

  [[noreturn]] static void refuse_function(const ModelicaName& name) {
    const std::string near = name.text.size() > 1 ? nearest(name.text, function_names()) : "";
    throw TextNote{name.offset, ErrorCode::kFunctionCall, fmt::format("there is no function {}", name.text),
                   near.empty() ? "the flat subset has built-in functions only: sin, sqrt, min, ..."
                                : fmt::format("did you mean {}?", near)};
  }

  // der(x), der(der(x))
  bool read_derivative() {
    const std::size_t offset = token().offset;
    int order = 0;
    for (; cursor_.at("der"); ++order) {
      cursor_.advance();
      cursor_.expect("(", "behind der");
    }
    if (token().type != ModelicaType::kName)
      throw TextNote{token().offset, ErrorCode::kModelica,
                     fmt::format("expected a variable in der(...), found {}", describe(token())),
                     "the derivative of a formula is given a name: v = ..., and der(v)"};
    ModelicaName name = read_modelica_name(cursor_);
    const std::size_t name_offset = name.offset;
    if (!cursor_.at(")"))
      throw TextNote{offset, ErrorCode::kModelicaSubset, "only variables are differentiated by der(...), not formulas",
                     "give the formula a name: v = ..., and der(v)"};
    for (int i = 0; i < order; ++i) cursor_.expect(")", "behind der(...");
    name.primes += order;
    values_.push_back(name.symbol());
    uses_.push_back({name.symbol(), name_offset, order});
    return false;
  }

  // Whether the token here cannot belong to the expression.
  bool is_end() const {
    if (binary_precedence(token()) > 0) return false;
    const bool branch = token().is("then") || token().is("elseif") || token().is("else");
    if (branch && has_open_if()) return false;
    return open_ == 0;
  }

  bool has_open_if() const {
    return std::any_of(pending_.rbegin(), pending_.rend(),
                       [](const PendingPart& p) { return p.what == What::kCondition || p.what == What::kThen; });
  }

  // Reads an operator, a comma, a closing parenthesis or a part of an `if`; whether a value follows.
  bool read_operator() {
    const ModelicaToken here = token();
    if (here.is(")")) {
      close();
      cursor_.advance();
      return false;
    }
    if (here.is(",")) {
      reduce_all();
      if (pending_.empty() || pending_.back().what != What::kCall) refuse_open();
      cursor_.advance();
      return true;
    }
    if (here.is("then") || here.is("elseif") || here.is("else")) return read_branch(here);
    const int precedence = binary_precedence(here);
    if (precedence == 0) refuse_operator(here);
    reduce_while([&](const PendingPart& top) {
      if (precedence == kRelation && top.precedence == kRelation)
        throw TextNote{here.offset, ErrorCode::kModelica, "comparisons do not chain", "write a < b and b < c"};
      if (precedence == kPower && top.precedence == kPower)
        throw TextNote{here.offset, ErrorCode::kModelica, "powers do not chain", "write (a^b)^c or a^(b^c)"};
      return top.precedence >= precedence;
    });
    return push_pending({.sign = here.text, .precedence = precedence});
  }

  [[noreturn]] static void refuse_operator(const ModelicaToken& here) {
    if (here.is("=")) throw TextNote{here.offset, ErrorCode::kModelica, "unexpected '='", "to compare, write =="};
    if (here.is(":"))
      throw TextNote{here.offset, ErrorCode::kModelicaSubset, "ranges belong to arrays: equations are scalar", ""};
    if (here.is("for"))
      throw TextNote{here.offset, ErrorCode::kModelicaSubset, "loops belong to arrays: equations are scalar", ""};
    if (here.text.starts_with(".") && here.text.size() == 2)
      throw TextNote{here.offset, ErrorCode::kModelicaSubset,
                     fmt::format("'{}' is an operator of arrays: equations are scalar", here.text),
                     fmt::format("write {}", here.text.substr(1))};
    if (here.type == ModelicaType::kName || here.type == ModelicaType::kNumber || here.is("("))
      throw TextNote{here.offset, ErrorCode::kModelica, fmt::format("expected an operator before {}", describe(here)),
                     "a product is written a*b"};
    throw TextNote{here.offset, ErrorCode::kModelica, fmt::format("expected ')', found {}", describe(here)), ""};
  }

  bool read_branch(const ModelicaToken& here) {
    reduce_all();
    const What expected = here.is("then") ? What::kCondition : What::kThen;
    if (pending_.empty() || pending_.back().what != expected) {
      if (!pending_.empty() && (pending_.back().what == What::kCondition || pending_.back().what == What::kThen))
        refuse_open();
      throw TextNote{here.offset, ErrorCode::kModelica, fmt::format("'{}' belongs to no 'if' here", here.text), ""};
    }
    pending_.back().what = here.is("then") ? What::kThen : What::kElse;
    if (here.is("elseif")) return push_pending({.what = What::kCondition});
    cursor_.advance();
    return true;
  }

  // Applies the operators on top of the stack while `applies` says so.
  template <class Applies>
  void reduce_while(Applies applies) {
    while (!pending_.empty() && pending_.back().what == What::kOperator && applies(pending_.back())) {
      const PendingPart top = std::move(pending_.back());
      pending_.pop_back();
      const Expr right = pop();
      if (top.prefix) {
        push(top.offset, [&] { return top.sign == "-" ? -right : make_not(right); });
      } else {
        const Expr left = pop();
        push(top.offset, [&] { return apply(top.sign, left, right); });
      }
    }
  }

  // Everything down to an open parenthesis, an open call or an `if` without its last branch.
  void reduce_all() {
    while (true) {
      reduce_while([](const PendingPart&) { return true; });
      if (pending_.empty() || pending_.back().what != What::kElse) return;
      const std::size_t offset = pending_.back().offset;
      pending_.pop_back();
      const Expr otherwise = pop(), then = pop(), condition = pop();
      push(offset, [&] { return choose(condition, then, otherwise); });
    }
  }

  // REQUIRES: a parenthesis or a call is open.
  void close() {
    reduce_all();
    const PendingPart open = std::move(pending_.back());
    if (open.what != What::kParenthesis && open.what != What::kCall) refuse_open(open);
    pending_.pop_back();
    --open_;
    if (open.what == What::kParenthesis) return;
    const std::vector<Expr> arguments(values_.begin() + static_cast<std::ptrdiff_t>(open.first_argument),
                                      values_.end());
    values_.resize(open.first_argument);
    push(open.offset, [&] { return call(open.function, arguments); });
  }

  void finish() {
    reduce_all();
    if (!pending_.empty()) refuse_open();
  }

  [[noreturn]] void refuse_open() const { refuse_open(pending_.back()); }
  [[noreturn]] void refuse_open(const PendingPart& open) const {
    const std::string_view missing = open.what == What::kCondition ? "'then'"
                                     : open.what == What::kThen    ? "'else'"
                                                                   : "')'";
    throw TextNote{token().offset, ErrorCode::kModelica,
                   fmt::format("expected {}, found {}", missing, describe(token())),
                   open.what == What::kThen ? "an if in an expression has an else" : ""};
  }

  ModelicaCursor& cursor_;
  std::vector<ModelicaUse>& uses_;
  std::vector<Expr> values_;
  std::vector<PendingPart> pending_;
  std::size_t open_ = 0;  ///< parentheses and calls among them
};

// [2] or [1,3]
std::string read_index(ModelicaCursor& cursor) {
  std::string index;
  do {
    cursor.advance();
    const ModelicaToken& token = cursor.token();
    if (token.type != ModelicaType::kNumber || token.text.find_first_not_of("0123456789") != std::string_view::npos)
      throw TextNote{token.offset, ErrorCode::kModelicaSubset,
                     fmt::format("expected a number as index, found {}", describe(token)),
                     "equations are scalar: arrays are written out, element by element"};
    index += (index.empty() ? "[" : ",") + std::string(token.text);
    cursor.advance();
  } while (cursor.at(","));
  cursor.expect("]", "behind an index");
  return index + "]";
}

}  // namespace

void ModelicaCursor::expect(std::string_view sign_or_word, std::string_view where) {
  if (accept(sign_or_word)) return;
  throw TextNote{last_end_, ErrorCode::kModelica,
                 fmt::format("expected '{}' {}, found {}", sign_or_word, where, describe(token_)), ""};
}

ModelicaName read_modelica_name(ModelicaCursor& cursor) {
  ModelicaName name;
  name.offset = cursor.token().offset;
  while (true) {
    if (cursor.token().type != ModelicaType::kName)
      throw TextNote{cursor.token().offset, ErrorCode::kModelica,
                     fmt::format("expected a name, found {}", describe(cursor.token())), ""};
    const bool quoted = cursor.token().text.starts_with('\'');
    name.text += modelica_unquoted(cursor.token().text);
    cursor.advance();
    if (cursor.at("[")) {
      name.text += read_index(cursor);
    } else if (quoted && !cursor.at(".")) {
      const std::size_t end = name.text.find_last_not_of('\'');
      if (end == std::string::npos) return name;
      name.primes = static_cast<int>(name.text.size() - end - 1);
      name.text.resize(end + 1);
    }
    if (!cursor.accept(".")) return name;
    name.text += '.';
  }
}

Expr read_modelica_expression(ModelicaCursor& cursor, std::vector<ModelicaUse>& uses) {
  return ExpressionParser(cursor, uses).read();
}

}  // namespace kinemate
