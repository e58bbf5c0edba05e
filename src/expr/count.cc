#include "expr/count.h"

#include <bit>

#include "expr/graph.h"

namespace kinemate {
namespace {

enum class Sharing { kOnce, kEachTime };

// Multiplications of x^n by repeated squaring, n ≥ 1.
double squaring_steps(unsigned long n) { return static_cast<double>(std::bit_width(n)) - 2 + std::popcount(n); }

bool is_minus_one(Expr e) { return e.is_rational() && e.rational() == Rational(-1); }
bool is_negation(Expr e) { return e.kind() == Kind::kProduct && is_minus_one(e.operand(0)); }
bool is_reciprocal(Expr e) { return e.kind() == Kind::kPower && split_power(e).exponent.sign() < 0; }

void add_power(OperationCount& count, Expr power, double times) {
  const BasePower split = split_power(power);
  const Rational exponent = abs(split.exponent);
  if (split.exponent.sign() < 0) count.divisions += times;
  if (split.exponent.is_one()) {  // the exponent is a formula
    count.powers += times;
  } else if (const auto n = exponent.to_long()) {
    count.multiplications += times * squaring_steps(static_cast<unsigned long>(*n));
  } else if (const auto halves = (exponent * Rational(2)).to_long()) {
    count.square_roots += times;
    count.multiplications += times * squaring_steps(static_cast<unsigned long>(*halves));
  } else {
    count.powers += times;
  }
}

void add_call(OperationCount& count, Expr call, double times) {
  switch (call.function()) {
    case Function::kAbs:
    case Function::kSign:
    case Function::kFloor:
    case Function::kMin:
    case Function::kMax:
    case Function::kStep:
    case Function::kIf: count.selections += times; break;
    case Function::kNoEvent: break;
    default: (info(call.function()).infix ? count.comparisons : count.calls) += times;
  }
}

// One node, `times` times; `merged`: it is part of the operation of its only user.
void add_node(OperationCount& count, Expr node, double times, bool merged) {
  switch (node.kind()) {
    case Kind::kSum: count.additions += times; break;
    case Kind::kProduct:
      if (merged) break;
      (is_negation(node) ? count.negations : count.multiplications) += times;
      break;
    case Kind::kPower: add_power(count, node, times); break;
    case Kind::kCall: add_call(count, node, times); break;
    case Kind::kUnspecified: count.calls += times; break;
    default: break;
  }
}

// A negation all of whose users are sums is free, and a product with a reciprocal used nowhere else is the division.
OperationCount count(std::span<const Expr> formulas, Sharing sharing) {
  const bool shared = sharing == Sharing::kOnce;
  const Graph graph(formulas);
  std::vector<double> paths(graph.size(), 0), users(graph.size(), 0), other_users(graph.size(), 0);
  for (const std::uint32_t root : graph.roots()) {
    paths[root] += 1;
    users[root] += 1;
    other_users[root] += 1;
  }
  for (std::size_t i = graph.size(); i-- > 0;) {
    const bool sum = graph.node(i).kind() == Kind::kSum;
    for (const std::uint32_t operand : graph.operands(i)) {
      paths[operand] += paths[i];
      users[operand] += 1;
      if (!sum) other_users[operand] += 1;
    }
  }
  OperationCount result;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    bool merged = is_negation(node) && other_users[i] == 0;
    if (node.kind() == Kind::kProduct && !is_negation(node)) {
      for (const std::uint32_t operand : graph.operands(i)) {
        merged = merged || (is_reciprocal(graph.node(operand)) && (users[operand] == 1 || !shared));
      }
    }
    add_node(result, node, shared ? 1 : paths[i], merged);
  }
  return result;
}

double weigh(const OperationCount& n) {
  return n.additions + n.negations + n.multiplications + n.comparisons + 4 * n.divisions + 6 * n.square_roots +
         15 * (n.powers + n.calls + n.selections);
}

}  // namespace

double cost(std::span<const Expr> formulas) { return weigh(count_shared(formulas)); }

double operation_cost(Expr node) {
  OperationCount count;
  add_node(count, node, 1, is_negation(node));
  return weigh(count);
}

OperationCount count_shared(std::span<const Expr> formulas) { return count(formulas, Sharing::kOnce); }
OperationCount count_written_out(std::span<const Expr> formulas) { return count(formulas, Sharing::kEachTime); }

std::vector<double> written_out_sizes(std::span<const Expr> formulas) {
  const Graph graph(formulas);
  std::vector<double> size(graph.size(), 0);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (const std::uint32_t operand : graph.operands(i)) size[i] += size[operand];
    if (!graph.operands(i).empty()) size[i] += 1;
  }
  std::vector<double> result;
  for (const std::uint32_t root : graph.roots()) result.push_back(size[root]);
  return result;
}

std::size_t count_nodes(std::span<const Expr> formulas) { return Graph(formulas).size(); }

}  // namespace kinemate
