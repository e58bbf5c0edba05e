#include "model_io/units.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>

#include "base/error.h"
#include "base/suggest.h"
#include "expr/graph.h"
#include "expr/substitute.h"
#include "expr/text/parse.h"

namespace kinemate {
namespace {

struct Unit {
  std::string_view name;
  long numerator;
  unsigned long denominator;
  int pi = 0;  ///< the power of pi that it holds besides
};

constexpr Unit kUnits[] = {
    {"m", 1, 1},
    {"km", 1000, 1},
    {"dm", 1, 10},
    {"cm", 1, 100},
    {"mm", 1, 1000},
    {"um", 1, 1000000},
    {"in", 127, 5000},
    {"ft", 381, 1250},
    {"kg", 1, 1},
    {"g", 1, 1000},
    {"mg", 1, 1000000},
    {"t", 1000, 1},
    {"lb", 45359237, 100000000},
    {"s", 1, 1},
    {"ms", 1, 1000},
    {"us", 1, 1000000},
    {"min", 60, 1},
    {"h", 3600, 1},
    {"Hz", 1, 1},
    {"kHz", 1000, 1},
    {"rad", 1, 1},
    {"mrad", 1, 1000},
    {"deg", 1, 180, 1},
    {"rev", 2, 1, 1},
    {"rpm", 1, 30, 1},
    {"N", 1, 1},
    {"mN", 1, 1000},
    {"kN", 1000, 1},
    {"MN", 1000000, 1},
    {"J", 1, 1},
    {"kJ", 1000, 1},
    {"W", 1, 1},
    {"kW", 1000, 1},
    {"Pa", 1, 1},
    {"kPa", 1000, 1},
    {"MPa", 1000000, 1},
    {"GPa", 1000000000, 1},
    {"bar", 100000, 1},
    {"A", 1, 1},
    {"mA", 1, 1000},
    {"V", 1, 1},
    {"mV", 1, 1000},
    {"kV", 1000, 1},
    {"C", 1, 1},
    {"F", 1, 1},
    {"uF", 1, 1000000},
    {"ohm", 1, 1},
    {"kohm", 1000, 1},
    {"H", 1, 1},
    {"mH", 1, 1000},
    {"T", 1, 1},
    {"Wb", 1, 1},
    {"l", 1, 1000},
    {"percent", 1, 100},
};

constexpr std::string_view kMinute = "_mi";

bool is_word(std::string_view text, std::size_t at, std::size_t length) {
  auto is_letter = [&](std::size_t i) {
    return i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
  };
  return !is_letter(at - 1) && !is_letter(at + length);
}

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : kUnits)
    if (unit.name == name) return &unit;
  return nullptr;
}

// Products and powers of names and of numbers above zero.
bool is_unit(Expr formula) {
  std::vector<Expr> stack = {formula};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e.kind() == Kind::kProduct) {
      stack.insert(stack.end(), {e.operand(0), e.operand(1)});
    } else if (e.kind() == Kind::kPower && e.operand(1).is_rational()) {
      stack.push_back(e.operand(0));
    } else if (e.kind() != Kind::kSymbol && !(e.is_rational() && e.real() > 0)) {
      return false;
    }
  }
  return true;
}

// s2 is s^2, Nm is N*m, degree is deg; else the nearest.
std::string hint_for(std::string_view name) {
  for (std::size_t length = name.size() - 1; length > 0; --length) {
    const std::string_view first = name.substr(0, length), rest = name.substr(length);
    if (find_unit(first) == nullptr) continue;
    if (rest.find_first_not_of("0123456789") == std::string_view::npos) return fmt::format("write {}^{}", first, rest);
    const bool same_letters = rest.find_first_not_of(name[0]) == std::string_view::npos;  // mmm is a slip of the pen
    if (find_unit(rest) != nullptr && !same_letters) return fmt::format("write {}*{}", first, rest);
    if (length >= 3) return fmt::format("did you mean {}?", first);
  }
  const std::string near = nearest(name, known_units());
  return near.empty() ? fmt::format("known are: {}", fmt::join(known_units(), ", "))
                      : fmt::format("did you mean {}?", near);
}

// Of a known unit. Those without a factor are SI; most of the others have a prefix of one letter.
std::string_view si_name(const Unit& unit) {
  constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
      {"in", "m"}, {"ft", "m"},    {"g", "kg"},    {"mg", "kg"},       {"t", "kg"},   {"lb", "kg"}, {"min", "s"},
      {"h", "s"},  {"deg", "rad"}, {"rev", "rad"}, {"rpm", "(rad/s)"}, {"bar", "Pa"}, {"l", "m^3"}, {"percent", "1"}};
  for (const auto& [name, si] : kOthers)
    if (unit.name == name) return si;
  return unit.numerator == 1 && unit.denominator == 1 ? unit.name : unit.name.substr(1);
}

}  // namespace

std::string si_unit(std::string_view unit) {
  std::string text;
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t at = 0; at < unit.size();) {
    std::size_t end = at;
    while (end < unit.size() && is_letter(unit[end])) ++end;
    if (end == at) {
      text += unit[at++];
      continue;
    }
    const Unit* found = find_unit(unit.substr(at, end - at));
    if (found == nullptr) return "";
    text += si_name(*found);
    at = end;
  }
  return text;
}

Expr unit_factor(std::string_view unit) {
  // "1" is the unit of a plain number; min, a function in formulas, is read as a name of the same length
  std::string text(unit);
  for (std::size_t at = text.find("min"); at != std::string::npos; at = text.find("min", at + 3))
    if (is_word(text, at, 3)) text.replace(at, 3, kMinute);
  const Expr formula = parse(text, {.source = "unit"});
  if (!is_unit(formula))
    throw Error(ErrorCode::kUnit, fmt::format("'{}' is no unit", unit),
                "a unit is a product, quotient or power of known units");
  Substitution factors;
  for (Expr symbol : free_symbols(formula)) {
    const Unit* found = symbol.primes() > 0        ? nullptr
                        : symbol.name() == kMinute ? find_unit("min")
                                                   : find_unit(symbol.name());
    if (found == nullptr) {
      Error error(ErrorCode::kUnit, fmt::format("the unit {} is not known", symbol.name()), hint_for(symbol.name()));
      error.place = locate("unit", unit, unit.find(symbol.name()));
      throw error;
    }
    factors.symbols.emplace(symbol,
                            Expr(Rational(found->numerator, found->denominator)) * pow(make_pi(), Expr(found->pi)));
  }
  return substitute(formula, factors);
}

std::vector<std::string_view> known_units() {
  std::vector<std::string_view> names;
  for (const Unit& unit : kUnits) names.push_back(unit.name);
  return names;
}

}  // namespace kinemate
