#include "expr/text/modelica_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/lexer.h"
#include "expr/text/parse.h"
#include "expr/text/text_printer.h"

namespace kinemate {
namespace {

// In alphabetical order.
constexpr std::string_view kWords[] = {
    "algorithm",    "and",           "annotation",  "block",     "break",      "class",     "connect",  "connector",
    "constant",     "constrainedby", "der",         "discrete",  "each",       "else",      "elseif",   "elsewhen",
    "encapsulated", "end",           "enumeration", "equation",  "expandable", "extends",   "external", "false",
    "final",        "flow",          "for",         "function",  "if",         "import",    "impure",   "in",
    "initial",      "inner",         "input",       "loop",      "model",      "not",       "operator", "or",
    "outer",        "output",        "package",     "parameter", "partial",    "protected", "public",   "pure",
    "record",       "redeclare",     "replaceable", "return",    "stream",     "then",      "true",     "type",
    "when",         "while",         "within"};

bool is_modelica_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }

// [2] or [1,3] from byte `at` on; the byte behind it, or `at`.
std::size_t skip_index(std::string_view text, std::size_t at) {
  std::size_t end = at;
  do {
    const std::size_t digits = end + 1;
    for (end = digits; end < text.size() && is_digit(text[end]);) ++end;
    if (end == digits || end == text.size()) return at;
  } while (text[end] == ',');
  return text[end] == ']' ? end + 1 : at;
}

// Names with dots and indices between and behind them.
bool is_plain_name(std::string_view text) {
  for (std::size_t at = 0;;) {
    const std::size_t begin = at;
    while (at < text.size() && (is_modelica_letter(text[at]) || (at > begin && is_digit(text[at])))) ++at;
    if (at == begin || is_modelica_word(text.substr(begin, at - begin))) return false;
    if (at < text.size() && text[at] == '[') at = skip_index(text, at);
    if (at == text.size()) return true;
    if (text[at++] != '.') return false;
  }
}

std::string in_quotes(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    constexpr std::string_view letters = "abfnrtv", meanings = "\a\b\f\n\r\t\v";
    const std::size_t escape = meanings.find(c);
    if (escape != std::string_view::npos) {
      result += {'\\', letters[escape]};
    } else {
      if (c == quote || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + quote;
}

bool is_truth(Expr e) { return e.kind() == Kind::kCall && info(e.function()).infix; }

// Calls that Modelica has not by those that it has.
Expr in_modelica(Expr e) {
  if (e.kind() == Kind::kReal) {
    const Expr decimal = parse(fmt::format("{}", std::abs(e.real())));
    return e.real() < 0 ? -decimal : decimal;
  }
  if (e.kind() == Kind::kUnspecified)
    throw Error(ErrorCode::kTarget, fmt::format("Modelica has no unspecified function {}", e.name()));
  if (e.kind() != Kind::kCall) return e;
  const Expr x = e.operand(0);
  switch (e.function()) {
    case Function::kLog2: return make_call(Function::kLog, x) / make_call(Function::kLog, Expr(2));
    case Function::kCbrt: return make_call(Function::kSign, x) * pow(abs(x), Expr(Rational(1, 3)));
    case Function::kAtanh: return make_call(Function::kLog, (Expr(1) + x) / (Expr(1) - x)) / Expr(2);
    case Function::kStep: {
      if (e.operand_count() == 1) return make_call(Function::kLessEqual, Expr(0), x);
      if (e.operand_count() == 2) break;
      const Expr middle = e.operand(1), b = e.operand(2);
      const Expr inside =
          make_call(Function::kAnd, make_call(Function::kLessEqual, x, middle), make_call(Function::kLess, middle, b));
      const Expr at_point =
          make_call(Function::kAnd, make_call(Function::kEqual, x, middle), make_call(Function::kEqual, middle, b));
      return make_call(Function::kOr, inside, at_point);
    }
    case Function::kFactorial:
    case Function::kComb:
      throw Error(ErrorCode::kTarget, fmt::format("Modelica has no function {}", info(e.function()).name));
    default: break;
  }
  return e;
}

// Formulas take conditions for numbers, 1 and 0, and numbers for conditions; Modelica does neither. Each node is made
// twice: as a number and as a condition. What Modelica lacks is replaced on the way.
class Typed {
 public:
  explicit Typed(Expr formula) {
    const Graph graph(formula);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const Expr node = graph.node(i);
      const bool conditions = node.is_call(Function::kAnd) || node.is_call(Function::kOr);
      std::vector<Expr> operands;
      for (const std::uint32_t operand : graph.operands(i)) {
        const bool condition = conditions || (node.is_call(Function::kIf) && operands.empty());
        operands.push_back(condition ? condition_[operand] : number_[operand]);
      }
      add(in_modelica(operands.empty() ? node : rebuild(node, operands)));
    }
  }

  Expr number() const { return number_.back(); }

 private:
  void add(Expr node) {
    number_.push_back(is_truth(node) ? make_if(node, Expr(1), Expr(0)) : node);
    condition_.push_back(is_truth(node) ? node : make_call(Function::kNotEqual, node, Expr(0)));
  }

  std::vector<Expr> number_, condition_;
};

class ModelicaPrinter : public TextPrinter {
 public:
  using TextPrinter::TextPrinter;

 protected:
  std::string symbol(Expr e) const override {
    return e.kind() == Kind::kPi ? "Modelica.Constants.pi" : modelica_name(e);
  }

  void write_call(Expr call) override {
    switch (call.function()) {
      case Function::kIf:
        writer_.text("if ").formula(call.operand(0)).text(" then ").formula(call.operand(1));
        writer_.text(" else ").formula(call.operand(2));
        return;
      case Function::kNotEqual: return write_infix(call, "<>");
      case Function::kAsinh:
      case Function::kAcosh: writer_.text("Modelica.Math."); break;
      case Function::kErf: writer_.text("Modelica.Math.Special."); break;
      default: break;
    }
    TextPrinter::write_call(call);
  }

  Level call_level(Expr call) const override {
    return call.is_call(Function::kIf) ? Level::kNone : TextPrinter::call_level(call);
  }
};

}  // namespace

bool is_modelica_word(std::string_view text) { return std::binary_search(std::begin(kWords), std::end(kWords), text); }

std::string modelica_name(Expr symbol) {
  const std::string text = std::string(symbol.name()) + std::string(static_cast<std::size_t>(symbol.primes()), '\'');
  return is_plain_name(text) ? text : in_quotes(text, '\'');
}

std::string modelica_string(std::string_view text) { return in_quotes(text, '"'); }

std::string to_modelica(Expr formula) { return ModelicaPrinter(PrintOptions()).print(Typed(formula).number()); }

}  // namespace kinemate
