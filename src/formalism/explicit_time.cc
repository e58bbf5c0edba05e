#include "formalism/explicit_time.h"

#include <unordered_set>

#include "expr/graph.h"

namespace kinemate {
namespace {

// formula = without + with: products of sums are multiplied out as far as that is needed.
struct Parted {
  Expr without, with;
};

std::vector<Parted> part(std::span<const Expr> formulas, const std::unordered_set<std::string_view>& names) {
  const Graph graph(formulas);
  std::vector<Parted> parts(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const auto operands = graph.operands(i);
    bool is_timed = node.kind() == Kind::kSymbol && names.contains(node.name());
    for (const std::uint32_t operand : operands) is_timed = is_timed || !parts[operand].with.is_zero();
    if (!is_timed) {
      parts[i] = {node, Expr(0)};
    } else if (node.kind() == Kind::kSum) {
      const Parted &a = parts[operands[0]], &b = parts[operands[1]];
      parts[i] = {a.without + b.without, a.with + b.with};
    } else if (node.kind() == Kind::kProduct) {
      const Parted &a = parts[operands[0]], &b = parts[operands[1]];
      parts[i] = {a.without * b.without, a.without * b.with + a.with * (b.without + b.with)};
    } else {
      const BasePower power = split_power(node);
      const auto n = power.exponent.to_long();
      if (node.kind() == Kind::kPower && n && *n > 1) {  // (a + b)^n has the part a^n
        const Expr without = pow(parts[operands[0]].without, Expr(*n));
        parts[i] = {without, without.is_zero() ? node : node - without};
      } else {
        parts[i] = {Expr(0), node};
      }
    }
  }
  std::vector<Parted> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(parts[root]);
  return result;
}

}  // namespace

TimedForces split_explicit_time(const Model& model, const std::vector<Expr>& forces) {
  std::unordered_set<std::string_view> names = {"t"};
  for (const Input& input : model.inputs) names.insert(input.name);
  TimedForces result;
  for (const Parted& parted : part(forces, names)) {
    result.p.push_back(-parted.without);
    result.h.push_back(parted.with);
  }
  return result;
}

}  // namespace kinemate
