// Formulas at random points modulo a prime: exact arithmetic at the price of a number per node.
#pragma once

#include <cstdint>
#include <optional>

#include "expr/expr.h"

namespace kinemate {

/// The value of a formula at a random point modulo 2^61 - 1, the point chosen by `seed` and the names of the atoms.
/// Sine and cosine of each angle are a random point of the circle s² + c² = 1, and multiples and sums of angles follow
/// from it. Nothing, where the formula is not algebraic in its symbols and the sines and cosines of its angles, or
/// where a denominator vanishes there. Arguments of functions should be normal (expr/normal/arguments.h).
///
/// A value other than 0 proves that the formula is not 0. A formula that is not 0 has the value 0 by chance with a
/// probability below its degree times 2^-61 (Schwartz 1980, Zippel 1979).
std::optional<std::uint64_t> value_modulo_prime(Expr formula, std::uint64_t seed);

}  // namespace kinemate
