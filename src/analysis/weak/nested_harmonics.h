// Sums of harmonics in the form that computes fastest: nested, angle by angle, with equal inner sums shared.
//
// cos(k·θ) and sin(k·θ) are first written as products of sines and cosines of single angles. Then every formula is
// Σ b(θ₁)·g_b(θ₂, θ₃, ...) with b one of 1, cos θ₁, sin θ₁, cos 2θ₁, ..., each g_b of the same kind in the angles that
// are left. Inner sums that are multiples of each other are computed once, in whichever formula they occur: of a chain
// of bodies they are the inertias of its outer parts, which all entries share.
#pragma once

#include "analysis/weak/harmonic_form.h"

namespace kinemate {

/// One for each of the formulas. Angles are resolved in the order in which their symbols stand in `outermost`; those
/// without such a symbol first.
std::vector<Expr> nest_harmonics(const HarmonicForms& forms, std::span<const Expr> outermost);

}  // namespace kinemate
