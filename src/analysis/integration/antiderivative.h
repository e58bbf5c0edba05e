// Antiderivatives of what mechanics brings: polynomials, sines, cosines, exponentials, quotients, roots, absolute
// values, and parameters everywhere.
//
// Term by term: an ansatz with undetermined coefficients (analysis/integration/ansatz.h), a substitution, a more generous ansatz,
// the tangent of the half angle, and branches where signs change. What has no formula by itself is tried together.
// Every answer is differentiated and compared with the integrand by the zero test.
#pragma once

#include <optional>

#include "expr/expr.h"

namespace kinemate {

struct IntegrateOptions {
  /// Changes results: units of algebra (expr/normal/work.h) before an integral is given up; half a second as a rule.
  double work = 5e6;
};

/// A formula F with ∂F/∂variable = integrand, simplified. Nothing where none was found. F is continuous in the variable
/// where the integrand is finite, but for arcus tangents of tangents of half angles. REQUIRES: variable is a symbol.
std::optional<Expr> integrate(Expr integrand, Expr variable, const IntegrateOptions& options = {});

}  // namespace kinemate
