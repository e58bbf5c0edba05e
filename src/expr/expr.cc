#include "expr/expr.h"

#include "expr/pool.h"

namespace kinemate {

Expr::Expr() : Expr(Pool::current().zero()) {}
Expr::Expr(int value) : Expr(Rational(value)) {}
Expr::Expr(long value) : Expr(Rational(value)) {}
Expr::Expr(const Rational& value) : Expr(Pool::current().make_rational(value)) {}

Kind Expr::kind() const { return Pool::current().node(*this).kind; }
std::size_t Expr::operand_count() const { return Pool::current().node(*this).count; }

Expr Expr::operand(std::size_t i) const {
  const Pool& pool = Pool::current();
  const Node& node = pool.node(*this);
  CHECK(i < node.count);
  return pool.handle(pool.operands(node)[i]);
}

bool Expr::is_zero() const { return *this == Pool::current().zero(); }
bool Expr::is_one() const { return *this == Pool::current().one(); }

bool Expr::is_call(Function function) const {
  const Node& node = Pool::current().node(*this);
  return node.kind == Kind::kCall && node.function == function;
}

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

std::uint64_t Expr::hash() const { return Pool::current().node(*this).hash; }

Expr make_pi() { return Pool::current().make_pi(); }

Expr make_real(double value) {
  if (value == 0.0 || value == 1.0) return {static_cast<int>(value)};
  return Pool::current().make_real(value);
}

Expr make_symbol(std::string_view name, int primes) { return Pool::current().make_symbol(name, primes); }

Expr make_unspecified(std::string_view name, std::span<const Expr> arguments, std::span<const int> orders) {
  const std::vector<int> none(arguments.size(), 0);
  return Pool::current().make_unspecified(name, orders.empty() ? none : orders, arguments);
}

Scaled split_number(Expr e) {
  const Pool& pool = Pool::current();
  const Node& node = pool.node(e);
  if (node.kind <= Kind::kReal) return {e, pool.one()};
  if (node.kind == Kind::kProduct) {
    const Expr first = pool.handle(node.words[0]);
    if (pool.node(first).kind <= Kind::kReal) return {first, pool.handle(node.words[1])};
  }
  return {pool.one(), e};
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
