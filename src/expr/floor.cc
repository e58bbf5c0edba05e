#include "expr/floor.h"

#include <flint/fmpz.h>
#include <fmt/format.h>

#include <array>

#include "base/error.h"
#include "expr/ball.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

// The only whole number that a ball leaves for the floor of what lies in it.
std::optional<Rational> only_floor(const Ball& x, long bits) {
  Ball whole;
  arb_floor(whole.arb(), x.arb(), bits);
  fmpz_t integer;
  fmpz_init(integer);
  std::optional<Rational> result;
  if (arb_get_unique_fmpz(integer, whole.arb()) != 0) {
    result.emplace();
    fmpq_set_fmpz(result->flint(), integer);
  }
  fmpz_clear(integer);
  return result;
}

// floor(r*pi). REQUIRES: r ≠ 0, so that r*pi is irrational and some precision decides.
Rational floor_of_pi(const Rational& r) {
  for (long precision = static_cast<long>(bits(r)) + 64;; precision *= 2) {
    Ball product, pi;
    arb_const_pi(pi.arb(), precision);
    arb_mul(product.arb(), Ball::from(r, precision).arb(), pi.arb(), precision);
    if (const auto found = only_floor(product, precision)) return *found;
  }
}

bool is_whole_by_form(Expr x) {
  constexpr std::array kWhole = {Function::kFloor,     Function::kSign,  Function::kStep,     Function::kFactorial,
                                 Function::kComb,      Function::kLess,  Function::kLessEqual, Function::kEqual,
                                 Function::kNotEqual,  Function::kAnd,   Function::kOr};
  for (const Function function : kWhole) {
    if (x.is_call(function)) return true;
  }
  return false;
}

}  // namespace

std::optional<Expr> fold_floor(Expr x) {
  if (x.is_rational()) return Expr(x.rational().floor());
  if (is_whole_by_form(x)) return x;
  const Scaled scaled = split_number(x);
  if (scaled.rest.kind() == Kind::kPi && scaled.number.is_rational()) return Expr(floor_of_pi(scaled.number.rational()));
  return std::nullopt;
}

std::optional<Expr> fold_mod(Expr x, Expr y) {
  if (y.is_zero())
    throw Error(ErrorCode::kUndefinedValue,
                fmt::format("mod({}, 0) is not defined", to_text(x, {.largest = 200, .cut = true})));
  if (x.is_zero()) return x;
  if (x.is_call(Function::kMod) && x.operand(1) == y) return x;
  const Scaled top = split_number(x), bottom = split_number(y);
  const bool exact = top.number.is_rational() && bottom.number.is_rational();
  if (!exact || !(top.rest == bottom.rest)) return std::nullopt;
  const Rational a = top.number.rational(), b = bottom.number.rational();
  return Expr(a - b * (a / b).floor()) * top.rest;
}

}  // namespace kinemate
