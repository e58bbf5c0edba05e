#include "expr/normal/polynomial.h"

#include <flint/fmpq_mpoly_factor.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/check.h"
#include "base/error.h"

namespace kinemate {
namespace {

// FLINT grows exponents without limit; ours stay where degrees and sums of them fit a word with ease.
constexpr unsigned long kHighestPolynomialDegree = 1'000'000;

// FLINT packs exponents into fields of equal size. Only where these are wide can two exponents exceed the limit.
bool has_high_exponents(const Polynomial& a) {
  return a.flint()->zpoly->bits > 16 && a.total_degree() > kHighestPolynomialDegree;
}

// Limits for what has no cost that could be told beforehand.
constexpr std::size_t kGcdTerms = 400;
constexpr unsigned long kGcdDegree = 40;
constexpr std::size_t kFactorTerms = 150;
constexpr unsigned long kFactorDegree = 16;

// Terms of one polynomial: beyond this, memory is what runs out.
constexpr double kMostPolynomialTerms = 3e6;

// C(n, k), or something above kMostPolynomialTerms.
double binomial(double n, double k) {
  double result = 1;
  for (double i = 1; i <= k && result <= kMostPolynomialTerms; ++i) result *= (n - k + i) / i;
  return result;
}

// Words of the largest coefficient.
double coefficient_bits(const Polynomial& a) {
  const slong bits = fmpz_mpoly_max_bits(a.flint()->zpoly);
  const double content = static_cast<double>(
      std::max(fmpz_bits(fmpq_numref(a.flint()->content)), fmpz_bits(fmpq_denref(a.flint()->content))));
  return static_cast<double>(bits < 0 ? -bits : bits) + content;
}

double words(double bits) { return 1 + bits / 64; }

double size_of(const Polynomial& a) { return static_cast<double>(a.term_count()); }

// At most so many terms have a polynomial with the degrees of a times `scale_a` plus those of b times `scale_b`: as
// many as fit the box of the single degrees, and the simplex of the total degree.
double dense_terms(const Polynomial& a, unsigned long scale_a, const Polynomial& b, unsigned long scale_b) {
  double box = 1, variables = 0;
  const std::vector<long> of_a = a.degrees(), of_b = b.degrees();
  for (std::size_t v = 0; v < a.ring().size(); ++v) {
    const double degree = static_cast<double>(of_a[v]) * static_cast<double>(scale_a) +
                          static_cast<double>(of_b[v]) * static_cast<double>(scale_b);
    box = std::min(box * (degree + 1), 1e300);
    if (degree > 0) variables += 1;
  }
  const double total = static_cast<double>(a.total_degree()) * static_cast<double>(scale_a) +
                       static_cast<double>(b.total_degree()) * static_cast<double>(scale_b);
  return std::min(box, binomial(total + variables, std::min(variables, total)));
}

bool is_small(const Polynomial& a, std::size_t terms, unsigned long degree) {
  return a.term_count() <= terms && a.total_degree() <= degree;
}

using FactorFunction = int (*)(fmpq_mpoly_factor_t, const fmpq_mpoly_t, const fmpq_mpoly_ctx_t);

Factors factor_by(FactorFunction function, const Polynomial& a, Work& work) {
  if (!is_small(a, kFactorTerms, kFactorDegree)) throw WorkExceeded{};
  const double terms = size_of(a);
  work.spend(500 + 20 * terms * terms);
  const auto* context = a.ring().flint();
  fmpq_mpoly_factor_t found;
  fmpq_mpoly_factor_init(found, context);
  Factors result{Rational(0), {}};
  const bool done = function(found, a.flint(), context) != 0;
  if (done) {
    fmpq_set(result.constant.flint(), found->constant);
    for (slong i = 0; i < fmpq_mpoly_factor_length(found, context); ++i) {
      Polynomial base(a.ring());
      fmpq_mpoly_factor_get_base(base.flint(), found, i, context);
      result.powers.emplace_back(std::move(base),
                                 static_cast<unsigned long>(fmpq_mpoly_factor_get_exp_si(found, i, context)));
    }
  }
  fmpq_mpoly_factor_clear(found, context);
  if (!done) throw WorkExceeded{};
  return result;
}

}  // namespace

Ring::Ring(std::size_t variables) : size_(variables) {
  fmpq_mpoly_ctx_init(context_, static_cast<slong>(variables), ORD_LEX);
}
Ring::~Ring() { fmpq_mpoly_ctx_clear(context_); }

Polynomial::Polynomial(const Ring& ring) : ring_(&ring) { fmpq_mpoly_init(value_, ring.flint()); }

Polynomial::Polynomial(const Ring& ring, const Rational& constant) : Polynomial(ring) {
  fmpq_mpoly_set_fmpq(value_, constant.flint(), ring.flint());
}

Polynomial::Polynomial(const Polynomial& other) : Polynomial(*other.ring_) {
  fmpq_mpoly_set(value_, other.value_, ring_->flint());
}

Polynomial::Polynomial(Polynomial&& other) noexcept : Polynomial(*other.ring_) {
  fmpq_mpoly_swap(value_, other.value_, ring_->flint());
}

Polynomial& Polynomial::operator=(Polynomial other) noexcept {
  std::swap(ring_, other.ring_);
  std::swap(*value_, *other.value_);
  return *this;
}

Polynomial::~Polynomial() { fmpq_mpoly_clear(value_, ring_->flint()); }

Polynomial Polynomial::variable(const Ring& ring, std::size_t i) {
  CHECK(i < ring.size());
  Polynomial result(ring);
  fmpq_mpoly_gen(result.value_, static_cast<slong>(i), ring.flint());
  return result;
}

Polynomial Polynomial::from_terms(const Ring& ring, std::span<const Term> terms) {
  Polynomial result(ring);
  for (const Term& term : terms) {
    fmpq_mpoly_push_term_fmpq_ui(result.value_, term.coefficient.flint(), term.exponents.data(), ring.flint());
  }
  fmpq_mpoly_sort_terms(result.value_, ring.flint());
  fmpq_mpoly_combine_like_terms(result.value_, ring.flint());
  return result;
}

Term Polynomial::term(std::size_t k) const {
  Term result{Rational(), Exponents(ring_->size())};
  fmpq_mpoly_get_term_coeff_fmpq(result.coefficient.flint(), value_, static_cast<slong>(k), ring_->flint());
  fmpq_mpoly_get_term_exp_ui(result.exponents.data(), value_, static_cast<slong>(k), ring_->flint());
  return result;
}

std::vector<Term> Polynomial::terms() const {
  std::vector<Term> result;
  for (std::size_t k = 0; k < term_count(); ++k) result.push_back(term(k));
  return result;
}

std::optional<Rational> Polynomial::constant() const {
  if (fmpq_mpoly_is_fmpq(value_, ring_->flint()) == 0) return std::nullopt;
  Rational result;
  fmpq_mpoly_get_fmpq(result.flint(), value_, ring_->flint());
  return result;
}

unsigned long Polynomial::degree(std::size_t variable) const {
  if (is_zero()) return 0;
  return static_cast<unsigned long>(fmpq_mpoly_degree_si(value_, static_cast<slong>(variable), ring_->flint()));
}

std::vector<long> Polynomial::degrees() const {
  std::vector<long> result(ring_->size());
  fmpq_mpoly_degrees_si(result.data(), value_, ring_->flint());
  return result;
}

unsigned long Polynomial::total_degree() const {
  if (is_zero()) return 0;
  return static_cast<unsigned long>(fmpq_mpoly_total_degree_si(value_, ring_->flint()));
}

bool operator==(const Polynomial& a, const Polynomial& b) {
  return a.ring_ == b.ring_ && fmpq_mpoly_equal(a.value_, b.value_, a.ring_->flint()) != 0;
}

Polynomial add(const Polynomial& a, const Polynomial& b, Work& work) {
  work.spend(size_of(a) + size_of(b));
  Polynomial result(a.ring());
  fmpq_mpoly_add(result.flint(), a.flint(), b.flint(), a.ring().flint());
  return result;
}

Polynomial multiply(const Polynomial& a, const Polynomial& b, Work& work) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  const double bits_a = coefficient_bits(a), bits_b = coefficient_bits(b);
  work.spend(1 + size_of(a) * size_of(b) * words(bits_a) * words(bits_b));
  if (bits_a + bits_b > static_cast<double>(kLargestNumberBits) / 2) throw WorkExceeded{};
  if (has_high_exponents(a) || has_high_exponents(b)) throw WorkExceeded{};
  if (size_of(a) * size_of(b) > kMostPolynomialTerms && dense_terms(a, 1, b, 1) > kMostPolynomialTerms)
    throw WorkExceeded{};
  Polynomial result(a.ring());
  fmpq_mpoly_mul(result.flint(), a.flint(), b.flint(), a.ring().flint());
  return result;
}

Polynomial scale(const Polynomial& a, const Rational& factor) {
  Polynomial result(a.ring());
  fmpq_mpoly_scalar_mul_fmpq(result.flint(), a.flint(), factor.flint(), a.ring().flint());
  return result;
}

Polynomial power(const Polynomial& a, unsigned long n, Work& work) {
  if (n == 1) return a;
  if (a.term_count() <= 1) {  // one term: no growth but of exponent and coefficient
    if (a.total_degree() * n > kHighestPolynomialDegree || n > kHighestPolynomialDegree) throw WorkExceeded{};
    if (a.is_zero()) return n == 0 ? Polynomial(a.ring(), Rational(1)) : a;
    Term term = a.term(0);
    term.coefficient = power(term.coefficient, static_cast<long>(n));
    for (unsigned long& exponent : term.exponents) exponent *= n;
    return Polynomial::from_terms(a.ring(), {&term, 1});
  }
  // t terms to the power n have at most C(n+t-1, n) terms
  const double t = size_of(a) - 1, count = static_cast<double>(n);
  const double terms = std::min(binomial(count + t, std::min(count, t)), dense_terms(a, n, a, 0));
  const double bits = count * (coefficient_bits(a) + std::log2(size_of(a)));
  if (terms > kMostPolynomialTerms || bits > static_cast<double>(kLargestNumberBits) / 2) throw WorkExceeded{};
  work.spend(terms * size_of(a) * words(bits) * words(coefficient_bits(a)));
  Polynomial result(a.ring());
  if (fmpq_mpoly_pow_ui(result.flint(), a.flint(), n, a.ring().flint()) == 0) throw WorkExceeded{};
  return result;
}

Polynomial gcd(const Polynomial& a, const Polynomial& b, Work& work) {
  const Polynomial one(a.ring(), Rational(1));
  if (a.constant() || b.constant()) return one;
  const bool single = a.term_count() == 1 || b.term_count() == 1;
  const bool small = is_small(a, kGcdTerms, kGcdDegree) && is_small(b, kGcdTerms, kGcdDegree);
  const double cost = single ? size_of(a) + size_of(b) : 200 + 20 * (size_of(a) + size_of(b));
  if ((!single && !small) || cost > work.left()) return one;
  work.spend(cost);
  Polynomial result(a.ring());
  return fmpq_mpoly_gcd(result.flint(), a.flint(), b.flint(), a.ring().flint()) != 0 ? result : one;
}

std::optional<Polynomial> divide_exactly(const Polynomial& a, const Polynomial& b, Work& work) {
  if (b.is_one()) return a;
  work.spend(size_of(a) * size_of(b) + 1);
  Polynomial result(a.ring());
  if (fmpq_mpoly_divides(result.flint(), a.flint(), b.flint(), a.ring().flint()) == 0) return std::nullopt;
  return result;
}

Factors factor(const Polynomial& a, Work& work) { return factor_by(fmpq_mpoly_factor, a, work); }
Factors factor_square_free(const Polynomial& a, Work& work) { return factor_by(fmpq_mpoly_factor_squarefree, a, work); }

namespace {

// For degree 2, as products of reduced polynomials have it, without taking the terms apart: a + h·(by - x²), h =
// ½·∂²a/∂x².
Polynomial replace_square(const Polynomial& a, std::size_t variable, const Polynomial& by, Work& work) {
  const Ring& ring = a.ring();
  work.spend(2 * size_of(a));
  Polynomial half(ring);
  fmpq_mpoly_derivative(half.flint(), a.flint(), static_cast<slong>(variable), ring.flint());
  fmpq_mpoly_derivative(half.flint(), half.flint(), static_cast<slong>(variable), ring.flint());
  const Polynomial x = Polynomial::variable(ring, variable);
  const Polynomial change = add(by, scale(multiply(x, x, work), Rational(-1)), work);
  return add(a, multiply(scale(half, Rational(1, 2)), change, work), work);
}

}  // namespace

Polynomial replace_power(const Polynomial& a, std::size_t variable, unsigned long power, const Polynomial& by,
                         Work& work) {
  const unsigned long degree = a.degree(variable);
  if (degree < power) return a;
  if (degree == 2 && power == 2) return replace_square(a, variable, by, work);
  // a = Σ part_k · (variable^power)^k
  std::map<unsigned long, std::vector<Term>> parts;
  work.spend(size_of(a));
  for (Term& term : a.terms()) {
    const unsigned long k = term.exponents[variable] / power;
    term.exponents[variable] %= power;
    parts[k].push_back(std::move(term));
  }
  Polynomial result(a.ring());  // Horner's scheme from the highest k down
  for (unsigned long k = parts.rbegin()->first + 1; k-- > 0;) {
    result = multiply(result, by, work);
    const auto part = parts.find(k);
    if (part != parts.end()) result = add(result, Polynomial::from_terms(a.ring(), part->second), work);
  }
  return result;
}

}  // namespace kinemate
