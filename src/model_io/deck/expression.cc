#include "model_io/deck/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "expr/substitute.h"
#include "expr/text/parse.h"
#include "model_io/deck/functions.h"
#include "model_io/deck/lexer.h"

namespace kinemate {
namespace {

using DeckType = DeckTokenType;

constexpr std::size_t kMostFormals = 1'000;  // arguments that a replacement may name

// The integer that a formula is; none where it is none, or beyond a million millions.
std::optional<long> integer(Expr e) {
  if (!e.is_rational()) return std::nullopt;
  const double value = e.real();
  if (!(value >= -1e12 && value <= 1e12)) return std::nullopt;
  const long whole = static_cast<long>(value);
  return e == Expr(whole) ? std::optional(whole) : std::nullopt;
}

enum DeckPrecedence { kDeckSum = 1, kDeckProduct, kDeckSign, kDeckPower };

// An operator, an open parenthesis, or a name with its arguments on the stack.
struct PendingDeckPart {
  enum class What { kOperator, kParenthesis, kCall };
  What what = What::kOperator;
  DeckType type = DeckType::kEnd;
  bool prefix = false;
  int precedence = 0;
  std::size_t offset = 0;
  DeckToken name = {};
  std::size_t first_argument = 0;
};

class Parser {
 public:
  Parser(std::string_view deck, const DeckItem& item, DeckNames& names)
      : lexer_(deck, item.begin, item.end), names_(names) {
    advance();
  }

  Expr formula() {
    const Expr result = read_formula();
    if (token_.type == DeckType::kComma)
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "unexpected ','",
                     "decimal numbers are written with a point: 0.5"};
    return result;
  }

  std::vector<DeckReplacement> replacements() {
    std::vector<DeckReplacement> list;
    while (true) {
      list.push_back(read_replacement());
      if (token_.type == DeckType::kEnd) return list;
      advance();
    }
  }

 private:
  void advance() { token_ = lexer_.next(); }

  // Up to the end or a comma outside of parentheses.
  Expr read_formula() {
    values_.clear();
    bool value_expected = true;
    while (true) {
      if (value_expected) {
        value_expected = read_value();
      } else if (token_.type == DeckType::kEnd || (token_.type == DeckType::kComma && open_ == 0)) {
        finish();
        return values_.back();
      } else {
        value_expected = read_operator();
      }
    }
  }

  // Reads a value or what stands before one; whether a value is still expected.
  bool read_value() {
    const DeckToken token = token_;
    switch (token.type) {
      case DeckType::kNumber:
        push(token.offset, [&] { return parse(token.text); });
        advance();
        return false;
      case DeckType::kConstant:
        values_.push_back(token.text == "#PI" ? make_pi() : make_call(Function::kExp, Expr(1)));
        advance();
        return false;
      case DeckType::kName:
      case DeckType::kFunctionVariable: return read_name();
      case DeckType::kFormal: read_formal(); return false;
      case DeckType::kOpen:
        pending_.push_back({.what = PendingDeckPart::What::kParenthesis, .offset = token.offset});
        ++open_;
        advance();
        return true;
      case DeckType::kMinus:
        pending_.push_back({.type = token.type, .prefix = true, .precedence = kDeckSign, .offset = token.offset});
        advance();
        return true;
      case DeckType::kPlus: advance(); return true;
      default: break;
    }
    const bool end = token.type == DeckType::kEnd;
    if (end && values_.empty() && pending_.empty())
      throw DeckNote{token.offset, ErrorCode::kDeckFormula, "expected a formula, found nothing", ""};
    throw DeckNote{token.offset, ErrorCode::kDeckFormula,
                   fmt::format("expected a value, found {}", end ? "the end of the string" : "'" + token.text + "'"),
                   end ? "is the formula complete? an apostrophe ends it" : ""};
  }

  // A name, or the beginning of its arguments; whether a value is expected next.
  bool read_name() {
    const DeckToken name = token_;
    advance();
    if (token_.type == DeckType::kOpen) {
      if (name.type == DeckType::kName) refuse_foreign(name);
      pending_.push_back({.what = PendingDeckPart::What::kCall,
                          .offset = name.offset,
                          .name = name,
                          .first_argument = values_.size()});
      ++open_;
      advance();
      if (token_.type == DeckType::kClose)
        throw DeckNote{token_.offset, ErrorCode::kDeckFormula,
                       fmt::format("{} stands here without an argument", name.text), ""};
      return true;
    }
    if (name.type == DeckType::kFunctionVariable)
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, fmt::format("expected '(' behind {}.", name.text),
                     "function variables are written NAME.(arguments)"};
    if (find_deck_function(name.text) != nullptr)
      throw DeckNote{name.offset, ErrorCode::kDeckFormula, fmt::format("{} is a function", name.text),
                     fmt::format("write {}(...)", name.text)};
    push(name.offset, [&] { return names_.value(name.text, {}); });
    return false;
  }

  static void refuse_foreign(const DeckToken& name) {
    if (const std::string_view instead = instead_of_function(name.text); !instead.empty())
      throw DeckNote{name.offset, ErrorCode::kDeckFormula, fmt::format("FORMAC has no function {}", name.text),
                     std::string(instead)};
  }

  // $(1)
  void read_formal() {
    const std::size_t offset = token_.offset;
    if (formals_ == 0)
      throw DeckNote{offset, ErrorCode::kDeckFormula, "a formal parameter stands only in what replaces a function",
                     "in a replacement list: 'FU.($), 2*$(1)'"};
    advance();
    const bool open = token_.type == DeckType::kOpen;
    if (open) advance();
    const std::optional<long> k = open && token_.type == DeckType::kNumber ? integer_token() : std::nullopt;
    if (!k) throw DeckNote{offset, ErrorCode::kDeckFormula, "expected a formal parameter with its number, as $(1)", ""};
    advance();
    if (token_.type != DeckType::kClose)
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "expected ')' behind a formal parameter", ""};
    advance();
    if (*k < 1 || *k > static_cast<long>(formals_))
      throw DeckNote{
          offset, ErrorCode::kDeckFormula,
          fmt::format("there is no $({}): the function has {} argument{}", *k, formals_, formals_ == 1 ? "" : "s"), ""};
    values_.push_back(make_parameter(static_cast<std::size_t>(*k)));
  }

  std::optional<long> integer_token() const {
    try {
      return integer(parse(token_.text));
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // Reads an operator, a comma or a closing parenthesis; whether a value follows.
  bool read_operator() {
    const DeckToken token = token_;
    if (token.type == DeckType::kClose) {
      close();
      advance();
      return false;
    }
    if (token.type == DeckType::kComma) {
      reduce(0);
      if (pending_.back().what != PendingDeckPart::What::kCall)
        throw DeckNote{token.offset, ErrorCode::kDeckFormula, "unexpected ','",
                       "decimal numbers are written with a point: 0.5"};
      advance();
      return true;
    }
    const int precedence = precedence_of(token.type);
    if (precedence == 0)
      throw DeckNote{token.offset, ErrorCode::kDeckFormula, fmt::format("expected an operator before '{}'", token.text),
                     "a product is written A*B"};
    reduce(precedence == kDeckPower ? precedence + 1 : precedence);
    pending_.push_back({.type = token.type, .precedence = precedence, .offset = token.offset});
    advance();
    return true;
  }

  static int precedence_of(DeckType type) {
    switch (type) {
      case DeckType::kPlus:
      case DeckType::kMinus: return kDeckSum;
      case DeckType::kTimes:
      case DeckType::kDivide: return kDeckProduct;
      case DeckType::kPower: return kDeckPower;
      default: return 0;
    }
  }

  // Applies the operators of at least this precedence on top of the stack.
  void reduce(int precedence) {
    while (!pending_.empty() && pending_.back().what == PendingDeckPart::What::kOperator &&
           pending_.back().precedence >= precedence) {
      const PendingDeckPart top = std::move(pending_.back());
      pending_.pop_back();
      const Expr right = values_.back();
      values_.pop_back();
      if (top.prefix) {
        push(top.offset, [&] { return -right; });
      } else {
        const Expr left = values_.back();
        values_.pop_back();
        push(top.offset, [&] { return apply(top.type, left, right); });
      }
    }
  }

  static Expr apply(DeckType type, Expr a, Expr b) {
    switch (type) {
      case DeckType::kPlus: return a + b;
      case DeckType::kMinus: return a - b;
      case DeckType::kTimes: return a * b;
      case DeckType::kDivide: return a / b;
      default: break;
    }
    const bool euler = a == make_call(Function::kExp, Expr(1));  // #E**X
    return euler ? make_call(Function::kExp, b) : pow(a, b);
  }

  void close() {
    reduce(0);
    if (pending_.empty())
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "this ')' closes nothing",
                     "an opening one may be missing"};
    const PendingDeckPart open = std::move(pending_.back());
    pending_.pop_back();
    --open_;
    if (open.what == PendingDeckPart::What::kParenthesis) return;
    const std::vector<Expr> arguments(values_.begin() + static_cast<std::ptrdiff_t>(open.first_argument),
                                      values_.end());
    values_.resize(open.first_argument);
    push(open.offset, [&] { return call(open.name, arguments); });
  }

  void finish() {
    reduce(0);
    if (pending_.empty()) return;
    const PendingDeckPart& open = pending_.back();
    const std::string of = open.what == PendingDeckPart::What::kCall ? fmt::format(" of {}(", open.name.text) : "";
    throw DeckNote{token_.offset, ErrorCode::kDeckFormula,
                   fmt::format("expected ')'{}, found the end of the string", of), ""};
  }

  Expr call(const DeckToken& name, const std::vector<Expr>& arguments) {
    const DeckFunction* function = find_deck_function(name.text);
    if (name.type == DeckType::kFunctionVariable) {
      if (function != nullptr)
        throw Error(ErrorCode::kDeckFormula,
                    fmt::format("{} is a function of its own and no function variable", name.text),
                    fmt::format("write {}(...), without a point", name.text));
      return names_.call(name.text, arguments);
    }
    if (function != nullptr) return built_in(*function, arguments);
    std::vector<long> subscripts;
    for (Expr argument : arguments) {
      const std::optional<long> subscript = integer(argument);
      if (!subscript && is_deck_name(name.text))
        throw Error(ErrorCode::kDeckFormula, fmt::format("the subscripts of {} are no integers", name.text));
      if (!subscript)
        throw Error(ErrorCode::kDeckFormula,
                    fmt::format("there is no function {}, and its subscripts are no integers", name.text),
                    near_deck_function(name.text));
      subscripts.push_back(*subscript);
    }
    return names_.value(name.text, subscripts);
  }

  static Expr built_in(const DeckFunction& function, const std::vector<Expr>& arguments) {
    if (arguments.size() < function.least || arguments.size() > function.most)
      throw Error(ErrorCode::kDeckFormula,
                  fmt::format("{} does not take {} argument{}", function.name, arguments.size(),
                              arguments.size() == 1 ? "" : "s"),
                  function.least == function.most ? fmt::format("it takes {}", function.least) : "");
    if (function.integers && !std::all_of(arguments.begin(), arguments.end(), [](Expr e) { return integer(e); }))
      throw Error(ErrorCode::kDeckFormula, fmt::format("{} takes integers", function.name));
    if (function.function == Function::kAtan && arguments.size() == 2)
      return make_call(Function::kAtan2, arguments[1], arguments[0]);
    return make_call(function.function, arguments);
  }

  // What building throws has no place of its own.
  template <class Build>
  void push(std::size_t offset, Build build) {
    try {
      values_.push_back(build());
    } catch (const Error& error) {
      throw DeckNote{offset, error.code, error.message, error.hint};
    }
  }

  // Replacement lists

  DeckReplacement read_replacement() {
    DeckReplacement replacement;
    replacement.offset = token_.offset;
    if (token_.type == DeckType::kFunctionVariable) {
      replacement.function = token_.text;
      const std::size_t given = read_formals();
      formals_ = argument_count(replacement, given);
      replacement.argument_count = names_.arities(replacement.function).empty() ? 0 : formals_;
    } else {
      if (token_.type != DeckType::kName)
        throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "expected the name that is to be replaced",
                       "a list has pairs: the name, a comma, what stands for it"};
      replacement.symbol = read_left();
    }
    if (token_.type != DeckType::kComma)
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "expected a comma, and what stands for the name before it",
                     "a list has pairs: the name, a comma, what stands for it"};
    advance();
    replacement.value = read_formula();
    formals_ = 0;
    return replacement;
  }

  // The name of a parameter, with its subscripts.
  Expr read_left() {
    const DeckToken name = token_;
    const Expr left = read_formula();
    const bool parameter = left.kind() == Kind::kSymbol && left.primes() == 0 && left.name() != "t" && name.text != "Q";
    if (parameter) return left;
    throw DeckNote{name.offset, ErrorCode::kDeckFormula, "only parameters and function variables can be replaced",
                   "coordinates, rates, the motion of bodies and formulas cannot"};
  }

  // ($), ($,$), or $ alone, behind FU.: the number of signs
  std::size_t read_formals() {
    const std::string function = token_.text;
    advance();
    const bool open = token_.type == DeckType::kOpen;
    if (open) advance();
    std::size_t count = 0;
    while (true) {
      if (token_.type != DeckType::kFormal || count == kMostFormals)
        throw DeckNote{token_.offset, ErrorCode::kDeckFormula,
                       fmt::format("expected a formal parameter, as in {}.($)", function),
                       "the arguments are $(1), $(2), ... in what stands for the function"};
      ++count;
      advance();
      if (!open || token_.type != DeckType::kComma) break;
      advance();
    }
    if (!open) return count;
    if (token_.type != DeckType::kClose)
      throw DeckNote{token_.offset, ErrorCode::kDeckFormula, "expected ')' behind the formal parameters", ""};
    advance();
    return count;
  }

  // One sign stands for all arguments.
  std::size_t argument_count(const DeckReplacement& replacement, std::size_t given) const {
    const std::set<std::size_t> arities = names_.arities(replacement.function);
    if (arities.empty()) return kMostFormals;
    if (arities.size() > 1)
      throw DeckNote{replacement.offset, ErrorCode::kDeckFormula,
                     fmt::format("{} is called with {} and with {} arguments: it cannot be replaced",
                                 replacement.function, *arities.begin(), *arities.rbegin()),
                     ""};
    if (given > 1 && given != *arities.begin())
      throw DeckNote{replacement.offset, ErrorCode::kDeckFormula,
                     fmt::format("{} has {} argument{}, not {}", replacement.function, *arities.begin(),
                                 *arities.begin() == 1 ? "" : "s", given),
                     ""};
    return *arities.begin();
  }

  DeckLexer lexer_;
  DeckNames& names_;
  DeckToken token_;
  std::vector<Expr> values_;
  std::vector<PendingDeckPart> pending_;
  std::size_t open_ = 0;     ///< parentheses and calls among them
  std::size_t formals_ = 0;  ///< arguments of the function that is being replaced
};

}  // namespace

Expr read_deck_formula(std::string_view deck, const DeckItem& item, DeckNames& names) {
  return Parser(deck, item, names).formula();
}

std::vector<DeckReplacement> read_deck_replacements(std::string_view deck, const DeckItem& item, DeckNames& names) {
  return Parser(deck, item, names).replacements();
}

}  // namespace kinemate
