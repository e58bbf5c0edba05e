#include "analysis/integration/differential_ring.h"

#include <algorithm>

#include "analysis/replace.h"
#include "analysis/switches.h"
#include "expr/differentiate.h"
#include "expr/normal/arguments.h"
#include "expr/normal/polynomial_formula.h"

namespace kinemate {
namespace {

constexpr int kRounds = 5;  // kernels bring in kernels: asin(x) a root, cosh sinh
constexpr std::size_t kMostKernels = 24;

bool is_log_of_cosh(Expr e) { return e.is_call(Function::kLog) && e.operand(0).is_call(Function::kCosh); }

// The derivative of a kernel, in terms of the kernel itself where differentiate() would make other ones of it.
Expr rate_of(Expr kernel, Expr x) {
  const auto inner = [x](Expr e) { return differentiate(e, x); };
  if (kernel.kind() == Kind::kPower) {
    const Expr base = kernel.operand(0), exponent = kernel.operand(1), steady = exponent * inner(base) / base;
    if (!depends_on(exponent, x)) return kernel * steady;
    return kernel * (steady + inner(exponent) * make_call(Function::kLog, base));
  }
  if (is_log_of_cosh(kernel)) {
    const Expr u = kernel.operand(0).operand(0);
    return make_call(Function::kTanh, u) * inner(u);
  }
  return inner(kernel);
}

// What has a kernel for its derivative, where no rate of another kernel would bring it in: f for f', log(cosh) for
// tanh.
std::vector<Expr> antecedents(Expr kernel, Expr x) {
  if (kernel.is_call(Function::kTanh))
    return {make_call(Function::kLog, make_call(Function::kCosh, kernel.operand(0)))};
  std::vector<Expr> result;
  if (kernel.kind() != Kind::kUnspecified) return result;
  std::vector<Expr> arguments;
  for (std::size_t k = 0; k < kernel.operand_count(); ++k) arguments.push_back(kernel.operand(k));
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    std::vector<int> orders(kernel.orders().begin(), kernel.orders().end());
    if (orders.empty() || orders[k] == 0 || !depends_on(arguments[k], x)) continue;
    --orders[k];
    result.push_back(make_unspecified(kernel.name(), arguments, orders));
  }
  return result;
}

bool is_among(std::span<const Expr> list, Expr e) { return std::find(list.begin(), list.end(), e) != list.end(); }

Polynomial partial_derivative(const Polynomial& a, std::size_t variable) {
  Polynomial result(a.ring());
  fmpq_mpoly_derivative(result.flint(), a.flint(), static_cast<slong>(variable), a.ring().flint());
  return result;
}

}  // namespace

Polynomial least_common_multiple(const Polynomial& a, const Polynomial& b, Work& work) {
  return multiply(a, *divide_exactly(b, gcd(a, b, work), work), work);
}

DifferentialRing::DifferentialRing(Expr integrand, Expr x, Work& work) : x_(x) {
  std::vector<Expr> kernels = {x};
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Expr> formulas = {integrand};
    for (const Expr kernel : kernels) {
      formulas.push_back(kernel);
      formulas.push_back(with_absolute_values(rate_of(kernel, x), x));
    }
    formulas = normalize_arguments(formulas, work);
    form_ = std::make_unique<NormalForm>(formulas, Trigonometry::kResolved, work);
    std::vector<Expr> fresh;
    const auto add = [&](Expr kernel) {
      if (!is_among(kernels, kernel) && !is_among(fresh, kernel)) fresh.push_back(kernel);
    };
    for (const Expr variable : form_->variables()) {
      if (!depends_on(variable, x)) continue;
      if (round > 0 && variable.kind() == Kind::kUnspecified) continue;  // derivatives of derivatives without end
      add(variable);
      if (round == 0)
        for (const Expr antecedent : antecedents(variable, x)) add(antecedent);
    }
    if (fresh.empty()) {
      set_rates(kernels, work);
      return;
    }
    kernels.insert(kernels.end(), fresh.begin(), fresh.end());
    if (kernels.size() > kMostKernels) break;
  }
  throw WorkExceeded{};
}

void DifferentialRing::set_rates(std::span<const Expr> kernels, Work& work) {
  const std::size_t size = form_->variables().size();
  const Polynomial zero(ring()), one(ring(), Rational(1));
  moves_.assign(size, false);
  known_.assign(size, false);
  rates_.assign(size, zero);
  rate_denominator_ = one;
  for (std::size_t v = 0; v < size; ++v) {
    if (!kernel(v).is_call(Function::kCosh)) continue;
    const auto& all = form_->variables();
    const auto sinh = std::find(all.begin(), all.end(), make_call(Function::kSinh, kernel(v).operand(0)));
    if (sinh != all.end()) hyperbolic_.emplace_back(static_cast<std::size_t>(sinh - all.begin()), v);
  }
  std::vector<Quotient> rates(size, Quotient{zero, one});
  for (std::size_t v = 0; v < size; ++v) {
    moves_[v] = depends_on(kernel(v), x_);
    const auto found = std::find(kernels.begin(), kernels.end(), kernel(v));
    if (!moves_[v] || found == kernels.end()) continue;
    known_[v] = true;
    rates[v] = form_->quotients()[2 + 2 * static_cast<std::size_t>(found - kernels.begin())];
    rate_denominator_ = least_common_multiple(*rate_denominator_, rates[v].denominator, work);
  }
  for (std::size_t v = 0; v < size; ++v) {
    const Polynomial factor = *divide_exactly(*rate_denominator_, rates[v].denominator, work);
    rates_[v] = reduce(multiply(rates[v].numerator, factor, work), work);
  }
}

bool DifferentialRing::moves(const Polynomial& a) const {
  for (std::size_t v = 0; v < ring().size(); ++v)
    if (moves_[v] && a.degree(v) > 0) return true;
  return false;
}

bool DifferentialRing::has_rate(const Polynomial& a) const {
  for (std::size_t v = 0; v < ring().size(); ++v)
    if (!has_rate(v) && a.degree(v) > 0) return false;
  return true;
}

Polynomial DifferentialRing::derivative(const Polynomial& a, Work& work) const {
  Polynomial sum(ring());
  for (std::size_t v = 0; v < ring().size(); ++v) {
    if (!moves_[v] || a.degree(v) == 0) continue;
    sum = add(sum, multiply(partial_derivative(a, v), rates_[v], work), work);
  }
  return reduce(sum, work);
}

Polynomial DifferentialRing::reduce(const Polynomial& a, Work& work) const {
  Polynomial result = form_->reduce(a, std::vector<Eliminate>(form_->angles().size(), Eliminate::kSine), work);
  for (const auto& [sinh, cosh] : hyperbolic_) {
    if (result.degree(cosh) < 2) continue;
    const Polynomial s = Polynomial::variable(ring(), sinh), one(ring(), Rational(1));
    result = replace_power(result, cosh, 2, add(one, multiply(s, s, work), work), work);
  }
  return result;
}

Expr DifferentialRing::write(const Polynomial& a) const { return nest(a, form_->variables()); }

}  // namespace kinemate
