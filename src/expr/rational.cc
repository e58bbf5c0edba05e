#include "expr/rational.h"

#include <fmt/format.h>
#include <mpfr.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

[[noreturn]] void refuse_size() {
  throw Error(ErrorCode::kUndefinedValue,
              "this number is too large: numerators and denominators have at most 19,728 digits");
}

Rational checked(Rational value) {
  if (bits(value) > kLargestNumberBits) refuse_size();
  return value;
}

}  // namespace

Rational::Rational(long numerator, unsigned long denominator) : Rational() {
  CHECK(denominator > 0);
  fmpq_set_si(value_, numerator, denominator);
}

Rational Rational::from_decimal(std::string_view digits, long exponent) {
  constexpr std::size_t kMostDecimals = 19728;
  if (digits.size() > kMostDecimals) refuse_size();
  Rational result;
  if (digits.size() <= 18) {
    long value = 0;
    for (const char digit : digits) value = 10 * value + (digit - '0');
    result = Rational(value);
  } else {
    CHECK(fmpz_set_str(fmpq_numref(result.value_), std::string(digits).c_str(), 10) == 0);
  }
  return exponent == 0 || result.is_zero() ? result : result * power(Rational(10), exponent);
}

Rational Rational::from_double(double value) {
  CHECK(std::isfinite(value));
  int exponent = 0;
  const double mantissa = std::frexp(value, &exponent);  // value = mantissa · 2^exponent, 53 bits
  return Rational(static_cast<long>(std::ldexp(mantissa, 53))) * power(Rational(2), exponent - 53);
}

std::optional<long> Rational::to_long() const {
  if (!is_integer() || fmpz_fits_si(fmpq_numref(value_)) == 0) return std::nullopt;
  return fmpz_get_si(fmpq_numref(value_));
}

double Rational::to_double() const {
  if (bits(*this) <= 53) {  // both are doubles, and division rounds once
    return fmpz_get_d(fmpq_numref(value_)) / fmpz_get_d(fmpq_denref(value_));
  }
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  fmpq_get_mpfr(nearest, value_, MPFR_RNDN);
  const double result = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  return result;
}

Rational Rational::numerator() const {
  Rational result;
  fmpq_set_fmpz(result.value_, fmpq_numref(value_));
  return result;
}

Rational Rational::denominator() const {
  Rational result;
  fmpq_set_fmpz(result.value_, fmpq_denref(value_));
  return result;
}

Rational Rational::floor() const {
  Rational result;
  fmpz_fdiv_q(fmpq_numref(result.value_), fmpq_numref(value_), fmpq_denref(value_));
  return result;
}

std::string Rational::to_string() const {
  const std::unique_ptr<char, void (*)(void*)> text(fmpq_get_str(nullptr, 10, value_), flint_free);
  return text.get();
}

Rational operator+(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_add(result.value_, a.value_, b.value_);
  return checked(std::move(result));
}

Rational operator-(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_sub(result.value_, a.value_, b.value_);
  return checked(std::move(result));
}

Rational operator*(const Rational& a, const Rational& b) {
  Rational result;
  fmpq_mul(result.value_, a.value_, b.value_);
  return checked(std::move(result));
}

Rational operator/(const Rational& a, const Rational& b) {
  if (b.is_zero()) throw Error(ErrorCode::kUndefinedValue, "division by zero");
  Rational result;
  fmpq_div(result.value_, a.value_, b.value_);
  return checked(std::move(result));
}

Rational operator-(const Rational& a) {
  Rational result;
  fmpq_neg(result.value_, a.value_);
  return result;
}

Rational abs(const Rational& a) { return a.sign() < 0 ? -a : a; }

std::uint64_t bits(const Rational& a) {
  return std::max(fmpz_bits(fmpq_numref(a.flint())), fmpz_bits(fmpq_denref(a.flint())));
}

Rational power(const Rational& a, long exponent) {
  if (a.is_zero() && exponent < 0) throw Error(ErrorCode::kUndefinedValue, "division by zero");
  if (a.is_zero() || a.is_one()) return exponent == 0 ? Rational(1) : a;
  if (abs(a).is_one()) return exponent % 2 == 0 ? Rational(1) : a;
  // |a| has b bits: |a|^e has at least (b-1)·|e|
  const auto magnitude =
      exponent < 0 ? 0UL - static_cast<unsigned long>(exponent) : static_cast<unsigned long>(exponent);
  const std::uint64_t least = std::max<std::uint64_t>(bits(a) - 1, 1);
  if (magnitude > kLargestNumberBits / least) refuse_size();
  Rational result;
  fmpq_pow_si(result.flint(), a.flint(), exponent);
  return checked(std::move(result));
}

std::optional<Rational> exact_root(const Rational& a, unsigned long n) {
  CHECK(n > 0);
  if (a.sign() < 0) return std::nullopt;
  if (a.is_zero() || a.is_one()) return a;
  if (n > bits(a)) return std::nullopt;  // the root would lie between 1 and 2
  Rational result;
  const auto root = [n](fmpz* to, const fmpz* of) { return fmpz_root(to, of, static_cast<slong>(n)) != 0; };
  if (!root(fmpq_numref(result.flint()), fmpq_numref(a.flint()))) return std::nullopt;
  if (!root(fmpq_denref(result.flint()), fmpq_denref(a.flint()))) return std::nullopt;
  return result;
}

Rational factorial(long n) {
  constexpr long kLargest = 5000;  // 54,233 bits
  if (n < 0)
    throw Error(ErrorCode::kUndefinedValue, fmt::format("factorial({}) is not defined: the argument is negative", n));
  if (n > kLargest)
    throw Error(ErrorCode::kUndefinedValue,
                fmt::format("factorial({}) is too large: at most factorial({})", n, kLargest));
  Rational result;
  fmpz_fac_ui(fmpq_numref(result.flint()), static_cast<ulong>(n));
  return result;
}

}  // namespace kinemate
