// An operator-precedence parser: values and pending operators stand on two stacks, so that neither depth nor length
// of a formula meets a limit of the machine.
#include "expr/text/parse.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "expr/text/lexer.h"
#include "expr/text/misspelling.h"
#include "expr/text/unit_hint.h"

namespace kinemate {
namespace {

constexpr long kLargestExponent = 10'000;   // of a decimal number
constexpr int kHighestParsedOrder = 1'000;  // of a derivative

enum Precedence { kOr = 1, kAnd, kNot, kRelation, kSum, kProduct, kSign, kPower };

// An operator, an open parenthesis or an open call on the stack.
struct Pending {
  enum class What { kOperator, kParenthesis, kCall };
  What what = What::kOperator;
  TokenType type = TokenType::kEnd;  ///< of an operator
  bool prefix = false;               ///< unary minus, not
  int precedence = 0;
  std::size_t offset = 0;
  // of a call:
  Token name = {};
  std::vector<int> orders = {};
  std::size_t first_argument = 0;  ///< size of the value stack when the call began
};

class Parser {
 public:
  Parser(std::string_view text, std::size_t begin, const ParseOptions& options)
      : options_(options), lexer_(options.source, text, begin) {
    advance();
  }

  Expr formula() {
    if (token_.type == TokenType::kEnd)
      throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "expected a formula, found nothing");
    bool value_expected = true;
    while (true) {
      if (value_expected) {
        value_expected = read_value();
      } else if (token_.type == TokenType::kEnd) {
        finish();
        return values_.back();
      } else {
        value_expected = read_operator();
      }
    }
  }

 private:
  void advance() {
    last_ = token_;
    token_ = lexer_.next();
  }

  // Reads a value or what stands before one; whether a value is still expected.
  bool read_value() {
    const Token token = token_;
    switch (token.type) {
      case TokenType::kNumber:
        values_.push_back(number(token));
        advance();
        return false;
      case TokenType::kName: return read_name();
      case TokenType::kOpen:
        pending_.push_back({.what = Pending::What::kParenthesis, .offset = token.offset});
        advance();
        return true;
      case TokenType::kMinus:
        pending_.push_back({.type = token.type, .prefix = true, .precedence = kSign, .offset = token.offset});
        advance();
        return true;
      case TokenType::kPlus: advance(); return true;
      case TokenType::kNot:
        pending_.push_back({.type = token.type, .prefix = true, .precedence = kNot, .offset = token.offset});
        advance();
        return true;
      case TokenType::kClose:
        if (!pending_.empty() && pending_.back().what == Pending::What::kCall &&
            values_.size() == pending_.back().first_argument) {
          throw lexer_.error(token.offset, ErrorCode::kFunctionCall,
                             fmt::format("{} is called without an argument", pending_.back().name.text));
        }
        [[fallthrough]];
      default: refuse_value();
    }
  }

  [[noreturn]] void refuse_value() const {
    const bool end = token_.type == TokenType::kEnd;
    const std::string found = end ? "the end of the formula" : fmt::format("'{}'", token_.text);
    throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, fmt::format("expected a value, found {}", found));
  }

  // Reads an operator, a comma or a closing parenthesis; whether a value follows.
  bool read_operator() {
    const Token token = token_;
    if (token.type == TokenType::kClose) {
      close();
      advance();
      return false;
    }
    if (token.type == TokenType::kComma) {
      reduce_while([](const Pending&) { return true; });
      if (pending_.empty() || pending_.back().what != Pending::What::kCall) {
        throw lexer_.error(token.offset, ErrorCode::kFormulaSyntax, "unexpected ','",
                           "decimal numbers are written with a point: 0.5");
      }
      advance();
      return true;
    }
    const int precedence = binary_precedence(token.type);
    if (precedence == 0) refuse_missing_operator();
    const bool right = precedence == kPower;
    reduce_while([&](const Pending& top) {
      if (precedence == kRelation && top.precedence == kRelation) {
        throw lexer_.error(token.offset, ErrorCode::kFormulaSyntax, "comparisons do not chain",
                           "write a < b and b < c");
      }
      return right ? top.precedence > precedence : top.precedence >= precedence;
    });
    pending_.push_back({.type = token.type, .precedence = precedence, .offset = token.offset});
    advance();
    return true;
  }

  [[noreturn]] void refuse_missing_operator() const {
    if (token_.type == TokenType::kName || token_.type == TokenType::kNumber || token_.type == TokenType::kOpen) {
      const std::string hint = last_.type == TokenType::kNumber ? unit_hint(last_.text, token_.text) : "";
      throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax,
                         fmt::format("expected an operator before '{}'", token_.text),
                         hint.empty() ? "a product is written a*b" : hint);
    }
    throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax,
                       fmt::format("expected an operator, found '{}'", token_.text));
  }

  static int binary_precedence(TokenType type) {
    switch (type) {
      case TokenType::kOr: return kOr;
      case TokenType::kAnd: return kAnd;
      case TokenType::kLess:
      case TokenType::kLessEqual:
      case TokenType::kGreater:
      case TokenType::kGreaterEqual:
      case TokenType::kEqual:
      case TokenType::kNotEqual: return kRelation;
      case TokenType::kPlus:
      case TokenType::kMinus: return kSum;
      case TokenType::kTimes:
      case TokenType::kDivide: return kProduct;
      case TokenType::kPower: return kPower;
      default: return 0;
    }
  }

  // Applies the operators on top of the stack, down to an open parenthesis or call, while `applies` says so.
  template <class Applies>
  void reduce_while(Applies applies) {
    while (!pending_.empty() && pending_.back().what == Pending::What::kOperator && applies(pending_.back())) {
      const Pending top = std::move(pending_.back());
      pending_.pop_back();
      const Expr right = values_.back();
      values_.pop_back();
      if (top.prefix) {
        values_.push_back(placed(top.offset, [&] { return top.type == TokenType::kMinus ? -right : make_not(right); }));
      } else {
        values_.back() = placed(top.offset, [&] { return apply(top.type, values_.back(), right); });
      }
    }
  }

  static Expr apply(TokenType type, Expr a, Expr b) {
    switch (type) {
      case TokenType::kPlus: return a + b;
      case TokenType::kMinus: return a - b;
      case TokenType::kTimes: return a * b;
      case TokenType::kDivide: return a / b;
      case TokenType::kPower: return pow(a, b);
      case TokenType::kLess: return make_call(Function::kLess, a, b);
      case TokenType::kLessEqual: return make_call(Function::kLessEqual, a, b);
      case TokenType::kGreater: return make_call(Function::kLess, b, a);
      case TokenType::kGreaterEqual: return make_call(Function::kLessEqual, b, a);
      case TokenType::kEqual: return make_call(Function::kEqual, a, b);
      case TokenType::kNotEqual: return make_call(Function::kNotEqual, a, b);
      case TokenType::kAnd: return make_call(Function::kAnd, a, b);
      default: return make_call(Function::kOr, a, b);
    }
  }

  // What building throws has no place of its own yet.
  template <class Build>
  Expr placed(std::size_t offset, Build build) const {
    try {
      return build();
    } catch (const Error& error) {
      if (error.place) throw;
      throw lexer_.error(offset, error.code, error.message, error.hint);
    }
  }

  void close() {
    reduce_while([](const Pending&) { return true; });
    if (pending_.empty()) throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "this ')' closes nothing");
    const Pending open = std::move(pending_.back());
    pending_.pop_back();
    if (open.what == Pending::What::kParenthesis) return;
    const std::vector<Expr> arguments(values_.begin() + static_cast<std::ptrdiff_t>(open.first_argument),
                                      values_.end());
    values_.resize(open.first_argument);
    values_.push_back(placed(open.offset, [&] { return call(open, arguments); }));
  }

  void finish() {
    reduce_while([](const Pending&) { return true; });
    if (pending_.empty()) return;
    const Pending& open = pending_.back();
    const std::string of = open.what == Pending::What::kCall ? fmt::format(" of {}(", open.name.text) : "";
    throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax,
                       fmt::format("expected ')'{}, found the end of the formula", of));
  }

  // A symbol, or the beginning of a call; whether a value is expected next.
  bool read_name() {
    Token name = token_;
    advance();
    std::vector<int> orders;
    if (token_.type == TokenType::kOpenBracket && name.primes == 1) orders = read_orders();
    if (token_.type == TokenType::kOpen) {
      check_call(name, !orders.empty());
      pending_.push_back({.what = Pending::What::kCall,
                          .offset = name.offset,
                          .name = name,
                          .orders = std::move(orders),
                          .first_argument = values_.size()});
      advance();
      return true;
    }
    if (!orders.empty())
      throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "expected '(' after the orders of a derivative");
    values_.push_back(symbol(name));
    return false;
  }

  Expr symbol(const Token& name) const {
    if (is_reserved(name.text)) {
      const bool constant = name.text == "pi";
      if (constant && name.primes == 0) return make_pi();
      throw lexer_.error(name.offset, ErrorCode::kFunctionCall,
                         constant ? "pi has no derivative" : fmt::format("{} is a function", name.text),
                         constant ? "" : fmt::format("write {}(...)", name.text));
    }
    return make_symbol(name.text, name.primes);
  }

  // Functions that are made of others: the table of functions does not have them.
  static bool is_name_of_parser(std::string_view name) { return name == "ceil" || name == "real" || name == "sqrt"; }

  static bool is_reserved(std::string_view name) {
    return name == "pi" || is_name_of_parser(name) || find_function(name).has_value();
  }

  // The name before '(' is that of a function, built in or not.
  void check_call(const Token& name, bool has_orders) {
    const std::string text(name.text);
    if (name.text[0] == '$' || name.text == "pi")
      throw lexer_.error(name.offset, ErrorCode::kFunctionCall, fmt::format("{} is not a function", name.text));
    if (is_reserved(name.text)) {
      if (name.primes == 0 && !has_orders) return;
      throw lexer_.error(name.offset, ErrorCode::kFunctionCall,
                         fmt::format("{}' is not written with a prime", name.text),
                         fmt::format("differentiate {}(x) instead", name.text));
    }
    if (options_.functions.contains(text) || accepted_.contains(text)) return;
    if (const std::string hint = misspelling_hint(name.text); !hint.empty()) {
      throw lexer_.error(name.offset, ErrorCode::kFunctionCall, fmt::format("there is no function {}", name.text),
                         hint);
    }
    accepted_.insert(text);
  }

  Expr call(const Pending& open, const std::vector<Expr>& arguments) const {
    const std::string_view name = open.name.text;
    if (const auto function = find_function(name)) return make_call(*function, arguments);
    if (is_name_of_parser(name)) {
      if (arguments.size() != 1)
        throw Error(ErrorCode::kFunctionCall, fmt::format("{} takes 1 argument, found {}", name, arguments.size()));
      if (name == "sqrt") return sqrt(arguments[0]);
      if (name == "ceil") return -make_call(Function::kFloor, -arguments[0]);
      if (!arguments[0].is_number()) throw Error(ErrorCode::kFunctionCall, "real takes a number");
      return to_real(arguments[0]);
    }
    std::vector<int> orders = open.orders;
    if (orders.empty()) {
      orders.assign(arguments.size(), 0);
      orders[0] = open.name.primes;
      if (open.name.primes > 0 && arguments.size() > 1) {
        throw Error(ErrorCode::kFunctionCall, fmt::format("by which argument is {} differentiated?", name),
                    fmt::format("write {}'[1,0](x, y)", name));
      }
    }
    if (orders.size() != arguments.size()) {
      throw Error(ErrorCode::kFunctionCall, fmt::format("{} has {} arguments, but {} orders of derivatives", name,
                                                        arguments.size(), orders.size()));
    }
    return make_unspecified(name, arguments, orders);
  }

  static Expr to_real(Expr number) {
    const double value = number.real();
    if (value > 1.7976931348623157e308 || value < -1.7976931348623157e308)
      throw Error(ErrorCode::kUndefinedValue, "this number is beyond double precision");
    return make_real(value);
  }

  // [1,0,2] behind f'
  std::vector<int> read_orders() {
    std::vector<int> orders;
    int total = 0;
    do {
      advance();
      const bool digits =
          token_.type == TokenType::kNumber && token_.text.find_first_not_of("0123456789") == std::string_view::npos;
      if (!digits || token_.text.size() > 4)
        throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "expected the order of a derivative, such as 1");
      orders.push_back(std::stoi(std::string(token_.text)));
      total += orders.back();
      if (total > kHighestParsedOrder)
        throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax,
                           fmt::format("derivatives have at most order {}", kHighestParsedOrder));
      advance();
    } while (token_.type == TokenType::kComma);
    if (token_.type != TokenType::kCloseBracket)
      throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "expected ']' after the orders of a derivative");
    if (total == 0)
      throw lexer_.error(token_.offset, ErrorCode::kFormulaSyntax, "one of the orders must be above zero");
    advance();
    return orders;
  }

  // digits[.digits][e[±]digits] is digits × 10^exponent, exactly.
  Expr number(const Token& token) const {
    std::string digits;
    long exponent = 0;
    std::size_t i = 0;
    bool fraction = false;
    for (; i < token.text.size() && token.text[i] != 'e' && token.text[i] != 'E'; ++i) {
      if (token.text[i] == '.') {
        fraction = true;
      } else {
        digits += token.text[i];
        if (fraction) --exponent;
      }
    }
    if (i < token.text.size()) {
      const std::string_view written = token.text.substr(i + 1);
      const bool negative = written[0] == '-';
      long value = 0;
      for (const char c : written) {
        if (c == '+' || c == '-') continue;
        value = 10 * value + (c - '0');
        if (value > kLargestExponent)
          throw lexer_.error(token.offset, ErrorCode::kUndefinedValue,
                             fmt::format("the exponent of this number is beyond {}", kLargestExponent));
      }
      exponent += negative ? -value : value;
    }
    const std::size_t leading = digits.find_first_not_of('0');
    digits.erase(0, leading == std::string::npos ? digits.size() - 1 : leading);
    return placed(token.offset, [&] { return Expr(Rational::from_decimal(digits, exponent)); });
  }

  const ParseOptions& options_;
  Lexer lexer_;
  Token token_, last_;
  std::vector<Expr> values_;
  std::vector<Pending> pending_;
  std::unordered_set<std::string> accepted_;  ///< names of unspecified functions met so far
};

}  // namespace

Expr parse(std::string_view text, const ParseOptions& options, std::size_t begin) {
  return Parser(text, begin, options).formula();
}

}  // namespace kinemate
