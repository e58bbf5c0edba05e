#include "expr/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "expr/graph.h"
#include "expr/text/print.h"

namespace kinemate {
namespace {

constexpr double kNotDefined = std::numeric_limits<double>::quiet_NaN();

double truth_number(bool value) { return value ? 1.0 : 0.0; }

double evaluate_comb(std::span<const double> n) {
  double rest = n[0], logarithm = std::lgamma(n[0] + 1);
  for (const double argument : n) {
    if (argument < 0 || argument != std::floor(argument)) return kNotDefined;
  }
  for (const double part : n.subspan(1)) {
    rest -= part;
    logarithm -= std::lgamma(part + 1);
  }
  if (rest < 0) return kNotDefined;
  return std::round(std::exp(logarithm - std::lgamma(rest + 1)));
}

double evaluate_node(Expr node, std::span<const double> x, const Values& values) {
  switch (node.kind()) {
    case Kind::kRational:
    case Kind::kReal: return node.real();
    case Kind::kPi: return std::numbers::pi;
    case Kind::kSum: return x[0] + x[1];
    case Kind::kProduct: return x[0] * x[1];
    case Kind::kPower: return evaluate_power(x[0], x[1]);
    case Kind::kCall: return evaluate_call(node.function(), x);
    case Kind::kSymbol:
    case Kind::kUnspecified: break;
  }
  const auto found = values.find(node);
  if (found == values.end()) refuse_missing_value(node);
  return found->second;
}

// Follows what is not finite down to a node whose operands are.
[[noreturn]] void explain(const Graph& graph, std::span<const double> value, std::uint32_t at) {
  for (bool found = true; found;) {
    found = false;
    const auto operands = graph.operands(at);
    if (graph.node(at).is_call(Function::kIf) && std::isfinite(value[operands[0]])) {
      at = operands[value[operands[0]] != 0 ? 1 : 2];
      found = true;
      continue;
    }
    for (const std::uint32_t operand : operands) {
      if (std::isfinite(value[operand])) continue;
      at = operand;
      found = true;
      break;
    }
  }
  std::vector<std::string> operands;
  for (const std::uint32_t operand : graph.operands(at)) operands.push_back(fmt::format("{:.6g}", value[operand]));
  refuse_undefined(graph.node(at), operands);
}

}  // namespace

void refuse_missing_value(Expr leaf) {
  const bool symbol = leaf.kind() == Kind::kSymbol;
  throw Error(
      ErrorCode::kMissingValue, fmt::format("{} has no value", to_text(leaf)),
      symbol ? "" : "say what the unspecified function is, for example " + std::string(leaf.name()) + "($1) = $1^2");
}

void refuse_undefined(Expr node, std::span<const std::string> operands) {
  if (operands.empty()) {
    throw Error(ErrorCode::kNotFinite,
                fmt::format("{} is beyond the range of double precision", to_text(node, {.largest = 200, .cut = true})),
                "ask for --digits");
  }
  std::string text = to_text(node, {.largest = 200, .cut = true});
  throw Error(ErrorCode::kNotFinite,
              fmt::format("{} has no finite real value where its operands are {}", text, fmt::join(operands, " and ")));
}

double evaluate_power(double base, double exponent) {
  if (exponent == 2) return base * base;
  if (exponent == -1) return 1 / base;
  if (exponent == 0.5) return std::sqrt(base);
  return std::pow(base, exponent);
}

double evaluate_call(Function function, std::span<const double> x) {
  switch (function) {
    case Function::kSin: return std::sin(x[0]);
    case Function::kCos: return std::cos(x[0]);
    case Function::kTan: return std::tan(x[0]);
    case Function::kAsin: return std::asin(x[0]);
    case Function::kAcos: return std::acos(x[0]);
    case Function::kAtan: return std::atan(x[0]);
    case Function::kAtan2: return std::atan2(x[0], x[1]);
    case Function::kSinh: return std::sinh(x[0]);
    case Function::kCosh: return std::cosh(x[0]);
    case Function::kTanh: return std::tanh(x[0]);
    case Function::kAsinh: return std::asinh(x[0]);
    case Function::kAcosh: return std::acosh(x[0]);
    case Function::kAtanh: return std::atanh(x[0]);
    case Function::kExp: return std::exp(x[0]);
    case Function::kLog: return std::log(x[0]);
    case Function::kLog10: return std::log10(x[0]);
    case Function::kLog2: return std::log2(x[0]);
    case Function::kCbrt: return std::cbrt(x[0]);
    case Function::kErf: return std::erf(x[0]);
    case Function::kAbs: return std::abs(x[0]);
    case Function::kSign: return truth_number(x[0] > 0) - truth_number(x[0] < 0);
    case Function::kFloor: return std::floor(x[0]);
    case Function::kMod: return x[0] - x[1] * std::floor(x[0] / x[1]);
    case Function::kMin: return std::min(x[0], x[1]);
    case Function::kMax: return std::max(x[0], x[1]);
    case Function::kStep:
      if (x.size() == 1) return truth_number(x[0] >= 0);
      return truth_number((x[0] <= x[1] && x[1] < x[2]) || (x[0] == x[1] && x[1] == x[2]));
    case Function::kIf: return x[0] != 0 ? x[1] : x[2];
    case Function::kNoEvent: return x[0];
    case Function::kFactorial: return x[0] < 0 || x[0] != std::floor(x[0]) ? kNotDefined : std::tgamma(x[0] + 1);
    case Function::kComb: return evaluate_comb(x);
    case Function::kLess: return truth_number(x[0] < x[1]);
    case Function::kLessEqual: return truth_number(x[0] <= x[1]);
    case Function::kEqual: return truth_number(x[0] == x[1]);
    case Function::kNotEqual: return truth_number(x[0] != x[1]);
    case Function::kAnd: return truth_number(x[0] != 0 && x[1] != 0);
    case Function::kOr: return truth_number(x[0] != 0 || x[1] != 0);
  }
  return kNotDefined;
}

std::vector<double> evaluate(std::span<const Expr> formulas, const Values& values) {
  const Graph graph(formulas);
  std::vector<double> value(graph.size()), arguments;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    arguments.clear();
    bool defined = true;
    for (const std::uint32_t operand : graph.operands(i)) {
      arguments.push_back(value[operand]);
      defined = defined && std::isfinite(arguments.back());
    }
    // what is not defined makes everything above it so, except in a branch that is not taken
    if (!defined && graph.node(i).is_call(Function::kIf)) defined = std::isfinite(arguments[0]);
    value[i] = defined ? evaluate_node(graph.node(i), arguments, values) : kNotDefined;
  }
  std::vector<double> results;
  for (const std::uint32_t root : graph.roots()) {
    if (!std::isfinite(value[root])) explain(graph, value, root);
    results.push_back(value[root]);
  }
  return results;
}

double evaluate(Expr formula, const Values& values) { return evaluate({&formula, 1}, values)[0]; }

}  // namespace kinemate
