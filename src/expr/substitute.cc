#include "expr/substitute.h"

#include <fmt/format.h>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"

namespace kinemate {
namespace {

// A template with some arguments. Its derivatives, made once each, are kept.
class Templates {
 public:
  explicit Templates(const std::unordered_map<std::string, Template>& functions) : functions_(functions) {}

  bool knows(Expr call) const { return functions_.contains(std::string(call.name())); }

  Expr apply(Expr call, std::span<const Expr> arguments) {
    const std::string name(call.name());
    const Template& function = functions_.at(name);
    if (function.argument_count != arguments.size()) {
      throw Error(ErrorCode::kFunctionCall,
                  fmt::format("{} is given with {} argument{}, but stands in the formula with {}", name,
                              function.argument_count, function.argument_count == 1 ? "" : "s", arguments.size()));
    }
    Substitution parameters;
    for (std::size_t k = 0; k < arguments.size(); ++k) parameters.symbols.emplace(make_parameter(k + 1), arguments[k]);
    return substitute(derivative(call, function.body), parameters);
  }

 private:
  Expr derivative(Expr call, Expr body) {
    std::string key(call.name());
    const auto orders = call.orders();
    for (const int order : orders) key += fmt::format(",{}", order);
    const auto found = derivatives_.find(key);
    if (found != derivatives_.end()) return found->second;
    for (std::size_t k = 0; k < orders.size(); ++k) {
      for (int i = 0; i < orders[k] && !body.is_zero(); ++i) body = differentiate(body, make_parameter(k + 1));
    }
    derivatives_.emplace(key, body);
    return body;
  }

  const std::unordered_map<std::string, Template>& functions_;
  std::unordered_map<std::string, Expr> derivatives_;
};

}  // namespace

Expr make_parameter(std::size_t k) { return make_symbol(fmt::format("${}", k)); }

Expr rebuild(Expr node, std::span<const Expr> operands) {
  switch (node.kind()) {
    case Kind::kSum: return operands[0] + operands[1];
    case Kind::kProduct: return operands[0] * operands[1];
    case Kind::kPower: return pow(operands[0], operands[1]);
    case Kind::kCall: return make_call(node.function(), operands);
    case Kind::kUnspecified: return make_unspecified(node.name(), operands, node.orders());
    default: return node;
  }
}

std::vector<Expr> substitute(std::span<const Expr> formulas, const Substitution& substitution) {
  const Graph graph(formulas);
  Templates templates(substitution.functions);
  std::vector<Expr> result(graph.size()), operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    if (graph.operands(i).empty()) {
      const auto found = substitution.symbols.find(node);
      result[i] = found == substitution.symbols.end() ? node : found->second;
      continue;
    }
    bool changed = false;
    operands.clear();
    for (std::size_t k = 0; k < graph.operands(i).size(); ++k) {
      operands.push_back(result[graph.operands(i)[k]]);
      changed = changed || !(operands.back() == node.operand(k));
    }
    const bool templated = node.kind() == Kind::kUnspecified && templates.knows(node);
    result[i] = templated ? templates.apply(node, operands) : changed ? rebuild(node, operands) : node;
  }
  std::vector<Expr> results;
  for (const std::uint32_t root : graph.roots()) results.push_back(result[root]);
  return results;
}

Expr substitute(Expr formula, const Substitution& substitution) { return substitute({&formula, 1}, substitution)[0]; }

}  // namespace kinemate
