#include "expr/normal/branches.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kConditionWork = 1e5;  // to compare what two conditions hang on
constexpr double kBranchNodes = 4e6;    // in all branches together

std::optional<int> sign_of_number(Expr e) {
  if (e.kind() == Kind::kPi) return 1;
  if (!e.is_number()) return std::nullopt;
  return e.is_zero() ? 0 : e.real() > 0 ? 1 : -1;
}

// u as a number, if it is one once it is normal.
std::optional<double> constant_value(Expr u) {
  try {
    const Expr normal = normalize(u, kConditionWork);
    if (normal.is_number()) return normal.real();
  } catch (const Error&) {
  }
  return std::nullopt;
}

bool is_positive(Expr e) {
  if (e.is_call(Function::kExp) || e.is_call(Function::kCosh) || e.is_call(Function::kAbs)) return true;
  const BasePower power = split_power(e);
  const Rational n = power.exponent;
  return !n.is_integer() || (n / Rational(2)).is_integer();
}

// The factors of a product on which its sign depends, and the sign of the rest.
struct SignFactors {
  std::vector<Expr> unknown;
  int sign = 1;
};

SignFactors factors_of(Expr u) {
  SignFactors result;
  std::vector<Expr> left = {u};
  while (!left.empty()) {
    const Expr e = left.back();
    left.pop_back();
    if (const auto sign = sign_of_number(e)) {
      result.sign *= *sign;
    } else if (e.kind() == Kind::kProduct) {
      left.push_back(e.operand(0)), left.push_back(e.operand(1));
    } else if (!is_positive(e)) {
      const Expr base = split_power(e).base;
      if (base == e)
        result.unknown.push_back(e);
      else
        left.push_back(base);
    }
  }
  return result;
}

// Whether a and b can have these signs where they differ, or add up, by a number.
bool exclude_each_other(const Decision& a, const Decision& b) {
  if (a.sign != b.sign) {
    const auto c = constant_value(a.of - b.of);
    return c && (a.sign < 0 ? *c >= 0 : *c <= 0);
  }
  const auto c = constant_value(a.of + b.of);
  return c && (a.sign < 0 ? *c >= 0 : *c <= 0);
}

// A formula rebuilt from its leaves with the signs that were decided, as far as these go.
class Rebuild {
 public:
  Rebuild(const Graph& graph, const std::vector<Decision>& decisions) : decisions_(decisions) {
    std::vector<Expr> built(graph.size()), operands;
    for (std::size_t i = 0; i < graph.size() && !pending; ++i) {
      operands.clear();
      for (const std::uint32_t operand : graph.operands(i)) operands.push_back(built[operand]);
      const Expr node = graph.node(i);
      built[i] = operands.empty() ? node : is_switch(node) ? decided(node, operands) : rebuild(node, operands);
    }
    if (!pending) formula = built[graph.roots()[0]];
  }

  Expr formula;
  std::optional<Expr> pending;  ///< what has to be decided first
  bool pending_is_sign = true;  ///< else whether it holds

 private:
  int sign(Expr u) {
    const SignFactors factors = factors_of(u);
    int sign = factors.sign;
    for (Expr factor : factors.unknown) sign *= sign_of_factor(factor);
    return sign;
  }

  int sign_of_factor(Expr u) {
    for (const Decision& one : decisions_)
      if (one.of == u) return one.sign;
    for (const Decision& one : decisions_)
      if (const auto ratio = constant_value(u / one.of)) return *ratio < 0 ? -one.sign : one.sign;
    if (!pending) pending = u;
    return 1;
  }

  bool holds(Expr condition) {
    if (condition.is_number()) return !condition.is_zero();
    const Expr truth = make_call(Function::kNotEqual, condition, Expr(0));  // whose sign nobody asks for
    for (const Decision& one : decisions_)
      if (one.of == truth) return one.sign > 0;
    if (!pending) pending = truth, pending_is_sign = false;
    return true;
  }

  Expr decided(Expr node, const std::vector<Expr>& u) {
    switch (node.function()) {
      case Function::kAbs: return sign(u[0]) < 0 ? -u[0] : u[0];
      case Function::kSign: return Expr(sign(u[0]));
      case Function::kMin: return sign(u[0] - u[1]) < 0 ? u[0] : u[1];
      case Function::kMax: return sign(u[0] - u[1]) < 0 ? u[1] : u[0];
      case Function::kStep:
        if (u.size() < 3) return Expr(sign(u[0]) >= 0 ? 1 : 0);
        return Expr(sign(u[1] - u[0]) >= 0 && sign(u[2] - u[1]) > 0 ? 1 : 0);
      case Function::kLess: return Expr(sign(u[1] - u[0]) > 0 ? 1 : 0);
      case Function::kLessEqual: return Expr(sign(u[1] - u[0]) >= 0 ? 1 : 0);
      case Function::kEqual: return Expr(holds(make_call(Function::kEqual, u[0], u[1])) ? 1 : 0);
      case Function::kNotEqual: return Expr(holds(make_call(Function::kEqual, u[0], u[1])) ? 0 : 1);
      case Function::kAnd: return Expr(holds(u[0]) && holds(u[1]) ? 1 : 0);
      case Function::kOr: return Expr(holds(u[0]) || holds(u[1]) ? 1 : 0);
      case Function::kIf: return holds(u[0]) ? u[1] : u[2];
      default: return rebuild(node, u);
    }
  }

  const std::vector<Decision>& decisions_;
};

bool is_possible(const std::vector<Decision>& decisions, const Decision& next) {
  return std::none_of(decisions.begin(), decisions.end(),
                      [&](const Decision& one) { return exclude_each_other(next, one); });
}

std::vector<Branch> find_branches(Expr formula, std::size_t most) {
  const Graph graph(formula);
  const double affordable = kBranchNodes / static_cast<double>(graph.size());
  std::vector<std::vector<Decision>> open = {{}};
  std::vector<Branch> found;
  for (double ways = 0; !open.empty(); ++ways) {
    if (ways > affordable || open.size() + found.size() > most) return {};
    const std::vector<Decision> decisions = std::move(open.back());
    open.pop_back();
    const Rebuild rebuilt(graph, decisions);
    if (!rebuilt.pending) {
      found.push_back({rebuilt.formula, decisions});
      continue;
    }
    for (const int sign : {-1, 1}) {
      const Decision next{*rebuilt.pending, sign};
      if (rebuilt.pending_is_sign && !is_possible(decisions, next)) continue;
      open.push_back(decisions);
      open.back().push_back(next);
    }
  }
  return found;
}

}  // namespace

bool is_switch(Expr e) {
  if (e.kind() != Kind::kCall) return false;
  switch (e.function()) {
    case Function::kAbs:
    case Function::kSign:
    case Function::kMin:
    case Function::kMax:
    case Function::kStep:
    case Function::kIf:
    case Function::kLess:
    case Function::kLessEqual:
    case Function::kEqual:
    case Function::kNotEqual:
    case Function::kAnd:
    case Function::kOr: return true;
    default: return false;
  }
}

bool has_switch(Expr formula) {
  const Graph graph(formula);
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (is_switch(graph.node(i))) return true;
  return false;
}

std::vector<Expr> switch_operands(std::span<const Expr> formulas) {
  const Graph graph(formulas);
  std::vector<Expr> result;
  std::unordered_set<Expr> known;
  for (std::size_t i = 0; i < graph.size(); ++i)
    if (is_switch(graph.node(i)))
      for (const std::uint32_t operand : graph.operands(i))
        if (known.insert(graph.node(operand)).second) result.push_back(graph.node(operand));
  return result;
}

std::optional<std::vector<Branch>> branches_of(Expr formula, std::size_t most) {
  try {
    std::vector<Branch> found = find_branches(formula, most);
    if (!found.empty()) return found;
  } catch (const Error&) {  // a division by zero
  }
  return std::nullopt;
}

}  // namespace kinemate
