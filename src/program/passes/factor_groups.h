// Terms of a sum that have factors in common, and what taking these out saves.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kinemate {

/// Numbers for factors: a value, a divisor, or a positive constant. Sorted lists of them are compared.
using FactorId = std::uint64_t;
enum class FactorKind : std::uint64_t { kConstant, kValue, kDivisor };

inline FactorId factor_id(FactorKind kind, std::uint64_t number) {
  return static_cast<std::uint64_t>(kind) << 32 | number;
}
inline FactorKind kind_of(FactorId id) { return static_cast<FactorKind>(id >> 32); }
inline std::uint32_t number_of(FactorId id) { return static_cast<std::uint32_t>(id); }

/// ±Π factors
struct Monomial {
  bool negative = false;
  std::vector<FactorId> factors;  ///< sorted
  double cost = 0;                ///< as it is made now
};

/// Of the multiplications and the division of a product.
double product_cost(double factors, double divisors);

/// common·Σ rest: terms of a sum with common factors.
struct Group {
  std::vector<FactorId> common;
  std::vector<std::size_t> members;  ///< places in the sum
  double saved = 0;
};

/// The factors that are not common. REQUIRES: `common` are some of them.
Monomial rest(const Monomial& whole, std::span<const FactorId> common);

/// Greedily: what saves most, then what saves most of the rest. A term is in one group at the most.
std::vector<Group> find_groups(std::span<const Monomial> monomials);

}  // namespace kinemate
