// The multi-angle (Fourier) form: Σ a_k·cos(k·θ) + Σ b_k·sin(k·θ), the coefficients polynomial in everything else.
// The second normal form: equal trigonometric polynomials have equal multi-angle forms.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "expr/normal/normal_form.h"

namespace kinemate {

/// Multiples of the angles of a NormalForm; the first that is not 0 is positive.
using Harmonic = std::vector<long>;

struct MultiAngleForm {
  struct Coefficients {
    std::vector<Term> cosine;  ///< terms over the ring of the NormalForm, without sines and cosines
    std::vector<Term> sine;
  };
  std::map<Harmonic, Coefficients> harmonics;
};

/// A polynomial of the normal form, whatever the powers of sines and cosines in it. It pays for what it does, angle by
/// angle, as long as terms come together on the way.
MultiAngleForm transform_angles(const NormalForm& form, const Polynomial& a, Work& work);
/// The same; it pays as if every term were expanded by itself, so that what is long when written out is not begun.
MultiAngleForm to_multi_angle(const NormalForm& form, const Polynomial& a, Work& work);

/// The same as a polynomial whose variables are those of the normal form that are no sine or cosine, and after them the
/// harmonics cos(k·θ), sin(k·θ) that occur.
struct HarmonicPolynomial {
  std::unique_ptr<Ring> ring;
  std::vector<Expr> variables;
  std::size_t first_harmonic;  ///< the first variable that is a harmonic
  Polynomial value;
};
HarmonicPolynomial as_polynomial(const NormalForm& form, const MultiAngleForm& angles, std::span<const Expr> shown);

}  // namespace kinemate
