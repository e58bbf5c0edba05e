#include "expr/text/arrange.h"

#include <algorithm>

#include "expr/graph.h"
#include "expr/order.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr std::size_t kMostFactors = 50;  // longer products stay as they are

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
    if (node.kind() != Kind::kProduct) continue;
    std::vector<Expr>& mine = factors[i];
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
    std::stable_sort(mine.begin(), mine.end(), [](Expr a, Expr b) { return compare(a, b) < 0; });
    Expr product(1);
    for (const Expr factor : mine) product *= factor;
    arranged[i] = product;
  }
  std::vector<Expr> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(arranged[root]);
  return result;
}

}  // namespace kinemate
