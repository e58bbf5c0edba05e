// All formulas of a derivation in the form that was asked for, at once: what they share is seen.
#pragma once

#include "study/derivation.h"

namespace kinemate {

/// The places of all formulas of a derivation that are shown.
std::vector<Expr*> formulas_of(Derivation& derivation);

/// Of each joint with Euler parameters p0 and 1 - p1^2 - p2^2 - p3^2, which is its square.
std::vector<std::pair<Expr, Expr>> unit_norms(const Model& model);

/// Where the machine has Euler parameters: p0^2 = 1 - p1^2 - p2^2 - p3^2 in every formula that gets cheaper by it.
void use_unit_norms(const Model& model, Derivation& derivation);

/// Together, with a budget that takes about a second, however many they are.
std::vector<Expr> simplify_within_a_second(std::span<const Expr> formulas);

/// Throws Error where the form would be too large.
void put_in_form(Derivation& derivation, Form form);

}  // namespace kinemate
