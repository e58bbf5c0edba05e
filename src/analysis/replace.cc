#include "analysis/replace.h"

#include <algorithm>

#include "expr/graph.h"
#include "expr/substitute.h"

namespace kinemate {

Expr replace(Expr formula, const std::unordered_map<Expr, Expr>& by) {
  const Graph graph(formula);
  std::vector<Expr> result(graph.size()), operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    result[i] = node;
    if (const auto found = by.find(node); found != by.end()) {
      result[i] = found->second;
      continue;
    }
    operands.clear();
    bool changed = false;
    for (std::size_t k = 0; k < graph.operands(i).size(); ++k) {
      operands.push_back(result[graph.operands(i)[k]]);
      changed = changed || !(operands.back() == node.operand(k));
    }
    if (changed) result[i] = rebuild(node, operands);
  }
  return result[graph.roots()[0]];
}

bool depends_on(Expr formula, Expr symbol) {
  const std::vector<Expr> symbols = free_symbols(formula);
  return std::find(symbols.begin(), symbols.end(), symbol) != symbols.end();
}

}  // namespace kinemate
