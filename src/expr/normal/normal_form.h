// The sine-cosine normal form: formulas as quotients of polynomials in their atoms.
//
// Atoms are symbols and whatever is not polynomial: function calls, powers with exponents that are formulas, real
// numbers, roots. Each angle has two atoms, s = sin and c = cos, with s² + c² = 1; sums and rational multiples of
// angles inside sine and cosine are resolved by the addition theorems over the smallest common part of each angle (half
// angles and the like), tan is s/c. A root y = b^(1/q) obeys y^q = b, and abs(x)² = x². With s² eliminated (or c², by
// choice) equal trigonometric polynomials have equal normal forms.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "expr/expr.h"
#include "expr/normal/polynomial.h"

namespace kinemate {

/// numerator/denominator without common factor; the denominator is primitive with a positive first coefficient.
struct Quotient {
  Polynomial numerator;
  Polynomial denominator;
};

/// The variables of sine and cosine of one angle.
struct AnglePair {
  Expr angle;
  std::size_t sine;
  std::size_t cosine;
};

/// variable^power = replacement.
struct PowerRelation {
  std::size_t variable;
  unsigned long power;
  Polynomial replacement;
};

enum class Trigonometry {
  kAtomsAndReciprocals,  ///< sine and cosine are atoms like others, and so is 1/x: the denominators are 1
  kAtoms,                ///< sine and cosine are atoms like others
  kResolved              ///< as above
};

/// Which square of an angle's sine and cosine is replaced by one minus the other.
enum class Eliminate { kSine, kCosine };

/// Some formulas over one ring.
class NormalForm {
 public:
  /// Arguments of functions are taken as they are: see normalize_arguments. Throws WorkExceeded, and Error for division
  /// by zero.
  NormalForm(std::span<const Expr> formulas, Trigonometry trigonometry, Work& work);

  const Ring& ring() const { return *ring_; }
  /// What each variable of the ring stands for.
  std::span<const Expr> variables() const { return variables_; }
  std::span<const AnglePair> angles() const { return angles_; }
  std::span<const Quotient> quotients() const { return quotients_; }

  /// A polynomial by the relations, with one choice per angle.
  Polynomial reduce(const Polynomial& a, std::span<const Eliminate> eliminate, Work& work) const;
  /// Common factors removed, and roots that divide the denominator.
  Quotient cancel(Quotient quotient, Work& work) const;

 private:
  friend class NormalFormBuilder;

  std::unique_ptr<Ring> ring_;
  std::vector<Expr> variables_;
  std::vector<AnglePair> angles_;
  std::vector<PowerRelation> relations_;
  std::vector<Quotient> quotients_;
};

}  // namespace kinemate
