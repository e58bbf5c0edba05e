#include "sim/explicit/adams_history.h"

#include "base/check.h"

namespace kinemate {

std::vector<double> adams_times(const AdamsHistory& history) {
  std::vector<double> times = {history.t};
  for (std::size_t i = 1; i <= history.order; ++i) times.push_back(history.t - history.psi[i]);
  return times;
}

// The polynomial through the slopes in Newton's form: Σ φᵢ Π_{j<i} (t - tⱼ)/ψⱼ with t₀ = t.
std::vector<double> adams_slopes(const AdamsHistory& history, std::size_t n) {
  const std::size_t count = history.order + 1;
  CHECK(history.phi.size() >= n * count);
  std::vector<double> slopes(n * count);
  for (std::size_t at = 0; at < count; ++at) {
    const double back = at == 0 ? 0 : history.psi[at];
    double factor = 1;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) factor *= ((i == 1 ? 0 : history.psi[i - 1]) - back) / history.psi[i];
      for (std::size_t l = 0; l < n; ++l) slopes[at * n + l] += factor * history.phi[i * n + l];
    }
  }
  return slopes;
}

void set_adams_slopes(AdamsHistory& history, std::size_t n, std::span<const double> slopes) {
  const std::size_t count = history.order + 1;
  CHECK(slopes.size() == n * count);
  std::vector<double> divided(slopes.begin(), slopes.end());
  const auto back = [&](std::size_t i) { return i == 0 ? 0.0 : history.psi[i]; };
  // f[tᵢ ... tᵢ₊ₗ] in place, a level at a time; tᵢ - tᵢ₊ₗ = ψᵢ₊ₗ - ψᵢ
  history.phi.resize(n * count);
  double product = 1;
  for (std::size_t level = 0; level < count; ++level) {
    if (level > 0) {
      product *= history.psi[level];
      for (std::size_t i = 0; i + level < count; ++i) {
        const double span = back(i + level) - back(i);
        for (std::size_t l = 0; l < n; ++l) {
          divided[i * n + l] = (divided[i * n + l] - divided[(i + 1) * n + l]) / span;
        }
      }
    }
    for (std::size_t l = 0; l < n; ++l) history.phi[level * n + l] = product * divided[l];
  }
}

}  // namespace kinemate
