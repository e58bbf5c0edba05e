#include "expr/order.h"

#include "expr/pool.h"

namespace kinemate {
namespace {

constexpr int kLevels = 8;

int rank(const Node& node) {
  switch (node.kind) {
    case Kind::kRational:
    case Kind::kReal: return 0;
    case Kind::kPi: return 1;
    case Kind::kSymbol: return node.words[1] == 0 ? 2 : 8;
    case Kind::kUnspecified: return 3;
    case Kind::kCall: return 4;
    case Kind::kPower: return 5;
    case Kind::kSum: return 6;
    case Kind::kProduct: return 7;
  }
  return 9;
}

template <class T>
int three_way(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

int compare_numbers(Expr a, Expr b) {
  if (a.is_rational() && b.is_rational()) return three_way(a.rational(), b.rational());
  const int by_value = three_way(a.real(), b.real());
  return by_value != 0 ? by_value : three_way(a.kind(), b.kind());
}

// What a node is apart from its operands.
int compare_heads(Expr a, Expr b) {
  const Pool& pool = Pool::current();
  const Node& x = pool.node(a);
  const Node& y = pool.node(b);
  if (const int by_rank = rank(x) - rank(y); by_rank != 0) return by_rank;
  switch (x.kind) {
    case Kind::kRational:
    case Kind::kReal: return compare_numbers(a, b);
    case Kind::kSymbol:
      if (const int by_name = a.name().compare(b.name()); by_name != 0) return by_name;
      return a.primes() - b.primes();
    case Kind::kUnspecified: {
      if (const int by_name = a.name().compare(b.name()); by_name != 0) return by_name;
      if (x.count != y.count) return x.count - y.count;
      const auto left = a.orders(), right = b.orders();
      for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] != right[i]) return left[i] - right[i];
      }
      return 0;
    }
    case Kind::kCall:
      if (x.function != y.function) return three_way(x.function, y.function);
      return x.count - y.count;
    default: return 0;
  }
}

}  // namespace

int compare(Expr a, Expr b) {
  const Pool& pool = Pool::current();
  for (int level = 0; !(a == b); ++level) {
    if (level >= kLevels && a.hash() != b.hash()) return a.hash() < b.hash() ? -1 : 1;
    const Scaled scaled_a = split_number(a), scaled_b = split_number(b);
    const Expr core_a = a.is_number() ? a : scaled_a.rest, core_b = b.is_number() ? b : scaled_b.rest;
    if (core_a == core_b) return compare_numbers(scaled_b.number, scaled_a.number);
    const BasePower power_a = split_power(core_a), power_b = split_power(core_b);
    if (power_a.base == power_b.base) return three_way(power_b.exponent, power_a.exponent);
    a = power_a.base, b = power_b.base;
    if (const int heads = compare_heads(a, b); heads != 0) return heads;
    const auto left = pool.operands(pool.node(a)), right = pool.operands(pool.node(b));
    std::size_t i = 0;
    while (left[i] == right[i]) ++i;  // the bases differ, so an operand does
    a = pool.handle(left[i]), b = pool.handle(right[i]);
  }
  return 0;
}

}  // namespace kinemate
