#include "expr/text/arrange.h"

#include <algorithm>

#include "expr/graph.h"
#include "expr/order.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostFactors = 50;  // longer products stay as they are

bool divides(Expr e) { return split_power(e).exponent.sign() < 0; }

bool is_reciprocal_of_product(Expr e) {
  return e.kind() == Kind::kPower && e.operand(0).kind() == Kind::kProduct && e.operand(1) == Expr(-1);
}

// In order, factors of one base multiplied: neighbours then, and what they make is no product.
std::vector<Expr> merge_factors(std::vector<Expr> factors) {
  std::stable_sort(factors.begin(), factors.end(), [](Expr a, Expr b) { return compare(a, b) < 0; });
  std::vector<Expr> merged;
  for (const Expr factor : factors) {
    if (!merged.empty() && split_power(merged.back()).base == split_power(factor).base) {
      const Expr together = merged.back() * factor;
      if (together.kind() != Kind::kProduct) {
        merged.back() = together;
        continue;
      }
    }
    merged.push_back(factor);
  }
  return merged;
}

// Those that divide last and together.
Expr product_of(const std::vector<Expr>& factors) {
  Expr above(1), below(1);
  for (const Expr factor : factors) {
    if (divides(factor)) {
      below *= pow(factor, Expr(-1));
    } else {
      above *= factor;
    }
  }
  return below.is_one() ? above : above / below;
}

}  // namespace

std::vector<Expr> arrange_products(std::span<const Expr> formulas) {
  const Graph graph(formulas);
  std::vector<Expr> arranged(graph.size()), operands;
  std::vector<std::vector<Expr>> factors(graph.size());  // of products
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    operands.clear();
    for (const std::uint32_t operand : graph.operands(i)) operands.push_back(arranged[operand]);
    arranged[i] = operands.empty() ? node : rebuild(node, operands);
    std::vector<Expr>& mine = factors[i];
    if (is_reciprocal_of_product(node)) {
      for (const Expr factor : factors[graph.operands(i)[0]]) mine.push_back(pow(factor, Expr(-1)));
    }
    if (node.kind() != Kind::kProduct) continue;
    for (const std::uint32_t operand : graph.operands(i)) {
      const std::vector<Expr>& below = factors[operand];
      if (below.empty()) {
        mine.push_back(arranged[operand]);
      } else {
        mine.insert(mine.end(), below.begin(), below.end());
      }
    }
    if (mine.size() > kMostFactors) {
      mine.clear();
      continue;
    }
    mine = merge_factors(std::move(mine));
    arranged[i] = product_of(mine);
  }
  std::vector<Expr> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(arranged[root]);
  return result;
}

}  // namespace kinemate
