#include "expr/text/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/check.h"

namespace kinemate {
namespace {

constexpr long kMostPlaces = 330;
constexpr int kMostDigits = 17;      // of a decimal's mantissa: what a double can hold
constexpr int kManyDigits = 24;      // still a decimal where the fraction is longer
constexpr int kMostParts = 64;       // halves of halves that are fractions in front of other factors
constexpr int kLongestInteger = 21;  // longer ones with many zeros are written with an exponent

// k, if r·10^k is an integer for some 0 ≤ k ≤ 330.
std::optional<long> decimal_places(const Rational& r) {
  Rational rest = r.denominator();
  long twos = 0, fives = 0;
  for (; twos <= kMostPlaces && (rest / Rational(2)).is_integer(); ++twos) rest = rest / Rational(2);
  for (; fives <= kMostPlaces && (rest / Rational(5)).is_integer(); ++fives) rest = rest / Rational(5);
  const long places = std::max(twos, fives);
  return rest.is_one() && places <= kMostPlaces ? std::optional(places) : std::nullopt;
}

// digits · 10^-places, as short as possible.
std::string decimal_text(std::string digits, long places) {
  while (digits.size() > 1 && digits.back() == '0') {
    digits.pop_back();
    --places;
  }
  const long length = static_cast<long>(digits.size());
  const long exponent = length - places - 1;  // of the scientific form
  if (exponent < -5 || exponent >= kLongestInteger) {
    const std::string fraction = length > 1 ? "." + digits.substr(1) : "";
    return fmt::format("{}{}e{}", digits[0], fraction, exponent);
  }
  if (places <= 0) return digits + std::string(static_cast<std::size_t>(-places), '0');
  if (places >= length) return "0." + std::string(static_cast<std::size_t>(places - length), '0') + digits;
  return digits.substr(0, static_cast<std::size_t>(length - places)) + "." +
         digits.substr(static_cast<std::size_t>(length - places));
}

std::size_t significant_digits(const std::string& digits) { return digits.find_last_not_of('0') + 1; }

NumberText rational_text(const Rational& r) {
  const Rational denominator = r.denominator();
  const bool simple = denominator == Rational(2) || denominator == Rational(4);
  if (r.is_integer()) {
    const std::string digits = r.to_string();
    const bool shorten = digits.size() > kLongestInteger && significant_digits(digits) <= kMostDigits;
    return {shorten ? decimal_text(digits, 0) : digits, ""};
  }
  if (const auto places = simple ? std::nullopt : decimal_places(r)) {
    const std::string digits = (r * power(Rational(10), *places)).to_string();
    const std::size_t length = significant_digits(digits);
    const std::string decimal = length <= kManyDigits ? decimal_text(digits, *places) : "";
    if (length <= kMostDigits || (length <= kManyDigits && decimal.size() < r.to_string().size())) return {decimal, ""};
  }
  return {r.numerator().to_string(), denominator.to_string()};
}

Factor as_factor(Expr e) {
  const BasePower power = split_power(e);
  return {power.base, abs(power.exponent), power.exponent.sign() < 0};
}

bool is_below(Expr e) { return split_power(e).exponent.sign() < 0; }

// A product of two as it is multiplied: a product inside comes left, a reciprocal right.
SumLayout order_factors(Expr product) {
  const Expr first = product.operand(0), second = product.operand(1);
  if (first.kind() == Kind::kProduct) return {first, second};
  const bool turn = second.kind() == Kind::kProduct || (is_below(first) && !is_below(second));
  return turn ? SumLayout{second, first} : SumLayout{first, second};
}

bool is_multiple_of_pi(Expr rest) {
  while (rest.kind() == Kind::kProduct) {
    const auto [left, right] = order_factors(rest);
    if (right.kind() == Kind::kPi) return true;
    rest = left;
  }
  return rest.kind() == Kind::kPi;
}

// The number in front of other factors.
NumberText coefficient_text(Expr number, Expr rest) {
  NumberText plain = number_text(number);
  if (!number.is_rational() || !plain.bottom.empty() || number.rational().is_integer()) return plain;
  const Rational r = abs(number.rational());
  NumberText fraction = {r.numerator().to_string(), r.denominator().to_string()};
  const std::size_t top = fraction.top == "1" ? 0 : fraction.top.size() + 1;  // 3*pi/16, but pi/16
  const std::size_t length = top + fraction.bottom.size();
  if (is_multiple_of_pi(rest)) return length <= plain.top.size() + 1 ? fraction : plain;
  const bool halved = (Rational(kMostParts) / r.denominator()).is_integer() && fraction.top.size() <= 2;
  return halved && length <= plain.top.size() ? fraction : plain;
}

}  // namespace

NumberText number_text(Expr number) {
  if (number.is_rational()) return rational_text(abs(number.rational()));
  const double value = number.real() < 0 ? -number.real() : number.real();
  return {fmt::format("real({})", value), ""};
}

NumberText exponent_text(const Rational& exponent) { return rational_text(exponent); }

SumLayout lay_out_sum(Expr sum) {
  CHECK(sum.kind() == Kind::kSum);
  const Expr first = sum.operand(0), second = sum.operand(1);
  bool turn = second.kind() == Kind::kSum && first.kind() != Kind::kSum;
  if (first.kind() != Kind::kSum && second.kind() != Kind::kSum) {
    turn =
        first.is_number() ? !(is_negative(second) && !is_negative(first)) : is_negative(first) && !is_negative(second);
  }
  return turn ? SumLayout{second, first} : SumLayout{first, second};
}

ProductLayout lay_out_product(Expr e) {
  ProductLayout layout;
  layout.negative = is_negative(e);
  const Scaled scaled = split_number(e);
  if (!scaled.number.is_one()) {
    NumberText number = scaled.rest.is_one() ? number_text(scaled.number) : coefficient_text(scaled.number, scaled.rest);
    if (number.top != "1") layout.top = std::move(number.top);
    layout.bottom = std::move(number.bottom);
  }
  if (scaled.rest.is_one()) return layout;
  Expr spine = scaled.rest;
  while (spine.kind() == Kind::kProduct) {
    const auto [left, right] = order_factors(spine);
    layout.factors.push_back(as_factor(right));
    spine = left;
  }
  layout.factors.push_back(as_factor(spine));
  std::reverse(layout.factors.begin(), layout.factors.end());
  return layout;
}

}  // namespace kinemate
