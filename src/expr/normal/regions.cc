#include "expr/normal/regions.h"

#include <unordered_map>

#include "expr/graph.h"
#include "expr/substitute.h"

namespace kinemate {

bool is_atom(Expr e) {
  switch (e.kind()) {
    case Kind::kSum:
    case Kind::kProduct: return false;
    case Kind::kPower: return !(e.operand(1).is_rational() && e.operand(1).rational().is_integer());
    default: return true;
  }
}

bool is_atom_or_reciprocal(Expr e) { return is_atom(e) || split_power(e).exponent.sign() < 0; }

std::vector<Expr> map_atoms(std::span<const Expr> formulas, const ChangeAtom& change) {
  const Graph graph(formulas);
  std::vector<Expr> result(graph.size()), operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    operands.clear();
    for (const std::uint32_t operand : graph.operands(i)) operands.push_back(result[operand]);
    result[i] = operands.empty() ? node : is_atom(node) ? change(node, operands) : rebuild(node, operands);
  }
  std::vector<Expr> results;
  for (const std::uint32_t root : graph.roots()) results.push_back(result[root]);
  return results;
}

Expr map_regions(Expr formula, const std::function<Expr(Expr)>& change) {
  std::unordered_map<Expr, Expr> known;
  const auto changed = [&](Expr e) {
    const auto found = known.find(e);
    return found != known.end() ? found->second : known.emplace(e, change(e)).first->second;
  };
  const auto inside = map_atoms({&formula, 1}, [&](Expr atom, std::span<const Expr> operands) {
    std::vector<Expr> fresh;
    for (const Expr operand : operands) fresh.push_back(changed(operand));
    return rebuild(atom, fresh);
  });
  return changed(inside[0]);
}

}  // namespace kinemate
