// Formulas: an interned, immutable graph with light local rewriting.
//
// An Expr is a handle of 8 bytes on a node of the current pool (expr/pool.h). Equal formulas are the same node:
// `a == b` compares handles. Sums and products are binary; a - b is a + (-1)*b and a/b is a*b^(-1); sqrt(x) is
// x^(1/2). Operands of sums, products and other commutative nodes are ordered by content (expr/order.h).
// Formulas are real: a rewrite keeps the value at every point where the formula it replaces has a real value.
//
// Automatic rewrites. With r, s exact numbers, c any number, n an integer:
//   numbers     r + s, r*s, r^n and exact roots are computed; with a real among them, in double precision
//   sums        x + 0 = x     c + (d + x) = (c+d) + x     c*x + d*x = (c+d)*x
//   products    0*x = 0     1*x = x     numbers move to the front: (c*x)*(d*y) = (c*d)*(x*y)
//               x^r * x^s = x^(r+s) where r and s, or r+s, are integers
//   powers      x^0 = 1     x^1 = x     1^x = 1     0^r = 0 for r > 0     (x^y)^n = x^(y*n)
//               (x^n)^r = abs(x)^(n*r) for even n, r no integer     (x^r)^s = x^(r*s) for other r
//               (c*x)^n = c^n * x^n     (r*x)^s = r^s * x^s where r^s is exact     abs(x)^n = x^n for even n
//   functions   symmetry: sin(-2*x) = -sin(2*x), cos(-x) = cos(x), abs(-3*x) = 3*abs(x), sign(-x) = -sign(x)
//               values: sin, cos, tan at multiples of pi/6 and pi/4; the others where the result is 0, 1 or a
//               simple multiple of pi; logarithms of powers of their base; cube roots of cubes; min, max, abs,
//               sign, step, comparisons, if, floor, mod, factorial and comb of numbers; floor of multiples of pi;
//               any function of reals, in doubles
//               floor(n) = n where n is a floor, sign, step or comparison     mod(r*x, s*x) = mod(r, s)*x
//               mod(mod(x, y), y) = mod(x, y)     noEvent of a number or a symbol is its argument
//               inverses: sin(asin(x)) = x and the like, exp(log(x)) = x, log(exp(x)) = x, asinh(sinh(x)) = x
//               abs(x) = x where x is an even or broken power, exp, cosh, abs     abs(x^n) = abs(x)^n for odd n
//               min(x, x) = x     x < x is 0     x == x is 1     if(c, x, x) = x     x and x is x != 0
// Not done: nothing is flattened or distributed, no sums are reordered across levels, (x*y)^2 and sqrt(x*y) stay,
// sin(x)^2 + cos(x)^2 stays, x + y - x stays, fractions are not reduced beyond one level. Such normal forms are
// explicit calls.
// Refused with Error: division by an exact zero, poles such as log(0) and tan(pi/2), numbers beyond 19,728 digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "expr/function.h"
#include "expr/rational.h"

namespace kinemate {

enum class Kind : std::uint8_t {
  kRational,
  kReal,  ///< a double, finite and none of 0, 1, -1
  kPi,
  kSymbol,  ///< a name with zero or more primes: x, x', x''
  kSum,
  kProduct,  ///< a number, if any, is operand 0
  kPower,
  kCall,        ///< a built-in function
  kUnspecified  ///< an unspecified function of any arguments, or a partial derivative of one
};

class Expr {
 public:
  Expr();                       ///< 0
  Expr(int value);              // NOLINT: numbers convert
  Expr(long value);             // NOLINT
  Expr(const Rational& value);  // NOLINT
  Expr(double) = delete;        ///< numbers are exact: write Rational, or make_real where a double is meant

  inline Kind kind() const;
  inline std::size_t operand_count() const;
  inline Expr operand(std::size_t i) const;

  bool is_number() const { return kind() <= Kind::kReal; }
  bool is_rational() const { return kind() == Kind::kRational; }
  inline bool is_zero() const;
  inline bool is_one() const;
  inline bool is_call(Function function) const;

  Rational rational() const;            ///< REQUIRES: kind() == kRational
  double real() const;                  ///< REQUIRES: is_number(); rationals are rounded
  std::string_view name() const;        ///< REQUIRES: kSymbol or kUnspecified
  int primes() const;                   ///< REQUIRES: kSymbol
  Function function() const;            ///< REQUIRES: kCall
  std::span<const int> orders() const;  ///< REQUIRES: kUnspecified; how often it is differentiated by each argument

  /// The same formula has the same hash in every pool and every run.
  inline std::uint64_t hash() const;

  friend bool operator==(Expr a, Expr b) { return a.index_ == b.index_ && a.pool_ == b.pool_; }

 private:
  friend class Pool;
  Expr(std::uint32_t index, std::uint32_t pool) : index_(index), pool_(pool) {}

  std::uint32_t index_;
  std::uint32_t pool_;
};

static_assert(sizeof(Expr) == 8 && std::is_trivially_copyable_v<Expr>);

// Leaves
Expr make_real(double value);  ///< REQUIRES: value is finite; 0, 1 and -1 become the exact numbers
Expr make_pi();
Expr make_symbol(std::string_view name, int primes = 0);

// Arithmetic
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
inline Expr& operator+=(Expr& a, Expr b) { return a = a + b; }
inline Expr& operator-=(Expr& a, Expr b) { return a = a - b; }
inline Expr& operator*=(Expr& a, Expr b) { return a = a * b; }
inline Expr& operator/=(Expr& a, Expr b) { return a = a / b; }
Expr pow(Expr base, Expr exponent);
Expr sqrt(Expr a);

// Functions
/// A built-in function. Throws Error for a wrong number of arguments; min and max of many become nested pairs.
Expr make_call(Function function, std::span<const Expr> arguments);
Expr make_call(Function function, Expr argument);
Expr make_call(Function function, Expr first, Expr second);
Expr sin(Expr a);
Expr cos(Expr a);
Expr abs(Expr a);
Expr make_if(Expr condition, Expr then, Expr otherwise);
/// 1 where the condition is 0, else 0.
Expr make_not(Expr condition);

/// An unspecified function; orders: how often differentiated by each argument (empty: not at all).
Expr make_unspecified(std::string_view name, std::span<const Expr> arguments, std::span<const int> orders = {});

/// A product as number × rest; {1, e} where there is no number, {e, 1} where e is a number.
struct Scaled {
  Expr number;
  Expr rest;
};
inline Scaled split_number(Expr e);

/// A power as base and exact exponent; {e, 1} for everything else.
struct BasePower {
  Expr base;
  Rational exponent;
};
BasePower split_power(Expr e);

/// Whether e is a number below zero or a product with such a number.
bool is_negative(Expr e);

}  // namespace kinemate

template <>
struct std::hash<kinemate::Expr> {
  std::size_t operator()(kinemate::Expr e) const { return e.hash(); }
};

#include "expr/pool.h"  // the accessors above are one load each, and inline
