#include "expr/differentiate.h"

#include "base/check.h"
#include "expr/graph.h"
#include "expr/partial.h"

namespace kinemate {
namespace {

// d(node) from the derivatives of its operands.
Expr forward(const Graph& graph, std::size_t position, std::span<const Expr> derivative) {
  const Expr node = graph.node(position);
  const auto operands = graph.operands(position);
  bool constant = true;
  for (const std::uint32_t operand : operands) constant = constant && derivative[operand].is_zero();
  if (constant) return Expr(0);
  if (const auto selection = as_selection(node)) {
    return make_if(selection->condition, derivative[operands[selection->taken]],
                   derivative[operands[selection->other]]);
  }
  if (node.is_call(Function::kNoEvent)) return make_call(Function::kNoEvent, derivative[operands[0]]);
  Expr sum;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Expr inner = derivative[operands[i]];
    if (!inner.is_zero()) sum += partial(node, i) * inner;
  }
  return sum;
}

}  // namespace

std::vector<Expr> differentiate(std::span<const Expr> formulas, const Seeds& seeds) {
  const Graph graph(formulas);
  std::vector<Expr> derivative(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (graph.operands(i).empty()) {
      const auto seed = seeds.find(graph.node(i));
      if (seed != seeds.end()) derivative[i] = seed->second;
    } else {
      derivative[i] = forward(graph, i, derivative);
    }
  }
  std::vector<Expr> results;
  for (const std::uint32_t root : graph.roots()) results.push_back(derivative[root]);
  return results;
}

Expr differentiate(Expr formula, Expr symbol) {
  CHECK(symbol.kind() == Kind::kSymbol);
  return differentiate({&formula, 1}, {{symbol, Expr(1)}})[0];
}

Expr differentiate_time(Expr formula, const std::unordered_set<std::string>& of_time) {
  Seeds seeds;
  for (const Expr symbol : free_symbols(formula)) {
    const bool moves = symbol.primes() > 0 || of_time.contains(std::string(symbol.name()));
    if (moves) seeds.emplace(symbol, make_symbol(symbol.name(), symbol.primes() + 1));
  }
  seeds.emplace(make_symbol("t"), Expr(1));
  return differentiate({&formula, 1}, seeds)[0];
}

}  // namespace kinemate
