// Polynomials with rational coefficients in a few numbered variables: FLINT's fmpq_mpoly as a value type.
//
// A ring is made for each task from the variables that occur: idle variables make FLINT slow. Every operation that can
// grow pays from a Work first and throws WorkExceeded where that is spent.
#pragma once

#include <flint/fmpq_mpoly.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "expr/normal/work.h"
#include "expr/rational.h"

namespace kinemate {

/// The variables 0 ... size()-1. Polynomials hold a pointer to their ring, which must outlive them.
class Ring {
 public:
  explicit Ring(std::size_t variables);
  ~Ring();
  Ring(const Ring&) = delete;
  Ring& operator=(const Ring&) = delete;

  std::size_t size() const { return size_; }
  const fmpq_mpoly_ctx_struct* flint() const { return context_; }

 private:
  std::size_t size_;
  fmpq_mpoly_ctx_t context_;
};

using Exponents = std::vector<unsigned long>;

struct Term {
  Rational coefficient;
  Exponents exponents;  ///< one for each variable of the ring
};

class Polynomial {
 public:
  explicit Polynomial(const Ring& ring);  ///< 0
  Polynomial(const Ring& ring, const Rational& constant);
  Polynomial(const Polynomial& other);
  Polynomial(Polynomial&& other) noexcept;
  Polynomial& operator=(Polynomial other) noexcept;
  ~Polynomial();

  static Polynomial variable(const Ring& ring, std::size_t i);
  static Polynomial from_terms(const Ring& ring, std::span<const Term> terms);

  const Ring& ring() const { return *ring_; }
  std::size_t term_count() const { return static_cast<std::size_t>(fmpq_mpoly_length(value_, ring_->flint())); }
  Term term(std::size_t k) const;  ///< in FLINT's order: lexicographic, highest first
  std::vector<Term> terms() const;
  bool is_zero() const { return term_count() == 0; }
  bool is_one() const { return fmpq_mpoly_is_one(value_, ring_->flint()) != 0; }
  std::optional<Rational> constant() const;  ///< the value, if it is a constant
  unsigned long degree(std::size_t variable) const;
  std::vector<long> degrees() const;  ///< in every variable; -1 for the polynomial 0
  unsigned long total_degree() const;

  const fmpq_mpoly_struct* flint() const { return value_; }
  fmpq_mpoly_struct* flint() { return value_; }

  friend bool operator==(const Polynomial& a, const Polynomial& b);

 private:
  const Ring* ring_;
  fmpq_mpoly_t value_;
};

Polynomial add(const Polynomial& a, const Polynomial& b, Work& work);
Polynomial multiply(const Polynomial& a, const Polynomial& b, Work& work);
Polynomial scale(const Polynomial& a, const Rational& factor);
Polynomial power(const Polynomial& a, unsigned long n, Work& work);

/// 1 where finding the greatest common divisor might take too long.
Polynomial gcd(const Polynomial& a, const Polynomial& b, Work& work);
/// a/b, if b divides a.
std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b, Work& work);

/// constant · Π factor^exponent, the factors irreducible (or only square free) and primitive.
struct Factors {
  Rational constant;
  std::vector<std::pair<Polynomial, unsigned long>> powers;
};
/// Throws WorkExceeded where factoring might take too long.
Factors factor(const Polynomial& a, Work& work);
Factors factor_square_free(const Polynomial& a, Work& work);

/// a with variable^power replaced by another polynomial, as often as it occurs.
Polynomial replace_power(const Polynomial& a, std::size_t variable, unsigned long power, const Polynomial& by,
                         Work& work);

}  // namespace kinemate
