// The LaTeX printer. Unlike text, its output is not read back: products are flattened and set as fractions.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/utf8.h"
#include "expr/text/latex_text.h"
#include "expr/text/layout.h"
#include "expr/text/print.h"
#include "expr/text/writer.h"

namespace kinemate {
namespace {

constexpr std::array<std::string_view, 36> kGreek = {
    "alpha", "beta",   "gamma",   "delta",   "epsilon", "zeta",  "eta",    "theta",    "iota",
    "kappa", "lambda", "mu",      "nu",      "xi",      "rho",   "sigma",  "tau",      "phi",
    "chi",   "psi",    "omega",   "upsilon", "Gamma",   "Delta", "Theta",  "Lambda",   "Xi",
    "Pi",    "Sigma",  "Upsilon", "Phi",     "Psi",     "Omega", "varphi", "vartheta", "varepsilon"};

// A part of a name: a Greek letter, one letter, or upright letters.
std::string word(std::string_view part) {
  for (const std::string_view greek : kGreek) {
    if (part == greek) return "\\" + std::string(part);
  }
  if (part == "$") return "\\$";
  std::string letters;
  int count = 0;
  for (std::size_t at = 0; at < part.size(); ++count) {
    const Utf8 character = decode_utf8(part, at);
    const std::string_view greek = greek_latex(character.code_point);
    // accents and other alphabets are text, not mathematics
    if (greek.empty() && character.length > 1) return fmt::format("\\text{{{}}}", latex_words(part));
    const std::string one(greek.empty() ? part.substr(at, 1) : greek);
    letters += one.size() > 1 ? one + " " : one;
    at += character.length;
  }
  if (count > 0 && letters.back() == ' ') letters.pop_back();
  const bool digits = part.find_first_not_of("0123456789") == std::string_view::npos;
  return count <= 1 || digits ? letters : fmt::format("\\mathrm{{{}}}", letters);
}

// alpha1 and alpha_1 are \alpha_{1}; x_max_2 is x_{\mathrm{max},2}
std::string name_latex(std::string_view name, int primes) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 1; i <= name.size(); ++i) {
    const bool underscore = i < name.size() && name[i] == '_';
    const bool turns = i < name.size() && is_digit(name[i]) != is_digit(name[i - 1]);  // letters to digits or back
    if (i < name.size() && !underscore && !turns) continue;
    if (i > begin) parts.push_back(name.substr(begin, i - begin));
    begin = underscore ? i + 1 : i;
  }
  std::string base = parts.empty() || parts[0] == "_" ? "\\_" : word(parts[0]);
  if (primes > 0 && primes <= 4)
    base = fmt::format("\\{}ot{{{}}}", std::string(static_cast<std::size_t>(primes), 'd'), base);
  if (primes > 4) base = fmt::format("{}^{{({})}}", base, primes);
  std::string subscript;
  for (std::size_t i = 1; i < parts.size(); ++i) subscript += (subscript.empty() ? "" : ",") + word(parts[i]);
  return subscript.empty() ? base : fmt::format("{}_{{{}}}", base, subscript);
}

std::string function_latex(Function function) {
  switch (function) {
    case Function::kAsin: return "\\arcsin";
    case Function::kAcos: return "\\arccos";
    case Function::kAtan: return "\\arctan";
    case Function::kLog: return "\\ln";
    case Function::kLog10: return "\\log_{10}";
    case Function::kLog2: return "\\log_{2}";
    case Function::kSin:
    case Function::kCos:
    case Function::kTan:
    case Function::kSinh:
    case Function::kCosh:
    case Function::kTanh:
    case Function::kExp:
    case Function::kMin:
    case Function::kMax: return "\\" + std::string(info(function).name);
    case Function::kLess: return "<";
    case Function::kLessEqual: return "\\le";
    case Function::kEqual: return "=";
    case Function::kNotEqual: return "\\ne";
    case Function::kAnd: return "\\land";
    case Function::kOr: return "\\lor";
    default: return fmt::format("\\operatorname{{{}}}", info(function).name);
  }
}

// 1.5e-12 is 1.5 \cdot 10^{-12}
std::string digits_latex(const std::string& text) {
  const std::string number = text.starts_with("real(") ? text.substr(5, text.size() - 6) : text;
  const std::size_t e = number.find('e');
  if (e == std::string::npos) return number;
  const std::string mantissa = number.substr(0, e), power = fmt::format("10^{{{}}}", std::stoi(number.substr(e + 1)));
  return mantissa == "1" ? power : fmt::format("{} \\cdot {}", mantissa, power);
}

class LatexPrinter {
 public:
  explicit LatexPrinter(const PrintOptions& options) : writer_(options) {}

  std::string print(Expr formula) {
    writer_.formula(formula);
    return writer_.write([this](const Piece& piece) { expand(piece); });
  }

 private:
  void expand(const Piece& piece) {
    const Expr e = *piece.formula;
    const bool parentheses = level(e, piece.drop_sign) < piece.required;
    if (parentheses) writer_.text("\\left(");
    switch (e.kind()) {
      case Kind::kSum: write_sum(writer_, e); break;
      case Kind::kRational:
      case Kind::kReal:
      case Kind::kProduct: write_product(lay_out_product(e), piece.drop_sign); break;
      case Kind::kPower: write_power(e); break;
      case Kind::kPi: writer_.text("\\pi"); break;
      case Kind::kSymbol: writer_.text(name_latex(e.name(), e.primes())); break;
      case Kind::kCall: write_call(e); break;
      case Kind::kUnspecified: write_unspecified(e); break;
    }
    if (parentheses) writer_.text("\\right)");
  }

  static Level level(Expr e, bool drop_sign) {
    if (!drop_sign && is_negative(e)) return Level::kSum;
    switch (e.kind()) {
      case Kind::kSum: return Level::kSum;
      case Kind::kProduct: return Level::kProduct;
      case Kind::kRational:
      case Kind::kReal:
        return number_text(e).bottom.empty() && digits_latex(number_text(e).top).find('^') == std::string::npos
                   ? Level::kAtom
                   : Level::kProduct;
      case Kind::kPower: return Level::kPower;
      case Kind::kCall:
        if (e.function() == Function::kAbs || e.function() == Function::kFloor) return Level::kAtom;
        return info(e.function()).infix ? Level::kRelation : Level::kPower;
      case Kind::kUnspecified: return Level::kPower;
      case Kind::kSymbol: return e.primes() > 4 ? Level::kPower : Level::kAtom;
      default: return Level::kAtom;
    }
  }

  void write_product(const ProductLayout& layout, bool drop_sign) {
    if (layout.negative && !drop_sign) writer_.text("-");
    bool below = !layout.bottom.empty();
    for (const Factor& factor : layout.factors) below = below || factor.below;
    if (below) writer_.text("\\frac{");
    const Level alone = below ? Level::kNone : Level::kProduct;  // a fraction bar does what parentheses do
    write_factors(layout.top, layout.factors, false, alone);
    if (!below) return;
    writer_.text("}{");
    write_factors(layout.bottom, layout.factors, true, alone);
    writer_.text("}");
  }

  // The factors above or below the bar; a single one must reach the level `alone`.
  void write_factors(const std::string& number, const std::vector<Factor>& factors, bool below, Level alone) {
    bool started = !number.empty();
    if (started) writer_.text(digits_latex(number));
    std::size_t count = number.empty() ? 0 : 1;
    for (const Factor& factor : factors) count += factor.below == below ? 1 : 0;
    for (const Factor& factor : factors) {
      if (factor.below != below) continue;
      const bool number_follows = factor.base.is_number();
      if (started) writer_.text(number_follows ? " \\cdot " : " \\, ");
      started = true;
      write_factor(factor, count == 1 ? alone : Level::kProduct);
    }
    if (!started) writer_.text("1");
  }

  void write_factor(const Factor& factor, Level required) {
    if (factor.exponent.is_one()) {
      writer_.formula(factor.base, required);
    } else if (factor.exponent == Rational(1, 2)) {
      writer_.text("\\sqrt{").formula(factor.base).text("}");
    } else {
      const NumberText exponent = exponent_text(factor.exponent);
      const std::string raised = fmt::format(
          "^{{{}}}", exponent.bottom.empty() ? digits_latex(exponent.top) : exponent.top + "/" + exponent.bottom);
      if (factor.exponent.is_integer() && takes_exponent(factor.base)) {  // \sin^{2}(x)
        writer_.text(function_latex(factor.base.function()) + raised);
        write_arguments(writer_, factor.base, "\\left(", "\\right)");
      } else {
        writer_.formula(factor.base, Level::kAtom).text(raised);
      }
    }
  }

  // Functions whose square is written between name and argument.
  static bool takes_exponent(Expr e) {
    if (e.kind() != Kind::kCall) return false;
    const Function f = e.function();
    return f == Function::kSin || f == Function::kCos || f == Function::kTan || f == Function::kSinh ||
           f == Function::kCosh || f == Function::kTanh;
  }

  void write_power(Expr power) {
    const BasePower split = split_power(power);
    if (split.exponent.sign() < 0) return write_product(lay_out_product(power), false);
    if (!split.exponent.is_one()) return write_factor({split.base, split.exponent}, Level::kPower);
    writer_.formula(power.operand(0), Level::kAtom).text("^{").formula(power.operand(1)).text("}");
  }

  void write_call(Expr call) {
    const Function function = call.function();
    if (info(function).infix) {
      writer_.formula(call.operand(0), Level::kSum)
          .text(" " + function_latex(function) + " ")
          .formula(call.operand(1), Level::kSum);
    } else if (function == Function::kAbs) {
      writer_.text("\\left|").formula(call.operand(0)).text("\\right|");
    } else if (function == Function::kFloor) {
      writer_.text("\\left\\lfloor ").formula(call.operand(0)).text("\\right\\rfloor");
    } else if (function == Function::kCbrt) {
      writer_.text("\\sqrt[3]{").formula(call.operand(0)).text("}");
    } else if (function == Function::kFactorial) {
      writer_.formula(call.operand(0), Level::kAtom).text("!");
    } else if (function == Function::kIf) {
      writer_.text("\\begin{cases}").formula(call.operand(1)).text(" & ").formula(call.operand(0));
      writer_.text(" \\\\ ").formula(call.operand(2)).text(" & \\text{otherwise}\\end{cases}");
    } else {
      writer_.text(function_latex(function));
      write_arguments(writer_, call, "\\left(", "\\right)");
    }
  }

  void write_unspecified(Expr call) {
    const auto orders = call.orders();
    std::string name = name_latex(call.name(), 0);
    if (orders.size() == 1 && orders[0] > 0 && orders[0] <= 3) {
      name = fmt::format("{{{}}}{}", name, std::string(static_cast<std::size_t>(orders[0]), '\''));
    } else if (std::any_of(orders.begin(), orders.end(), [](int order) { return order > 0; })) {
      name = fmt::format("{{{}}}^{{({})}}", name, fmt::join(orders, ","));
    }
    writer_.text(std::move(name));
    write_arguments(writer_, call, "\\left(", "\\right)");
  }

  Writer writer_;
};

}  // namespace

std::string to_latex(Expr formula, const PrintOptions& options) { return LatexPrinter(options).print(formula); }

}  // namespace kinemate
