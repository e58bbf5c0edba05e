#include "sim/choose_method.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "numeric/decompositions.h"
#include "numeric/finite_difference.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Nothing where the Jacobian has no value.
std::optional<MatrixXd> jacobian_at(OdeSystem& system, double t, std::span<const double> y) {
  const auto n = static_cast<Index>(y.size());
  MatrixXd jacobian(n, n);
  if (system.shape().has_jacobian) {
    if (!system.jacobian(t, y, {jacobian.data(), y.size() * y.size()})) return std::nullopt;
  } else {
    const auto f = [&](const VectorXd& at) {
      VectorXd rate(n);
      const bool has_value = system.rhs(t, {at.data(), y.size()}, {rate.data(), y.size()});
      if (!has_value) rate.setConstant(std::numeric_limits<double>::quiet_NaN());
      return rate;
    };
    jacobian = compute_jacobian(f, Eigen::Map<const VectorXd>(y.data(), n));
  }
  if (!jacobian.allFinite()) return std::nullopt;
  return jacobian;
}

struct Spectrum {
  double damped = 0;       // largest |λ| of eigenvalues that decay at least as fast as they turn
  double oscillating = 0;  // largest |λ| of the others
};

std::optional<Spectrum> spectrum_at(OdeSystem& system, double t, std::span<const double> y) {
  constexpr std::size_t kMost = 400;  // states; a second of work
  if (y.empty() || y.size() > kMost) return std::nullopt;
  const std::optional<MatrixXd> jacobian = jacobian_at(system, t, y);
  if (!jacobian) return std::nullopt;
  const std::optional<Eigen::VectorXcd> lambdas = eigenvalues(*jacobian);
  if (!lambdas) return std::nullopt;
  Spectrum spectrum;
  for (const std::complex<double>& lambda : *lambdas) {
    const bool damped = lambda.real() < 0 && -lambda.real() >= std::abs(lambda.imag());
    double& largest = damped ? spectrum.damped : spectrum.oscillating;
    largest = std::max(largest, std::abs(lambda));
  }
  return spectrum;
}

}  // namespace

MethodChoice choose_method(OdeSystem& system, const IntegratorOptions& options, double t, std::span<const double> y,
                           double end) {
  constexpr double kStableStep = 6;    // |hλ| of dop853 on the negative axis
  constexpr double kManySteps = 2000;  // dop853 does them in the time that dense linear algebra takes
  constexpr double kTight = 1e-10;     // below, order 12 pays
  constexpr std::size_t kDear = 12;    // states from which evaluations outweigh the bookkeeping of Adams methods
  if (options.fixed_step > 0) return {IntegrationMethod::kRk4, "the step is fixed"};
  if (const std::optional<Spectrum> spectrum = spectrum_at(system, t, y)) {
    const double steps = spectrum->damped * std::abs(end - t) / kStableStep;
    // what oscillates faster than it decays has to be followed anyway
    if (steps > kManySteps && spectrum->damped > 10 * spectrum->oscillating) {
      return {
          IntegrationMethod::kCvode,
          fmt::format("stiff: a motion that dies out in {:.2g} s would force about {:.2g} steps on an explicit method",
                      1 / spectrum->damped, steps)};
    }
  }
  if (options.rtol <= kTight && system.shape().events.empty() && y.size() >= kDear) {
    return {IntegrationMethod::kAdams, "tight tolerances, no events and many states: high orders save evaluations"};
  }
  return {IntegrationMethod::kDop853, "not stiff at the start"};
}

}  // namespace kinemate
