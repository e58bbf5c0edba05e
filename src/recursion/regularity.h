// Which M^A have an inverse, known before they are computed.
//
// M^A = M + Σ GᵀM^aG of parts without negative eigenvalues: it has an inverse in every state where M has one. Where M
// has none, what the link carries may give it one in most states and take it away in others, as when the centre of a
// point mass comes to lie on the axis of the next joint. Formulas are for all states, so that such a link counts as one
// without; numbers are of one state and are looked at.
#pragma once

#include "expr/expr.h"
#include "recursion/base_system.h"

namespace kinemate {

enum class Regularity { kYes, kNo, kTest };

/// Of M^A, for each link.
std::vector<Regularity> judge_inertias(const BaseSystem<double>& system);
std::vector<Regularity> judge_inertias(const BaseSystem<Expr>& system);

}  // namespace kinemate
