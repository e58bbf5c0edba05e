// Formulas parted into their mean over time and what swings about it.
//
// cos(2wt) = 2cos(wt)^2 - 1: which terms hold the time depends on how a formula is written. As a sum of harmonics there
// is one answer, and what holds no time is the mean.
#pragma once

#include "analysis/terms_with.h"

namespace kinemate {

/// `with` are the terms of time. What is too long for harmonics is parted as it is written.
std::vector<PartedFormula> part_time(std::span<const Expr> formulas);

/// Whether formulas change with time at some state. Unspecified functions of time do.
bool change_with_time(const std::vector<Expr>& formulas);

/// Whether a term of time may have a mean that part_time does not see: the time below a fraction or a root, in a sine
/// of something that is not linear in it, or in a product of sines that were too long to resolve.
bool hides_mean(Expr term);

/// The same of those terms of a sum that depend on some symbols.
bool hides_mean(Expr sum, std::span<const Expr> symbols);

/// Whether a term of time has no mean over time that harmonics tell, and depends on these symbols: sin(q + a*cos(w*t)).
bool swings_within(Expr term, std::span<const Expr> symbols);

}  // namespace kinemate
