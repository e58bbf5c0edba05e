// Integrals that become simpler in another variable.
#pragma once

#include <functional>
#include <optional>

#include "analysis/integration/differential_ring.h"

namespace kinemate {

/// An antiderivative of a formula by a symbol.
using Integrate = std::function<std::optional<Expr>(Expr integrand, Expr variable)>;

/// ∫f dx = ∫(f/u') du, for the first kernel u, or power of x, such that f/u' depends on x through u alone.
std::optional<Expr> integrate_by_substitution(const DifferentialRing& ring, const Integrate& integrate, Work& work);

/// For quotients of sines and cosines of one angle θ: u = tan(θ/2) (Weierstrass).
std::optional<Expr> integrate_by_half_angle(const DifferentialRing& ring, const Integrate& integrate);

}  // namespace kinemate
