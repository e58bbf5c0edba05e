#include "study/linear/equilibrium.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "expr/text/print.h"
#include "study/linear/linear_system.h"
#include "study/linear/time_terms.h"

namespace kinemate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kLongestNewtonStep = 1;  // rad or m: angles may not jump to another equilibrium
constexpr double kRoundedToZero = 1e-12;
constexpr double kNoInfluence = 1e-10;
constexpr std::size_t kMostNamedForces = 6;

std::string list_numbers(const std::vector<Expr>& symbols, const VectorXd& numbers) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < symbols.size() && i <= kMostNamedForces; ++i)
    parts.push_back(i == kMostNamedForces
                        ? "..."
                        : fmt::format("{} = {:.6g}", to_text(symbols[i]), numbers[static_cast<Index>(i)]));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// The largest ones first.
std::string list_residuals(const EquilibriumEquations& equations, const VectorXd& residual) {
  std::vector<Index> order(static_cast<std::size_t>(residual.size()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return std::abs(residual[i]) > std::abs(residual[j]); });
  std::vector<std::string> parts;
  for (const Index i : order) {
    if (std::abs(residual[i]) <= 1e-9 * std::abs(residual[order[0]]) || parts.size() == kMostNamedForces) break;
    parts.push_back(fmt::format("{} {:.6g}", equations.describe(i), -residual[i]));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

[[noreturn]] void refuse_start(const VariedMachine& machine, const EquilibriumEquations& equations,
                               const NewtonResult& result) {
  const MachinePoint nearest = equations.point_at(result.x);
  const VectorXd residual = equations.residual(result.x);
  if (!residual.allFinite())
    throw Error(ErrorCode::kNoEquilibrium,
                "no equilibrium was found: forces are not defined at " + list_numbers(machine.coordinates(), nearest.q),
                "start from another state (equilibrium: --at, linearize: --near)");
  const MatrixXd J = equations.jacobian(result.x);
  std::string cause =
      "start from another state (equilibrium: --at, linearize: --near), or from many: equilibrium --samples 100";
  for (Index i = 0; i < residual.size(); ++i)
    if (std::abs(residual[i]) > 0.5 * result.residual_norm && J.allFinite() &&
        J.row(i).isZero(1e-12 * J.cwiseAbs().maxCoeff()))
      cause = fmt::format("nothing balances {}: no position changes it", equations.describe(i));
  throw Error(ErrorCode::kNoEquilibrium,
              fmt::format("no equilibrium was found. Nearest: {}; what remains there: {}",
                          list_numbers(machine.coordinates(), nearest.q), list_residuals(equations, residual)),
              cause);
}

// The point some time later if it moves on as it does.
MachinePoint moved_on(const VariedMachine& machine, MachinePoint point, const VectorXd& rates, double time) {
  point.q += time * rates;
  const std::vector<Deviation> deviations = list_deviations(machine.source());
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    const Deviation& one = deviations[i];
    if (one.axis != 0) continue;
    const auto about = [&](std::size_t axis) { return point.s[deviations[i + axis].speed]; };
    const Index p = one.coordinate;
    if (one.turns == 2) {  // for constant speeds p goes round an axis: ṗ = Ω × p
      const Eigen::Vector3d rate = rates.segment(p, 3), here = point.q.segment(p, 3) - time * rate;
      const double s_a = about(0), s_b = about(1);
      const double u = (s_a * here[2] - s_b * here[1]) / (1 + here[0]);
      const Eigen::Vector3d turning = Eigen::Vector3d(-u, -s_b, s_a) / 2;
      const double speed = turning.norm();
      point.q.segment(p, 3) = here;
      if (speed > 0)
        point.q.segment(p, 3) += std::sin(speed * time) / speed * rate +
                                 (1 - std::cos(speed * time)) / (speed * speed) * turning.cross(rate);
      continue;
    }
    // turned about a fixed axis of the body
    const Eigen::Vector3d omega(about(0), about(1), about(2));
    const double angle = omega.norm() * time / 2;
    const Eigen::VectorXd here = point.q.segment(p, 4) - time * rates.segment(p, 4);
    point.q.segment(p, 4) = std::cos(angle) * here;
    if (omega.norm() > 0) point.q.segment(p, 4) += std::sin(angle) * rates.segment(p, 4) * 2 / omega.norm();
  }
  return point;
}

}  // namespace

// What is 0 but for rounding becomes 0.
NewtonResult solve_equilibrium(const EquilibriumEquations& equations, const VectorXd& start) {
  NewtonOptions options;
  options.rank_tolerance = 1e-13;  // a soft spring beside a stiff one is a spring
  options.longest_step = std::max(kLongestNewtonStep, start.size() == 0 ? 0 : start.cwiseAbs().maxCoeff());
  NewtonResult result =
      solve_newton([&](const VectorXd& x) { return equations.residual(x); },
                   DenseJacobian([&](const VectorXd& x) { return equations.jacobian(x); }), start, options);
  if (!result.converged()) return result;
  const VectorXd rounded = (result.x.array().abs() < kRoundedToZero).select(0, result.x);
  const VectorXd residual = equations.residual(rounded);
  if (residual.size() == 0 || residual.cwiseAbs().maxCoeff() <= std::max(result.residual_norm, kRoundedToZero))
    result.x = rounded;
  return result;
}

// What moves may do so only where the forces do not change by it.
void require_steady(const VariedMachine& machine, const MachinePoint& point) {
  const EquilibriumEquations equations(machine, point);
  const VectorXd rates = machine.at(point).segment(machine.rates().first, machine.rates().size);
  if (rates.isZero(0)) return;
  const VectorXd here = equations.residual(equations.unknowns());
  const MatrixXd J = equations.jacobian(equations.unknowns());
  const double largest = J.size() == 0 ? 0 : J.cwiseAbs().maxCoeff();
  const bool moves = change_with_time(machine.source().gaps);  // what constraints move may: nothing depends on it
  for (const double turned : {0.7, 2.1}) {
    const MachinePoint later = moved_on(machine, point, rates, turned / rates.cwiseAbs().maxCoeff());
    const EquilibriumEquations then(machine, later);
    VectorXd change = then.residual(then.unknowns()) - here;
    if (moves) change.segment(machine.resting().size + machine.state_rates().size, machine.gaps().size).setZero();
    if (change.size() == 0 || change.cwiseAbs().maxCoeff() <= kNoInfluence * std::max(1.0, largest)) continue;
    Index fastest = 0;
    rates.cwiseAbs().maxCoeff(&fastest);
    const std::string name = to_text(machine.coordinates()[static_cast<std::size_t>(fastest)]);
    throw Error(ErrorCode::kNoEquilibrium,
                fmt::format("the machine does not stay in this motion: {0} changes at {1:.6g} a second, and forces "
                            "depend on that",
                            name, rates[fastest]),
                "speeds other than 0 are for coordinates that nothing depends on, such as the angle of a shaft");
  }
}

MachinePoint find_equilibrium(const VariedMachine& machine, const MachinePoint& start) {
  const EquilibriumEquations equations(machine, start);
  const NewtonResult result = solve_equilibrium(equations, equations.unknowns());
  if (!result.converged()) refuse_start(machine, equations, result);
  const MachinePoint point = equations.point_at(result.x);
  require_steady(machine, point);
  return point;
}

bool is_equilibrium(const VariedMachine& machine, const MachinePoint& point) {
  const EquilibriumEquations equations(machine, point);
  const VectorXd x = equations.unknowns(), residual = equations.residual(x);
  if (residual.size() == 0) return true;
  if (!residual.allFinite()) return false;
  const MatrixXd J = equations.jacobian(x);
  const double scale = J.size() == 0 ? 0 : (J.cwiseAbs() * x.cwiseAbs().cwiseMax(1.0)).maxCoeff();
  return residual.cwiseAbs().maxCoeff() <= 1e-9 * scale;
}

bool is_steady(const VariedMachine& machine, const MachinePoint& point) {
  if (!point.a.isZero(0) || !is_equilibrium(machine, point)) return false;
  try {
    require_steady(machine, point);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace kinemate
