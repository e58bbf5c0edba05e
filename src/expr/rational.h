// An exact rational number: FLINT's fmpq as a value type.
//
// FLINT ends the process where it divides by zero and takes what memory a power asks for. Every operation here
// guards both: it throws Error instead. Numbers above kLargestNumberBits are refused.
#pragma once

#include <flint/fmpq.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kinemate {

/// Numerator and denominator may have this many bits (about 20,000 digits); beyond it arithmetic throws Error.
inline constexpr std::uint64_t kLargestNumberBits = 1u << 16;

class Rational {
 public:
  Rational() { fmpq_init(value_); }
  Rational(long value) : Rational() { fmpq_set_si(value_, value, 1); }  // NOLINT: numbers convert
  /// REQUIRES: denominator > 0.
  Rational(long numerator, unsigned long denominator);
  Rational(const Rational& other) : Rational() { fmpq_set(value_, other.value_); }
  Rational(Rational&& other) noexcept : Rational() { fmpq_swap(value_, other.value_); }
  Rational& operator=(Rational other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  /// digits × 10^exponent; `digits` holds decimal digits only.
  static Rational from_decimal(std::string_view digits, long exponent);
  /// The exact value of a finite double.
  static Rational from_double(double value);

  bool is_zero() const { return fmpq_is_zero(value_) != 0; }
  bool is_one() const { return fmpq_is_one(value_) != 0; }
  bool is_integer() const { return fmpz_is_one(fmpq_denref(value_)) != 0; }
  bool is_even() const { return is_integer() && fmpz_is_even(fmpq_numref(value_)) != 0; }
  int sign() const { return fmpq_sgn(value_); }
  /// The value, if it is an integer that fits.
  std::optional<long> to_long() const;
  double to_double() const;
  Rational numerator() const;
  Rational denominator() const;
  Rational floor() const;
  std::string to_string() const;  ///< "n" or "n/d"

  const fmpq* flint() const { return value_; }
  fmpq* flint() { return value_; }

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b);  ///< throws Error for b = 0
  friend Rational operator-(const Rational& a);
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend bool operator<(const Rational& a, const Rational& b) { return fmpq_cmp(a.value_, b.value_) < 0; }

 private:
  fmpq_t value_;
};

Rational abs(const Rational& a);

/// a^exponent; throws Error for 0 to a negative power and for results that are too large.
Rational power(const Rational& a, long exponent);

/// The rational n-th root of a ≥ 0, if there is one. REQUIRES: n > 0.
std::optional<Rational> exact_root(const Rational& a, unsigned long n);

Rational factorial(long n);  ///< throws Error for n < 0 and n > 5000

/// Number of bits of numerator and denominator, the larger one.
std::uint64_t bits(const Rational& a);

}  // namespace kinemate
