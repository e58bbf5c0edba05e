#include "expr/expr.h"

#include "expr/pool.h"

namespace kinemate {

Expr::Expr() : Expr(Pool::current().zero()) {}
Expr::Expr(int value) : Expr(Rational(value)) {}
Expr::Expr(long value) : Expr(Rational(value)) {}
Expr::Expr(const Rational& value) : Expr(Pool::current().make_rational(value)) {}

Rational Expr::rational() const { return Pool::current().rational(Pool::current().node(*this)); }
double Expr::real() const { return Pool::current().real(Pool::current().node(*this)); }
std::string_view Expr::name() const { return Pool::current().name(Pool::current().node(*this)); }

int Expr::primes() const {
  CHECK(kind() == Kind::kSymbol);
  return static_cast<int>(Pool::current().node(*this).words[1]);
}

Function Expr::function() const {
  CHECK(kind() == Kind::kCall);
  return Pool::current().node(*this).function;
}

std::span<const int> Expr::orders() const {
  CHECK(kind() == Kind::kUnspecified);
  return Pool::current().orders(Pool::current().node(*this));
}

Expr make_pi() { return Pool::current().make_pi(); }

Expr make_real(double value) {
  if (value == 0.0 || value == 1.0 || value == -1.0) return {static_cast<int>(value)};
  return Pool::current().make_real(value);
}

Expr make_symbol(std::string_view name, int primes) { return Pool::current().make_symbol(name, primes); }

Expr make_unspecified(std::string_view name, std::span<const Expr> arguments, std::span<const int> orders) {
  const std::vector<int> none(arguments.size(), 0);
  return Pool::current().make_unspecified(name, orders.empty() ? none : orders, arguments);
}

BasePower split_power(Expr e) {
  const Pool& pool = Pool::current();
  const Node& node = pool.node(e);
  if (node.kind == Kind::kPower) {
    const Expr exponent = pool.handle(node.words[1]);
    if (exponent.is_rational()) return {pool.handle(node.words[0]), exponent.rational()};
  }
  return {e, Rational(1)};
}

bool is_negative(Expr e) {
  const Expr number = split_number(e).number;
  return number.is_rational() ? number.rational().sign() < 0 : number.real() < 0;
}

}  // namespace kinemate
