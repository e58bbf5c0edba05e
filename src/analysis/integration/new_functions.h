// Logarithms and arcus functions that an antiderivative may have beside the kernels of its integrand.
#pragma once

#include <span>
#include <vector>

#include "analysis/integration/differential_ring.h"

namespace kinemate {

/// A formula that an antiderivative may have as a term, with its derivative.
struct AnsatzTerm {
  Expr formula;
  Quotient derivative;
};

/// Of the factors of denominators: log|p| for each, atan for those that are quadratic in one kernel; and ∫dx/√p of the
/// square roots of quadratics p.
std::vector<AnsatzTerm> make_new_functions(const DifferentialRing& ring, std::span<const Polynomial> factors,
                                           Work& work);

}  // namespace kinemate
