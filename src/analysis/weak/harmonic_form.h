// Formulas as sums of terms c · x^e · cos(k·θ) or sin(k·θ): what each term contributes at the most can be read off.
//
// Angles are what stands in sines and cosines. Variables are everything else: symbols, and as wholes whatever is not
// polynomial, such as sqrt(1 + x^2), 1/x, abs(v) or an unspecified function.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/polynomial.h"

namespace kinemate {

/// Multiples of the angles, one signed byte each; the first that is not 0 is positive.
using AngleMultiples = std::string;

struct HarmonicTerm {
  std::uint32_t monomial;  ///< in HarmonicForms::monomials
  bool sine;
  AngleMultiples multiples;
  Rational coefficient;
};

struct HarmonicForms {
  std::vector<Expr> angles;
  std::vector<Expr> variables;
  std::vector<Exponents> monomials;  ///< exponents of the variables; no two are equal
  std::vector<std::vector<HarmonicTerm>> formulas;
};

/// Throws WorkExceeded.
HarmonicForms make_harmonic_forms(std::span<const Expr> formulas, Work& work);

/// Σ k·θ.
Expr harmonic_argument(const HarmonicForms& forms, const AngleMultiples& multiples);
/// Π x^e.
Expr write_monomial(const HarmonicForms& forms, std::uint32_t monomial);

/// As a sum over harmonics for each monomial: how people read it.
Expr write_harmonics(const HarmonicForms& forms, std::span<const HarmonicTerm> terms);

}  // namespace kinemate
