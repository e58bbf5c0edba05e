#include "loops/positions/plain_numbers.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "expr/evaluate.h"
#include "expr/graph.h"
#include "expr/simplify/forms.h"
#include "expr/substitute.h"

namespace kinemate {
namespace {

constexpr double kRounding = 1e-13;
constexpr double kPlainWork = 1e5;

// The decimal number of twelve digits, where it is one but for rounding.
Expr plain_number(double value) {
  const double decimal = std::stod(fmt::format("{:.11e}", value));
  if (std::abs(value - decimal) > 4e-15 * std::abs(value)) return make_real(value);
  const double scaled = decimal * 1e12;
  if (std::abs(scaled) > 9e15) return make_real(value);
  return Expr(Rational(std::lround(scaled), 1'000'000'000'000u));
}

// Constant parts with functions in them as numbers; false where there are none, and no reals.
bool fold_constants(Expr& formula) {
  const Graph graph(formula);
  std::vector<Expr> folded(graph.size()), operands;
  std::vector<bool> constant(graph.size()), computed(graph.size());
  bool any = false;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    operands.clear();
    constant[i] = node.kind() == Kind::kPi || node.is_number();
    computed[i] = node.kind() == Kind::kReal || node.kind() == Kind::kCall;
    if (!graph.operands(i).empty()) constant[i] = true;
    for (std::uint32_t operand : graph.operands(i)) {
      operands.push_back(folded[operand]);
      constant[i] = constant[i] && constant[operand];
      computed[i] = computed[i] || computed[operand];
    }
    folded[i] = operands.empty() ? node : rebuild(node, operands);
    if (!constant[i] || !computed[i]) continue;
    any = true;
    folded[i] = Expr(Rational::from_double(evaluate(folded[i], {})));  // reals are no numbers to multiply out with
  }
  formula = folded.back();
  return any;
}

// A sum of products without what rounding left.
Expr without_rounding(Expr sum, double size) {
  Expr result;
  std::vector<Expr> open = {sum};
  while (!open.empty()) {
    const Expr term = open.back();
    open.pop_back();
    if (term.kind() == Kind::kSum) {
      open.insert(open.end(), {term.operand(1), term.operand(0)});
      continue;
    }
    const auto [number, rest] = split_number(term);
    if (std::abs(number.real()) < kRounding * (rest.is_one() ? size : 1)) continue;
    result += plain_number(number.real()) * rest;
  }
  return result;
}

// A turn about a coordinate axis by an angle that is a number.
std::optional<ElementaryRotation<Expr>> find_turn(const Matrix& R) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t i = (axis + 1) % 3, j = (axis + 2) % 3;
    const bool about = R(axis, axis).is_one() && R(axis, i).is_zero() && R(axis, j).is_zero() && R(i, axis).is_zero() &&
                       R(j, axis).is_zero();
    if (!about || !R(i, i).is_number() || !R(j, i).is_number()) continue;
    const double angle = std::atan2(R(j, i).real(), R(i, i).real());
    const bool right = R(i, i).is_zero() || R(j, i).is_zero();
    const Expr quarters = Expr(std::lround(angle / std::asin(1.0))) * make_pi() / Expr(2);
    return ElementaryRotation<Expr>{unit<Expr>(axis), right ? quarters : make_real(angle)};
  }
  return std::nullopt;
}

}  // namespace

Expr with_plain_numbers(Expr formula, double size) {
  try {
    Expr folded = formula;
    if (!fold_constants(folded)) return formula;
    return without_rounding(expand(folded, kPlainWork), size);
  } catch (const Error&) {  // no value, or too much to multiply out
    return formula;
  }
}

SteadyPose with_plain_numbers(const SteadyPose& pose, double length) {
  SteadyPose plain = pose;
  for (std::size_t i = 0; i < 3; ++i) {
    plain.position[i] = with_plain_numbers(pose.position[i], length);
    plain.back_position[i] = with_plain_numbers(pose.back_position[i], length);
    for (std::size_t j = 0; j < 3; ++j) plain.rotation(i, j) = with_plain_numbers(pose.rotation(i, j), 1);
  }
  if (plain.turn || plain.rotation == pose.rotation) return plain;
  plain.turn = find_turn(plain.rotation);
  if (plain.turn) plain.rotation = make_rotation(*plain.turn);
  return plain;
}

}  // namespace kinemate
