// Polynomials in the kernels of an integrand, and their derivatives by one symbol x.
//
// Kernels are what the normal form of the integrand has for variables: x, sines and cosines, roots, logarithms. The
// ring is closed under differentiation: each kernel that depends on x (that moves) has a rate, which is a quotient in
// the ring. Only derivatives of unspecified functions beyond those in the integrand have none.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "expr/normal/normal_form.h"

namespace kinemate {

class DifferentialRing {
 public:
  /// Throws WorkExceeded where the kernels do not close, and Error where the integrand has no value.
  DifferentialRing(Expr integrand, Expr x, Work& work);

  Expr x() const { return x_; }
  const NormalForm& form() const { return *form_; }
  const Ring& ring() const { return form_->ring(); }
  Expr kernel(std::size_t variable) const { return form_->variables()[variable]; }
  const Quotient& integrand() const { return form_->quotients()[0]; }

  bool moves(std::size_t variable) const { return moves_[variable]; }
  bool has_rate(std::size_t variable) const { return !moves_[variable] || known_[variable]; }
  /// Whether a variable that moves stands in it.
  bool moves(const Polynomial& a) const;
  bool has_rate(const Polynomial& a) const;

  /// d(variable)/dx = rate / rate_denominator.
  const Polynomial& rate(std::size_t variable) const { return rates_[variable]; }
  const Polynomial& rate_denominator() const { return *rate_denominator_; }
  /// da/dx · rate_denominator, by the relations of the kernels. REQUIRES: has_rate(a).
  Polynomial derivative(const Polynomial& a, Work& work) const;

  Polynomial reduce(const Polynomial& a, Work& work) const;
  Quotient cancel(Quotient a, Work& work) const { return form_->cancel(std::move(a), work); }
  /// As a formula, nested.
  Expr write(const Polynomial& a) const;
  Expr write(const Quotient& a) const { return write(a.numerator) / write(a.denominator); }

 private:
  void set_rates(std::span<const Expr> kernels, Work& work);

  Expr x_;
  std::unique_ptr<NormalForm> form_;
  std::vector<std::pair<std::size_t, std::size_t>> hyperbolic_;  ///< variables sinh(u) and cosh(u): cosh² = 1 + sinh²
  std::vector<bool> moves_, known_;
  std::vector<Polynomial> rates_;
  std::optional<Polynomial> rate_denominator_;
};

Polynomial least_common_multiple(const Polynomial& a, const Polynomial& b, Work& work);

}  // namespace kinemate
