// Which M^A have an inverse, known before they are computed.
//
// M^A = M + Σ GᵀM^aG of parts without negative eigenvalues: it has an inverse where M has one, and has none where the
// ranks of the parts do not add up to six; M^a has the rank 6 − k at most, and 3 where the link does not turn with its
// carrier. Formulas of a long chain's M^A are far too long for a zero test, so that this is asked first; the test is
// left for links without an inverse of their own that carry much. Numbers are simply looked at.
#pragma once

#include "expr/expr.h"
#include "recursion/base_system.h"

namespace kinemate {

enum class Regularity { kYes, kNo, kTest };

/// Of M^A, for each link.
std::vector<Regularity> judge_inertias(const BaseSystem<double>& system);
std::vector<Regularity> judge_inertias(const BaseSystem<Expr>& system);

}  // namespace kinemate
