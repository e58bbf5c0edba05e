#include "expr/text/text_printer.h"

#include <fmt/format.h>

#include <algorithm>

#include "expr/text/print.h"

namespace kinemate {
namespace {

bool is_below_line(Expr power) { return split_power(power).exponent.sign() < 0; }

// f'(x) and f'''(x) of one argument; f'[1,2](x, y) of several, or of high order
std::string orders_text(std::span<const int> orders) {
  int highest = 0;
  for (const int order : orders) highest = std::max(highest, order);
  if (highest == 0) return "";
  if (orders.size() == 1 && highest <= 3) return std::string(static_cast<std::size_t>(highest), '\'');
  return fmt::format("'[{}]", fmt::join(orders, ","));
}

}  // namespace

std::string TextPrinter::print(Expr formula) {
  writer_.formula(formula);
  return writer_.write([this](const Piece& piece) { expand(piece); });
}

std::string TextPrinter::symbol(Expr e) const {
  if (e.kind() == Kind::kPi) return "pi";
  return std::string(e.name()) + std::string(static_cast<std::size_t>(e.primes()), '\'');
}

void TextPrinter::expand(const Piece& piece) {
  const Expr e = *piece.formula;
  const bool parentheses = level(e, piece.drop_sign) < piece.required;
  if (parentheses) writer_.text("(");
  switch (e.kind()) {
    case Kind::kSum: write_sum(writer_, e); break;
    case Kind::kRational:
    case Kind::kReal:
    case Kind::kProduct: write_product(lay_out_product(e), piece.drop_sign); break;
    case Kind::kPower:
      if (is_below_line(e)) {
        write_product(lay_out_product(e), false);
      } else {
        write_power(e);
      }
      break;
    case Kind::kPi:
    case Kind::kSymbol: writer_.text(symbol(e)); break;
    case Kind::kCall: write_call(e); break;
    case Kind::kUnspecified:
      writer_.text(std::string(e.name()) + orders_text(e.orders()));
      write_arguments(writer_, e, "(", ")");
      break;
  }
  if (parentheses) writer_.text(")");
}

Level TextPrinter::level(Expr e, bool drop_sign) const {
  switch (e.kind()) {
    case Kind::kSum: return Level::kSum;
    case Kind::kRational:
    case Kind::kReal:
      if (!drop_sign && is_negative(e)) return Level::kProduct;
      return number_text(e).bottom.empty() ? Level::kAtom : Level::kProduct;
    case Kind::kProduct: return Level::kProduct;
    case Kind::kPower:
      if (is_below_line(e)) return Level::kProduct;
      return split_power(e).exponent == Rational(1, 2) ? Level::kAtom : Level::kPower;
    case Kind::kCall: return call_level(e);
    default: return Level::kAtom;
  }
}

Level TextPrinter::call_level(Expr call) const {
  if (!info(call.function()).infix) return Level::kAtom;
  return call.function() == Function::kOr    ? Level::kOr
         : call.function() == Function::kAnd ? Level::kAnd
                                             : Level::kRelation;
}

// ±top*f1*f2/f3/bottom, where a last factor below takes the number along: .../(bottom*f3)
void TextPrinter::write_product(const ProductLayout& layout, bool drop_sign) {
  if (layout.negative && !drop_sign) writer_.text("-");
  bool started = !layout.top.empty();
  writer_.text(layout.top);
  for (std::size_t i = 0; i < layout.factors.size(); ++i) {
    const Factor& factor = layout.factors[i];
    if (!started && factor.below) writer_.text("1");
    if (started || factor.below) writer_.text(factor.below ? "/" : "*");
    started = true;
    if (factor.below && i + 1 == layout.factors.size() && !layout.bottom.empty()) {
      writer_.text("(" + layout.bottom + "*");
      if (factor.exponent.is_one()) {
        writer_.formula(factor.base, Level::kProduct);  // 1/(2*a*b)
      } else {
        write_factor(factor);
      }
      writer_.text(")");
      return;
    }
    write_factor(factor);
  }
  if (!started) writer_.text("1");
  if (!layout.bottom.empty()) writer_.text("/" + layout.bottom);
}

void TextPrinter::write_factor(const Factor& factor) {
  if (factor.exponent.is_one()) {
    writer_.formula(factor.base, Level::kPower);
  } else if (factor.exponent == Rational(1, 2)) {
    writer_.text("sqrt(").formula(factor.base).text(")");
  } else {
    const NumberText exponent = exponent_text(factor.exponent);
    writer_.formula(factor.base, Level::kAtom);
    writer_.text(exponent.bottom.empty() ? "^" + exponent.top : fmt::format("^({}/{})", exponent.top, exponent.bottom));
  }
}

void TextPrinter::write_power(Expr power) {
  const BasePower split = split_power(power);
  if (!split.exponent.is_one()) return write_factor({split.base, split.exponent});
  writer_.formula(power.operand(0), Level::kAtom).text("^").formula(power.operand(1), Level::kAtom);
}

void TextPrinter::write_call(Expr call) {
  const FunctionInfo& row = info(call.function());
  if (row.infix) return write_infix(call, row.name);
  writer_.text(std::string(row.name));
  write_arguments(writer_, call, "(", ")");
}

void TextPrinter::write_infix(Expr call, std::string_view sign) {
  const bool connective = call.function() == Function::kAnd || call.function() == Function::kOr;
  const Level side = connective ? Level::kRelation : Level::kSum;
  // x == 0 rather than 0 == x
  const bool turn = info(call.function()).commutative && call.operand(0).is_number();
  writer_.formula(call.operand(turn ? 1 : 0), side)
      .text(fmt::format(" {} ", sign))
      .formula(call.operand(turn ? 0 : 1), side);
}

std::string to_text(Expr formula, const PrintOptions& options) { return TextPrinter(options).print(formula); }

}  // namespace kinemate
