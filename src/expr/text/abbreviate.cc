#include "expr/text/abbreviate.h"

#include <algorithm>
#include <unordered_set>

#include "expr/graph.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

std::string free_prefix(std::span<const Expr> formulas, std::string_view wanted) {
  std::unordered_set<std::string> names;
  for (Expr symbol : free_symbols(formulas)) names.insert(std::string(symbol.name()));
  std::string prefix(wanted);
  auto clashes = [&](const std::string& name) {
    return name.starts_with(prefix) && name.size() > prefix.size() &&
           name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
  };
  while (std::any_of(names.begin(), names.end(), clashes)) prefix += wanted;
  return prefix;
}

bool is_leaf(Expr e) { return e.operand_count() == 0; }

// -x and numbers times symbols are as short as a name.
bool is_short(Expr e) {
  const Scaled scaled = split_number(e);
  return is_leaf(e) || is_leaf(scaled.rest);
}

}  // namespace

Abbreviated abbreviate(std::span<const Expr> formulas, const AbbreviateOptions& options) {
  const Graph graph(formulas);
  std::vector<std::uint32_t> uses(graph.size(), 0);
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (std::uint32_t operand : graph.operands(i)) ++uses[operand];
  for (std::uint32_t root : graph.roots()) ++uses[root];

  const std::string prefix = free_prefix(formulas, options.prefix);
  Abbreviated result;
  std::vector<Expr> written(graph.size());    // each node with the names put in
  std::vector<double> size(graph.size(), 0);  // operations of its text
  std::vector<Expr> operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    operands.clear();
    bool changed = false;
    size[i] = is_leaf(node) ? 0 : 1;
    for (std::uint32_t operand : graph.operands(i)) {
      operands.push_back(written[operand]);
      changed = changed || !(written[operand] == graph.node(operand));
      size[i] += size[operand];
    }
    written[i] = changed ? rebuild(node, operands) : node;
    const bool shared = uses[i] > 1 && size[i] >= options.least && (uses[i] - 1) * size[i] >= options.gain;
    if (is_short(node) || !(shared || size[i] > options.longest)) continue;
    const Expr symbol = make_symbol(prefix + std::to_string(result.abbreviations.size() + 1));
    result.abbreviations.push_back({symbol, written[i]});
    written[i] = symbol;
    size[i] = 0;
  }
  for (std::uint32_t root : graph.roots()) result.formulas.push_back(written[root]);
  return result;
}

}  // namespace kinemate
