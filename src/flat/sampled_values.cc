#include "flat/sampled_values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "expr/normal/modular.h"
#include "expr/normal/zero_test.h"

namespace kinemate {
namespace {

using Sample = SampledValues::Sample;

constexpr double kRounded = 1e-12;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// In [0, 1), by the content of the symbol.
double choose(Expr leaf, std::uint64_t point) {
  std::uint64_t z = leaf.hash() + point * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

Sample rounded(double value, double error) { return {value, error + kEpsilon * std::abs(value)}; }

// Bounds of errors grow from step to step as the errors themselves do not. So sums are taken to keep eight digits of
// their terms: what is smaller than that is left to the exact tests.
constexpr double kKept = 1e-8;

Sample sum(const Sample& a, const Sample& b) {
  return rounded(a.value + b.value, std::min(a.error + b.error, kKept * (std::abs(a.value) + std::abs(b.value))));
}

Sample product(const Sample& a, const Sample& b) {
  return rounded(a.value * b.value, std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error);
}

Sample reciprocal(const Sample& a) {
  const double least = std::abs(a.value) - a.error;
  if (!(least > 0)) return {1 / a.value, std::numeric_limits<double>::infinity()};
  return rounded(1 / a.value, a.error / (least * std::abs(a.value)));
}

// Any function, by its values at both ends of its argument.
template <class Compute>
Sample spread(double value, std::span<const Sample> operands, const Compute& compute) {
  double error = 0;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    for (const double sign : {-1.0, 1.0}) {
      std::vector<double> moved;
      for (const Sample& operand : operands) moved.push_back(operand.value);
      moved[k] += sign * operands[k].error;
      error = std::max(error, std::abs(compute(moved) - value));
    }
  }
  return rounded(value, 2 * error + kEpsilon * std::abs(value));
}

Sample compute_sample(Expr node, std::span<const Sample> x) {
  if (node.kind() == Kind::kSum) return sum(x[0], x[1]);
  if (node.kind() == Kind::kProduct) return product(x[0], x[1]);
  if (node.kind() == Kind::kPower && x[1].value == -1) return reciprocal(x[0]);
  if (node.kind() == Kind::kPower && x[1].value == 2) return product(x[0], x[0]);
  std::vector<double> values;
  for (const Sample& operand : x) values.push_back(operand.value);
  const auto evaluated = [&](std::span<const double> at) {
    return node.kind() == Kind::kPower ? evaluate_power(at[0], at[1]) : evaluate_call(node.function(), at);
  };
  return spread(evaluated(values), x, evaluated);
}

}  // namespace

SampledValues::Known SampledValues::compute(Expr node) {
  Known known{{}, node.kind() == Kind::kReal};
  const std::size_t count = node.kind() == Kind::kUnspecified ? 0 : node.operand_count();
  for (std::size_t i = 0; i < count; ++i) known.has_reals = known.has_reals || known_.at(node.operand(i)).has_reals;
  for (std::size_t point = 0; point < kPoints; ++point) {
    Sample& sample = known.samples[point];
    if (node.is_number() || node.kind() == Kind::kPi) {
      sample = rounded(node.kind() == Kind::kPi ? std::numbers::pi : node.real(), 0);
    } else if (node.kind() == Kind::kSymbol || node.kind() == Kind::kUnspecified) {
      const double number = 0.3 + 1.4 * choose(node, point);
      sample = {point == 2 && choose(node, point + kPoints) < 0.5 ? -number : number, 0};
      if (const auto found = given_.find(node); point == 0 && found != given_.end()) sample.value = found->second;
    } else {
      std::vector<Sample> operands;
      for (std::size_t i = 0; i < count; ++i) operands.push_back(known_.at(node.operand(i)).samples[point]);
      sample = compute_sample(node, operands);
    }
  }
  return known;
}

const SampledValues::Samples& SampledValues::at(Expr formula) {
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr node = pending.back();
    if (known_.contains(node)) {
      pending.pop_back();
      continue;
    }
    const std::size_t before = pending.size();
    if (node.kind() != Kind::kUnspecified)
      for (std::size_t i = 0; i < node.operand_count(); ++i)
        if (!known_.contains(node.operand(i))) pending.push_back(node.operand(i));
    if (pending.size() != before) continue;
    known_.emplace(node, compute(node));
    pending.pop_back();
  }
  return known_.at(formula).samples;
}

bool SampledValues::cancel(Expr a, Expr b) {
  if (is_zero(a - b)) return true;
  const Samples &of_a = at(a), &of_b = at(b);
  if (!known_.at(a).has_reals && !known_.at(b).has_reals) return false;
  for (std::size_t k = 0; k < kPoints; ++k) {
    const double left = std::abs(of_a[k].value - of_b[k].value);
    const double size = std::abs(of_a[k].value) + std::abs(of_b[k].value);
    if (std::isfinite(left) && left > kRounded * size) return false;
  }
  return true;
}

bool SampledValues::is_zero(Expr formula) {
  if (formula.is_number() || formula.kind() == Kind::kSymbol) return formula.is_zero();
  for (const auto& [value, error] : at(formula))
    if (std::isfinite(value) && std::abs(value) > 4 * error) return false;
  if (known_.at(formula).has_reals) return true;
  bool zero = true;
  for (const std::uint64_t seed : {1u, 2u}) {
    const auto value = value_modulo_prime(formula, seed);
    if (!value) return test_zero(formula).zero;
    zero = zero && *value == 0;
  }
  return zero;
}

}  // namespace kinemate
