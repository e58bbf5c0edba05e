#include "sim/explicit/adams_weights.h"

namespace kinemate {
namespace {

double real(std::size_t i) { return static_cast<double>(i); }

// ψ, α, β, σ of the entries that feel the change of step; those before it are of equal steps.
void update_steps(AdamsWeights& x, double h, std::size_t k) {
  const std::size_t first = x.equal;
  x.beta[first] = 1;
  x.alpha[first] = 1 / real(first);
  x.sigma[first + 1] = 1;
  double sum = h * real(first);
  for (std::size_t i = first + 1; i <= k; ++i) {
    const double old = x.psi[i - 1];
    x.psi[i - 1] = sum;
    x.beta[i] = x.beta[i - 1] * x.psi[i - 1] / old;
    sum = old + h;
    x.alpha[i] = h / sum;
    x.sigma[i + 1] = real(i) * x.alpha[i] * x.sigma[i];
  }
  x.psi[k] = sum;
}

// The table g₍ᵢ,q₎ of repeated integrals; its first entries are the g. v keeps the column of the equal steps.
void update_integrals(AdamsWeights& x, std::size_t k) {
  const std::size_t equal = x.equal;
  if (equal <= 1) {
    for (std::size_t q = 1; q <= k; ++q) x.w[q] = x.v[q] = 1 / (real(q) * real(q + 1));
  } else {
    if (k > x.last_order) {  // the order was raised: a row more
      x.v[k] = 1 / (real(k) * real(k + 1));
      for (std::size_t j = 1; j + 2 <= equal; ++j) x.v[k - j] -= x.alpha[j + 1] * x.v[k - j + 1];
    }
    for (std::size_t q = 1; q <= k + 1 - equal; ++q) x.w[q] = x.v[q] -= x.alpha[equal] * x.v[q + 1];
    x.g[equal + 1] = x.w[1];
  }
  for (std::size_t i = equal + 2; i <= k + 1; ++i) {
    for (std::size_t q = 1; q <= k + 2 - i; ++q) x.w[q] -= x.alpha[i - 1] * x.w[q + 1];
    x.g[i] = x.w[1];
  }
}

}  // namespace

void plan_adams_step(AdamsWeights& weights, double h, std::size_t k) {
  weights.g[1] = 1;
  weights.g[2] = 0.5;
  weights.sigma[1] = 1;
  if (h != weights.last_step) weights.equal = 0;
  if (weights.equal <= weights.last_order) ++weights.equal;
  if (k < weights.equal) return;
  update_steps(weights, h, k);
  update_integrals(weights, k);
}

void revoke_adams_step(AdamsWeights& weights, double h, std::size_t k) {
  for (std::size_t i = 2; i <= k; ++i) weights.psi[i - 1] = weights.psi[i] - h;
}

AdamsWeights::Orders adams_interpolation(const AdamsWeights::Orders& psi, double past, std::size_t k) {
  AdamsWeights::Orders g{}, w{};
  for (std::size_t i = 1; i <= k + 1; ++i) w[i] = 1 / real(i);
  g[1] = 1;
  double before = 0;
  for (std::size_t j = 2; j <= k + 1; ++j) {
    const double gamma = (past + before) / psi[j - 1], eta = past / psi[j - 1];
    for (std::size_t i = 1; i <= k + 2 - j; ++i) w[i] = gamma * w[i] - eta * w[i + 1];
    g[j] = w[1];
    before = psi[j - 1];
  }
  return g;
}

}  // namespace kinemate
