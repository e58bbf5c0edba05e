// All formulas of a derivation in the form that was asked for, at once: what they share is seen.
#pragma once

#include "study/derivation.h"

namespace kinemate {

/// The places of all formulas of a derivation that are shown.
std::vector<Expr*> formulas_of(Derivation& derivation);

/// Throws Error where the form would be too large.
void put_in_form(Derivation& derivation, Form form);

}  // namespace kinemate
