#include "study/machine_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/error.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/simplify.h"
#include "expr/text/print.h"
#include "formalism/links/link_system.h"
#include "study/only_trees.h"
#include "study/state.h"

namespace kinemate {
namespace {

constexpr double kRounding = 1e-10;  // of a factor: lengths and angles of files have fewer digits
constexpr double kNothing = 1e-15;   // of a value, as in round_constants
constexpr std::size_t kLongNumber = 12;

// But for rounding.
bool is_same(Expr a, Expr b) {
  if (!a.is_number() || !b.is_number()) return a == b;
  return std::abs(a.real() - b.real()) <= kRounding * std::abs(a.real());
}

// A factor in front of a product; empty for 1.
std::string factor_text(Expr factor) {
  if (factor.is_one()) return "";
  std::string text = to_text(factor);
  if (factor.is_number() && text.size() > kLongNumber) text = fmt::format("{:.10g}", factor.real());
  return (factor.kind() == Kind::kSum ? "(" + text + ")" : text) + "*";
}

std::string sum_text(std::span<const Expr> symbols) {
  std::string text;
  for (Expr symbol : symbols) text += (text.empty() ? "" : " + ") + to_text(symbol);
  return text;
}

}  // namespace

MachineParameters find_parameters(const Model& model, const Kinematics& kinematics) {
  MachineParameters found{make_links(model, kinematics), {}};
  round_constants(found.links);
  found.parameters = find_base_parameters(model, kinematics, found.links);
  return found;
}

MachineParameters find_parameters(const Model& model) {
  const Kinematics kinematics = compute_kinematics(model);
  require_tree(model, kinematics);
  if (const auto obstacle = find_obstacle(model, kinematics))
    throw Error(ErrorCode::kAlgorithm, fmt::format("this machine has no base parameters: {}", *obstacle),
                "they are defined where inertia belongs to bodies, and speeds to one joint each");
  return find_parameters(model, kinematics);
}

std::vector<RegroupedTerm> regrouped_terms(const BaseParameters& parameters, const BaseParameter& base) {
  const std::vector<Expr> there = free_symbols(base.formula);
  const std::unordered_set<Expr> in_formula(there.begin(), there.end());
  std::vector<Expr> symbols;
  for (const StandardParameter& standard : parameters.standard)
    if (in_formula.contains(standard.symbol)) symbols.push_back(standard.symbol);
  const std::vector<Expr> factors = gradient(base.formula, symbols);
  std::vector<RegroupedTerm> terms;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const Expr factor = factors[i].is_number() ? factors[i] : simplify(factors[i], kBriefly);
    if (factor.is_number() && std::abs(factor.real()) < kRounding) continue;
    const auto same = std::find_if(terms.begin(), terms.end(),
                                   [&](const RegroupedTerm& term) { return is_same(term.factor, factor); });
    if (same == terms.end()) {
      terms.push_back({factor, {symbols[i]}});
    } else {
      same->symbols.push_back(symbols[i]);
    }
  }
  const auto is_one = [](const RegroupedTerm& term) { return term.factor.is_one(); };
  std::stable_partition(terms.begin(), terms.end(), is_one);
  return terms;
}

std::string regrouped_text(const BaseParameters& parameters, const BaseParameter& base) {
  std::string text;
  for (const auto& [factor, symbols] : regrouped_terms(parameters, base)) {
    const bool minus = is_negative(factor);
    text += text.empty() ? (minus ? "-" : "") : (minus ? " - " : " + ");
    const std::string front = factor_text(minus ? -factor : factor), sum = sum_text(symbols);
    const bool brackets = symbols.size() > 1 && (minus || !front.empty());
    text += front + (brackets ? "(" + sum + ")" : sum);
  }
  return text.empty() ? "0" : text;
}

std::vector<std::optional<double>> values_of(const Model& model, const BaseParameters& parameters) {
  const State state = make_state(model, compute_kinematics(model), {});
  std::vector<std::optional<double>> values;
  for (const BaseParameter& base : parameters.base) {
    bool known = unspecified_calls({&base.value, 1}).empty();
    for (Expr symbol : free_symbols(base.value)) known = known && state.values.contains(symbol);
    const double value = known ? evaluate(base.value, state.values) : 0;
    values.push_back(known ? std::optional(std::abs(value) < kNothing ? 0 : value) : std::nullopt);
  }
  return values;
}

}  // namespace kinemate
