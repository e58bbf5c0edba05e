#include "analysis/terms_with.h"

#include "expr/graph.h"
#include "expr/simplify/simplify.h"

namespace kinemate {
namespace {

// A node that holds a chosen symbol, from its operands.
PartedFormula part_operation(Expr node, std::span<const PartedFormula> operands) {
  const PartedFormula &a = operands[0], &b = operands.back();
  if (node.kind() == Kind::kSum) return {a.without + b.without, a.with + b.with};
  if (node.kind() == Kind::kProduct) return {a.without * b.without, a.without * b.with + a.with * (b.without + b.with)};
  const auto exponent = split_power(node).exponent.to_long();
  if (node.kind() == Kind::kPower && exponent && *exponent > 1) {  // (a + b)^n has the part a^n
    const Expr without = pow(a.without, Expr(*exponent));
    return {without, node - without};
  }
  return {Expr(0), node};
}

}  // namespace

std::vector<PartedFormula> part_written_terms(std::span<const Expr> formulas,
                                              const std::function<bool(Expr symbol)>& chosen) {
  const Graph graph(formulas);
  std::vector<PartedFormula> parts(graph.size()), operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    bool holds = node.kind() == Kind::kSymbol && chosen(node);
    operands.clear();
    for (const std::uint32_t operand : graph.operands(i)) {
      operands.push_back(parts[operand]);
      holds = holds || !parts[operand].with.is_zero();
    }
    parts[i] = !holds             ? PartedFormula{node, Expr(0)}
               : operands.empty() ? PartedFormula{Expr(0), node}
                                  : part_operation(node, operands);
  }
  std::vector<PartedFormula> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(parts[root]);
  return result;
}

std::vector<PartedFormula> part_terms(std::span<const Expr> formulas, const std::function<bool(Expr symbol)>& chosen) {
  std::vector<PartedFormula> result = part_written_terms(formulas, chosen);
  for (PartedFormula& parted : result) {
    if (parted.with.is_zero()) continue;
    const Expr simple = simplify(parted.with, kBriefly);
    const PartedFormula again = part_written_terms({&simple, 1}, chosen)[0];
    if (!again.without.is_zero() || again.with.is_zero()) parted = {parted.without + again.without, again.with};
  }
  return result;
}

}  // namespace kinemate
