#include "analysis/weak/box.h"

#include <cmath>

#include "expr/graph.h"

namespace kinemate {
namespace {

constexpr long kBits = 64;

}  // namespace

Ball to_ball(const Range& range) {
  Ball low = Ball::from(range.low), high = Ball::from(range.high), result;
  arb_union(result.arb(), low.arb(), high.arb(), kBits);
  return result;
}

std::vector<Expr> missing_ranges(Expr formula, const Box& box) {
  std::vector<Expr> missing;
  const Graph graph({&formula, 1}, is_unspecified);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    if ((node.kind() == Kind::kSymbol || node.kind() == Kind::kUnspecified) && !box.contains(node))
      missing.push_back(node);
  }
  return missing;
}

std::optional<BallValues> leaf_balls(Expr formula, const Box& box) {
  BallValues values;
  const Graph graph({&formula, 1}, is_unspecified);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Expr node = graph.node(i);
    if (node.kind() != Kind::kSymbol && node.kind() != Kind::kUnspecified) continue;
    const auto found = box.find(node);
    if (found == box.end()) return std::nullopt;
    values.emplace(node, to_ball(found->second));
  }
  return values;
}

std::optional<double> find_largest(Expr formula, const Box& box) {
  if (const auto found = box.find(formula); found != box.end())
    return std::max(std::abs(found->second.low), std::abs(found->second.high));
  const std::optional<BallValues> values = leaf_balls(formula, box);
  if (!values) return std::nullopt;
  const Ball ball = evaluate_balls({&formula, 1}, *values, kBits)[0];
  if (!ball.is_finite()) return std::nullopt;
  mag_t largest;
  mag_init(largest);
  arb_get_mag(largest, ball.arb());
  const double result = mag_get_d(largest);
  mag_clear(largest);
  if (!std::isfinite(result)) return std::nullopt;
  return result;
}

}  // namespace kinemate
