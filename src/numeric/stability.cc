#include "numeric/stability.h"

#include <cmath>

#include "base/check.h"
#include "numeric/definiteness.h"

namespace kinemate {
namespace {

using Eigen::MatrixXd;

// What of the matrices bears on stability.
struct ForceKinds {
  bool potential_minimum = false;   // M, K positive definite
  bool negative_direction = false;  // of K
  bool damped_nowhere = false;      // D = 0
  bool damping_takes_only = false;  // D at least semidefinite
  bool circulates_nowhere = false;  // N = 0
};

double largest_entry(const MatrixXd& a) { return a.size() == 0 ? 0 : a.cwiseAbs().maxCoeff(); }

ForceKinds kinds_of(const SecondOrder& matrices, const StabilityOptions& options) {
  const auto n = matrices.mass.rows();
  for (const MatrixXd* matrix :
       {&matrices.mass, &matrices.damping, &matrices.gyroscopic, &matrices.stiffness, &matrices.circulatory}) {
    CHECK(matrix->rows() == n && matrix->cols() == n);
  }
  const DefinitenessOptions tolerance{.tolerance = options.tolerance};
  const bool massive = compute_definiteness(matrices.mass, tolerance) == Definiteness::kPositive;
  if (!massive) return {};
  // in coordinates of mass 1 the entries of D and G are rates, those of K and N squares of rates
  const Eigen::VectorXd scale = matrices.mass.diagonal().cwiseSqrt().cwiseInverse();
  const auto size = [&](const MatrixXd& a) { return largest_entry(scale.asDiagonal() * a * scale.asDiagonal()); };
  const double squares = size(matrices.stiffness), rates = size(matrices.gyroscopic) + std::sqrt(squares);
  const Definiteness stiff = compute_definiteness(matrices.stiffness, tolerance);
  ForceKinds kinds;
  kinds.potential_minimum = stiff == Definiteness::kPositive;
  kinds.negative_direction = stiff == Definiteness::kIndefinite;
  kinds.damped_nowhere = size(matrices.damping) <= options.tolerance * rates;
  kinds.damping_takes_only =
      kinds.damped_nowhere || compute_definiteness(matrices.damping, tolerance) != Definiteness::kIndefinite;
  kinds.circulates_nowhere = size(matrices.circulatory) <= options.tolerance * squares;
  return kinds;
}

bool is_on_axis(const Pole& pole) { return std::abs(pole.value.real()) <= pole.uncertainty; }

bool is_unstable(const Pole& pole) { return pole.value.real() > pole.uncertainty; }

// The pole farthest to the right of those that `counts`; REQUIRES that there is one.
template <class Counts>
std::size_t rightmost(const std::vector<Pole>& poles, Counts counts) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < poles.size(); ++i) {
    if (counts(poles[i]) && (!best || poles[i].value.real() > poles[*best].value.real())) best = i;
  }
  CHECK(best);
  return *best;
}

}  // namespace

StabilityJudgement judge_stability(const std::vector<Pole>& poles, const std::optional<SecondOrder>& matrices,
                                   const StabilityOptions& options) {
  using enum StabilityVerdict;
  using enum StabilityReason;
  const ForceKinds kinds = matrices ? kinds_of(*matrices, options) : ForceKinds{};
  const bool proved = kinds.potential_minimum && kinds.damping_takes_only && kinds.circulates_nowhere;
  StabilityJudgement result;
  for (const Pole& pole : poles) {
    if (is_on_axis(pole) || (proved && is_unstable(pole))) {
      ++result.axis_count;
    } else if (is_unstable(pole)) {
      ++result.unstable_count;
    }
  }
  const auto conclude = [&](StabilityVerdict verdict, StabilityReason reason, std::size_t pole) {
    result.verdict = verdict;
    result.reason = reason;
    result.pole = pole;
    return result;
  };
  if (poles.empty()) return result;
  const auto any = [](const Pole&) { return true; };
  if (result.unstable_count > 0) {
    const std::size_t worst = rightmost(poles, is_unstable);
    const bool real = std::abs(poles[worst].value.imag()) <= poles[worst].uncertainty;
    return conclude(kUnstable, real ? kDivergence : kFlutter, worst);
  }
  if (result.axis_count == 0) return conclude(kAsymptoticallyStable, kAllDecay, rightmost(poles, any));
  if (proved) return conclude(kStable, kDefinitePotential, rightmost(poles, any));
  for (std::size_t i = 0; i < poles.size(); ++i) {
    if (is_on_axis(poles[i]) && poles[i].defective) return conclude(kUnstable, kDoublePole, i);
  }
  const bool gyroscopic = kinds.negative_direction && kinds.damped_nowhere && kinds.circulates_nowhere &&
                          result.axis_count == static_cast<int>(poles.size());
  return conclude(kMarginal, gyroscopic ? kGyroscopic : kPolesOnAxis, rightmost(poles, is_on_axis));
}

}  // namespace kinemate
