#include "analysis/integration/ansatz.h"

#include <algorithm>

namespace kinemate {
namespace {

constexpr std::size_t kMostTerms = 250;

class Ansatz {
 public:
  Ansatz(const DifferentialRing& ring, Generosity generosity, Work& work)
      : ring_(ring), much_(generosity == Generosity::kMuch), work_(work) {
    make_denominator();
    add_monomials();
    for (AnsatzTerm& term : make_new_functions(ring, all_factors_, work)) terms_.push_back(std::move(term));
  }

  std::vector<AnsatzTerm> take() { return std::move(terms_); }

 private:
  Polynomial one() const { return Polynomial(ring_.ring(), Rational(1)); }

  // Π p^e of the integrand: e - 1 of each p is left in its antiderivative, or e where p divides its own derivative.
  void make_denominator() {
    denominator_ = radical_ = one();
    for (const auto& [p, exponent] : factor(ring_.integrand().denominator, work_).powers) {
      if (!ring_.moves(p) || !ring_.has_rate(p)) continue;
      all_factors_.push_back(p);
      const bool stays = !is_switched(p) && (divides_its_derivative(p) || (much_ && !root_of(p)));
      const unsigned long left = stays ? exponent : exponent - 1;
      if (left > 0) add_factor(p, left);
    }
    for (const auto& [p, exponent] : factor(ring_.rate_denominator(), work_).powers) {
      const bool known = std::find(all_factors_.begin(), all_factors_.end(), p) != all_factors_.end();
      if (!known && ring_.moves(p) && ring_.has_rate(p)) all_factors_.push_back(p);
    }
  }

  void add_factor(const Polynomial& p, unsigned long exponent) {
    denominator_ = multiply(*denominator_, power(p, exponent, work_), work_);
    radical_ = multiply(*radical_, p, work_);
    factors_.emplace_back(p, exponent);
  }

  bool divides_its_derivative(const Polynomial& p) {
    const Quotient rate = ring_.cancel({ring_.derivative(p, work_), ring_.rate_denominator()}, work_);
    return divide_exactly(rate.numerator, p, work_).has_value();
  }

  // abs(p)/p is a sign, as √p/p may be: as a factor of an antiderivative it would make it jump.
  bool is_switched(const Polynomial& p) {
    const Polynomial square = ring_.reduce(multiply(p, p, work_), work_);
    for (std::size_t v = 0; v < ring_.ring().size(); ++v) {
      if (!ring_.moves(v) || !ring_.kernel(v).is_call(Function::kAbs)) continue;
      const Polynomial absolute = Polynomial::variable(ring_.ring(), v);
      if (divide_exactly(ring_.reduce(multiply(absolute, absolute, work_), work_), square, work_)) return true;
    }
    return false;
  }

  // Monomial/denominator, for all monomials up to the degrees that the integrand suggests.
  void add_monomials() {
    std::vector<Exponents> monomials = {Exponents(ring_.ring().size(), 0)};
    const unsigned long highest = most_in_all();
    for (std::size_t v = 0; v < ring_.ring().size(); ++v) {
      if (!ring_.moves(v) || !ring_.has_rate(v)) continue;
      const unsigned long most = most_of(v);
      const std::size_t count = monomials.size();
      for (unsigned long power = 1; power <= most; ++power) {
        for (std::size_t k = 0; k < count; ++k) {
          Exponents next = monomials[k];
          next[v] = power;
          if (total(next) <= highest) monomials.push_back(std::move(next));
        }
        if (monomials.size() > kMostTerms) throw WorkExceeded{};
      }
    }
    std::stable_sort(monomials.begin(), monomials.end(),
                     [](const Exponents& a, const Exponents& b) { return total(a) < total(b); });
    for (const Exponents& exponents : monomials) add_monomial(exponents);
  }

  static unsigned long total(const Exponents& exponents) {
    unsigned long sum = 0;
    for (const unsigned long exponent : exponents) sum += exponent;
    return sum;
  }

  // (m/Πp^e)' = (m'·Πp - m·Σ e·p'·Π_{others} p) / (Πp^e·Πp)
  void add_monomial(const Exponents& exponents) {
    const Term term{Rational(1), exponents};
    const Polynomial m = Polynomial::from_terms(ring_.ring(), {&term, 1});
    Polynomial top = multiply(ring_.derivative(m, work_), *radical_, work_);
    for (const auto& [p, e] : factors_) {
      const Polynomial others = multiply(m, *divide_exactly(*radical_, p, work_), work_);
      const Polynomial change = multiply(ring_.derivative(p, work_), others, work_);
      top = add(top, scale(change, -Rational(static_cast<long>(e))), work_);
    }
    top = ring_.reduce(top, work_);
    if (top.is_zero()) return;
    const Polynomial bottom = multiply(multiply(*denominator_, *radical_, work_), ring_.rate_denominator(), work_);
    terms_.push_back({write_monomial(exponents), {top, bottom}});
  }

  // √p/p^e as p^(1/2 - e)
  Expr write_monomial(const Exponents& exponents) {
    Expr result(1);
    for (std::size_t v = 0; v < exponents.size(); ++v)
      result *= pow(ring_.kernel(v), Expr(static_cast<long>(exponents[v])));
    for (const auto& [p, e] : factors_) {
      const Expr reciprocal = pow(ring_.write(p), -Expr(static_cast<long>(e)));
      const auto v = root_of(p);
      if (!v || exponents[*v] == 0) {
        result *= reciprocal;
      } else {
        const Rational left = split_power(ring_.kernel(*v)).exponent * Rational(static_cast<long>(exponents[*v]));
        result *= pow(ring_.kernel(*v), -Expr(static_cast<long>(exponents[*v])));
        result *= pow(ring_.kernel(*v).operand(0), Expr(left - Rational(static_cast<long>(e))));
      }
    }
    return result;
  }

  // The kernel that is a root of p.
  std::optional<std::size_t> root_of(const Polynomial& p) {
    for (std::size_t v = 0; v < ring_.ring().size(); ++v) {
      const Expr kernel = ring_.kernel(v);
      if (!ring_.moves(v) || kernel.kind() != Kind::kPower || !kernel.operand(1).is_rational()) continue;
      const Polynomial root = Polynomial::variable(ring_.ring(), v);
      if (ring_.reduce(power(root, most_of(v) + 1, work_), work_) == p) return v;
    }
    return std::nullopt;
  }

  unsigned long most_of(std::size_t v) const {
    const Quotient& f = ring_.integrand();
    const Expr kernel = ring_.kernel(v);
    if (kernel.is_call(Function::kAbs)) return 1;
    if (kernel.kind() == Kind::kPower && kernel.operand(1).is_rational())
      return static_cast<unsigned long>(*split_power(kernel).exponent.denominator().to_long()) - 1;
    for (const AnglePair& pair : ring_.form().angles()) {
      if (v == pair.sine) return 1;
      if (v == pair.cosine)
        return most_together(f.numerator, pair) + most_together(*denominator_, pair) + (much_ ? 1 : 0);
    }
    const unsigned long top = f.numerator.degree(v), bottom = f.denominator.degree(v), left = denominator_->degree(v);
    const bool grows = much_ || !(kernel.is_call(Function::kExp) || kernel.kind() == Kind::kPower);
    return std::max(top, bottom) - bottom + left + (grows ? 1 : 0);
  }

  static unsigned long most_together(const Polynomial& a, const AnglePair& pair) {
    unsigned long most = 0;
    for (const Term& term : a.terms()) most = std::max(most, term.exponents[pair.sine] + term.exponents[pair.cosine]);
    return most;
  }

  unsigned long most_in_all() const {
    return most_moving(ring_.integrand().numerator) + most_moving(*denominator_) + (much_ ? 2 : 1);
  }

  unsigned long most_moving(const Polynomial& a) const {
    unsigned long most = 0;
    for (Term& term : a.terms()) {
      for (std::size_t v = 0; v < term.exponents.size(); ++v)
        if (!ring_.moves(v)) term.exponents[v] = 0;
      most = std::max(most, total(term.exponents));
    }
    return most;
  }

  const DifferentialRing& ring_;
  bool much_;
  Work& work_;
  std::optional<Polynomial> denominator_, radical_;
  std::vector<std::pair<Polynomial, unsigned long>> factors_;  ///< of the denominator
  std::vector<Polynomial> all_factors_;                        ///< of denominators, of the integrand and of rates
  std::vector<AnsatzTerm> terms_;
};

}  // namespace

std::vector<AnsatzTerm> make_ansatz(const DifferentialRing& ring, Generosity generosity, Work& work) {
  return Ansatz(ring, generosity, work).take();
}

}  // namespace kinemate
