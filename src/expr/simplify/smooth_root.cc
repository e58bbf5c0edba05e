#include "expr/simplify/smooth_root.h"

#include <vector>

namespace kinemate {

std::optional<Expr> smooth_root(Expr square) {
  if (square.is_number()) return sqrt(square);
  const auto [number, rest] = split_number(square);
  if (is_negative(number)) return std::nullopt;
  std::vector<Expr> open = {rest};
  Expr root = sqrt(number);
  while (!open.empty()) {
    const Expr factor = open.back();
    open.pop_back();
    const auto [base, exponent] = split_power(factor);
    if (factor.kind() == Kind::kProduct) {
      open.insert(open.end(), {factor.operand(1), factor.operand(0)});
    } else if (exponent.is_even()) {
      root *= pow(base, Expr(exponent / Rational(2)));
    } else {
      return std::nullopt;
    }
  }
  return root;
}

}  // namespace kinemate
