#include "analysis/switches.h"

#include "analysis/replace.h"
#include "expr/differentiate.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kSlopeWork = 1e5;

std::optional<Switch> as_switch(Expr node) {
  if (node.kind() != Kind::kCall) return std::nullopt;
  const Expr u = node.operand(0);
  switch (node.function()) {
    case Function::kSign: return Switch{node, u, Expr(1), Expr(-1), true};
    case Function::kAbs: return Switch{node, u, u, -u, false};
    case Function::kStep: return Switch{node, u, Expr(1), Expr(0), true};
    case Function::kMin: return Switch{node, u - node.operand(1), node.operand(1), u, false};
    case Function::kMax: return Switch{node, u - node.operand(1), u, node.operand(1), false};
    case Function::kLess:
    case Function::kLessEqual: return Switch{node, u - node.operand(1), Expr(0), Expr(1), true};
    default: return std::nullopt;
  }
}

// Every node, its operands changed already, by what `change` makes of it.
template <class Change>
Expr rewrite(Expr formula, Change change) {
  const Graph graph(formula);
  std::vector<Expr> result(graph.size()), operands;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    operands.clear();
    for (const std::uint32_t operand : graph.operands(i)) operands.push_back(result[operand]);
    result[i] = change(operands.empty() ? graph.node(i) : rebuild(graph.node(i), operands));
  }
  return result[graph.roots()[0]];
}

Expr absolute_sign(Expr u) { return u.is_number() ? make_call(Function::kSign, u) : abs(u) / u; }

Expr by_absolute_value(Expr node) {
  const Expr u = node.operand(0);
  const Expr half = Rational(1, 2);
  switch (node.function()) {
    case Function::kSign: return absolute_sign(u);
    case Function::kStep: return half + half * absolute_sign(u);
    case Function::kMin: return half * (u + node.operand(1) - abs(u - node.operand(1)));
    case Function::kMax: return half * (u + node.operand(1) + abs(u - node.operand(1)));
    default: return node;
  }
}

bool is_window(Expr e) { return e.is_call(Function::kStep) && e.operand_count() == 3; }

template <class Chosen>
Expr absolute_values_where(Expr formula, Chosen chosen) {
  return rewrite(open_windows(formula), [&](Expr node) {
    if (node.kind() != Kind::kCall) return node;
    const Expr changed = by_absolute_value(node);
    return changed == node || !chosen(node) ? node : changed;
  });
}

}  // namespace

std::vector<Switch> find_switches(std::span<const Expr> formulas) {
  std::vector<Switch> result;
  const Graph graph(formulas);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (auto found = as_switch(graph.node(i))) result.push_back(*found);
  return result;
}

bool jumps_repeatedly(Expr formula, Expr symbol) {
  const Graph graph(formula);
  std::vector<bool> depends(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    depends[i] = node == symbol;
    for (const std::uint32_t operand : graph.operands(i)) depends[i] = depends[i] || depends[operand];
    if (depends[i] && (node.is_call(Function::kFloor) || node.is_call(Function::kMod))) return true;
  }
  return false;
}

std::optional<Expr> find_crossing(Expr u, Expr x) {
  const Expr slope = normalize(differentiate(u, x), kSlopeWork);
  if (slope.is_zero() || depends_on(slope, x)) return std::nullopt;
  return -substitute(u, {{{x, Expr(0)}}, {}}) / slope;
}

Expr open_windows(Expr formula) {
  return rewrite(formula, [](Expr node) {
    if (node.is_call(Function::kNoEvent)) return node.operand(0);
    if (!is_window(node)) return node;
    const Expr x = node.operand(1);
    return make_call(Function::kStep, x - node.operand(0)) *
           (Expr(1) - make_call(Function::kStep, x - node.operand(2)));
  });
}

Expr with_absolute_values(Expr formula, Expr symbol) {
  return absolute_values_where(formula, [symbol](Expr node) { return depends_on(node, symbol); });
}

Expr without_conditions(Expr formula, Expr symbol) {
  return rewrite(formula, [symbol](Expr node) {
    if (node.kind() != Kind::kCall || !depends_on(node, symbol)) return node;
    switch (node.function()) {
      case Function::kLess:
      case Function::kLessEqual:
        return Expr(Rational(1, 2)) * (Expr(1) - absolute_sign(node.operand(0) - node.operand(1)));
      case Function::kIf: return node.operand(2) + node.operand(0) * (node.operand(1) - node.operand(2));
      default: return node;
    }
  });
}

ZeroTest test_zero_almost_everywhere(Expr formula) {
  return test_zero(absolute_values_where(formula, [](Expr) { return true; }));
}

bool is_never_negative(Expr formula) {
  const Graph graph(formula);
  std::vector<bool> result(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    const auto operand = [&](std::size_t k) { return static_cast<bool>(result[graph.operands(i)[k]]); };
    const auto is_function = [&](auto... functions) { return (node.is_call(functions) || ...); };
    switch (node.kind()) {
      case Kind::kRational:
      case Kind::kReal: result[i] = node.real() >= 0; break;
      case Kind::kPi: result[i] = true; break;
      case Kind::kSum: result[i] = operand(0) && operand(1); break;
      case Kind::kProduct: result[i] = operand(0) && operand(1); break;
      case Kind::kPower: {
        const Rational exponent = split_power(node).exponent;
        result[i] = operand(0) || exponent.is_even() || !exponent.is_integer();
        break;
      }
      case Kind::kCall: result[i] = is_function(Function::kAbs, Function::kExp, Function::kCosh); break;
      default: break;
    }
  }
  return result[graph.roots()[0]];
}

}  // namespace kinemate
