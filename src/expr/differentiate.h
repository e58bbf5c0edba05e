// Derivatives of formulas. Each costs a small multiple of the formula's nodes, however often parts are shared.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "expr/expr.h"

namespace kinemate {

/// What each symbol's derivative is; symbols that are absent are constant.
using Seeds = std::unordered_map<Expr, Expr>;

/// Σ ∂f/∂x · seed(x), forwards.
std::vector<Expr> differentiate(std::span<const Expr> formulas, const Seeds& seeds);

/// ∂f/∂symbol. Symbols x, x' and x'' are independent of each other.
Expr differentiate(Expr formula, Expr symbol);

/// t
inline Expr time_symbol() { return make_symbol("t"); }

/// df/dt: t counts as 1, each symbol with primes or with a name in `of_time` gets one more prime.
Expr differentiate_time(Expr formula, const std::unordered_set<std::string>& of_time);

/// ∂f/∂x for every x of `symbols`, backwards: the cost does not depend on their number.
std::vector<Expr> gradient(Expr formula, std::span<const Expr> symbols);

/// Rows of gradients.
std::vector<std::vector<Expr>> jacobian(std::span<const Expr> formulas, std::span<const Expr> symbols);

}  // namespace kinemate
