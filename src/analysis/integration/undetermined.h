// Undetermined coefficients: which combination of given derivatives is the integrand?
#pragma once

#include <optional>
#include <span>

#include "analysis/integration/new_functions.h"

namespace kinemate {

/// Σ coefficient · term whose derivative is the integrand, the coefficients free of kernels that move; as few terms as
/// their order allows. Nothing if there is none. A residue system modulo a prime, with numbers for what does not move,
/// decides that and which terms are needed; only these are solved for exactly.
std::optional<Expr> solve_ansatz(const DifferentialRing& ring, std::span<const AnsatzTerm> terms, Work& work);

}  // namespace kinemate
