// A box of states: between which numbers each quantity stays, and how large formulas can get there.
#pragma once

#include <optional>
#include <unordered_map>

#include "expr/ball.h"
#include "expr/expr.h"

namespace kinemate {

/// REQUIRES: low ≤ high.
struct Range {
  double low, high;
  friend bool operator==(const Range&, const Range&) = default;
};

/// Of symbols and of unspecified functions as they stand in formulas.
using Box = std::unordered_map<Expr, Range>;

/// A ball around a range.
Ball to_ball(const Range& range);

/// The ranges of all leaves of a formula (symbols, unspecified functions); none where one is not in the box.
std::optional<BallValues> leaf_balls(Expr formula, const Box& box);

/// At least max |formula| over the box, by interval arithmetic; none where a range is missing or there is no bound.
std::optional<double> find_largest(Expr formula, const Box& box);

/// What the formula needs to be bounded and the box does not have, in the order of compare().
std::vector<Expr> missing_ranges(Expr formula, const Box& box);

}  // namespace kinemate
